// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/engine/page_pool.h"

namespace redact {

// The limits that a page table is sized for.
struct PageBounds {
  size_t max_sequences;
  size_t max_entries;  // of a sequence, those of a shared prefix included
  size_t max_rows;     // of a sequence in one step
  size_t window;       // the entries that a row sees, its own included; 0: all

  // The maximum number of pages that a sequence holds at a time.
  size_t pages_of_sequence() const;
};

// The pages of the sequences in flight, for the layers that share a page table. Pure bookkeeping:
// it knows neither rows nor models. When a sequence is admitted, the maximum number of pages that
// it can hold is reserved for it, so no sequence has to wait for memory once it runs. It takes the
// pages one by one as it grows, and under a window it gives back those that the window has passed.
// All memory is allocated at construction.
class SequencePages {
 public:
  SequencePages(const PageBounds& bounds, size_t n_pages);

  // Makes the first n_entries entries of a sequence a prefix for others: this object becomes
  // another holder of the pages that they will see. Prefix 0 is the empty prefix; the others are
  // numbered in order.
  void share_prefix(size_t slot, size_t n_entries);
  // Lets go of all prefixes but the empty one; numbers begin at 1 again. Precondition: no sequence
  // is admitted.
  void drop_prefixes();

  // Whether enough pages are free for another sequence that begins with the prefix.
  bool fits(size_t prefix) const { return promised_ + own_pages(prefix) <= pool_.n_free(); }
  // The sequence starts with the whole pages of the prefix, which are shared. If the prefix ends
  // inside a page, the caller copies that page: from prefix_tail_page() to pages(slot).back().
  // Precondition: fits(prefix).
  void admit(size_t slot, size_t prefix);
  // Makes room for n_entries in total, <= max_entries, and gives back the pages that no row from
  // entry n_past on sees. n_past must not decrease from one call to the next.
  void grow(size_t slot, size_t n_past, size_t n_entries);
  void release(size_t slot);

  // Entry e lies in page [e / kPageEntries]; the pages at indices below first_page no longer belong
  // to the sequence.
  const std::vector<uint32_t>& pages(size_t slot) const { return slots_[slot].pages; }
  size_t first_page(size_t slot) const { return slots_[slot].first; }
  uint32_t prefix_tail_page(size_t prefix) const { return prefixes_[prefix].pages.back(); }
  const PagePool& pool() const { return pool_; }

 private:
  struct Slot {
    std::vector<uint32_t> pages;
    size_t first = 0;     // pages before this index have been given back
    size_t n_shared = 0;  // pages before this index belong to the prefix
    size_t promised = 0;  // reserved pages not yet taken
  };
  struct Prefix {
    std::vector<uint32_t> pages;
    size_t first = 0;
    size_t n_entries = 0;
  };

  size_t first_seen(size_t n_past) const;
  size_t own_pages(size_t prefix) const;
  void give_back(Slot& slot, size_t first);

  PageBounds bounds_;
  PagePool pool_;
  std::vector<Slot> slots_;
  std::vector<Prefix> prefixes_{1};
  size_t promised_ = 0;  // over all slots; never exceeds the free pages of the pool
};

}  // namespace redact
