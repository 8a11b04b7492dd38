// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/engine/constraint.h"
#include "tools/judge/question.h"

namespace redact::judge {

// A slot as tokens.
struct TokenSlot {
  std::vector<int32_t> before;
  std::vector<std::vector<int32_t>> options;  // at least two, none a prefix of another
  std::optional<size_t> last;
};

// A prompt and the slots of its answer. The model reads the prompt; at each slot the logits of the
// tokens that distinguish the options decide, and the decision is read before the next slot.
// Nothing else can be written.
class ChoiceConstraint final : public Constraint {
 public:
  // `prefix`: the shared prefix that the prompt continues, of `n_prefix` tokens. `prompt` and
  // `slots` are not empty.
  ChoiceConstraint(size_t prefix, size_t n_prefix, std::vector<int32_t> prompt,
                   std::vector<TokenSlot> slots);

  size_t prefix() const override { return prefix_; }
  size_t n_positions() const override { return n_positions_; }
  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  // The choices; valid once the engine is done.
  const Answer& answer() const { return answer_; }
  // The most tokens that the sequence can have, those of the shared prefix included.
  size_t max_tokens() const;

 private:
  bool is_done() const { return slot_ == slots_.size(); }
  void open_slot();
  void choose(size_t candidate, float margin);
  void find_candidates();

  size_t prefix_, n_prefix_, n_positions_;
  std::vector<int32_t> tokens_;  // after the prefix: the prompt, and the answer so far
  std::vector<TokenSlot> slots_;
  size_t n_read_ = 0;                // of tokens_
  size_t slot_ = 0;                  // the open one
  size_t depth_ = 0;                 // tokens of the open slot's options that are decided
  std::vector<size_t> live_;         // options that begin with those tokens
  std::vector<int32_t> candidates_;  // ids that may come next: at least two while a slot is open
  float margin_ = 0;                 // of the open slot so far
  Answer answer_;
};

}  // namespace redact::judge
