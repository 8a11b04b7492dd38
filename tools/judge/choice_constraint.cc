// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/choice_constraint.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redact::judge {

ChoiceConstraint::ChoiceConstraint(size_t prefix, size_t n_prefix, std::vector<int32_t> prompt,
                                   std::vector<TokenSlot> slots)
    : prefix_(prefix), n_prefix_(n_prefix), tokens_(std::move(prompt)), slots_(std::move(slots)) {
  n_positions_ = max_tokens();
  open_slot();
}

size_t ChoiceConstraint::max_tokens() const {
  size_t n = n_prefix_ + tokens_.size();
  for (const TokenSlot& slot : slots_) {
    size_t longest = 0;
    for (const auto& option : slot.options) longest = std::max(longest, option.size());
    n += slot.before.size() + longest;
  }
  return n;
}

void ChoiceConstraint::open_slot() {
  const TokenSlot& slot = slots_[slot_];
  tokens_.insert(tokens_.end(), slot.before.begin(), slot.before.end());
  depth_ = 0;
  margin_ = std::numeric_limits<float>::infinity();
  live_.resize(slot.options.size());
  for (size_t i = 0; i < live_.size(); ++i) live_[i] = i;
  find_candidates();
}

// Finds the next tokens of the live options. Tokens that all of them share decide nothing and are
// read at once.
void ChoiceConstraint::find_candidates() {
  const auto& options = slots_[slot_].options;
  for (;; ++depth_) {
    candidates_.clear();
    for (const size_t i : live_) {
      const int32_t next = options[i][depth_];
      if (std::find(candidates_.begin(), candidates_.end(), next) == candidates_.end()) {
        candidates_.push_back(next);
      }
    }
    if (candidates_.size() > 1) return;
    tokens_.push_back(candidates_[0]);
  }
}

void ChoiceConstraint::propose(size_t max_rows, Draft& draft) {
  if (is_done()) return;
  const size_t end = std::min(tokens_.size(), n_read_ + max_rows);
  for (size_t i = n_read_; i < end; ++i) {
    const bool last = i + 1 == tokens_.size();
    draft.add_row(tokens_[i],
                  last ? std::span<const int32_t>(candidates_) : std::span<const int32_t>());
  }
}

void ChoiceConstraint::choose(size_t candidate, float margin) {
  const TokenSlot& slot = slots_[slot_];
  margin_ = std::min(margin_, margin);
  std::erase_if(live_, [&](size_t i) { return slot.options[i][depth_] != candidates_[candidate]; });
  tokens_.push_back(candidates_[candidate]);
  ++depth_;
  if (live_.size() > 1) {
    find_candidates();
    return;
  }
  const size_t chosen = live_[0];
  answer_.choices.push_back({chosen, margin_});
  if (slot.last == chosen || slot_ + 1 == slots_.size()) {
    slot_ = slots_.size();
    return;
  }
  const auto& rest = slot.options[chosen];
  for (; depth_ < rest.size(); ++depth_) tokens_.push_back(rest[depth_]);
  ++slot_;
  open_slot();
}

Result<size_t> ChoiceConstraint::judge(const Draft& draft, std::span<const float> logits) {
  n_read_ += draft.n_rows();
  if (logits.empty()) return draft.n_rows();
  const auto best =
      static_cast<size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
  float second = -std::numeric_limits<float>::infinity();
  for (size_t i = 0; i < logits.size(); ++i) {
    if (i != best) second = std::max(second, logits[i]);
  }
  choose(best, logits[best] - second);
  return draft.n_rows();
}

}  // namespace redact::judge
