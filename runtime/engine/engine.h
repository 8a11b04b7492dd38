// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "runtime/engine/constraint.h"
#include "runtime/engine/sequence_table.h"
#include "runtime/model/activations.h"
#include "runtime/model/forward.h"
#include "runtime/model/model.h"
#include "runtime/model/rope_table.h"

namespace redact {

struct EngineOptions {
  size_t max_rows;           // rows of one forward pass, over all sequences
  size_t max_entries;        // most entries of a sequence's cache, a shared prefix included
  size_t max_sequences = 1;  // in flight at a time
  size_t n_positions = 0;    // position ids lie below it; 0 means max_entries
};

// What the work cost, in the units benches report.
struct EngineCounts {
  uint64_t passes = 0;           // forward passes
  uint64_t rows = 0;             // rows run, over all passes
  uint64_t sequence_passes = 0;  // passes each sequence took part in, summed
  uint64_t accepted_rows = 0;    // of those rows, that stood
};

// Where an engine's work comes from and goes to.
class SequenceSource {
 public:
  virtual ~SequenceSource() = default;
  // The next sequence to run, alive until it is done; nullptr when there are no more. Asked for
  // only when there is room.
  virtual Constraint* next() = 0;
  // `constraint` has finished, or failed. Errors: a draft that leaves the vocabulary or outgrows
  // its memory or a pass (kInternal), a logit that is not finite (kBadInput: the model's weights
  // are broken), or the constraint's own.
  virtual void done(Constraint& constraint, const Result<void>& result) = 0;
};

// Runs sequences on one model, many at a time: every step packs the drafts of all sequences in
// flight into one ragged batch under the row budget. What a sequence decides does not depend on its
// company (P4). All memory is taken at construction and by the largest step; a steady step
// allocates nothing. One thread at a time. `model` and `ops` outlive the engine.
class Engine {
 public:
  Engine(const Model& model, Ops& ops, const EngineOptions& options);

  // Runs `ids` at positions 0, 1, ... once; every later sequence begins behind them, with their
  // entries in its cache. Errors as SequenceSource::done.
  Result<void> share_prefix(std::span<const int32_t> ids);

  // Runs until the source has no more and all sequences are done.
  void run(SequenceSource& source);
  // One sequence.
  Result<void> run(Constraint& constraint);

  const EngineCounts& counts() const { return counts_; }

 private:
  struct Sequence {
    Constraint* constraint = nullptr;
    size_t n_past = 0;
    Draft draft;
  };

  bool start(size_t slot, SequenceSource& source);
  void draft_step(SequenceSource& source);
  void score_step();
  void judge_step(SequenceSource& source);
  void finish(size_t slot, const Result<void>& result, SequenceSource& source);
  Result<void> check(const Draft& draft, size_t n_past, size_t room) const;

  const Model& model_;
  Ops& ops_;
  EngineOptions options_;
  Weights weights_;
  RopeTable rope_table_;
  Rope rope_;
  KvCache cache_;
  SequenceTable table_;
  std::vector<Sequence> sequences_;  // per slot
  Activations activations_;
  size_t first_slot_ = 0;  // served first in the next step, so that a full budget starves nobody

  // The step at work, flat.
  std::vector<size_t> served_;  // slots, in order of their rows
  std::vector<SequenceRows> rows_;
  std::vector<int32_t> ids_;
  std::vector<int32_t> positions_;
  std::vector<uint32_t> candidate_offsets_;
  std::vector<int32_t> candidate_ids_;
  std::vector<float> logits_;
  EngineCounts counts_;
};

}  // namespace redact
