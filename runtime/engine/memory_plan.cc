// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/memory_plan.h"

#include <algorithm>
#include <cstdio>

#include "kernels/counting_memory.h"

namespace redact {

namespace {

// A reserve for memory that the plan does not cover: on a GPU the driver's context, code and
// graphs, about 300 MiB; on a host the tokenizer, documents in flight and their results.
constexpr size_t kReserve = size_t{384} << 20;

}  // namespace

StepBounds step_bounds(const Model& model, const EngineOptions& options) {
  const Config& config = model.config();
  // Relative positions are projected as the rows of a step.
  StepBounds bounds{std::max(options.max_rows, config.relative.n_rows()),
                    options.max_entries,
                    std::max(config.d_model, config.d_ff),
                    config.layers.front().attention.shape,
                    config.n_experts,
                    config.n_experts_used,
                    config.relative.n_rows()};
  for (const LayerSpec& layer : config.layers) {
    const AttentionShape& shape = layer.attention.shape;
    bounds.widest_row = std::max(bounds.widest_row, shape.q_dim());
    if (shape.q_dim() > bounds.shape.q_dim()) bounds.shape = shape;
  }
  bounds.n_logits =
      options.max_rows * std::min(options.max_candidates, model.weights().output.rows);
  return bounds;
}

namespace {

// The memory for merging an adapter beside the prepared weights: one matrix at a time, and the
// output matrix if it is adapted, because a CPU reads that in place. This is host memory; on other
// devices the plan is too large by this amount.
size_t merging_bytes(const Model& model) {
  const Adapter* adapter = model.adapter();
  if (adapter == nullptr) return 0;
  const Weight& output = model.weights().output;
  return adapter->most_bytes() +
         (adapter->adapts(output) ? adapter->merged_form(output).n_bytes() : 0);
}

}  // namespace

std::string size_text(size_t n_bytes) {
  char text[32];
  const double mib = static_cast<double>(n_bytes) / (1 << 20);
  if (mib < 1024) {
    std::snprintf(text, sizeof text, "%.0f MiB", mib);
  } else {
    std::snprintf(text, sizeof text, "%.1f GiB", mib / 1024);
  }
  return text;
}

MemoryPlan plan_memory(const Model& model, const Ops& ops, const EngineOptions& options,
                       size_t n_positions) {
  CountingMemory weights(ops), step(ops), sequence(ops);
  const PlacedModel placed(model, weights, n_positions, options.rounding);
  const Activations activations(step, model.config(), options.max_rows);
  const StepLimits one{
      {1, options.max_entries, options.max_rows, model.config().window()}, n_positions, 0, 0};
  const KvCache cache(sequence, model.config(), StepBuilder::n_pages(one), options.one_pass);
  const size_t n_prefix_pages = options.prefix_pages * placed.n_kinds();
  const KvCache prefixes(step, model.config(), {n_prefix_pages, n_prefix_pages});
  return {weights.n_bytes() + merging_bytes(model),
          step.n_bytes() + ops.scratch_bytes(step_bounds(model, options)), sequence.n_bytes()};
}

size_t usable_bytes(const Ops& ops) {
  const size_t free = ops.free_bytes();
  return free > kReserve ? free - kReserve : 0;
}

Result<EngineOptions> fit_memory(const Model& model, const Ops& ops, EngineOptions options,
                                 size_t n_positions) {
  REDACT_TRY(PlacedModel::check(model.config(), ops));
  const size_t usable = usable_bytes(ops);
  REDACT_TRY(ops.status());  // a failed device reports no free bytes either
  const MemoryPlan plan = plan_memory(model, ops, options, n_positions);
  if (plan.bytes(1) > usable) {
    return Error{ErrorKind::kExhausted, "memory",
                 "the model needs " + size_text(plan.bytes(1)) + " (weights " +
                     size_text(plan.weights) + ", " + std::to_string(options.max_rows) +
                     " activation rows " + size_text(plan.step) + ", one sequence of " +
                     std::to_string(options.max_entries) + " entries " + size_text(plan.sequence) +
                     "), but only " + size_text(usable) +
                     " are free; use a shorter context (-c) or a model with fewer bits per weight"};
  }
  const size_t n_fitting = (usable - plan.weights - plan.step) / std::max<size_t>(plan.sequence, 1);
  options.max_sequences = std::min(options.max_sequences, n_fitting);
  return options;
}

}  // namespace redact
