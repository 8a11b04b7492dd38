// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/kv_cache.h"

#include <cstring>

namespace redact {

KvCache::KvCache(const Config& config, size_t n_pages)
    : n_layers_(config.n_layers),
      page_floats_(config.attention.kv_dim() * kPageEntries),
      layer_floats_(n_pages * page_floats_),
      k_(std::make_unique_for_overwrite<float[]>(n_layers_ * layer_floats_)),
      v_(std::make_unique_for_overwrite<float[]>(n_layers_ * layer_floats_)) {}

size_t KvCache::page_bytes(const Config& config) {
  return 2 * config.n_layers * config.attention.kv_dim() * kPageEntries * sizeof(float);
}

void KvCache::copy_page(uint32_t from, uint32_t to) {
  for (size_t layer = 0; layer < n_layers_; ++layer) {
    for (float* kind : {k_.get(), v_.get()}) {
      float* base = kind + layer * layer_floats_;
      std::memcpy(base + to * page_floats_, base + from * page_floats_,
                  page_floats_ * sizeof(float));
    }
  }
}

}  // namespace redact
