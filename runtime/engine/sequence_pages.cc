// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/sequence_pages.h"

#include <algorithm>
#include <cassert>

#include "kernels/ops.h"

namespace redact {

size_t PageBounds::pages_of_sequence() const {
  const size_t all = pages_for(max_entries);
  // The first row of a step sees window - 1 entries before it, which may begin anywhere in a page.
  return window == 0 ? all : std::min(all, pages_for(window - 1 + max_rows) + 1);
}

SequencePages::SequencePages(const PageBounds& bounds, size_t n_pages)
    : bounds_(bounds), pool_(n_pages), slots_(bounds.max_sequences) {
  for (Slot& slot : slots_) slot.pages.reserve(pages_for(bounds.max_entries));
}

// The page of the first entry that a row with n_past entries before it sees.
size_t SequencePages::first_seen(size_t n_past) const {
  return Segment::first_visible(n_past + 1, bounds_.window) / kPageEntries;
}

// The maximum number of pages that a sequence holds on its own, without those it shares with the
// prefix.
size_t SequencePages::own_pages(size_t prefix) const {
  const size_t n_shared = prefixes_[prefix].n_entries / kPageEntries;
  return std::min(pages_for(bounds_.max_entries) - n_shared, bounds_.pages_of_sequence());
}

void SequencePages::share_prefix(size_t index, size_t n_entries) {
  const Slot& slot = slots_[index];
  assert(slot.pages.size() >= pages_for(n_entries));
  const auto end = slot.pages.begin() + static_cast<ptrdiff_t>(pages_for(n_entries));
  prefixes_.push_back({{slot.pages.begin(), end}, first_seen(n_entries), n_entries});
  const Prefix& prefix = prefixes_.back();
  for (size_t p = prefix.first; p < prefix.pages.size(); ++p) pool_.share(prefix.pages[p]);
}

void SequencePages::drop_prefixes() {
  for (const Prefix& prefix : prefixes_) {
    for (size_t p = prefix.first; p < prefix.pages.size(); ++p) pool_.release(prefix.pages[p]);
  }
  prefixes_.resize(1);
}

void SequencePages::admit(size_t index, size_t number) {
  assert(fits(number));
  const Prefix& prefix = prefixes_[number];
  Slot& slot = slots_[index];
  slot.promised = own_pages(number);
  promised_ += slot.promised;
  slot.first = prefix.first;
  slot.n_shared = prefix.n_entries / kPageEntries;
  for (size_t p = 0; p < slot.n_shared; ++p) {
    if (p >= slot.first) pool_.share(prefix.pages[p]);
    slot.pages.push_back(prefix.pages[p]);
  }
  if (prefix.n_entries % kPageEntries != 0) grow(index, prefix.n_entries, prefix.n_entries);
}

void SequencePages::grow(size_t index, size_t n_past, size_t n_entries) {
  Slot& slot = slots_[index];
  give_back(slot, first_seen(n_past));
  while (slot.pages.size() < pages_for(n_entries)) {
    assert(slot.promised > 0);
    slot.pages.push_back(pool_.take());
    --slot.promised;
    --promised_;
  }
}

// Releases the pages before `first`. For each that is not the prefix's, another stays reserved.
void SequencePages::give_back(Slot& slot, size_t first) {
  for (; slot.first < first; ++slot.first) {
    pool_.release(slot.pages[slot.first]);
    if (slot.first < slot.n_shared) continue;
    ++slot.promised;
    ++promised_;
  }
}

void SequencePages::release(size_t index) {
  Slot& slot = slots_[index];
  for (size_t i = slot.pages.size(); i-- > slot.first;) pool_.release(slot.pages[i]);
  promised_ -= slot.promised;
  slot.pages.clear();
  slot.first = slot.n_shared = slot.promised = 0;
}

}  // namespace redact
