// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "program/batch/file_globs.h"

namespace redact::batch {

struct AuditPaths {
  std::string journal, key_file, sources, results;  // files or folders
  FileGlobs files = {};                             // of the sources: those that were to be read
};

struct AuditCounts {
  size_t n_documents = 0, n_findings = 0;
};

// Checks a finished batch against its journal: each document of the sources is there once, results
// differ from sources only in the named ranges, digests agree, the results hold nothing else, and
// the journal is as the last run left it. An attacker who can write results and journal but lacks
// the key is found out, unless an older journal is put back as a whole together with its results.
// Rows without MACs (version 2) are a finding too: otherwise a journal could be turned into one of
// version 2. `tell(document, finding)` is called for each finding, with the name of the document,
// which may identify a person, or "journal". Errors: a path does not exist; the journal or a result
// cannot be read, or is not a journal.
Result<AuditCounts> audit(
    const AuditPaths& paths,
    const std::function<void(const std::string& document, const std::string& finding)>& tell);

}  // namespace redact::batch
