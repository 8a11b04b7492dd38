// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace redact::server {

// A finding in a text, by bytes, with its reasons. Its strings belong to the request or the
// library, since a request
// may have many findings under one long name.
struct Found {
  std::string_view entity;
  size_t begin, end;
  double score;
  std::string_view label = {};     // of this project; empty: found by a recognizer of the request
  std::string_view found_by = {};  // in words, where there is a label
  std::string_view recognizer = {}, pattern_name = {}, pattern = {};
  double original_score = 0;  // before its context raised it
  std::string_view context_word = {};
};

}  // namespace redact::server
