// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

// Every buffer of a step in the device's memory, taken once for the largest step; a step of n rows
// uses the first n. Layers of different shapes share the buffers of the widest.
struct Activations {
  using Buffer = std::shared_ptr<float[]>;

  // Throws as `memory` does, which outlives the buffers.
  Activations(DeviceMemory& memory, const Config& config, size_t max_rows);

  size_t max_rows;
  Buffer x;         // [max_rows, d_model]  the residual stream
  Buffer hidden;    // [max_rows, d_model]  what a pass returns
  Buffer q;         // [max_rows, q_dim]
  Buffer k;         // [max_rows, kv_dim]
  Buffer v;         // [max_rows, kv_dim]
  Buffer attn_out;  // [max_rows, q_dim]
  Buffer ffn_gate;  // [max_rows, d_ff]
  Buffer ffn_up;    // [max_rows, d_ff]
};

}  // namespace redact
