// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

// The keys and values of all sequences, in pages of kPageEntries entries (kernels/ops.h says how
// one is laid out). A page number names the same page in every layer. Who owns which page is not
// its business: see engine/page_pool.h.
class KvCache {
 public:
  // Takes n_pages of every layer from `ops`, which outlives the cache.
  KvCache(Ops& ops, const Config& config, size_t n_pages);

  // A sequence's view of a layer; `pages` and the cache outlive it.
  KvView layer(size_t layer, const uint32_t* pages) {
    return {k_.get() + layer * layer_floats_, v_.get() + layer * layer_floats_, pages};
  }
  // Copies a page in every layer.
  void copy_page(uint32_t from, uint32_t to);

 private:
  Ops& ops_;
  size_t n_layers_;
  size_t page_floats_;  // of one page, one layer, keys or values
  size_t layer_floats_;
  std::shared_ptr<float[]> k_;  // [n_layers, n_pages, page_floats]
  std::shared_ptr<float[]> v_;
};

}  // namespace redact
