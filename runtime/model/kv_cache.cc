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
  std::byte* at = memory_.get();
  for (size_t i = 0; i < config.layers.size(); ++i) {
    const PageTable table = config.layers[i].table();
    const size_t n_bytes = n_pages.of(table) * page_bytes_[i];
    layers_.push_back({at, at + n_bytes, table, rounding});
    if (!one_pass) at += 2 * n_bytes;
  }
}

void KvCache::copy_page(Ops& ops, PageTable table, uint32_t from, uint32_t to) {
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (layers_[i].table != table) continue;
    for (std::byte* pages : {layers_[i].keys, layers_[i].values}) {
      ops.copy(pages + from * page_bytes_[i], pages + to * page_bytes_[i], page_bytes_[i]);
    }
  }
}

}  // namespace redact
