// SPDX-License-Identifier: Apache-2.0
// The decoder of instruct models: whatever a model wants to write, the result is the source with
// tags (TagAutomaton says which outputs there are).
//
// At every step the model chooses among the candidates alone: a tag begins where the tag side, all
// candidates that begin one and the bias together, outweighs the copies; then the likeliest
// candidate of that side is written.
//
// Rows are drafted along a plan, the plain copy with the spans that somebody expects, and verified
// in one pass. The rows up to the first decision against the plan stand; what the rows behind it
// decided corrects the plan. A row depends only on the rows before it, so the result is that of
// one-token decoding, and the plan changes the cost alone. Tested by
// tests/redactor/copy/tag_decoder_test.cc against brute force.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "redactor/copy/tag_automaton.h"
#include "redactor/copy/tag_plan.h"
#include "redactor/span/span.h"
#include "runtime/engine/constraint.h"

namespace redact {

// The ids around a text: what the model reads before and behind it.
struct TagPrompt {
  size_t prefix;                // the engine's shared prefix; 0: none
  size_t n_prefix;              // its rows
  std::vector<int32_t> source;  // behind it: the source's own ids, and what asks for the answer
  size_t max_entries;           // of the sequence, all of the above and the answer
  bool can_grow = true;         // a longer context would raise max_entries
};

// Decides one text. Not safe for concurrent calls.
class TagDecoder final : public Constraint {
 public:
  // `grammar` outlives the decoder; prompt.source holds one id at least. `bias` is added to the tag
  // side of every decision to begin one. max_draft >= 1 rows are drafted at a time; 1 is plain
  // one-token decoding. The result does not depend on max_draft (P4).
  TagDecoder(const TagGrammar& grammar, CopyText text, TagPrompt prompt, float bias,
             size_t max_draft);

  TagDecoder(const TagDecoder&) = delete;  // its parts point at one another
  TagDecoder& operator=(const TagDecoder&) = delete;

  // What somebody else believes the spans are, in bytes of the source: sorted, disjoint. Before the
  // first propose; the result depends on none of it.
  void guess(std::span<const Span> spans);

  size_t prefix() const override { return prompt_.prefix; }
  size_t n_positions() const override { return prompt_.max_entries; }
  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  bool finished() const { return state_.finished; }
  // What the model decided, valid once finished(): bytes of the source; spans sorted, disjoint,
  // none empty, and outside the fixed parts.
  std::vector<Span> spans() const;
  const std::vector<NearlyFound>& nearly() const { return nearly_; }
  // The smallest |score| over all decisions; infinity before the first.
  float least_margin() const { return least_margin_; }

 private:
  struct Choice {
    int32_t id;
    bool begins;      // it begins a tag or a mark
    bool decided;     // there was a tag side to decide against
    float score = 0;  // of the tag side against the copies, bias included
  };
  // What a drafted row was planned in: for correcting the plan by what it says.
  struct Planned {
    int32_t id;  // that the plan goes on with
    size_t at;   // where a tag would begin; kNowhere where that is not known
    TagCandidates candidates;
  };
  static constexpr size_t kNowhere = SIZE_MAX;

  static Planned planned_row(const TagState& state, TagCandidates candidates);
  static void add_row(Draft& draft, int32_t id, std::span<const int32_t> candidates);
  Choice decide(bool inside, const TagCandidates& candidates, std::span<const float> logits) const;
  Result<void> accept(const Choice& choice);
  void correct_plan(const Planned& row, const Choice& choice);
  Label label_begun(int32_t id) const;

  const TagGrammar& grammar_;
  CopyText text_;
  TagAutomaton automaton_;
  TagPlan plan_;
  TagPrompt prompt_;
  float bias_;
  size_t max_draft_;
  size_t n_draft_;                // of the next draft, at most max_draft_
  std::vector<int32_t> pending_;  // the prompt, then the last id chosen: what is still to be fed
  size_t n_fed_ = 0;              // rows that stand
  TagState state_;
  TagCandidates candidates_;      // of state_
  std::vector<Planned> planned_;  // of the rows behind the pending ones, and of the last pending
  std::vector<NearlyFound> nearly_;
  float least_margin_;
};

}  // namespace redact
