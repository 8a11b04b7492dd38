// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/ops.h"
#include "runtime/model/activations.h"
#include "runtime/model/config.h"
#include "runtime/model/weights.h"

namespace redact {

// The keys and values of one sequence: [n_layers, capacity, kv_dim] each, entries in feeding order.
class KvCache {
 public:
  KvCache(const Config& config, size_t capacity);

  size_t capacity() const { return capacity_; }
  // Views layer `layer`; stays valid while the cache lives.
  KvView layer(size_t layer);

 private:
  size_t capacity_;
  size_t layer_size_;
  std::vector<float> k_;
  std::vector<float> v_;
};

// Consecutive rows of a batch that extend one sequence.
struct SequenceRows {
  size_t first_row;
  size_t n_rows;
  size_t n_past;  // entries already in the cache; n_past + n_rows <= cache->capacity()
  KvCache* cache;
};

// What a step consumes, flat: one token id and one position id per row.
struct Batch {
  std::span<const int32_t> ids;        // [n_rows], each in [0, n_vocab)
  std::span<const int32_t> positions;  // [n_rows]
  std::span<const SequenceRows> sequences;
};

// Runs the model over a batch. Returns the hidden rows after the output norm, [n_rows, d_model],
// inside `activations`, valid until the next call. n_rows <= activations.max_rows.
std::span<const float> forward(const Config& config, const Weights& weights, const Batch& batch,
                               Ops& ops, Activations& activations);

}  // namespace redact
