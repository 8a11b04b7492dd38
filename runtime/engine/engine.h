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
  size_t max_rows;           // rows of one forward pass, over all sequences
  size_t max_entries;        // most entries of a sequence's cache, a shared prefix included
  size_t max_sequences = 1;  // in flight at a time
  // Of all shared prefixes together, pages_for(entries) each. A model with two kinds of sequences
  // (PlacedModel::long_above) takes as many again.
  size_t prefix_pages = 0;
  // Every sequence is one draft: no row reads what an earlier pass has stored, so all layers keep
  // their keys and values in one place, and there are no shared prefixes. Where the device lets
  // several passes be under way (Ops::most_steps_under_way), each serves its share of the
  // sequences, and what the host does for one hides behind the kernels of another. Sequences of
  // many drafts run in one pass at a time: halves of a step would read all weights twice.
  bool one_pass = false;
  // Of the model, by whoever places it for these options; an engine goes by the model it is given.
  Rounding rounding = Rounding::kBlocks;
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
  // The next sequence to run, alive until it is done; nullptr when none is at hand. Asked for one
  // ahead of the room for it, and, after nullptr, again before each step.
  virtual Constraint* next() = 0;
  // `constraint` has finished, or failed. Errors: a draft that leaves the vocabulary or outgrows
  // its memory or a step (kInternal), a logit that is not finite (kBadInput: the model's weights
  // are broken), the device's, or the constraint's own.
  virtual void done(Constraint& constraint, const Result<void>& result) = 0;
};

// Runs sequences on one model, many at a time: every step is one forward pass over the drafts of
// all sequences in flight. What a sequence decides does not depend on its company (P4). All memory
// is taken by make; a steady step allocates nothing. One thread at a time.
class Engine {
 public:
  // `model` and `ops`, where it is placed, outlive the engine. kExhausted where the device has too
  // little memory (fit_memory says beforehand what fits).
  static Result<std::unique_ptr<Engine>> make(const PlacedModel& model, Ops& ops,
                                              const EngineOptions& options);
  // Waits for the passes under way; their sequences are forgotten.
  ~Engine();

  // Runs `ids` at positions 0, 1, ... once; sequences whose constraint names the returned number
  // begin behind them, with their entries in their cache. Only while nothing is in flight, and as
  // far as prefix_pages reach. Errors as SequenceSource::done.
  Result<size_t> share_prefix(std::span<const int32_t> ids);

  // Takes a sequence up. False where the engine has no room for it now. `constraint` lives until
  // step reports its end, or it is cancelled.
  bool submit(Constraint& constraint);
  // Starts a forward pass over what is in flight and not under way. Once as many are under way as
  // may be, or nothing could be started, waits for the oldest and judges it. Appends the sequences
  // that have ended.
  void step(std::vector<Ended>& ended);
  // Forgets a sequence in flight, which step will not report. False where it is not in flight.
  bool cancel(const Constraint& constraint) { return builder_.cancel(constraint); }
  size_t n_in_flight() const { return builder_.table().n_active(); }

  // submit and step until the source has none at hand and all sequences are done. A sequence that
  // there is no room for though nothing is in flight fails (kInternal).
  void run(SequenceSource& source);
  // One sequence.
  Result<void> run(Constraint& constraint);

  const EngineCounts& counts() const { return counts_; }

 private:
  // A forward pass under way.
  struct Pass {
    StepLayout layout;
    std::vector<float> logits;  // of its candidates
  };

  Engine(const PlacedModel& model, Ops& ops, const StepLimits& limits);
  // False where nothing is in flight that no pass has.
  bool start_pass(std::vector<Ended>& ended);
  void finish_oldest(std::vector<Ended>& ended);

  const PlacedModel& model_;
  Ops& ops_;
  size_t prefix_pages_;  // that are left
  StepBuilder builder_;
  KvCache cache_;
  Activations activations_;
  std::vector<Pass> passes_;  // as many as may be under way
  size_t oldest_ = 0, n_under_way_ = 0;
  std::vector<Ended> ended_;  // of a step of run
  EngineCounts counts_;
};

}  // namespace redact
