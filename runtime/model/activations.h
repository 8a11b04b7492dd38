// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

// All buffers of a step in device memory, allocated once for the largest step; a step of n rows
// uses the first n. Layers of different shapes share buffers sized for the widest.
struct Activations {
  using Buffer = std::shared_ptr<float[]>;

  // Throws whatever `memory` throws; `memory` outlives the buffers.
  Activations(DeviceMemory& memory, const Config& config, size_t max_rows);

  size_t max_rows;
  Buffer x;         // [max_rows, d_model]  the residual stream
  Buffer hidden;    // [max_rows, d_model]  the result of a pass
  Buffer q;         // [max_rows, q_dim]
  Buffer k;         // [max_rows, kv_dim]
  Buffer v;         // [max_rows, kv_dim]
  Buffer attn_out;  // [max_rows, q_dim]
  Buffer ffn_gate;  // [max_rows, d_ff]
  Buffer ffn_up;    // [max_rows, d_ff]
};

}  // namespace redact
