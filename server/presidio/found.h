// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace redact::server {

// A finding in a text, by bytes, with its reasons. Its strings belong to the request or the
// library, since a request may have many findings under one long name.
struct Found {
  std::string_view entity;
  size_t begin, end;
  double score;
  std::string_view label = {};     // empty if a recognizer of the request found it
  std::string_view found_by = {};  // the sources in words, if there is a label
  std::string_view recognizer = {}, pattern_name = {}, pattern = {};
  double original_score = 0;  // before its context raised the score
  std::string_view context_word = {};
};

}  // namespace redact::server
