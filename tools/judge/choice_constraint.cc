// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/choice_constraint.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redact::judge {

ChoiceConstraint::ChoiceConstraint(std::vector<int32_t> prompt, std::vector<int32_t> first_tokens)
    : prompt_(std::move(prompt)), first_tokens_(std::move(first_tokens)) {}

void ChoiceConstraint::propose(size_t max_rows, Draft& draft) {
  const size_t end = std::min(prompt_.size(), n_read_ + max_rows);
  for (size_t i = n_read_; i < end; ++i) {
    const bool last = i + 1 == prompt_.size();
    draft.add_row(prompt_[i], static_cast<int32_t>(i),
                  last ? std::span<const int32_t>(first_tokens_) : std::span<const int32_t>());
  }
}

Result<size_t> ChoiceConstraint::judge(const Draft& draft, std::span<const float> logits) {
  n_read_ += draft.n_rows();
  if (!logits.empty()) {
    best_ = static_cast<size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    float second = -std::numeric_limits<float>::infinity();
    for (size_t i = 0; i < logits.size(); ++i) {
      if (i != best_) second = std::max(second, logits[i]);
    }
    margin_ = logits[best_] - second;
  }
  return draft.n_rows();
}

}  // namespace redact::judge
