// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/engine/page_pool.h"

namespace redact {

// What a table of pages is made for.
struct PageBounds {
  size_t max_sequences;
  size_t max_entries;  // of a sequence, those of a shared prefix included
  size_t max_rows;     // of a sequence in one step
  size_t window;       // the entries that a row sees, its own included; 0: all

  // The most pages that a sequence holds at a time.
  size_t pages_of_sequence() const;
};

// The pages of the sequences in flight in those layers that share a page table. Pure bookkeeping:
// it knows neither rows nor models. Pages for as much as a sequence can hold are promised to it
// when it is admitted, so none ever waits for memory in the middle; it takes them one by one as it
// grows, and where there is a window it gives back what lies behind it. All memory is taken at
// construction.
class SequencePages {
 public:
  SequencePages(const PageBounds& bounds, size_t n_pages);

  // The first n_entries entries of a sequence, for others to begin with: this object becomes one
  // more holder of the pages that those will see. Prefix 0 is the beginning without entries; the
  // others are numbered in order.
  void share_prefix(size_t slot, size_t n_entries);

  // Whether pages are free for one more sequence that begins with the prefix.
  bool fits(size_t prefix) const { return promised_ + own_pages(prefix) <= pool_.n_free(); }
  // The sequence starts with the whole pages of the prefix, shared. Where the prefix ends inside a
  // page, the caller copies that page: from prefix_tail_page() to pages(slot).back().
  // Precondition: fits(prefix).
  void admit(size_t slot, size_t prefix);
  // Makes room for n_entries in all, <= max_entries, and gives back what no row from entry n_past
  // on sees. n_past never falls.
  void grow(size_t slot, size_t n_past, size_t n_entries);
  void release(size_t slot);

  // Entry e lies in page [e / kPageEntries]; numbers before first_page are no longer the
  // sequence's.
  const std::vector<uint32_t>& pages(size_t slot) const { return slots_[slot].pages; }
  size_t first_page(size_t slot) const { return slots_[slot].first; }
  uint32_t prefix_tail_page(size_t prefix) const { return prefixes_[prefix].pages.back(); }
  const PagePool& pool() const { return pool_; }

 private:
  struct Slot {
    std::vector<uint32_t> pages;
    size_t first = 0;     // pages before it have been given back
    size_t n_shared = 0;  // pages before it are a prefix's
    size_t promised = 0;  // pages it may still take
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
  size_t promised_ = 0;  // over all slots; never more than the pool has free
};

}  // namespace redact
