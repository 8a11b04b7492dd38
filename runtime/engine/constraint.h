// SPDX-License-Identifier: Apache-2.0
// The border between the runtime and whatever steers it. A constraint drafts the next rows of a
// sequence and names the few token ids that may follow each; the engine runs the rows and hands
// back the logits of exactly those ids; the constraint says how many of the drafted rows stand.
// Drafting one row at a time is plain constrained decoding; drafting many verifies them in one
// pass. Both give the same result, because a row depends only on the rows before it; but for rows
// known from the start, which may read one another in both directions, and then stand in one draft.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"

namespace redact {

// The drafted rows of one sequence, flat. Their positions follow those of the rows that stand.
struct Draft {
  std::vector<int32_t> ids;                    // [n_rows]
  std::vector<int32_t> added_ids;              // [n_rows]: Step::added_ids
  std::vector<uint32_t> candidate_offsets{0};  // [n_rows + 1]
  std::vector<int32_t> candidate_ids;          // ids scored after row r: offsets[r] .. offsets[r+1]
  bool bidirectional = false;  // the rows attend to one another, later ones too; all must stand

  size_t n_rows() const { return ids.size(); }
  // Whether a judge may let the first n rows stand: one at least, of a bidirectional draft all.
  bool may_stand(size_t n) const { return n >= (bidirectional ? n_rows() : 1) && n <= n_rows(); }
  void clear() {
    ids.clear();
    added_ids.clear();
    candidate_offsets.assign(1, 0);
    candidate_ids.clear();
    bidirectional = false;
  }
  // A row whose successor is already known has no candidates: nothing is scored for it.
  void add_row(int32_t id, std::span<const int32_t> candidates = {}, int32_t added_id = -1) {
    ids.push_back(id);
    added_ids.push_back(added_id);
    candidate_ids.insert(candidate_ids.end(), candidates.begin(), candidates.end());
    candidate_offsets.push_back(static_cast<uint32_t>(candidate_ids.size()));
  }
};

// Belongs to one sequence; used by one thread at a time.
class Constraint {
 public:
  virtual ~Constraint() = default;

  // The shared prefix that the sequence begins with, as Engine::share_prefix numbers them; 0: none.
  virtual size_t prefix() const { return 0; }

  // The most rows that the sequence may have, a shared prefix's included: the least bound that is
  // known before it begins. It decides how models with LongRoPE rotate; a draft that goes beyond it
  // fails.
  virtual size_t n_positions() const { return SIZE_MAX; }

  // The minimum number of rows that the next draft needs: a sequence waits for a step that has
  // them.
  virtual size_t min_rows() const { return 1; }

  // Appends at most max_rows (>= min_rows()) rows to the empty `draft`; none means the sequence
  // is finished.
  virtual void propose(size_t max_rows, Draft& draft) = 0;

  // `logits` answers draft.candidate_ids one for one. Returns how many leading rows of the draft
  // stand, as Draft::may_stand has it; the others are forgotten and may be drafted anew.
  virtual Result<size_t> judge(const Draft& draft, std::span<const float> logits) = 0;
};

}  // namespace redact
