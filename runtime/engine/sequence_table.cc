// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/sequence_table.h"

#include <algorithm>

namespace redact {

SequenceTable::SequenceTable(const PageBounds& bounds, const PageCounts& n_pages)
    : active_(bounds.max_sequences) {
  PageBounds all = bounds;
  all.window = 0;
  tables_.emplace_back(all, n_pages.all);
  if (bounds.window > 0) tables_.emplace_back(bounds, n_pages.window);
}

size_t SequenceTable::share_prefix(size_t slot, size_t n_entries) {
  for (SequencePages& table : tables_) table.share_prefix(slot, n_entries);
  prefix_entries_.push_back(n_entries);
  return prefix_entries_.size() - 1;
}

void SequenceTable::drop_prefixes() {
  for (SequencePages& table : tables_) table.drop_prefixes();
  prefix_entries_.resize(1);
}

std::optional<size_t> SequenceTable::admit(size_t prefix) {
  const auto fits = [prefix](const SequencePages& table) { return table.fits(prefix); };
  const auto free = std::find(active_.begin(), active_.end(), false);
  if (free == active_.end() || !std::all_of(tables_.begin(), tables_.end(), fits)) {
    return std::nullopt;
  }
  const auto slot = static_cast<size_t>(free - active_.begin());
  for (SequencePages& table : tables_) table.admit(slot, prefix);
  *free = true;
  ++n_active_;
  return slot;
}

void SequenceTable::grow(size_t slot, size_t n_past, size_t n_entries) {
  for (SequencePages& table : tables_) table.grow(slot, n_past, n_entries);
}

void SequenceTable::release(size_t slot) {
  for (SequencePages& table : tables_) table.release(slot);
  active_[slot] = false;
  --n_active_;
}

}  // namespace redact
