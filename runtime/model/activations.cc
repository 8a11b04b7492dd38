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

// The offset of the next n floats after those before `end`, which advances past them; each part is
// aligned as by DeviceMemory::allocate.
size_t take(size_t& end, size_t n) {
  constexpr size_t kAlignment = 64 / sizeof(float);
  const size_t at = end;
  end += (n + kAlignment - 1) / kAlignment * kAlignment;
  return at;
}

}  // namespace

Activations::Activations(DeviceMemory& memory, const Config& config, size_t max_rows) {
  const size_t q_rows = max_rows * widest(config, &AttentionShape::q_dim);
  const size_t kv_rows = max_rows * widest(config, &AttentionShape::kv_dim);
  const size_t ff_rows = config.n_experts > 0 ? 0 : max_rows * config.d_ff;
  size_t end = 0;
  const size_t x_at = take(end, max_rows * config.d_model);
  const size_t hidden_at = take(end, max_rows * config.d_model);
  size_t attention_end = end, ffn_end = end;
  const size_t q_at = take(attention_end, q_rows), k_at = take(attention_end, kv_rows);
  const size_t v_at = take(attention_end, kv_rows), out_at = take(attention_end, q_rows);
  const size_t gate_at = take(ffn_end, ff_rows), up_at = take(ffn_end, ff_rows);
  memory_ = memory.allocate_floats(std::max(attention_end, ffn_end));
  float* const begin = memory_.get();
  // `begin` is null where memory is only counted.
  const auto at = [begin](size_t offset) { return begin == nullptr ? nullptr : begin + offset; };
  x = at(x_at), hidden = at(hidden_at);
  q = at(q_at), k = at(k_at), v = at(v_at), attn_out = at(out_at);
  ffn_gate = at(gate_at), ffn_up = at(up_at);
}

}  // namespace redact
