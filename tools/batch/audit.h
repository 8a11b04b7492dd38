// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace redact::batch {

struct AuditPaths {
  std::string journal, sources, results;  // files or folders
};

struct AuditCounts {
  size_t n_documents = 0, n_findings = 0;
};

// Checks a finished batch against its journal: that each document of the sources is there once,
// that results differ from sources in the named ranges alone, that digests agree, and that the
// results hold nothing else. `tell(document, finding)` is called for each finding, with the name of
// the document, which may identify a person. Errors: a path does not exist; the journal or a result
// cannot be read.
Result<AuditCounts> audit(
    const AuditPaths& paths,
    const std::function<void(const std::string& document, const std::string& finding)>& tell);

}  // namespace redact::batch
