// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace redact::batch {

struct AuditPaths {
  std::string journal, key_file, sources, results;  // files or folders
};

struct AuditCounts {
  size_t n_documents = 0, n_findings = 0;
};

// Checks a finished batch against its journal: that each document of the sources is there once,
// that results differ from sources in the named ranges alone, that digests agree, that the results
// hold nothing else, and that the journal is as the last run left it. Whoever can write results and
// journal but has not the key is found out, unless he puts back an older journal as a whole
// together with its results. That rows have no MACs (version 2) is a finding too: otherwise a
// journal could be made one of version 2. `tell(document, finding)` is called for each finding,
// with the name of the document, which may identify a person, or "journal". Errors: a path does not
// exist; the journal or a result cannot be read, or is no journal.
Result<AuditCounts> audit(
    const AuditPaths& paths,
    const std::function<void(const std::string& document, const std::string& finding)>& tell);

}  // namespace redact::batch
