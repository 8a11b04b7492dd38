// SPDX-License-Identifier: Apache-2.0
// The decoder of instruct models that are asked for a list: whatever the model's logits are, the
// result is pieces of the source (ListAutomaton says which).
//
// The bias applies to a decision to begin an item, whose score is that of the item. It does not
// apply to ending a piece, since that would shorten spans. The plan is the list that a drafter
// expects. Tested by tests/redactor/listing/list_decoder_test.cc.
#pragma once

#include <span>
#include <vector>

#include "redactor/copy/answer_decoder.h"
#include "redactor/listing/list_automaton.h"
#include "redactor/listing/list_plan.h"
#include "redactor/span/span.h"

namespace redact {

// Decides one text. Not safe for concurrent calls.
class ListDecoder final : public AnswerDecoder {
 public:
  // `grammar` must outlive the decoder; the others are those of AnswerDecoder.
  ListDecoder(const ListGrammar& grammar, PieceIndex index, AnswerPrompt prompt, float bias,
              size_t max_draft);

  ListDecoder(const ListDecoder&) = delete;  // its parts point at one another
  ListDecoder& operator=(const ListDecoder&) = delete;

  // Sets the expected spans, in bytes of the source: sorted, disjoint. Call this before the first
  // propose(); the result does not depend on it.
  void guess(std::span<const Span> spans) { plan_.expect(spans); }

  bool finished() const override { return written_.state.finished; }
  // The spans that the list hides, valid once finished(): bytes of the source; sorted, disjoint,
  // none empty. Items that overlap are one span with the label of the longest.
  std::vector<Span> spans() const;

 private:
  // A planned row's `at` is the item that the plan expects after it, at the beginning of a line.
  const Candidates& candidates() const override { return candidates_; }
  Planned begin_draft() override;
  std::optional<Planned> draft_behind(Planned& row) override;
  Result<void> accept(const Choice& choice, std::span<const float> logits) override;
  void correct_plan(const Planned& row, const Choice& choice) override;

  Planned planned_row(Candidates candidates) const;
  void find_nearly(std::span<const float> logits);

  PieceIndex index_;
  ListAutomaton automaton_;
  ListPlan plan_;
  ListProgress written_;
  Candidates candidates_;  // of written_
  ListProgress drafted_;   // at the end of the draft
};

}  // namespace redact
