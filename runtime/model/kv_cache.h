// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

// The number of pages in the layers of each page table.
struct PageCounts {
  size_t all;
  size_t window;

  size_t of(PageTable table) const { return table == PageTable::kAll ? all : window; }
};

// The keys and values of all sequences, in pages of kPageEntries entries whose layout is up to the
// device. A page number names the same page in every layer of one page table. Which sequence holds
// which page is recorded elsewhere (engine/sequence_pages.h).
class KvCache {
 public:
  // Takes this many pages for every layer from `memory`, which outlives the cache; throws whatever
  // `memory` throws. `one_pass`: all layers share their memory, which suits sequences that end with
  // their first pass: each layer overwrites the entries of the one before. `rounding`: of the
  // entries.
  KvCache(DeviceMemory& memory, const Config& config, const PageCounts& n_pages,
          bool one_pass = false, Rounding rounding = Rounding::kBlocks);

  const LayerCache& layer(size_t layer) const { return layers_[layer]; }
  // Copies a page in every layer of a table; `ops` is the device whose memory the cache is in.
  void copy_page(Ops& ops, PageTable table, uint32_t from, uint32_t to);

 private:
  std::shared_ptr<std::byte[]> memory_;
  std::vector<LayerCache> layers_;
  std::vector<size_t> page_bytes_;  // per layer, of keys or of values
};

}  // namespace redact
