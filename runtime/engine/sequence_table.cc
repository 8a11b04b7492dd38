// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/sequence_table.h"

#include <cassert>

#include "kernels/ops.h"

namespace redact {

SequenceTable::SequenceTable(size_t max_sequences, size_t max_entries, size_t n_pages)
    : pool_(n_pages), slots_(max_sequences), max_pages_(pages_for(max_entries)) {
  for (Slot& slot : slots_) slot.pages.reserve(max_pages_);
}

bool SequenceTable::prefix_ends_inside_a_page(size_t prefix) const {
  return prefixes_[prefix].n_entries % kPageEntries != 0;
}

size_t SequenceTable::share_prefix(std::span<const uint32_t> pages, size_t n_entries) {
  assert(pages.size() >= pages_for(n_entries));
  const auto end = pages.begin() + static_cast<ptrdiff_t>(pages_for(n_entries));
  prefixes_.push_back({{pages.begin(), end}, n_entries});
  for (const uint32_t page : prefixes_.back().pages) pool_.share(page);
  return prefixes_.size() - 1;
}

std::optional<size_t> SequenceTable::admit(size_t prefix) {
  const auto& [shared, n_entries] = prefixes_[prefix];
  const size_t n_shared = n_entries / kPageEntries;
  const size_t needed = max_pages_ - n_shared;
  if (promised_ + needed > pool_.n_free()) return std::nullopt;
  for (size_t i = 0; i < slots_.size(); ++i) {
    Slot& slot = slots_[i];
    if (slot.active) continue;
    slot.active = true;
    slot.promised = needed;
    promised_ += needed;
    ++n_active_;
    for (size_t p = 0; p < n_shared; ++p) {
      pool_.share(shared[p]);
      slot.pages.push_back(shared[p]);
    }
    if (prefix_ends_inside_a_page(prefix)) grow(i, n_entries);
    return i;
  }
  return std::nullopt;
}

void SequenceTable::grow(size_t index, size_t n_entries) {
  Slot& slot = slots_[index];
  while (slot.pages.size() < pages_for(n_entries)) {
    assert(slot.promised > 0);
    slot.pages.push_back(pool_.take());
    --slot.promised;
    --promised_;
  }
}

void SequenceTable::release(size_t index) {
  Slot& slot = slots_[index];
  for (size_t i = slot.pages.size(); i-- > 0;) pool_.release(slot.pages[i]);
  slot.pages.clear();
  promised_ -= slot.promised;
  slot.promised = 0;
  slot.active = false;
  --n_active_;
}

}  // namespace redact
