// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/activations.h"

namespace redact {

Activations::Activations(const Config& config, size_t max_rows_in, size_t max_sequences)
    : max_rows(max_rows_in),
      x(max_rows * config.d_model),
      x_norm(max_rows * config.d_model),
      q(max_rows * config.attention.q_dim()),
      k(max_rows * config.attention.kv_dim()),
      v(max_rows * config.attention.kv_dim()),
      attn_out(max_rows * config.attention.q_dim()),
      ffn_gate(max_rows * config.d_ff),
      ffn_up(max_rows * config.d_ff) {
  segments.reserve(max_sequences);
}

}  // namespace redact
