// SPDX-License-Identifier: Apache-2.0
// The scheduler: pure bookkeeping, which knows neither model nor device.
//
// A step takes the drafts of the sequences in flight in the order of their slots, beginning at a
// slot that moves from step to step, until its rows are used up, and lays them out flat. The next
// step begins with the sequence that took the last rows, or with the first that got none, so a full
// step starves no sequence. A sequence whose next draft needs more rows than are left waits for a
// step that begins with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "kernels/ops.h"
#include "runtime/engine/constraint.h"
#include "runtime/engine/sequence_table.h"
#include "runtime/model/rope_angles.h"

namespace redact {

// max_rows: over all sequences. window: of the model's layers that have one (Config::window).
struct StepLimits : PageBounds {
  size_t n_positions;       // maximum positions of a sequence
  size_t n_vocab;           // token ids lie below it
  size_t n_outputs;         // candidate ids lie below it
  size_t prefix_pages = 0;  // of all shared prefixes together
  bool one_pass = false;    // each sequence is a single draft
  size_t long_above = 0;    // PlacedModel::long_above
  size_t n_under_way = 1;   // steps in flight at a time; each serves its share of the sequences
};

// A sequence that has ended, and its result: finished, or an error.
struct Ended {
  Constraint* constraint;
  Result<void> result;
};

// The layout of a step: the slots that it serves and their rows, flat.
struct StepLayout {
  explicit StepLayout(const StepLimits& limits);

  void clear();
  bool empty() const { return slots.empty(); }
  CandidateRows candidates() const { return {candidate_offsets, candidate_ids, candidate_firsts}; }
  // Valid until the layout changes.
  Step step() const { return {ids, positions, segments, {added_offsets, added_ids}, candidates()}; }

  std::vector<size_t> slots;  // in the order of their rows
  std::vector<Segment> segments;
  std::vector<int32_t> ids, positions, added_ids;
  std::vector<uint32_t> added_offsets, candidate_offsets, candidate_firsts;
  std::vector<int32_t> candidate_ids;
};

class StepBuilder {
 public:
  explicit StepBuilder(const StepLimits& limits);

  // The pages that a cache must have: as many as all sequences and shared prefixes can hold.
  static PageCounts n_pages(const StepLimits& limits);

  SequenceTable& table() { return table_; }
  const SequenceTable& table() const { return table_; }

  // The table's number of the prefix that a sequence begins with. With two kinds of sequences, each
  // prefix is stored twice: once as run by a short sequence and, under the next number, once as run
  // by a long one.
  size_t prefix_of(const Constraint& constraint) const {
    const size_t prefix = constraint.prefix();
    return prefix > 0 && first_angle(constraint) > 0 ? prefix + 1 : prefix;
  }

  // Admits a sequence, which begins with the entries of its prefix; nullopt if no slot is free or
  // too few pages are. `constraint` must live until it has ended or is cancelled.
  std::optional<size_t> admit(Constraint& constraint);
  // Drops a sequence; its slot becomes free once no running step serves it. False if it is not in
  // flight.
  bool cancel(const Constraint& constraint);

  // Asks the sequences that no running step serves for drafts and lays out the next step, which
  // counts as running until judge is called for it. Appends the sequences that have finished, and
  // those whose draft is invalid (kInternal), which end here.
  void build(StepLayout& layout, std::vector<Ended>& ended);

  // Passes the logits of the candidates to the sequences of the step. Appends those that end with
  // it: because `device` is an error, a logit is not finite (kBadInput), the constraint returned an
  // error, or sequences are single drafts. Returns the number of accepted rows.
  size_t judge(const StepLayout& layout, const Logits& logits, const Result<void>& device,
               std::vector<Ended>& ended);

 private:
  struct Sequence {
    Constraint* constraint = nullptr;  // nullptr: it was cancelled while a step served it
    bool under_way = false;            // a running step serves it
    size_t n_past = 0;
    size_t first_angle = 0;  // of position 0
    Draft draft;
  };

  size_t n_positions(const Constraint& constraint) const {
    return std::min(constraint.n_positions(), limits_.n_positions);
  }
  size_t first_angle(const Constraint& constraint) const {
    return redact::first_angle(n_positions(constraint), limits_.long_above);
  }
  Result<void> check(const Sequence& sequence, size_t room) const;
  void append(size_t slot, StepLayout& layout);
  Result<size_t> judge_one(Sequence& sequence, const Logits& logits) const;
  void end_only_draft(size_t slot, std::vector<Ended>& ended);
  void end(size_t slot, Result<void> result, std::vector<Ended>& ended);

  StepLimits limits_;
  SequenceTable table_;
  std::vector<Sequence> sequences_;  // per slot
  size_t first_slot_ = 0;            // served first in the next step
};

}  // namespace redact
