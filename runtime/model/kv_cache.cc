// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/kv_cache.h"

namespace redact {

KvCache::KvCache(Ops& ops, const Config& config, size_t n_pages)
    : ops_(ops),
      n_layers_(config.n_layers),
      page_floats_(ops.page_floats(config.attention)),
      layer_floats_(n_pages * page_floats_),
      k_(ops.allocate(n_layers_ * layer_floats_)),
      v_(ops.allocate(n_layers_ * layer_floats_)) {}

void KvCache::copy_page(uint32_t from, uint32_t to) {
  for (size_t layer = 0; layer < n_layers_; ++layer) {
    for (float* kind : {k_.get(), v_.get()}) {
      float* base = kind + layer * layer_floats_;
      ops_.copy(base + from * page_floats_, base + to * page_floats_, page_floats_);
    }
  }
}

}  // namespace redact
