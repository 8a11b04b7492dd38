// SPDX-License-Identifier: Apache-2.0
// What all decoders of instruct models share, whatever the grammar of the answer.
//
// At every step the model chooses only among the candidates. Some of them tag, which hides text;
// the others copy, which hides nothing. The tag side is taken if it (the joint weight of all its
// candidates, plus the bias) outweighs the copies; then the likeliest candidate of that side is
// written.
//
// Rows are drafted along a plan and verified in one pass. The rows up to the first decision against
// the plan are accepted; the decisions of the rows after it correct the plan. A row depends only on
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

// The ids around a text: what the model reads before it and after it.
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
  const std::vector<NearlyFound>& nearly() const { return nearly_; }
  // The smallest |score| over all decisions; infinity before the first.
  float least_margin() const { return least_margin_; }

 protected:
  static constexpr size_t kNowhere = SIZE_MAX;

  struct Choice {
    int32_t id;
    bool tags;        // it is of the tag side
    bool decided;     // there was a tag side to decide against
    float score = 0;  // of the tag side against the copies, bias included
  };
  // A drafted row, with what its decision needs.
  struct Planned {
    size_t at;  // what the plan can learn from its decision, in the subclass's terms; kNowhere
                // if nothing
    bool takes_bias;
    Candidates candidates = {};  // of the state after it
    int32_t id = -1;             // the plan's next id
  };

  // prompt.source holds at least one id. `bias` is added to the tag side of decisions that take it.
  // max_draft >= 1 rows are drafted at a time; 1 is plain one-token decoding. The result does not
  // depend on max_draft (P4). `outgrown`: what the answer has too much of if it outgrows
  // max_entries.
  AnswerDecoder(AnswerPrompt prompt, float bias, size_t max_draft, std::string outgrown);

  float bias() const { return bias_; }

  // The candidates after what has been accepted.
  virtual const Candidates& candidates() const = 0;
  // Begins a draft with what has been accepted; returns its row.
  virtual Planned begin_draft() = 0;
  // Takes the plan's next id after `row` and stores it there; returns the row of that id. Nullopt
  // if the plan does not say or the answer ends.
  virtual std::optional<Planned> draft_behind(Planned& row) = 0;
  // Takes a decision as final; `logits` are those of candidates().
  virtual Result<void> accept(const Choice& choice, std::span<const float> logits) = 0;
  // Corrects the plan by a decision against it.
  virtual void correct_plan(const Planned& row, const Choice& choice) = 0;

  std::vector<NearlyFound> nearly_;

 private:
  static void add_row(Draft& draft, int32_t id, std::span<const int32_t> candidates);
  Choice decide(const Planned& row, std::span<const float> logits) const;
  Result<void> take(const Choice& choice, std::span<const float> logits);

  AnswerPrompt prompt_;
  float bias_;
  size_t max_draft_;
  std::string outgrown_;
  size_t n_draft_;                // of the next draft, at most max_draft_
  std::vector<int32_t> pending_;  // ids still to be fed: the prompt, later the last id chosen
  size_t n_fed_ = 0;              // accepted rows
  std::vector<Planned> planned_;  // for the last pending row and the rows after it
  float least_margin_;
};

}  // namespace redact
