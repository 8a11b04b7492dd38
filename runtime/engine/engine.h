// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "runtime/engine/constraint.h"
#include "runtime/engine/step_builder.h"
#include "runtime/model/activations.h"
#include "runtime/model/kv_cache.h"
#include "runtime/model/placed_model.h"

namespace redact {

struct EngineOptions {
  // Rows of one forward pass, over all sequences. SharedModel::open reads 0 as Ops::busy_rows of
  // its device, or as max_entries if those are more.
  size_t max_rows;
  size_t max_entries;  // maximum entries of a sequence's cache, a shared prefix included
  // In flight at a time. SharedModel::open reads 0 as 12, or as one for every 42 rows of a pass if
  // those are more: sequences of 85 rows on average then fill two passes.
  size_t max_sequences = 1;
  // Pages of all shared prefixes together, pages_for(entries) each. A model with two kinds of
  // sequences (PlacedModel::long_above) takes twice as many.
  size_t prefix_pages = 0;
  // Every sequence is a single draft: no row reads what an earlier pass has stored, so all layers
  // keep their keys and values in the same memory, and there are no shared prefixes. If the device
  // allows several passes in flight (Ops::most_steps_under_way), each pass serves its share of the
  // sequences, and host work for one overlaps with the kernels of another. Sequences of many drafts
  // run in one pass at a time: splitting a step would read all weights twice.
  bool one_pass = false;
  // Candidates of a row, on average over the rows of a pass, for which memory is taken at the
  // start; a pass with more takes what it lacks. A label model has one for each output, an instruct
  // model 2 to some 500.
  size_t max_candidates = 512;
  // The rounding to place the model with; the engine itself uses that of its model.
  Rounding rounding = Rounding::kBlocks;
};

// The cost of the work, in the units that benchmarks report.
struct EngineCounts {
  uint64_t passes = 0;           // forward passes
  uint64_t rows = 0;             // rows run, over all passes
  uint64_t sequence_passes = 0;  // passes that each sequence took part in, summed
  uint64_t accepted_rows = 0;    // those of `rows` that were accepted
};

// Supplies an engine with sequences and receives their results.
class SequenceFeed {
 public:
  virtual ~SequenceFeed() = default;
  // The next sequence to run, which must live until it is done; nullptr if none is available. The
  // engine asks for one sequence more than it has room for, and after nullptr asks again before
  // each step.
  virtual Constraint* next() = 0;
  // `constraint` has finished or failed. Errors: a draft that leaves the vocabulary or exceeds its
  // memory or a step (kInternal), a logit that is not finite (kBadInput: the model's weights are
  // broken), an error of the device, or one of the constraint itself.
  virtual void done(Constraint& constraint, const Result<void>& result) = 0;
};

// Runs many sequences at a time on one model: every step is one forward pass over the drafts of all
// sequences in flight. The result of a sequence does not depend on the others in its batch (P4).
// make takes all the memory of the device that steps need; only a step with more candidates than
// EngineOptions allows for, or with tables beyond a GPU's pinned memory, takes more. Used by one
// thread at a time.
class Engine {
 public:
  // `model`, and `ops`, a device that may read it (PlacedModel), outlive the engine. kExhausted if
  // the device has too little memory (fit_memory tells in advance what fits), kInternal if it
  // cannot read the model's weights.
  static Result<std::unique_ptr<Engine>> make(const PlacedModel& model, Ops& ops,
                                              const EngineOptions& options);
  // Waits for the passes under way; their sequences are forgotten.
  ~Engine();

  // Runs `ids` once, at positions 0, 1, ...; sequences whose constraint names the returned number
  // begin after them, with their entries already in the cache. Allowed only while nothing is in
  // flight and while prefix_pages suffice. Errors are those of SequenceFeed::done.
  Result<size_t> share_prefix(std::span<const int32_t> ids);
  // Whether prefix_pages suffice for one more prefix of this many rows.
  bool fits_prefix(size_t n_rows) const;
  // Frees the pages of all shared prefixes, so that others can be shared. Numbers begin again: no
  // sequence may name an earlier one. Returns kInternal and drops nothing while a sequence is in
  // flight.
  Result<void> drop_prefixes();

  // Admits a sequence. False if the engine has no room for it now. `constraint` must live until
  // step reports its end or it is cancelled.
  bool submit(Constraint& constraint);
  // Whether memory for the logits of a pass is free. If not, constraints hold those of so many
  // passes that the next step takes more memory, unless one of them lets go first.
  bool has_logit_memory() const { return logit_memory_.has_free(); }
  // Starts a forward pass over the sequences in flight that no running pass serves. If the maximum
  // number of passes is then running, or none could be started, waits for the oldest pass and
  // judges it. Appends the sequences that have ended.
  void step(std::vector<Ended>& ended);
  // Drops a sequence in flight, which step will then not report. False if it is not in flight.
  // `constraint` may be destroyed at once, even if a running pass serves it; the engine has room
  // for another in its place once that pass is judged. Not to be called from within a constraint.
  bool cancel(const Constraint& constraint) { return builder_.cancel(constraint); }
  // Sequences that have not ended, and cancelled ones that a running pass still serves.
  size_t n_in_flight() const { return builder_.table().n_active(); }

  // Calls submit and step until the feed has no more sequences and all are done. A sequence that
  // does not fit even while nothing is in flight fails (kInternal).
  void run(SequenceFeed& feed);
  // Runs one sequence.
  Result<void> run(Constraint& constraint);

  const EngineCounts& counts() const { return counts_; }

 private:
  // A forward pass that has been started.
  struct Pass {
    StepLayout layout;
    std::shared_ptr<float[]> logits;  // of its candidates
  };

  Engine(const PlacedModel& model, Ops& ops, const StepLimits& limits, size_t n_logits);
  // False if every sequence in flight is already part of a running pass.
  bool start_pass(std::vector<Ended>& ended);
  void finish_oldest(std::vector<Ended>& ended);

  const PlacedModel& model_;
  Ops& ops_;
  const size_t prefix_pages_;
  size_t n_prefix_pages_ = 0;  // that the shared prefixes hold, of prefix_pages_
  StepBuilder builder_;
  KvCache cache_;
  Activations activations_;
  LogitMemory logit_memory_;
  std::vector<Pass> passes_;  // a ring of the passes that may run at a time
  size_t oldest_ = 0, n_under_way_ = 0;
  std::vector<Ended> ended_;  // in the current step of run
  EngineCounts counts_;
};

}  // namespace redact
