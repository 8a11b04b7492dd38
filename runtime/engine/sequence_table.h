// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/ops.h"
#include "runtime/engine/sequence_pages.h"
#include "runtime/model/kv_cache.h"

namespace redact {

// The sequences in flight: their slots, the prefixes that they share, and their pages in either
// page table. A sequence is admitted only when pages for its whole possible length are promised to
// it (SequencePages): back-pressure stands at the door.
class SequenceTable {
 public:
  // `bounds.window`: of the layers that have one; 0: no layer has.
  SequenceTable(const PageBounds& bounds, const PageCounts& n_pages);

  // A beginning that sequences may share: the first n_entries entries of the one in `slot`, whole
  // pages of which are shared by reference. Returns its number; 0 is the beginning without entries.
  size_t share_prefix(size_t slot, size_t n_entries);

  // A free slot with pages promised; nullopt where there is none. The sequence starts with the
  // entries of the prefix; where those end inside a page, the caller copies that page of each of
  // tables() first: from prefix_tail_page() to pages(slot).back().
  std::optional<size_t> admit(size_t prefix);
  // Makes room for n_entries in all, <= max_entries; the next rows are entries from n_past on.
  void grow(size_t slot, size_t n_past, size_t n_entries);
  void release(size_t slot);

  bool active(size_t slot) const { return active_[slot]; }
  size_t n_slots() const { return active_.size(); }
  size_t n_active() const { return n_active_; }
  size_t n_prefix_entries(size_t prefix) const { return prefix_entries_[prefix]; }
  bool prefix_ends_inside_a_page(size_t prefix) const {
    return prefix_entries_[prefix] % kPageEntries != 0;
  }
  bool has(PageTable table) const { return static_cast<size_t>(table) < tables_.size(); }
  // Precondition: has(table).
  const SequencePages& in(PageTable table) const { return tables_[static_cast<size_t>(table)]; }
  const std::vector<uint32_t>& pages(size_t slot) const { return in(PageTable::kAll).pages(slot); }
  // For Segment::window_pages.
  const uint32_t* window_pages(size_t slot) const {
    return has(PageTable::kWindow) ? in(PageTable::kWindow).pages(slot).data() : nullptr;
  }

 private:
  std::vector<SequencePages> tables_;  // by PageTable
  std::vector<bool> active_;           // per slot
  size_t n_active_ = 0;
  std::vector<size_t> prefix_entries_{0};  // per prefix
};

}  // namespace redact
