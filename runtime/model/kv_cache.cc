// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/kv_cache.h"

#include <algorithm>

namespace redact {

KvCache::KvCache(DeviceMemory& memory, const Config& config, const PageCounts& n_pages,
                 bool one_pass, Rounding rounding) {
  size_t total = 0, largest = 0;
  for (const LayerSpec& layer : config.layers) {
    page_bytes_.push_back(memory.page_bytes(layer.attention.shape));
    const size_t n_bytes = 2 * n_pages.of(layer.table()) * page_bytes_.back();
    total += n_bytes;
    largest = std::max(largest, n_bytes);
  }
  memory_ = memory.allocate(one_pass ? largest : total);
  std::byte* const begin = memory_.get();
  // `begin` is null where memory is only counted.
  const auto address = [begin](size_t offset) {
    return begin == nullptr ? nullptr : begin + offset;
  };
  size_t at = 0;
  for (size_t i = 0; i < config.layers.size(); ++i) {
    const PageTable table = config.layers[i].table();
    const size_t n_bytes = n_pages.of(table) * page_bytes_[i];
    layers_.push_back({address(at), address(at + n_bytes), table, rounding});
    if (!one_pass) at += 2 * n_bytes;
  }
}

// Consecutive layers whose pages are evenly spaced are copied with one call; in most models that is
// all layers.
void KvCache::copy_page(Ops& ops, PageTable table, uint32_t from, uint32_t to) {
  std::byte* first = nullptr;
  Pieces pieces{0, 0};
  const auto copy = [&] {
    if (pieces.n == 0) return;
    ops.copy(first + from * pieces.n_bytes, first + to * pieces.n_bytes, pieces);
  };
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (layers_[i].table != table) continue;
    for (std::byte* pages : {layers_[i].keys, layers_[i].values}) {
      const size_t distance = pieces.n == 0 ? 0 : static_cast<size_t>(pages - first);
      if (pieces.n == 1) pieces.stride = distance;
      if (pieces.n_bytes == page_bytes_[i] && distance == pieces.n * pieces.stride) {
        ++pieces.n;
        continue;
      }
      copy();
      first = pages;
      pieces = {page_bytes_[i], 1};
    }
  }
  copy();
}

}  // namespace redact
