// SPDX-License-Identifier: Apache-2.0
// The common part of all decoders of instruct models, for any grammar of the answer.
//
// At every step the model chooses only among the candidates. Some of them tag, which hides text;
// the others copy, which hides nothing. The tag side is taken if it (the joint weight of all its
// candidates, plus the bias) outweighs the copies; then the likeliest candidate of that side is
// written.
//
// Rows are drafted along a plan and verified in one pass. The rows up to the first decision against
// the plan are accepted; the decisions of the later rows correct the plan. A row depends only on
// the rows before it, so the result is that of one-token decoding, and the plan affects only the
// cost.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "redactor/copy/candidates.h"
#include "redactor/span/span.h"
#include "runtime/engine/constraint.h"

namespace redact {

// The ids around a text: the model reads some before it and some after it.
struct AnswerPrompt {
  size_t prefix;                // the engine's shared prefix; 0: none
  size_t n_prefix;              // its rows
  std::vector<int32_t> source;  // after the prefix: the source's ids, then the end of the prompt
  size_t max_entries;           // of the sequence: all of the above and the answer
  bool can_grow = true;         // a longer context would raise max_entries
};

// Not safe for concurrent calls.
class AnswerDecoder : public Constraint {
 public:
  size_t prefix() const final { return prompt_.prefix; }
  size_t n_positions() const final { return prompt_.max_entries; }
  void propose(size_t max_rows, Draft& draft) final;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) final;

  virtual bool finished() const = 0;
  const std::vector<Span>& near_misses() const { return near_misses_; }
  // The smallest |score| over all decisions; infinity before the first.
  float least_margin() const { return least_margin_; }

 protected:
  static constexpr size_t kNowhere = SIZE_MAX;

  struct Choice {
    int32_t id;
    bool tags;        // of the tag side
    bool decided;     // there was a tag side to choose
    float score = 0;  // of the tag side against the copies, bias included
  };
  // A drafted row, with the data for its decision.
  struct Planned {
    size_t at;  // position for correct_plan, in the subclass's terms, or kNowhere
    bool takes_bias;
    Candidates candidates = {};  // of the state after it
    int32_t id = -1;             // the plan's next id
  };

  // prompt.source holds at least one id. `bias` is added to the tag side of decisions that take it.
  // max_draft >= 1 rows are drafted at a time; 1 is plain one-token decoding. The result does not
  // depend on max_draft (P4). `outgrown` names, for an error, the tokens that make the answer
  // outgrow max_entries.
  AnswerDecoder(AnswerPrompt prompt, float bias, size_t max_draft, std::string outgrown);

  float bias() const { return bias_; }

  // The candidates after the accepted ids.
  virtual const Candidates& candidates() const = 0;
  // Begins a draft after the accepted ids; returns its row.
  virtual Planned begin_draft() = 0;
  // Takes the plan's next id after `row` and stores it there; returns the row of that id. Nullopt
  // if the plan has none or the answer ends.
  virtual std::optional<Planned> draft_behind(Planned& row) = 0;
  // Takes a decision as final; `logits` are those of candidates().
  virtual Result<void> accept(const Choice& choice, std::span<const float> logits) = 0;
  // Corrects the plan by a decision against it.
  virtual void correct_plan(const Planned& row, const Choice& choice) = 0;

  std::vector<Span> near_misses_;

 private:
  static void add_row(Draft& draft, int32_t id, std::span<const int32_t> candidates);
  Choice decide(const Planned& row, std::span<const float> logits) const;
  Result<void> take(const Choice& choice, std::span<const float> logits);

  AnswerPrompt prompt_;
  float bias_;
  size_t max_draft_;
  std::string outgrown_;
  size_t n_draft_;                // of the next draft, at most max_draft_
  std::vector<int32_t> pending_;  // ids still to be fed: the prompt, later the last chosen id
  size_t n_fed_ = 0;              // accepted rows
  std::vector<Planned> planned_;  // for the last pending row and the rows after it
  float least_margin_;
};

}  // namespace redact
