// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/ops.h"
#include "runtime/engine/sequence_pages.h"
#include "runtime/model/kv_cache.h"

namespace redact {

// The sequences in flight: their slots, the prefixes that they share, and their pages in both page
// tables. A sequence is admitted only if pages for its maximum length can be reserved
// (SequencePages), so back-pressure applies at admission.
class SequenceTable {
 public:
  // `bounds.window`: of the layers that have a window; 0: no layer has one.
  SequenceTable(const PageBounds& bounds, const PageCounts& n_pages);

  // Makes a prefix that sequences may share of the first n_entries entries of the sequence in
  // `slot`; its whole pages are shared by reference. Returns its number; 0 is the empty prefix.
  size_t share_prefix(size_t slot, size_t n_entries);
  // Frees the pages of all prefixes; numbers begin at 1 again. Precondition: n_active() == 0.
  void drop_prefixes();

  // A free slot with its pages reserved; nullopt if there is none. The sequence starts with the
  // entries of the prefix. If they end inside a page, the caller first copies that page in each
  // page table: from prefix_tail_page() to pages(slot).back().
  std::optional<size_t> admit(size_t prefix);
  // Makes room for n_entries in total, <= max_entries; the next rows are entries from n_past on.
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
