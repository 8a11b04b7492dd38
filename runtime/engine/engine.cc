// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/engine.h"

#include <algorithm>
#include <new>
#include <utility>

#include "runtime/engine/memory_plan.h"
#include "runtime/model/forward.h"

namespace redact {

namespace {

// A feed of one sequence, which keeps its result.
class SingleFeed final : public SequenceFeed {
 public:
  explicit SingleFeed(Constraint& constraint) : constraint_(&constraint) {}
  Constraint* next() override { return std::exchange(constraint_, nullptr); }
  void done(Constraint&, const Result<void>& outcome) override { result = outcome; }

  Result<void> result;

 private:
  Constraint* constraint_;
};

// Feeds the ids of a prefix and asks for no logits. Once all are in the cache, shares their pages
// before the sequence, the only one in flight, releases them.
class PrefixRows final : public Constraint {
 public:
  PrefixRows(std::span<const int32_t> ids, size_t n_positions, SequenceTable& table)
      : ids_(ids), n_positions_(n_positions), table_(table) {}
  size_t n_positions() const override { return n_positions_; }
  void propose(size_t max_rows, Draft& draft) override {
    for (size_t i = n_fed_; i < ids_.size() && draft.n_rows() < max_rows; ++i) {
      draft.add_row(ids_[i]);
    }
    if (draft.n_rows() == 0) number = table_.share_prefix(0, ids_.size());
  }
  Result<size_t> judge(const Draft& draft, std::span<const float>) override {
    n_fed_ += draft.n_rows();
    return draft.n_rows();
  }

  size_t number = 0;

 private:
  std::span<const int32_t> ids_;
  size_t n_positions_;
  SequenceTable& table_;
  size_t n_fed_ = 0;
};

size_t n_under_way(const Ops& ops, const EngineOptions& options) {
  return options.one_pass ? std::min(ops.most_steps_under_way(), options.max_sequences) : 1;
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::make(const PlacedModel& model, Ops& ops,
                                             const EngineOptions& options) {
  REDACT_TRY(model.check_readable(ops));
  const StepLimits limits{
      {options.max_sequences, options.max_entries, options.max_rows, model.config().window()},
      model.n_positions(),
      model.config().n_vocab,
      model.weights().output.rows,
      options.prefix_pages * model.n_kinds(),
      options.one_pass,
      model.long_above(),
      n_under_way(ops, options)};
  try {
    const StepBounds bounds = step_bounds(model.model(), options);
    ops.reserve(bounds);
    std::unique_ptr<Engine> engine(new Engine(model, ops, limits, bounds.n_logits));
    REDACT_TRY(ops.status());
    return engine;
  } catch (const std::bad_alloc&) {
    REDACT_TRY(ops.status());  // a failed device gives no memory either
    return Error{ErrorKind::kExhausted, "device", "not enough memory for the sequences"};
  }
}

Engine::Engine(const PlacedModel& model, Ops& ops, const StepLimits& limits, size_t n_logits)
    : model_(model),
      ops_(ops),
      prefix_pages_(limits.one_pass ? 0 : limits.prefix_pages),
      builder_(limits),
      cache_(ops, model.config(), StepBuilder::n_pages(limits), limits.one_pass,
             limits.max_entries <= kMostInt8Products ? model.rounding() : Rounding::kBlocks),
      activations_(ops, model.config(), limits.max_rows),
      logit_memory_(ops, limits.one_pass ? LogitMemory::kMost : 1, n_logits),
      passes_(limits.n_under_way, Pass{StepLayout(limits), {}}) {}

Engine::~Engine() {
  for (; n_under_way_ > 0; --n_under_way_) ops_.await_logits();
}

bool Engine::fits_prefix(size_t n_rows) const {
  return pages_for(n_rows) * model_.n_kinds() <= prefix_pages_ - n_prefix_pages_;
}

Result<size_t> Engine::share_prefix(std::span<const int32_t> ids) {
  const size_t n_pages = pages_for(ids.size());
  if (n_in_flight() > 0 || !fits_prefix(ids.size())) {
    return Error{ErrorKind::kInternal, "prefix", "no room for another prefix"};
  }
  PrefixRows rows(ids, ids.size(), builder_.table());
  REDACT_TRY(run(rows));
  n_prefix_pages_ += n_pages;
  if (model_.n_kinds() > 1) {
    PrefixRows of_long(ids, SIZE_MAX, builder_.table());
    REDACT_TRY(run(of_long));
    n_prefix_pages_ += n_pages;
  }
  return rows.number;
}

Result<void> Engine::drop_prefixes() {
  if (n_in_flight() > 0) {
    return Error{ErrorKind::kInternal, "prefix",
                 "cannot drop prefixes while sequences are in flight"};
  }
  builder_.table().drop_prefixes();
  n_prefix_pages_ = 0;
  return {};
}

bool Engine::submit(Constraint& constraint) {
  const auto slot = builder_.admit(constraint);
  if (!slot) return false;
  const SequenceTable& table = builder_.table();
  const size_t prefix = builder_.prefix_of(constraint);
  for (const PageTable each : {PageTable::kAll, PageTable::kWindow}) {
    if (!table.has(each) || !table.prefix_ends_inside_a_page(prefix)) continue;
    const SequencePages& pages = table.in(each);
    cache_.copy_page(ops_, each, pages.prefix_tail_page(prefix), pages.pages(*slot).back());
  }
  return true;
}

void Engine::step(std::vector<Ended>& ended) {
  const bool started = start_pass(ended);
  if (n_under_way_ == passes_.size() || !started) finish_oldest(ended);
}

// Passes share the activations: the device runs one after the other.
bool Engine::start_pass(std::vector<Ended>& ended) {
  auto& [layout, logits] = passes_[(oldest_ + n_under_way_) % passes_.size()];
  builder_.build(layout, ended);
  if (layout.empty()) return false;
  const Step step = layout.step();
  const auto hidden = forward(model_, step, cache_, ops_, activations_);
  logits = logit_memory_.take(step.candidates.n_logits());
  ops_.ask_logits(model_.weights().output, hidden.data(), step.candidates, logits.get());
  ++n_under_way_;
  ++counts_.passes;
  counts_.rows += step.n_rows();
  counts_.sequence_passes += layout.slots.size();
  return true;
}

void Engine::finish_oldest(std::vector<Ended>& ended) {
  if (n_under_way_ == 0) return;
  auto& [layout, logits] = passes_[oldest_];
  oldest_ = (oldest_ + 1) % passes_.size();
  --n_under_way_;
  ops_.await_logits();
  add_output_bias(model_.weights(), layout.candidates(), logits.get());
  const Logits all{{logits.get(), layout.candidates().n_logits()}, std::move(logits)};
  counts_.accepted_rows += builder_.judge(layout, all, ops_.status(), ended);
}

void Engine::run(SequenceFeed& feed) {
  Constraint* waiting = nullptr;
  for (;;) {
    // A feed that had no sequence before may have one by now.
    if (waiting == nullptr) waiting = feed.next();
    while (waiting != nullptr && submit(*waiting)) waiting = feed.next();
    if (n_in_flight() == 0) {
      if (waiting == nullptr) return;
      const Error error{ErrorKind::kInternal, "engine", "no room for a sequence"};
      feed.done(*std::exchange(waiting, nullptr), error);
      continue;
    }
    step(ended_);
    for (const Ended& sequence : ended_) feed.done(*sequence.constraint, sequence.result);
    ended_.clear();
  }
}

Result<void> Engine::run(Constraint& constraint) {
  SingleFeed feed(constraint);
  run(feed);
  return feed.result;
}

}  // namespace redact
