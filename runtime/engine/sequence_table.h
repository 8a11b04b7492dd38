// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "runtime/engine/page_pool.h"

namespace redact {

// The sequences in flight and their pages. Pure bookkeeping: it knows neither rows nor models. A
// sequence is admitted only when pages for its whole possible length are promised to it, so none
// ever waits for memory in the middle (back-pressure stands at the door); it takes them one by one
// as it grows. All memory is taken at construction.
class SequenceTable {
 public:
  // Sequences hold at most max_entries entries each, `n_shared` of a common prefix included.
  SequenceTable(size_t max_sequences, size_t max_entries, size_t n_pages);

  // A beginning that sequences may share: the first n_entries entries of `pages`, whole pages of
  // which are shared by reference. The table becomes one more holder of the pages. Returns its
  // number; 0 is the beginning without entries.
  size_t share_prefix(std::span<const uint32_t> pages, size_t n_entries);

  // A free slot with pages promised; nullopt where there is none. The sequence starts with the
  // entries of the prefix; where those end inside a page, the caller copies that page first: from
  // prefix_tail_page() to pages(slot).back().
  std::optional<size_t> admit(size_t prefix);
  // Makes room for n_entries in all, <= max_entries.
  void grow(size_t slot, size_t n_entries);
  void release(size_t slot);

  bool active(size_t slot) const { return slots_[slot].active; }
  size_t n_slots() const { return slots_.size(); }
  size_t n_active() const { return n_active_; }
  size_t n_prefix_entries(size_t prefix) const { return prefixes_[prefix].n_entries; }
  bool prefix_ends_inside_a_page(size_t prefix) const;
  uint32_t prefix_tail_page(size_t prefix) const { return prefixes_[prefix].pages.back(); }
  const std::vector<uint32_t>& pages(size_t slot) const { return slots_[slot].pages; }
  const PagePool& pool() const { return pool_; }

 private:
  struct Slot {
    bool active = false;
    size_t promised = 0;  // pages it may still take
    std::vector<uint32_t> pages;
  };

  PagePool pool_;
  std::vector<Slot> slots_;
  size_t max_pages_;     // of one sequence
  size_t promised_ = 0;  // over all slots; never more than the pool has free
  size_t n_active_ = 0;
  struct Prefix {
    std::vector<uint32_t> pages;
    size_t n_entries = 0;
  };
  std::vector<Prefix> prefixes_{1};
};

}  // namespace redact
