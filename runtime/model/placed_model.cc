// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/placed_model.h"

#include <algorithm>
#include <new>

#include "runtime/model/rope_angles.h"

namespace redact {

namespace {

using Constants = std::vector<std::shared_ptr<const float[]>>;

void prepare(Weight& w, TensorUse use, Rounding rounding, DeviceMemory& memory,
             Constants& constants) {
  if (w.data == nullptr) return;
  switch (use) {
    case TensorUse::kMultiplied:
      w = memory.prepare(
          w, rounding == Rounding::kRows ? WeightUse::kMultipliedByRows : WeightUse::kMultiplied);
      break;
    case TensorUse::kRouting: w = memory.prepare(w, WeightUse::kMultiplied); break;
    case TensorUse::kGathered: w = memory.prepare(w, WeightUse::kGathered); break;
    case TensorUse::kVector:
      constants.push_back(memory.constants(
          w.cols, [&w](float* values) { std::copy_n(w.floats(), w.cols, values); }));
      w.data = reinterpret_cast<const uint8_t*>(constants.back().get());
      break;
  }
}

// Prepares the tensors of `owner` that its table names.
template <typename Owner>
void prepare_all(Owner& owner, std::span<const TensorRow<Owner>> table, const Config& config,
                 Rounding rounding, DeviceMemory& memory, Constants& constants) {
  for (const TensorRow<Owner>& row : table) {
    if (config.presence(row.part) == Presence::kAbsent) continue;
    if (row.stack == nullptr) {
      prepare(owner.*row.member, row.use, rounding, memory, constants);
    } else {
      for (Weight& w : owner.*row.stack) prepare(w, row.use, rounding, memory, constants);
    }
  }
}

}  // namespace

Result<std::unique_ptr<const PlacedModel>> PlacedModel::place(const Model& model, Ops& ops,
                                                              size_t n_positions,
                                                              Rounding rounding) {
  REDACT_TRY(check(model.config(), ops));
  try {
    auto placed = std::make_unique<const PlacedModel>(model, ops, n_positions, rounding);
    REDACT_TRY(ops.status());
    return placed;
  } catch (const std::bad_alloc&) {
    REDACT_TRY(ops.status());  // a failed device gives no memory either
    return Error{ErrorKind::kExhausted, "device", "has too little memory for the model"};
  }
}

Result<void> PlacedModel::check(const Config& config, const Ops& ops) {
  for (const LayerSpec& layer : config.layers) REDACT_TRY(ops.supports(layer.attention));
  return {};
}

PlacedModel::PlacedModel(const Model& model, DeviceMemory& memory, size_t n_positions,
                         Rounding rounding)
    : model_(model), n_positions_(n_positions), rounding_(rounding), weights_(model.weights()) {
  const bool has_kinds = weights_.rope_long.data != nullptr;
  const float* factors = has_kinds ? weights_.rope_short.floats() : weights_.rope_freqs.floats();
  if (n_positions > model.long_above()) long_above_ = model.long_above();
  for (const RopeSpec& spec : config().ropes) {
    const size_t n_rows = n_positions + long_above_;
    constants_.push_back(memory.constants(n_rows * spec.n_dims, [&](float* cos_sin) {
      if (long_above_ == 0) return fill_rope_angles(spec, factors, n_positions, cos_sin);
      fill_rope_angles(spec, factors, long_above_, cos_sin);
      fill_rope_angles(spec, weights_.rope_long.floats(), n_positions,
                       cos_sin + long_above_ * spec.n_dims);
    }));
    ropes_.push_back({spec.n_dims, spec.pairs, constants_.back().get()});
  }
  // A file that ties its output to its embeddings has one table for both, which is prepared once.
  const bool tied = weights_.output.data == weights_.token_embd.data;
  if (tied) weights_.output = {};
  prepare_all(weights_, model_tensors(), config(), rounding, memory, constants_);
  if (tied) weights_.output = weights_.token_embd;
  for (LayerWeights& layer : weights_.layers) {
    prepare_all(layer, layer_tensors(), config(), rounding, memory, constants_);
    model.drop_resident_pages();  // from here on the prepared copies are read
  }
}

}  // namespace redact
