// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/step_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redact {

namespace {

Error impossible(const char* what) { return {ErrorKind::kInternal, "draft", what}; }

}  // namespace

StepBuilder::StepBuilder(const StepLimits& limits)
    : limits_(limits), table_(limits.pages(), n_pages(limits)), sequences_(limits.max_sequences) {
  served_.reserve(limits.max_sequences);
  segments_.reserve(limits.max_sequences);
  ids_.reserve(limits.max_rows);
  positions_.reserve(limits.max_rows);
  added_ids_.reserve(limits.max_rows);
  candidate_offsets_.reserve(limits.max_rows + 1);
}

PageCounts StepBuilder::n_pages(const StepLimits& limits) {
  const size_t n = limits.max_sequences, shared = limits.prefix_pages;
  const size_t in_window = limits.window > 0 ? limits.pages().pages_of_sequence() * n + shared : 0;
  return {pages_for(limits.max_entries) * n + shared, in_window};
}

std::optional<size_t> StepBuilder::admit(Constraint& constraint) {
  const size_t prefix = prefix_of(constraint);
  const std::optional<size_t> slot = table_.admit(prefix);
  if (!slot) return std::nullopt;
  Sequence& sequence = sequences_[*slot];
  sequence.constraint = &constraint;
  sequence.n_past = table_.n_prefix_entries(prefix);
  sequence.first_angle = first_angle(constraint);
  return slot;
}

bool StepBuilder::cancel(const Constraint& constraint) {
  for (size_t slot = 0; slot < sequences_.size(); ++slot) {
    if (!table_.active(slot) || sequences_[slot].constraint != &constraint) continue;
    table_.release(slot);
    return true;
  }
  return false;
}

void StepBuilder::end(size_t slot, Result<void> result, std::vector<Ended>& ended) {
  ended.push_back({sequences_[slot].constraint, std::move(result)});
  table_.release(slot);
}

void StepBuilder::build(std::vector<Ended>& ended) {
  served_.clear(), segments_.clear(), ids_.clear(), positions_.clear(), added_ids_.clear();
  candidate_offsets_.assign(1, 0), candidate_ids_.clear();
  const size_t n_slots = table_.n_slots();
  size_t next_first = first_slot_;
  bool waits = false;  // a sequence needs more rows than are left: it comes first in the next step
  for (size_t i = 0; i < n_slots && ids_.size() < limits_.max_rows; ++i) {
    const size_t slot = (first_slot_ + i) % n_slots;
    if (!waits) next_first = (slot + 1) % n_slots;
    if (!table_.active(slot)) continue;
    Sequence& sequence = sequences_[slot];
    const size_t room = limits_.max_rows - ids_.size();
    const size_t min_rows = sequence.constraint->min_rows();
    if (min_rows > limits_.max_rows) {
      end(slot, impossible("needs more rows than a step has"), ended);
      continue;
    }
    if (min_rows > room) {
      if (!waits) next_first = slot;
      waits = true;
      continue;
    }
    sequence.draft.clear();
    sequence.constraint->propose(room, sequence.draft);
    if (sequence.draft.n_rows() == 0) {
      end(slot, {}, ended);
    } else if (auto checked = check(sequence, room); !checked.ok()) {
      end(slot, std::move(checked), ended);
    } else {
      append(slot);
      // What came last may have got less than it could use: it is first in the next step.
      const bool cut_short = ids_.size() == limits_.max_rows && served_.size() > 1;
      if (cut_short && !waits) next_first = slot;
    }
  }
  first_slot_ = next_first;
}

Result<void> StepBuilder::check(const Sequence& sequence, size_t room) const {
  const Draft& draft = sequence.draft;
  const size_t n_past = sequence.n_past;
  if (draft.n_rows() > room || n_past + draft.n_rows() > limits_.max_entries) {
    return impossible("outgrows its step or its sequence's memory");
  }
  if (limits_.one_pass && n_past > 0) return impossible("is not the only one of its sequence");
  const auto below = [](size_t limit) {
    return [limit](int32_t id) { return id >= 0 && static_cast<size_t>(id) < limit; };
  };
  if (!std::all_of(draft.ids.begin(), draft.ids.end(), below(limits_.n_vocab)) ||
      !std::all_of(draft.candidate_ids.begin(), draft.candidate_ids.end(),
                   below(limits_.n_vocab))) {
    return impossible("id outside the vocabulary");
  }
  const auto none_or_id = [&](int32_t id) { return id == -1 || below(limits_.n_vocab)(id); };
  if (!std::all_of(draft.added_ids.begin(), draft.added_ids.end(), none_or_id)) {
    return impossible("added id outside the vocabulary");
  }
  if (n_past + draft.n_rows() > n_positions(*sequence.constraint)) {
    return impossible("position outside the planned range");
  }
  return {};
}

void StepBuilder::append(size_t slot) {
  const auto& [constraint, n_past, angle_0, draft] = sequences_[slot];
  table_.grow(slot, n_past, n_past + draft.n_rows());
  segments_.push_back({ids_.size(), draft.n_rows(), n_past, table_.pages(slot).data(),
                       draft.bidirectional, table_.window_pages(slot)});
  ids_.insert(ids_.end(), draft.ids.begin(), draft.ids.end());
  for (size_t r = 0; r < draft.n_rows(); ++r) {
    positions_.push_back(static_cast<int32_t>(angle_0 + n_past + r));
  }
  added_ids_.insert(added_ids_.end(), draft.added_ids.begin(), draft.added_ids.end());
  const auto n_before = static_cast<uint32_t>(candidate_ids_.size());
  for (size_t r = 1; r <= draft.n_rows(); ++r) {
    candidate_offsets_.push_back(n_before + draft.candidate_offsets[r]);
  }
  candidate_ids_.insert(candidate_ids_.end(), draft.candidate_ids.begin(),
                        draft.candidate_ids.end());
  served_.push_back(slot);
}

Result<size_t> StepBuilder::judge_one(Sequence& sequence, std::span<const float> logits) const {
  if (!std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); })) {
    return Error{ErrorKind::kBadInput, "model", "gave a logit that is not a finite number"};
  }
  REDACT_ASSIGN(const size_t n_standing, sequence.constraint->judge(sequence.draft, logits));
  if (!sequence.draft.may_stand(n_standing)) {
    return impossible("an impossible number of rows was accepted");
  }
  return n_standing;
}

size_t StepBuilder::judge(std::span<const float> logits, const Result<void>& device,
                          std::vector<Ended>& ended) {
  size_t total = 0;
  for (size_t i = 0; i < served_.size(); ++i) {
    Sequence& sequence = sequences_[served_[i]];
    if (!device.ok()) {
      end(served_[i], device, ended);
      continue;
    }
    const size_t begin = candidate_offsets_[segments_[i].first_row];
    const auto n_standing =
        judge_one(sequence, logits.subspan(begin, sequence.draft.candidate_ids.size()));
    if (!n_standing.ok()) {
      end(served_[i], n_standing.error(), ended);
      continue;
    }
    total += *n_standing;
    sequence.n_past += *n_standing;  // the next draft writes over the entries of the other rows
  }
  return total;
}

}  // namespace redact
