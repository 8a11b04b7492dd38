// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "runtime/model/config.h"

namespace redact {

// Every buffer of a step, allocated once for the largest batch; a step of n rows uses the first n.
struct Activations {
  Activations(const Config& config, size_t max_rows, size_t max_sequences);

  size_t max_rows;
  std::vector<Segment> segments;  // of the layer at work, at most max_sequences
  std::vector<float> x;           // [max_rows, d_model]  the residual stream
  std::vector<float> x_norm;      // [max_rows, d_model]
  std::vector<float> q;           // [max_rows, q_dim]
  std::vector<float> k;           // [max_rows, kv_dim]
  std::vector<float> v;           // [max_rows, kv_dim]
  std::vector<float> attn_out;    // [max_rows, q_dim]
  std::vector<float> ffn_gate;    // [max_rows, d_ff]
  std::vector<float> ffn_up;      // [max_rows, d_ff]
};

}  // namespace redact
