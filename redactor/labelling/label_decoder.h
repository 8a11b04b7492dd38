// SPDX-License-Identifier: Apache-2.0
// The decoder of models with the label grammar. BOS and the source of a window run once, with
// attention in both directions. The result is the best legal sequence of labels over the tokens
// that the window decides (best_labels.h), so the output is the source with spans, whatever the
// logits are (P1, P2, P6).
//
// Findings of rules and lists in the window change nothing here: they are evidence beside the
// decoder's (resolve.h). As constraints on the sequence, such spans would lower the score of a name
// that continues beside them, so that more knowledge could hide less.
#pragma once

#include <span>
#include <vector>

#include "redactor/labelling/label_format.h"
#include "redactor/span/token_span.h"
#include "runtime/engine/constraint.h"

namespace redact {

// Decides one window. Not safe for concurrent calls.
class LabelDecoder final : public Constraint {
 public:
  // source: the ids of each of 1..format.window_tokens rows, of which [first, end), not empty, are
  // decided; no row is empty. bias: added for each span, by its label. format, the ids and bias
  // must outlive the decoder.
  LabelDecoder(const LabelFormat& format, std::vector<std::span<const int32_t>> source,
               size_t first, size_t end, std::span<const float> bias);

  // Sets, for each row of the source, an id whose embedding is added to those of its own; -1: none.
  // To be called before the first propose(); without it nothing is added.
  void add_hints(std::vector<int32_t> added_ids) { hints_ = std::move(added_ids); }

  // Sets the rows of the source after walls, over which no span continues; ascending. Call this
  // before decide().
  void add_walls(std::vector<size_t> rows) { walls_ = std::move(rows); }

  size_t min_rows() const override { return format_.n_rows(source_.size()); }
  void propose(size_t max_rows, Draft& draft) override;
  // Both keep the logits for decide(), the first a copy of them.
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;
  Result<size_t> receive(const Draft& draft, const Logits& logits) override;

  bool finished() const { return finished_; }
  // Finds the labels. Called once, when finished(), possibly by another thread than the engine's,
  // which continues meanwhile. Errors are those of check_finite.
  Result<void> decide();
  // Valid after decide(): sorted, disjoint, none empty. A span's score is that of its weakest
  // token: the least amount by which the whole sequence would get worse if a token of the span
  // stayed in the text.
  const std::vector<TokenSpan>& spans() const { return spans_; }
  const std::vector<TokenSpan>& near_misses() const { return near_misses_; }
  // The smallest |score| over all tokens decided.
  float least_margin() const { return least_margin_; }

 private:
  // TokenSpan::patient_odds of the tokens [begin, end), counted from first_, as one span.
  float patient_odds(size_t begin, size_t end) const;

  const LabelFormat& format_;
  std::vector<std::span<const int32_t>> source_;
  size_t first_, end_;
  std::span<const float> bias_;
  std::vector<int32_t> hints_;
  std::vector<size_t> walls_;
  bool finished_ = false;
  Logits logits_;  // until decide()
  std::vector<TokenSpan> spans_;
  std::vector<TokenSpan> near_misses_;
  float least_margin_;
};

}  // namespace redact
