// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/placed_model.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "runtime/model/rope_angles.h"

namespace redact {

Result<std::unique_ptr<const PlacedModel>> PlacedModel::place(const Model& model, Ops& ops,
                                                              size_t n_positions,
                                                              Rounding rounding) {
  REDACT_TRY(check(model.config(), ops));
  const bool learned = model.weights().position_embd.data != nullptr;
  if (learned && n_positions > model.config().n_context) {
    return Error{ErrorKind::kBadInput, "position_embd.weight",
                 "has fewer positions than are to be run"};
  }
  try {
    Result<void> merged;
    std::optional<ThreadPool> pool;
    if (model.adapter() != nullptr) pool.emplace(model.adapter()->n_threads());
    const Merge merge = [&](const Weight& w) {
      auto bytes = model.adapter()->merge(w, *pool);
      if (bytes.ok()) return std::move(*bytes);
      if (merged.ok()) merged = bytes.error();
      return Buffer();
    };
    std::unique_ptr<PlacedModel> placed(new PlacedModel(model, ops, n_positions, rounding, merge));
    REDACT_TRY(blame("adapter", merged));
    placed->project_relative(ops);
    REDACT_TRY(ops.status());
    return std::unique_ptr<const PlacedModel>(std::move(placed));
  } catch (const std::bad_alloc&) {
    REDACT_TRY(ops.status());  // a failed device gives no memory either
    return Error{ErrorKind::kExhausted, "device", "not enough memory for the model"};
  }
}

Result<void> PlacedModel::check(const Config& config, const Ops& ops) {
  if (config.has(Part::kSinks)) REDACT_TRY(ops.supports_sinks());
  for (const LayerSpec& layer : config.layers) REDACT_TRY(ops.supports(layer.attention));
  if (config.n_experts > 0) REDACT_TRY(ops.supports_experts());
  if (config.relative.n_rows() > 0) REDACT_TRY(ops.supports_relative_attention());
  return {};
}

Result<void> PlacedModel::check_readable(const Ops& ops) const {
  const auto reads = [&](const Weight& w) { return w.data == nullptr || ops.reads(w); };
  bool readable =
      reads(weights_.token_embd) && reads(weights_.output) && reads(weights_.head_layer);
  for (const LayerWeights& layer : weights_.layers) {
    for (const TensorRow<LayerWeights>& row : layer_tensors()) {
      if (row.use == TensorUse::kVector || row.use == TensorUse::kOnHost) continue;
      readable = readable && (row.stack == nullptr ? reads(layer.*row.member)
                                                   : std::ranges::all_of(layer.*row.stack, reads));
    }
  }
  if (readable) return {};
  return Error{ErrorKind::kInternal, "device",
               "the session's device differs from the device that holds the model"};
}

RelativeAttention PlacedModel::relative(size_t layer) const {
  const RelativeBuckets& buckets = config().relative;
  const size_t n = buckets.n_rows() * config().layers.front().attention.shape.q_dim();
  const float* const keys = relative_.get() + 2 * layer * n;
  return {keys, keys + n, buckets};
}

// Keys and queries of the relative positions do not depend on the text: they are the products of
// the normed table with the matrices of each layer.
void PlacedModel::project_relative(Ops& ops) {
  if (relative_ == nullptr) return;
  const size_t n = config().relative.n_rows(), d = config().d_model;
  const auto table = ops.constants(
      n * d, [&](float* rows) { std::copy_n(weights_.relative.floats(), n * d, rows); });
  const auto normed = ops.allocate_floats(n * d);
  const LayerNorm norm{weights_.relative_norm.floats(), weights_.relative_norm_bias.floats(),
                       config().norm_eps};
  ops.layer_norm(norm, table.get(), n, d, normed.get());
  float* next = relative_.get();
  for (const LayerWeights& w : weights_.layers) {
    float* const keys = std::exchange(next, next + n * w.attn_k.rows);
    float* const queries = std::exchange(next, next + n * w.attn_q.rows);
    const Product products[] = {{w.attn_k, keys, w.attn_k_bias.floats()},
                                {w.attn_q, queries, w.attn_q_bias.floats()}};
    ops.matmul(products, normed.get(), n);
  }
  ops.finish();
}

void PlacedModel::prepare(Weight& w, TensorUse use, DeviceMemory& memory, const Merge& merge) {
  if (w.data == nullptr) return;
  const Weight base = w;
  Buffer merged;
  if (const Adapter* adapter = model_.adapter(); adapter != nullptr && adapter->adapts(base)) {
    w = adapter->merged_form(base);
    if (merge != nullptr) {
      merged = merge(base);
      if (merged == nullptr) return;
      w.data = reinterpret_cast<const uint8_t*>(merged.get());
    }
  }
  switch (use) {
    case TensorUse::kMultiplied:
      w = memory.prepare(
          w, rounding_ == Rounding::kRows ? WeightUse::kMultipliedByRows : WeightUse::kMultiplied);
      break;
    case TensorUse::kRouting: w = memory.prepare(w, WeightUse::kMultiplied); break;
    case TensorUse::kOnHost: break;
    case TensorUse::kGathered: w = memory.prepare(w, WeightUse::kGathered); break;
    case TensorUse::kVector:
      constants_.push_back(memory.constants(
          w.rows * w.cols, [&w](float* v) { std::copy_n(w.floats(), w.rows * w.cols, v); }));
      w.data = reinterpret_cast<const uint8_t*>(constants_.back().get());
      break;
  }
  if (merged == nullptr) return;
  if (w.prepared == nullptr) {
    merged_.push_back(std::move(merged));
  } else if (w.data == reinterpret_cast<const uint8_t*>(merged.get())) {
    w.data = base.data;  // only says that the matrix exists
  }
}

// Prepares the tensors of `owner` that its table names.
template <typename Owner>
void PlacedModel::prepare_all(Owner& owner, std::span<const TensorRow<Owner>> table,
                              DeviceMemory& memory, const Merge& merge) {
  for (const TensorRow<Owner>& row : table) {
    if (!config().has(row.part)) continue;
    if (row.stack == nullptr) {
      prepare(owner.*row.member, row.use, memory, merge);
    } else {
      for (Weight& w : owner.*row.stack) prepare(w, row.use, memory, merge);
    }
  }
}

PlacedModel::PlacedModel(const Model& model, DeviceMemory& memory, size_t n_positions,
                         Rounding rounding, const Merge& merge)
    : model_(model), n_positions_(n_positions), rounding_(rounding), weights_(model.weights()) {
  const bool has_kinds = weights_.rope_long.data != nullptr;
  const float* factors = has_kinds ? weights_.rope_short.floats() : weights_.rope_freqs.floats();
  if (n_positions > model.long_above()) long_above_ = model.long_above();
  for (const RopeSpec& spec : config().ropes) {
    const size_t n_rows = n_positions + long_above_;
    const std::vector<float> yarn =
        spec.yarn.factor > 1 ? yarn_factors(spec) : std::vector<float>();
    const float* const divisors = yarn.empty() ? factors : yarn.data();
    constants_.push_back(memory.constants(n_rows * spec.n_dims, [&](float* cos_sin) {
      if (long_above_ == 0) return fill_rope_angles(spec, divisors, n_positions, cos_sin);
      fill_rope_angles(spec, factors, long_above_, cos_sin);
      fill_rope_angles(spec, weights_.rope_long.floats(), n_positions,
                       cos_sin + long_above_ * spec.n_dims);
    }));
    ropes_.push_back({spec.n_dims, spec.pairs, constants_.back().get()});
  }
  if (weights_.position_embd.data != nullptr) {
    const Weight& types = weights_.token_types;
    const size_t d = config().d_model;
    constants_.push_back(memory.constants(n_positions * d, [&](float* rows) {
      std::copy_n(weights_.position_embd.floats(), n_positions * d, rows);
      if (types.data == nullptr) return;
      for (size_t i = 0; i < n_positions * d; ++i) rows[i] += types.floats()[i % d];
    }));
    positions_ = constants_.back().get();
  }
  if (weights_.relative.data != nullptr) {
    const size_t width = config().layers.front().attention.shape.q_dim();
    relative_ = memory.allocate_floats(2 * config().layers.size() * weights_.relative.rows * width);
  }
  // A file that ties its output to its embeddings has one table for both, which is prepared once.
  const bool tied = weights_.output.data == weights_.token_embd.data;
  if (tied) weights_.output = {};
  prepare_all(weights_, model_tensors(), memory, merge);
  if (tied) weights_.output = weights_.token_embd;
  for (LayerWeights& layer : weights_.layers) {
    prepare_all(layer, layer_tensors(), memory, merge);
    model.drop_resident_pages();  // from here on the prepared copies are read
  }
}

}  // namespace redact
