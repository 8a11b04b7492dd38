// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/engine/constraint.h"

namespace redact::judge {

// A question with a few possible answers, one token for each. The model reads the prompt, and the
// logits of these tokens after it decide. Nothing is generated.
class ChoiceConstraint final : public Constraint {
 public:
  // `prompt` is not empty; `first_tokens` are distinct, one for each answer, at least two.
  ChoiceConstraint(std::vector<int32_t> prompt, std::vector<int32_t> first_tokens);

  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  // Once the engine is done: the answer, and its log-odds over the next best.
  size_t best() const { return best_; }
  float margin() const { return margin_; }

 private:
  std::vector<int32_t> prompt_, first_tokens_;
  size_t n_read_ = 0;
  size_t best_ = 0;
  float margin_ = 0;
};

}  // namespace redact::judge
