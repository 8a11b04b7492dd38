// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace redact::server {

// What was found in a text, by bytes, and why.
struct Found {
  std::string entity;
  size_t begin, end;
  double score;
  std::string label = {};  // of this project; empty: found by a recognizer of the request
  std::string recognizer = {}, pattern_name = {}, pattern = {}, explanation = {};
  double original_score = 0;  // before its context raised it
  std::string context_word = {};
};

}  // namespace redact::server
