// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact::batch {

// Makes one journal of those of all shares of a batch, of the oldest version among them. `key_file`
// holds the keys of all; if it is empty, they lie beside their journals, and a file beside the
// merged one is made with them. Errors say why they do not belong together: other settings, a share
// that is missing or there twice, a document in two of them; and that a row was changed without a
// key. The single output file of a share I is named "shard-I" there. Nothing is left of a merge
// that fails.
Result<void> merge_journals(const std::string& merged, const std::vector<std::string>& journals,
                            const std::string& key_file = {});

// Makes one mapping of several that were sealed under one key.
Result<void> merge_mappings(const std::string& merged, const std::vector<std::string>& mappings,
                            const std::string& key_file, Secret::TextKeys text);

// Writes a JSON line for each document of a journal, without digests; if `wanted` is not empty, for
// those with this path or id, of which there must be one.
Result<void> export_documents(const std::string& journal, const std::string& wanted,
                              std::FILE* out);

}  // namespace redact::batch
