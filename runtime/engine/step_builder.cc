// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/step_builder.h"

#include <algorithm>
#include <utility>

namespace redact {

namespace {

Error impossible(const char* what) { return {ErrorKind::kInternal, "draft", what}; }

// Without a branch for each id, so that compilers turn it into vector code.
bool all_below(std::span<const int32_t> ids, size_t limit) {
  uint32_t largest = 0;  // a negative id counts as a large one
  for (const int32_t id : ids) largest = std::max(largest, static_cast<uint32_t>(id));
  return ids.empty() || largest < limit;
}

}  // namespace

StepLayout::StepLayout(const StepLimits& limits) {
  slots.reserve(limits.max_sequences);
  segments.reserve(limits.max_sequences);
  for (auto* of_rows : {&ids, &positions, &added_ids}) of_rows->reserve(limits.max_rows);
  for (auto* offsets : {&added_offsets, &candidate_offsets}) offsets->reserve(limits.max_rows + 1);
  candidate_firsts.reserve(limits.max_rows);
}

void StepLayout::clear() {
  slots.clear(), segments.clear(), candidate_firsts.clear();
  for (auto* of_rows : {&ids, &positions, &added_ids, &candidate_ids}) of_rows->clear();
  added_offsets.assign(1, 0), candidate_offsets.assign(1, 0);
}

StepBuilder::StepBuilder(const StepLimits& limits)
    : limits_(limits), table_(limits, n_pages(limits)), sequences_(limits.max_sequences) {}

PageCounts StepBuilder::n_pages(const StepLimits& limits) {
  const size_t n = limits.max_sequences, shared = limits.prefix_pages;
  const size_t in_window = limits.window > 0 ? limits.pages_of_sequence() * n + shared : 0;
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
    Sequence& sequence = sequences_[slot];
    if (!table_.active(slot) || sequence.constraint != &constraint) continue;
    if (sequence.under_way) {
      sequence.constraint = nullptr;
    } else {
      table_.release(slot);
    }
    return true;
  }
  return false;
}

void StepBuilder::end(size_t slot, Result<void> result, std::vector<Ended>& ended) {
  ended.push_back({sequences_[slot].constraint, std::move(result)});
  table_.release(slot);
}

void StepBuilder::build(StepLayout& layout, std::vector<Ended>& ended) {
  layout.clear();
  const size_t n_slots = table_.n_slots();
  const size_t most_served = (n_slots + limits_.n_under_way - 1) / limits_.n_under_way;
  size_t next_first = first_slot_;
  bool waits = false;  // a sequence needs more rows than are left; the next step begins with it
  for (size_t i = 0; i < n_slots && layout.slots.size() < most_served; ++i) {
    const size_t room = limits_.max_rows - layout.ids.size();
    if (room == 0) break;
    const size_t slot = (first_slot_ + i) % n_slots;
    if (!waits) next_first = (slot + 1) % n_slots;
    Sequence& sequence = sequences_[slot];
    if (!table_.active(slot) || sequence.under_way) continue;
    const size_t min_rows = sequence.constraint->min_rows();
    if (min_rows > limits_.max_rows) {
      end(slot, impossible("one draft needs more rows than a step has"), ended);
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
      append(slot, layout);
      // The last sequence may have got fewer rows than it could use: the next step begins with it.
      const bool cut_short = layout.ids.size() == limits_.max_rows && layout.slots.size() > 1;
      if (cut_short && !waits) next_first = slot;
    }
  }
  first_slot_ = next_first;
}

Result<void> StepBuilder::check(const Sequence& sequence, size_t room) const {
  const Draft& draft = sequence.draft;
  const size_t n_past = sequence.n_past;
  if (draft.n_rows() > room || n_past + draft.n_rows() > limits_.max_entries) {
    return impossible("the draft exceeds the step or the memory of its sequence");
  }
  if (!all_below(draft.ids, limits_.n_vocab) || !all_below(draft.added_ids, limits_.n_vocab) ||
      !all_below(draft.candidate_ids, limits_.n_outputs)) {
    return impossible("a token id is outside the vocabulary");
  }
  if (draft.added_offsets.size() != draft.n_rows() + 1 || draft.added_offsets.front() != 0) {
    return impossible("token ids are added to no row");
  }
  for (size_t r = 0; r < draft.n_rows(); ++r) {
    if (draft.added_offsets[r + 1] - draft.added_offsets[r] > kMostAddedIds) {
      return impossible("too many token ids are added to a row");
    }
  }
  if (n_past + draft.n_rows() > n_positions(*sequence.constraint)) {
    return impossible("a position is outside the planned range");
  }
  return {};
}

void StepBuilder::append(size_t slot, StepLayout& layout) {
  Sequence& sequence = sequences_[slot];
  const Draft& draft = sequence.draft;
  const size_t n_past = sequence.n_past;
  table_.grow(slot, n_past, n_past + draft.n_rows());
  layout.segments.push_back({layout.ids.size(), draft.n_rows(), n_past, table_.pages(slot).data(),
                             draft.bidirectional, table_.window_pages(slot)});
  const auto join = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  join(layout.ids, draft.ids);
  for (size_t r = 0; r < draft.n_rows(); ++r) {
    layout.positions.push_back(static_cast<int32_t>(sequence.first_angle + n_past + r));
  }
  const auto n_added = static_cast<uint32_t>(layout.added_ids.size());
  const auto n_ids = static_cast<uint32_t>(layout.candidate_ids.size());
  const uint32_t n_logits = layout.candidate_offsets.back();
  for (size_t r = 0; r < draft.n_rows(); ++r) {
    layout.added_offsets.push_back(n_added + draft.added_offsets[r + 1]);
    layout.candidate_firsts.push_back(n_ids + draft.candidate_firsts[r]);
    layout.candidate_offsets.push_back(n_logits + draft.candidate_offsets[r + 1]);
  }
  join(layout.added_ids, draft.added_ids);
  join(layout.candidate_ids, draft.candidate_ids);
  layout.slots.push_back(slot);
  sequence.under_way = true;
}

Result<size_t> StepBuilder::judge_one(Sequence& sequence, const Logits& logits) const {
  REDACT_ASSIGN(const size_t n_standing, sequence.constraint->receive(sequence.draft, logits));
  if (!sequence.draft.may_stand(n_standing)) {
    return impossible("the constraint accepted an impossible number of rows");
  }
  return n_standing;
}

size_t StepBuilder::judge(const StepLayout& layout, const Logits& logits,
                          const Result<void>& device, std::vector<Ended>& ended) {
  size_t total = 0;
  for (size_t i = 0; i < layout.slots.size(); ++i) {
    const size_t slot = layout.slots[i];
    Sequence& sequence = sequences_[slot];
    sequence.under_way = false;
    if (sequence.constraint == nullptr) {
      table_.release(slot);
      continue;
    }
    if (!device.ok()) {
      end(slot, device, ended);
      continue;
    }
    const size_t begin = layout.candidate_offsets[layout.segments[i].first_row];
    const auto n_standing = judge_one(
        sequence, {logits.values.subspan(begin, sequence.draft.n_logits()), logits.memory});
    if (!n_standing.ok()) {
      end(slot, n_standing.error(), ended);
      continue;
    }
    total += *n_standing;
    sequence.n_past += *n_standing;  // the next draft overwrites the entries of the other rows
    if (limits_.one_pass) end_only_draft(slot, ended);
  }
  return total;
}

// Ends the sequence at once, so that another takes its slot in the next step.
void StepBuilder::end_only_draft(size_t slot, std::vector<Ended>& ended) {
  Sequence& sequence = sequences_[slot];
  sequence.draft.clear();
  sequence.constraint->propose(limits_.max_rows, sequence.draft);
  const bool wants_more = sequence.draft.n_rows() > 0;
  end(slot,
      wants_more ? impossible("the constraint proposed another draft where only one is allowed")
                 : Result<void>(),
      ended);
}

}  // namespace redact
