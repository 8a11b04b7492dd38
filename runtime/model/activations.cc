// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/activations.h"

#include <algorithm>

namespace redact {

namespace {

size_t widest(const Config& config, size_t (AttentionShape::*dim)() const) {
  size_t most = 0;
  for (const LayerSpec& layer : config.layers) {
    most = std::max(most, (layer.attention.shape.*dim)());
  }
  return most;
}

}  // namespace

Activations::Activations(DeviceMemory& memory, const Config& config, size_t max_rows_in)
    : max_rows(max_rows_in) {
  const size_t q_dim = widest(config, &AttentionShape::q_dim);
  const size_t kv_dim = widest(config, &AttentionShape::kv_dim);
  const auto rows_of = [&](size_t n) { return memory.allocate_floats(max_rows * n); };
  x = rows_of(config.d_model), hidden = rows_of(config.d_model);
  q = rows_of(q_dim), k = rows_of(kv_dim), v = rows_of(kv_dim), attn_out = rows_of(q_dim);
  ffn_gate = rows_of(config.d_ff), ffn_up = rows_of(config.d_ff);
}

}  // namespace redact
