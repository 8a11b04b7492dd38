// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/activations.h"

namespace redact {

Activations::Activations(Ops& ops, const Config& config, size_t max_rows_in, size_t max_sequences)
    : max_rows(max_rows_in),
      x(ops.allocate(max_rows * config.d_model)),
      hidden(ops.allocate(max_rows * config.d_model)),
      q(ops.allocate(max_rows * config.attention.q_dim())),
      k(ops.allocate(max_rows * config.attention.kv_dim())),
      v(ops.allocate(max_rows * config.attention.kv_dim())),
      attn_out(ops.allocate(max_rows * config.attention.q_dim())),
      ffn_gate(ops.allocate(max_rows * config.d_ff)),
      ffn_up(ops.allocate(max_rows * config.d_ff)) {
  segments.reserve(max_sequences);
}

}  // namespace redact
