// SPDX-License-Identifier: Apache-2.0
// The decoder of instruct models: whatever the model's logits are, the result is the source with
// tags (TagAutomaton defines the possible outputs).
//
// The bias applies to a decision to begin a tag or a mark. It does not apply to closing a mark,
// since that would shorten spans. The plan is the plain copy with the spans that a drafter expects.
// Tested against brute force by tests/redactor/copy/tag_decoder_test.cc.
#pragma once

#include <span>
#include <vector>

#include "redactor/copy/answer_decoder.h"
#include "redactor/copy/tag_automaton.h"
#include "redactor/copy/tag_plan.h"
#include "redactor/span/span.h"

namespace redact {

// Decides one text. Not safe for concurrent calls.
class TagDecoder final : public AnswerDecoder {
 public:
  // `grammar` must outlive the decoder; the others are those of AnswerDecoder.
  TagDecoder(const TagGrammar& grammar, CopyText text, AnswerPrompt prompt, float bias,
             size_t max_draft);

  TagDecoder(const TagDecoder&) = delete;  // its parts point at one another
  TagDecoder& operator=(const TagDecoder&) = delete;

  // Sets the expected spans, in bytes of the source: sorted, disjoint, none empty. Call this before
  // the first propose(); the result does not depend on it.
  void guess(std::span<const Span> spans);

  bool finished() const override { return state_.finished; }
  // The model's decisions, valid once finished(): bytes of the source; spans sorted, disjoint, none
  // empty.
  std::vector<Span> spans() const;

 private:
  // A planned row's `at` is the position where a tag would begin, if it is known and outside marks.
  const Candidates& candidates() const override { return candidates_; }
  Planned begin_draft() override;
  std::optional<Planned> draft_behind(Planned& row) override;
  Result<void> accept(const Choice& choice, std::span<const float> logits) override;
  void correct_plan(const Planned& row, const Choice& choice) override;

  static Planned planned_row(const TagState& state, Candidates candidates);
  Label label_begun(int32_t id) const;

  const TagGrammar& grammar_;
  CopyText text_;
  TagAutomaton automaton_;
  TagPlan plan_;
  TagState state_;
  Candidates candidates_;       // of state_
  TagState drafted_;            // at the end of the draft
  std::vector<int32_t> queue_;  // planned ids for the next rows of the draft
};

}  // namespace redact
