// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/kv_cache.h"

namespace redact {

KvCache::KvCache(DeviceMemory& memory, const Config& config, size_t n_pages) {
  size_t total = 0;
  for (const LayerSpec& layer : config.layers) {
    page_bytes_.push_back(memory.page_bytes(layer.attention.shape));
    total += 2 * n_pages * page_bytes_.back();
  }
  memory_ = memory.allocate(total);
  std::byte* at = memory_.get();
  for (const size_t page_bytes : page_bytes_) {
    layers_.push_back({at, at + n_pages * page_bytes});
    at += 2 * n_pages * page_bytes;
  }
}

void KvCache::copy_page(Ops& ops, uint32_t from, uint32_t to) {
  for (size_t i = 0; i < layers_.size(); ++i) {
    for (std::byte* pages : {layers_[i].keys, layers_[i].values}) {
      ops.copy(pages + from * page_bytes_[i], pages + to * page_bytes_[i], page_bytes_[i]);
    }
  }
}

}  // namespace redact
