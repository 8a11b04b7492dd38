// SPDX-License-Identifier: Apache-2.0
// The best legal sequence of labels, by dynamic programming (Viterbi 1967), and how far each token
// is from the other side of it, by max-marginals.
//
// Legal are runs of: a token outside; a token alone in a span; the first token of a span, any
// number of inner ones and the last, all of one label. The score of a sequence is the sum of its
// tokens' logits and of a bias for each span. A normaliser over the labels of a token would be the
// same for every sequence, so there is none.
//
// Exact: logits and biases are rounded to multiples of 2^-20, which is what a float between 8 and
// 16 resolves, and cut off at +-2^20. A sum over kMostLabelled tokens then has a place in a double
// for each of its bits, and no order of additions rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace redact {

// Most tokens of a sequence: (2^20 + 2^20) * 2^12 / 2^-20 = 2^53, the integers of a double.
constexpr size_t kMostLabelled = 4096;

// What is decided for a token.
struct TokenLabel {
  static constexpr uint32_t kOutside = UINT32_MAX;
  uint32_t label;  // an index of the labels, or kOutside
  bool opens;      // the first token of its span
  // The score of the best legal sequence that tags the token, less that of the best in which it
  // lies outside. Above 0 where it is tagged and below 0 where it is not; 0 is a tie.
  float score;
};

// The number of logits of a token: outside, then one for each label of begin, inside, end, single.
constexpr size_t n_label_outputs(size_t n_labels) { return 1 + 4 * n_labels; }

// Decides n <= kMostLabelled tokens. logits[n, n_label_outputs(L)] and bias[L], added for each span
// of a label, are finite; L >= 1. Of sequences with equal scores the one whose first difference is
// a token outside, then a span that ends, then a lower label is taken. Work: n * L.
std::vector<TokenLabel> best_labels(std::span<const float> logits, std::span<const float> bias);

}  // namespace redact
