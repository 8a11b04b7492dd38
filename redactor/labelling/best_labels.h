// SPDX-License-Identifier: Apache-2.0
// The best legal sequence of labels, by dynamic programming (Viterbi 1967), and the margin of each
// token's decision to be tagged or not, by max-marginals.
//
// A legal sequence consists of tokens outside all spans, tokens that are a span by themselves, and
// spans of a first token, any number of inner tokens and a last token, all of one label. The score
// of a sequence is the sum of its tokens' logits plus a bias for each span and the scores of its
// transitions. A normaliser over the labels of a token would be the same for every sequence, so it
// is left out.
//
// No span continues across a wall, which is before the first token of another field or cell. Text
// after a wall is tagged only by its own labels, although these depend on the text before it, too.
//
// The sums are exact: logits and biases are rounded to multiples of 2^-20, which is the resolution
// of a float between 8 and 16, and clamped to +-2^20, biases to a little less, so that transitions
// have room. A sum over kMostLabelled tokens then fits in a double without rounding, in any order
// of additions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace redact {

// Most tokens of a sequence: (2^20 + 2^20) * 2^12 / 2^-20 = 2^53, the integers of a double.
constexpr size_t kMostLabelled = 4096;

// The decision for a token.
struct TokenLabel {
  static constexpr uint32_t kOutside = UINT32_MAX;
  uint32_t label;  // an index of the labels, or kOutside
  bool opens;      // the first token of its span
  // The score of the best legal sequence that tags the token, less that of the best one in which it
  // lies outside. Above 0 if the token is tagged, below 0 if not; 0 is a tie.
  float score;
  uint32_t nearest = 0;  // the label of the token in the best sequence that tags it
};

// Scores of pairs of neighbouring tokens, by whether the first lies outside or ends a span, and the
// second lies outside or opens one; and of the inner and the last tokens of spans. Up to
// kMostTransition on either side of 0.
struct Transitions {
  float outside_outside = 0, outside_opens = 0, ends_outside = 0, ends_opens = 0;
  float inside = 0, end = 0;
};
constexpr float kMostTransition = 1 << 10;

// The number of logits of a token: outside, then for each of begin, inside, end and single one per
// label.
constexpr size_t n_label_outputs(size_t n_labels) { return 1 + 4 * n_labels; }

// Decides n <= kMostLabelled tokens. logits[n, n_label_outputs(L)] and bias[L], which is added for
// each span of a label, are finite; L >= 1. Ties between sequences are settled at their first
// difference: a token outside is preferred, then a span that ends, then a lower label. `walls`:
// tokens < n. `transitions`, within kMostTransition of 0, are added for each pair of neighbours and
// each inner and last token. Work: n * L.
std::vector<TokenLabel> best_labels(std::span<const float> logits, std::span<const float> bias,
                                    std::span<const size_t> walls = {},
                                    const Transitions& transitions = {});

}  // namespace redact
