// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "server/refusal.h"

namespace redact::server {

// A source of texts: clients who share a token, and the key under which their values are drawn.
// Values of two keys do not agree, so clients of one source learn nothing about the values of
// another.
struct Source {
  std::string token_path, key_path;   // empty: none
  std::vector<std::string> policies;  // policies that may use the key, besides the server's
};

// The sources in a file: a JSON object of them by name, {"ward": {"token_file": "ward.token",
// "key_file": "ward.key", "policies": ["linked"]}}. Relative paths are those below the folder of
// the file. A refusal names the error and holds no word of the file.
Checked<std::vector<Source>> read_sources(const std::string& path);

}  // namespace redact::server
