// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of the automata and decoders of instruct models, for any grammar.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace redact::testing {

// Expects the same spans, scores, near misses and margin of two decoders.
template <class Decoder>
void expect_same(const Decoder& got, const Decoder& want) {
  ASSERT_EQ(got.least_margin(), want.least_margin());
  const auto spans = got.spans(), others = want.spans();
  ASSERT_EQ(spans.size(), others.size());
  for (size_t i = 0; i < spans.size(); ++i) {
    ASSERT_EQ(spans[i].begin, others[i].begin);
    ASSERT_EQ(spans[i].end, others[i].end);
    ASSERT_EQ(spans[i].label, others[i].label);
    ASSERT_EQ(spans[i].score, others[i].score);
  }
  ASSERT_EQ(got.near_misses().size(), want.near_misses().size());
  for (size_t i = 0; i < got.near_misses().size(); ++i) {
    ASSERT_EQ(got.near_misses()[i].begin, want.near_misses()[i].begin);
    ASSERT_EQ(got.near_misses()[i].end, want.near_misses()[i].end);
    ASSERT_EQ(got.near_misses()[i].score, want.near_misses()[i].score);
  }
}

// The choices of the next walk through an automaton, after one that had n_options at each step.
// False after the last.
inline bool choose_next(std::vector<size_t>& choices, const std::vector<size_t>& n_options) {
  choices.resize(n_options.size(), 0);
  while (!choices.empty() && choices.back() + 1 >= n_options[choices.size() - 1]) {
    choices.pop_back();
  }
  if (choices.empty()) return false;
  ++choices.back();
  return true;
}

// All texts of 1 to `most` of the letters.
inline std::vector<std::string> tiny_texts(std::string_view letters, size_t most) {
  std::vector<std::string> out;
  size_t count = 1;
  for (size_t n = 1; n <= most; ++n) {
    count *= letters.size();
    for (size_t code = 0; code < count; ++code) {
      std::string text;
      for (size_t i = 0, rest = code; i < n; ++i, rest /= letters.size()) {
        text += letters[rest % letters.size()];
      }
      out.push_back(text);
    }
  }
  return out;
}

}  // namespace redact::testing
