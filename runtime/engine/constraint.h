// SPDX-License-Identifier: Apache-2.0
// The interface between the runtime and the code that steers it. A constraint drafts the next rows
// of a sequence and names the few token ids that may follow each; the engine runs the rows and
// returns the logits of exactly those ids; the constraint says how many of the drafted rows it
// accepts. Drafting one row at a time is plain constrained decoding; drafting many verifies them in
// one pass. Both give the same result, because a row depends only on the rows before it. The
// exception is a bidirectional draft: its rows are all known from the start, attend to one another
// in both directions, and must be in one draft.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "runtime/engine/logits.h"

namespace redact {

// The most ids that are added to a row, which bounds the tables of a step and what a row costs.
constexpr size_t kMostAddedIds = 16;

// The drafted rows of one sequence, flat. Their positions follow those of the accepted rows.
struct Draft {
  std::vector<int32_t> ids;  // [n_rows]
  // AddedIds, of which a row has at most kMostAddedIds.
  std::vector<uint32_t> added_offsets{0};  // [n_rows + 1]
  std::vector<int32_t> added_ids;
  // CandidateRows of the ids that may follow each row.
  std::vector<uint32_t> candidate_offsets{0};  // [n_rows + 1]
  std::vector<uint32_t> candidate_firsts;      // [n_rows]
  std::vector<int32_t> candidate_ids;
  bool bidirectional = false;  // rows also attend to later ones; all must be accepted

  size_t n_rows() const { return ids.size(); }
  size_t n_logits() const { return candidate_offsets.back(); }
  // Whether a judge may accept exactly the first n rows: at least one, and all of a bidirectional
  // draft.
  bool may_stand(size_t n) const { return n >= (bidirectional ? n_rows() : 1) && n <= n_rows(); }
  void clear() {
    ids.clear();
    added_offsets.assign(1, 0);
    added_ids.clear();
    candidate_offsets.assign(1, 0);
    candidate_firsts.clear();
    candidate_ids.clear();
    bidirectional = false;
  }
  // A row whose successor is already known has no candidates, and nothing is scored for it.
  void add_row(int32_t id, std::span<const int32_t> candidates = {}) {
    ids.push_back(id);
    added_offsets.push_back(added_offsets.back());
    candidate_firsts.push_back(static_cast<uint32_t>(candidate_ids.size()));
    candidate_ids.insert(candidate_ids.end(), candidates.begin(), candidates.end());
    candidate_offsets.push_back(static_cast<uint32_t>(n_logits() + candidates.size()));
  }
  // Adds a row that has the candidates of the row before.
  void add_alike(int32_t id) {
    const uint32_t n = candidate_offsets[n_rows()] - candidate_offsets[n_rows() - 1];
    ids.push_back(id);
    added_offsets.push_back(added_offsets.back());
    candidate_firsts.push_back(candidate_firsts.back());
    candidate_offsets.push_back(candidate_offsets.back() + n);
  }
  // Adds ids whose embeddings are added to those of the last row.
  void add_to_row(std::span<const int32_t> more) {
    added_ids.insert(added_ids.end(), more.begin(), more.end());
    added_offsets.back() += static_cast<uint32_t>(more.size());
  }
};

// Belongs to one sequence; used by one thread at a time.
class Constraint {
 public:
  virtual ~Constraint() = default;

  // The shared prefix that the sequence begins with, as numbered by Engine::share_prefix; 0: none.
  virtual size_t prefix() const { return 0; }

  // The maximum number of rows of the sequence, including those of a shared prefix: the tightest
  // bound known before it begins. It decides which LongRoPE factors the sequence rotates by; a
  // draft that exceeds it fails.
  virtual size_t n_positions() const { return SIZE_MAX; }

  // The minimum number of rows that the next draft needs: the sequence waits for a step that has
  // room for them.
  virtual size_t min_rows() const { return 1; }

  // Appends at most max_rows (>= min_rows()) rows to the empty `draft`; none means the sequence
  // is finished.
  virtual void propose(size_t max_rows, Draft& draft) = 0;

  // `logits` has the values of draft.n_logits() candidates. Returns how many leading rows of the
  // draft are accepted, a number that Draft::may_stand allows; the others are dropped and may be
  // drafted again.
  virtual Result<size_t> judge(const Draft& draft, std::span<const float> logits) = 0;

  // How the engine calls judge(). A constraint that decides later, on any thread, overrides this:
  // it keeps `logits`, and checks then that they are finite.
  virtual Result<size_t> receive(const Draft& draft, const Logits& logits) {
    REDACT_TRY(check_finite(logits.values));
    return judge(draft, logits.values);
  }
};

}  // namespace redact
