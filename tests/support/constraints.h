// SPDX-License-Identifier: Apache-2.0
// Constraints and their feed for tests of engines.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/engine/engine.h"

namespace redact::testing {

class ListFeed final : public SequenceFeed {
 public:
  explicit ListFeed(std::vector<Constraint*> list) : list_(std::move(list)) {}
  Constraint* next() override { return at_ < list_.size() ? list_[at_++] : nullptr; }
  void done(Constraint& constraint, const Result<void>& result) override {
    if (!result.ok()) failed.push_back(&constraint);
    ++n_done;
  }
  std::vector<Constraint*> failed;
  size_t n_done = 0;

 private:
  std::vector<Constraint*> list_;
  size_t at_ = 0;
};

// Drafts all rows at once, with bidirectional attention.
class Whole final : public Constraint {
 public:
  // `added`: ids that are added to the second row.
  explicit Whole(std::vector<int32_t> ids, std::vector<int32_t> added = {})
      : ids_(std::move(ids)), added_(std::move(added)) {}

  size_t min_rows() const override { return ids_.size(); }
  void propose(size_t, Draft& draft) override {
    static constexpr int32_t kCandidates[] = {0, 1, 2, 3, 4, 5, 6, 7};
    if (!logits.empty()) return;
    draft.bidirectional = true;
    for (size_t i = 0; i < ids_.size(); ++i) {
      draft.add_row(ids_[i], kCandidates);
      if (i == 1) draft.add_to_row(added_);
    }
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> got) override {
    logits.assign(got.begin(), got.end());
    return draft.n_rows();
  }

  std::vector<float> logits;

 private:
  std::vector<int32_t> ids_;
  std::vector<int32_t> added_;
};

}  // namespace redact::testing
