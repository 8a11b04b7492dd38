// SPDX-License-Identifier: Apache-2.0
// The decoder of instruct models: whatever the model's logits are, the result is the source with
// tags (TagAutomaton defines the possible outputs).
//
// At every step the model chooses only among the candidates. A tag begins if the tag side (the
// joint weight of all candidates that begin a tag, plus the bias) outweighs the copies; then the
// likeliest candidate of that side is written.
//
// Rows are drafted along a plan, which is the plain copy with the spans that a drafter expects, and
// are verified in one pass. The rows up to the first decision against the plan are accepted; the
// decisions of the rows after it correct the plan. A row depends only on the rows before it, so the
// result is that of one-token decoding, and the plan affects only the cost. Tested by
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

// The ids around a text: what the model reads before it and after it.
struct TagPrompt {
  size_t prefix;                // the engine's shared prefix; 0: none
  size_t n_prefix;              // its rows
  std::vector<int32_t> source;  // after the prefix: the source's ids, then the end of the prompt
  size_t max_entries;           // of the sequence: all of the above and the answer
  bool can_grow = true;         // a longer context would raise max_entries
};

// Decides one text. Not safe for concurrent calls.
class TagDecoder final : public Constraint {
 public:
  // `grammar` must outlive the decoder; prompt.source holds at least one id. `bias` is added to the
  // tag side of every decision to begin a tag. max_draft >= 1 rows are drafted at a time; 1 is
  // plain one-token decoding. The result does not depend on max_draft (P4).
  TagDecoder(const TagGrammar& grammar, CopyText text, TagPrompt prompt, float bias,
             size_t max_draft);

  TagDecoder(const TagDecoder&) = delete;  // its parts point at one another
  TagDecoder& operator=(const TagDecoder&) = delete;

  // Sets the spans that a drafter expects, in bytes of the source: sorted, disjoint. To be called
  // before the first propose(); the result does not depend on it.
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
  // The context in which a drafted row was planned, so that its decision can correct the plan.
  struct Planned {
    int32_t id;  // the plan's next id
    size_t at;   // where a tag would begin; kNowhere if that is not known
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
  std::vector<int32_t> pending_;  // ids still to be fed: the prompt, later the last id chosen
  size_t n_fed_ = 0;              // accepted rows
  TagState state_;
  TagCandidates candidates_;      // of state_
  std::vector<Planned> planned_;  // for the last pending row and the rows after it
  std::vector<NearlyFound> nearly_;
  float least_margin_;
};

}  // namespace redact
