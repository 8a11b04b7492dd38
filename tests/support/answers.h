// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of the automata and decoders of instruct models, for any grammar.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/copy/answer_decoder.h"

namespace redact::testing {

// Random spans, as another finder could give them: sorted, disjoint, anywhere.
inline std::vector<Span> random_spans(size_t size, std::mt19937& random, Label name) {
  std::vector<Span> spans;
  for (size_t at = random() % 5; at < size;) {
    const size_t end = std::min<size_t>(at + 1 + random() % 6, size);
    const Label label = random() % 3 ? Label::kDate : random() % 2 ? Label::kIp : name;
    spans.push_back({at, end, label, 0});
    at = end + random() % 9;
  }
  return spans;
}

// The passes that a decoder takes if the model wants to write `answer` behind `n_prompt` tokens.
inline size_t count_passes(AnswerDecoder& decoder, const Tokenizer& tokenizer,
                           std::string_view answer, size_t n_prompt) {
  std::string written;
  size_t n_passes = 0;
  Draft draft;
  for (; !decoder.finished(); ++n_passes) {
    draft.clear();
    decoder.propose(80, draft);
    std::vector<float> logits;
    std::string so_far = written;
    for (size_t r = 0; r < draft.n_rows(); ++r) {
      if (r >= n_prompt) so_far += tokenizer.token_bytes(draft.ids[r]);
      for (size_t c = draft.candidate_offsets[r]; c < draft.candidate_offsets[r + 1]; ++c) {
        const std::string_view bytes = tokenizer.token_bytes(draft.candidate_ids[c]);
        const bool fits =
            answer.starts_with(so_far) &&
            (bytes.empty() ? so_far == answer : answer.substr(so_far.size()).starts_with(bytes));
        logits.push_back(fits ? 50 * static_cast<float>(1 + bytes.size()) : -100);
      }
    }
    const auto judged = decoder.judge(draft, logits);
    EXPECT_TRUE(judged.ok());
    if (!judged.ok()) return n_passes;
    for (size_t r = n_prompt; r < *judged; ++r) written += tokenizer.token_bytes(draft.ids[r]);
    n_prompt -= std::min(n_prompt, *judged);
  }
  return n_passes;
}

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

// The candidate that spells most of the rest of an answer; the end, id 0, behind all of it; -1:
// none.
inline int32_t longest_fit(const std::vector<int32_t>& candidates, const Tokenizer& tokenizer,
                           std::string_view rest) {
  int32_t best = -1;
  size_t longest = 0;
  for (const int32_t id : candidates) {
    const std::string_view bytes = tokenizer.token_bytes(id);
    if (id == 0 && rest.empty()) return id;
    if (bytes.size() > longest && rest.starts_with(bytes)) best = id, longest = bytes.size();
  }
  return best;
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
