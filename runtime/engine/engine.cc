// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redact {

namespace {

// One sequence, its result kept.
class SingleSource final : public SequenceSource {
 public:
  explicit SingleSource(Constraint& constraint) : constraint_(&constraint) {}
  Constraint* next() override { return std::exchange(constraint_, nullptr); }
  void done(Constraint&, const Result<void>& outcome) override { result = outcome; }

  Result<void> result;

 private:
  Constraint* constraint_;
};

// Feeds ids and asks for nothing.
class PrefixRows final : public Constraint {
 public:
  explicit PrefixRows(std::span<const int32_t> ids) : ids_(ids) {}
  void propose(size_t max_rows, Draft& draft) override {
    for (size_t i = fed_; i < ids_.size() && draft.n_rows() < max_rows; ++i) {
      draft.add_row(ids_[i], static_cast<int32_t>(i));
    }
  }
  Result<size_t> judge(const Draft& draft, std::span<const float>) override {
    fed_ += draft.n_rows();
    return draft.n_rows();
  }

 private:
  std::span<const int32_t> ids_;
  size_t fed_ = 0;
};

// Every sequence at its longest, and the last page of a shared prefix, which is copied and kept.
size_t pages_of(const EngineOptions& options) {
  return pages_for(options.max_entries) * options.max_sequences + 1;
}

}  // namespace

Engine::Engine(const Model& model, Ops& ops, const EngineOptions& options)
    : model_(model),
      ops_(ops),
      options_(options),
      weights_(model.weights().prepared_for(ops)),
      rope_table_(model.config().rope_dims, model.config().rope_freq_base,
                  model.weights().rope_freqs,
                  options.n_positions > 0 ? options.n_positions : options.max_entries),
      rope_(rope_table_.on(ops)),
      cache_(ops, model.config(), pages_of(options)),
      table_(options.max_sequences, options.max_entries, pages_of(options)),
      sequences_(options.max_sequences),
      activations_(ops, model.config(), options.max_rows, options.max_sequences) {
  served_.reserve(options.max_sequences);
  rows_.reserve(options.max_sequences);
  ids_.reserve(options.max_rows);
  positions_.reserve(options.max_rows);
  candidate_offsets_.reserve(options.max_rows + 1);
}

Result<void> Engine::share_prefix(std::span<const int32_t> ids) {
  // Run as a sequence of its own, and keep its pages before it lets go of them.
  class KeepPages final : public SequenceSource {
   public:
    KeepPages(Constraint& rows, Engine& engine, size_t n) : rows_(&rows), engine_(engine), n_(n) {}
    Constraint* next() override { return std::exchange(rows_, nullptr); }
    void done(Constraint&, const Result<void>& outcome) override {
      if (outcome.ok()) engine_.table_.share_prefix(engine_.table_.pages(0), n_);
      result = outcome;
    }
    Result<void> result;

   private:
    Constraint* rows_;
    Engine& engine_;
    size_t n_;
  };
  table_.share_prefix({}, 0);
  PrefixRows rows(ids);
  KeepPages source(rows, *this, ids.size());
  run(source);
  return source.result;
}

void Engine::run(SequenceSource& source) {
  bool more = true;
  for (;;) {
    while (more) {
      const std::optional<size_t> slot = table_.admit();
      if (!slot) break;
      more = start(*slot, source);
    }
    if (table_.n_active() == 0) return;
    draft_step(source);
    if (served_.empty()) continue;  // all that were in flight have finished
    score_step();
    judge_step(source);
  }
}

Result<void> Engine::run(Constraint& constraint) {
  SingleSource source(constraint);
  run(source);
  return source.result;
}

// Gives the slot the next sequence; false where there are no more.
bool Engine::start(size_t slot, SequenceSource& source) {
  Constraint* constraint = source.next();
  if (constraint == nullptr) {
    table_.release(slot);
    return false;
  }
  if (table_.prefix_ends_inside_a_page()) {
    cache_.copy_page(table_.prefix_tail_page(), table_.pages(slot).back());
  }
  sequences_[slot].constraint = constraint;
  sequences_[slot].n_past = table_.n_prefix_entries();
  return true;
}

void Engine::finish(size_t slot, const Result<void>& result, SequenceSource& source) {
  source.done(*sequences_[slot].constraint, result);
  table_.release(slot);
}

// Asks the sequences for drafts, from first_slot_ on, until the budget is spent.
void Engine::draft_step(SequenceSource& source) {
  served_.clear(), rows_.clear(), ids_.clear(), positions_.clear();
  candidate_offsets_.assign(1, 0), candidate_ids_.clear();
  const size_t n_slots = table_.n_slots();
  size_t next_first = first_slot_;
  bool waits = false;  // a sequence needs more room than is left: it comes first in the next step
  for (size_t i = 0; i < n_slots && ids_.size() < options_.max_rows; ++i) {
    const size_t slot = (first_slot_ + i) % n_slots;
    if (!waits) next_first = (slot + 1) % n_slots;
    if (!table_.active(slot)) continue;
    Sequence& sequence = sequences_[slot];
    const size_t room = options_.max_rows - ids_.size();
    const size_t least = sequence.constraint->least_rows();
    if (least > options_.max_rows) {
      finish(slot, Error{ErrorKind::kInternal, "draft", "needs more rows than a pass has"}, source);
      continue;
    }
    if (least > room) {
      if (!waits) next_first = slot;
      waits = true;
      continue;
    }
    Draft& draft = sequence.draft;
    draft.clear();
    sequence.constraint->propose(room, draft);
    if (draft.n_rows() == 0) {
      finish(slot, {}, source);
      continue;
    }
    if (const auto checked = check(draft, sequence.n_past, room); !checked.ok()) {
      finish(slot, checked, source);
      continue;
    }
    table_.grow(slot, sequence.n_past + draft.n_rows());
    rows_.push_back({ids_.size(), draft.n_rows(), sequence.n_past, table_.pages(slot).data(),
                     draft.bidirectional});
    ids_.insert(ids_.end(), draft.ids.begin(), draft.ids.end());
    positions_.insert(positions_.end(), draft.positions.begin(), draft.positions.end());
    const auto n_before = static_cast<uint32_t>(candidate_ids_.size());
    for (size_t r = 1; r <= draft.n_rows(); ++r) {
      candidate_offsets_.push_back(n_before + draft.candidate_offsets[r]);
    }
    candidate_ids_.insert(candidate_ids_.end(), draft.candidate_ids.begin(),
                          draft.candidate_ids.end());
    served_.push_back(slot);
  }
  first_slot_ = next_first;
}

Result<void> Engine::check(const Draft& draft, size_t n_past, size_t room) const {
  if (draft.n_rows() > room || n_past + draft.n_rows() > options_.max_entries) {
    return Error{ErrorKind::kInternal, "draft", "outgrows its pass or its sequence's memory"};
  }
  const auto in_vocab = [&](int32_t id) {
    return id >= 0 && static_cast<size_t>(id) < model_.config().n_vocab;
  };
  if (!std::all_of(draft.ids.begin(), draft.ids.end(), in_vocab) ||
      !std::all_of(draft.candidate_ids.begin(), draft.candidate_ids.end(), in_vocab)) {
    return Error{ErrorKind::kInternal, "draft", "id outside the vocabulary"};
  }
  const auto in_table = [&](int32_t position) {
    return position >= 0 && static_cast<size_t>(position) < rope_table_.n_positions();
  };
  if (!std::all_of(draft.positions.begin(), draft.positions.end(), in_table)) {
    return Error{ErrorKind::kInternal, "draft", "position outside the planned range"};
  }
  return {};
}

void Engine::score_step() {
  const Batch batch{ids_, positions_, rows_};
  const std::span<const float> hidden =
      forward(model_.config(), weights_, rope_, cache_, batch, ops_, activations_);
  logits_.resize(candidate_ids_.size());
  ops_.candidate_logits(weights_.output, hidden.data(), {candidate_offsets_, candidate_ids_},
                        logits_.data());
  ++counts_.passes;
  counts_.rows += ids_.size();
  counts_.sequence_passes += served_.size();
}

void Engine::judge_step(SequenceSource& source) {
  const Result<void> status = ops_.status();
  for (size_t i = 0; i < served_.size(); ++i) {
    const size_t slot = served_[i];
    Sequence& sequence = sequences_[slot];
    const size_t begin = candidate_offsets_[rows_[i].first_row];
    const std::span<const float> logits(logits_.data() + begin,
                                        sequence.draft.candidate_ids.size());
    if (!status.ok()) {
      finish(slot, status.error(), source);
      continue;
    }
    if (!std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); })) {
      finish(slot, Error{ErrorKind::kBadInput, "model", "gave a logit that is not a finite number"},
             source);
      continue;
    }
    const Result<size_t> n_accepted = sequence.constraint->judge(sequence.draft, logits);
    if (!n_accepted.ok()) {
      finish(slot, n_accepted.error(), source);
    } else if (!sequence.draft.may_stand(*n_accepted)) {
      finish(slot,
             Error{ErrorKind::kInternal, "draft", "an impossible number of rows was accepted"},
             source);
    } else {
      counts_.accepted_rows += *n_accepted;
      sequence.n_past +=
          *n_accepted;  // entries of rejected rows are written over by the next draft
    }
  }
}

}  // namespace redact
