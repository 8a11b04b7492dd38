// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact::batch {

// Merges the journals of all shares of a batch into one, of the oldest version among them.
// `key_file` holds the keys of all; if it is empty, each journal's keys are in the file beside it,
// and a file with all keys is made beside the merged journal. Errors say why the journals do not
// belong together (other settings, a missing or repeated share, a document in two of them), or that
// a row was changed without a key. The single output file of share I is named "shard-I" in the
// merged journal. A merge that fails leaves nothing.
Result<void> merge_journals(const std::string& merged, const std::vector<std::string>& journals,
                            const std::string& key_file = {});

// Makes one mapping of several that were sealed under one key.
Result<void> merge_mappings(const std::string& merged, const std::vector<std::string>& mappings,
                            const std::string& key_file, Secret::TextKeys text);

// The documents to export: those with a path or id, of which there must be one, and those that
// ended at a time or later: a date of ISO 8601, with or without a time, in UTC unless it has a
// zone. Empty: all.
struct Wanted {
  std::string name, since;
};

// Writes a JSON line for each wanted document of a journal, without digests.
Result<void> export_documents(const std::string& journal, const Wanted& wanted, std::FILE* out);

}  // namespace redact::batch
