// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

// All buffers of a step in device memory, allocated once for the largest step; a step of n rows
// uses the first n. Layers of different shapes share buffers sized for the widest. The buffers of
// attention and those of the feed-forward block are never in use at the same time and share their
// memory.
class Activations {
 public:
  // Throws whatever `memory` throws; `memory` outlives the buffers.
  Activations(DeviceMemory& memory, const Config& config, size_t max_rows);

  float* x;         // [max_rows, d_model]  the residual stream
  float* hidden;    // [max_rows, d_model]  the result of a pass
  float* q;         // [max_rows, q_dim]
  float* k;         // [max_rows, kv_dim]
  float* v;         // [max_rows, kv_dim]
  float* attn_out;  // [max_rows, q_dim]
  float* ffn_gate;  // [max_rows, d_ff]; not in a model with experts
  float* ffn_up;    // [max_rows, d_ff]; not in a model with experts

 private:
  std::shared_ptr<float[]> memory_;
};

}  // namespace redact
