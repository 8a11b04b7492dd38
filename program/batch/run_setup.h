// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "program/args.h"
#include "redactor/configuration.h"

namespace redact {

// A key and its name, for digests of files that name people.
struct NamedKey {
  const Secret* key;
  std::string name;
};

// Everything that decides the results of a run, as a JSON object of texts: version, model, policy,
// settings and the SHA-256 of the files that they name. A plain hash of a file that names people
// (--deny, --known and the like) could be guessed, so such a file has an HMAC, "hmac:KEY NAME:HEX",
// or, without a journal, "given". Two runs with equal setups give a document the same result.
Result<std::string> setup_of(const Options& options, const Configuration& configuration,
                             const NamedKey* key);

// The names of the differences between two setups.
std::vector<std::string> changes_between(const std::string& setup, const std::string& other);

}  // namespace redact
