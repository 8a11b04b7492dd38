// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/memory_plan.h"

#include <algorithm>

namespace redact {

namespace {

// The device's own share: code, graphs, pinned copies; some 300 MiB with a driver of today.
constexpr size_t kReserve = size_t{384} << 20;

size_t bytes_of(const Weight& w) {
  const size_t rows = (w.rows + 15) / 16 * 16;  // a device lays rows out in tiles
  return w.row_bytes() * rows;
}

std::string mib(size_t bytes) {
  return std::to_string((bytes + (size_t{1} << 20) - 1) >> 20) + " MiB";
}

}  // namespace

MemoryPlan plan_memory(const Model& model, const Ops& ops, const EngineOptions& options) {
  const Config& c = model.config();
  const Weights& weights = model.weights();
  MemoryPlan plan{};
  plan.weights = bytes_of(weights.token_embd) + bytes_of(weights.output);
  for (const LayerWeights& w : weights.layers) {
    for (const Weight* m :
         {&w.attn_q, &w.attn_k, &w.attn_v, &w.attn_output, &w.ffn_gate, &w.ffn_up, &w.ffn_down}) {
      plan.weights += bytes_of(*m);
    }
    plan.weights += 2 * c.d_model * sizeof(float);
  }
  plan.weights += std::max(options.n_positions, options.max_entries) * c.rope_dims * sizeof(float);

  // Activations, as much again for the forms in which products take them, and attention's parts,
  // one for every 256 entries (kernels/cuda/attention.cuh); what a device stages grows by doubling.
  const size_t q = c.attention.q_dim(), kv = c.attention.kv_dim();
  const size_t row = 2 * (c.d_model + q + kv + c.d_ff);
  const size_t runs = options.max_entries / 256 + 1;
  plan.activations =
      options.max_rows * (2 * row + 2 * runs * (q + 2 * c.attention.n_heads)) * sizeof(float);
  plan.sequence = pages_for(options.max_entries) * ops.page_floats(c.attention) * sizeof(float) *
                  2 * c.n_layers;
  return plan;
}

Result<EngineOptions> fit_memory(const Model& model, const Ops& ops, EngineOptions options) {
  REDACT_TRY(ops.supports(model.config().attention));
  const size_t all = ops.free_bytes();
  const size_t free = all > kReserve ? all - kReserve : 0;
  const MemoryPlan plan = plan_memory(model, ops, options);
  if (plan.bytes(1) > free) {
    return Error{ErrorKind::kExhausted, "device",
                 "the model needs " + mib(plan.bytes(1)) + " (weights " + mib(plan.weights) + ", " +
                     std::to_string(options.max_rows) + " rows at work " + mib(plan.activations) +
                     ", one sequence of " + std::to_string(options.max_entries) + " entries " +
                     mib(plan.sequence) + "), and " + mib(free) +
                     " are free; a model of fewer bits a weight would fit, or --device cpu"};
  }
  options.max_sequences =
      std::min(options.max_sequences, (free - plan.weights - plan.activations) / plan.sequence);
  return options;
}

}  // namespace redact
