// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/placed_model.h"

#include <algorithm>
#include <new>

#include "runtime/model/rope_angles.h"

namespace redact {

namespace {

// Prepares the tensors of one owner that its table names.
template <typename Owner>
void prepare(Owner& owner, std::span<const TensorRow<Owner>> table, DeviceMemory& memory,
             std::vector<std::shared_ptr<const float[]>>& constants) {
  for (const TensorRow<Owner>& row : table) {
    Weight& w = owner.*row.member;
    if (w.data == nullptr) continue;
    switch (row.use) {
      case TensorUse::kMultiplied: w = memory.prepare(w, WeightUse::kMultiplied); break;
      case TensorUse::kGathered: w = memory.prepare(w, WeightUse::kGathered); break;
      case TensorUse::kVector:
        constants.push_back(memory.constants(
            w.cols, [&w](float* values) { std::copy_n(w.floats(), w.cols, values); }));
        w.data = reinterpret_cast<const uint8_t*>(constants.back().get());
        break;
    }
  }
}

}  // namespace

Result<std::unique_ptr<const PlacedModel>> PlacedModel::place(const Model& model, Ops& ops,
                                                              size_t n_positions) {
  for (const LayerSpec& layer : model.config().layers) REDACT_TRY(ops.supports(layer.attention));
  try {
    auto placed = std::make_unique<const PlacedModel>(model, ops, n_positions);
    REDACT_TRY(ops.status());
    return placed;
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::kExhausted, "device", "has too little memory for the model"};
  }
}

PlacedModel::PlacedModel(const Model& model, DeviceMemory& memory, size_t n_positions)
    : model_(model), n_positions_(n_positions), weights_(model.weights()) {
  const float* factors = weights_.rope_freqs.floats();
  for (const RopeSpec& spec : config().ropes) {
    constants_.push_back(memory.constants(n_positions * spec.n_dims, [&](float* cos_sin) {
      fill_rope_angles(spec, factors, n_positions, cos_sin);
    }));
    ropes_.push_back({spec.n_dims, spec.pairs, constants_.back().get()});
  }
  // A file that ties its output to its embeddings has one table, which is prepared once.
  const bool tied = weights_.output.data == weights_.token_embd.data;
  if (tied) weights_.output = {};
  prepare(weights_, model_tensors(), memory, constants_);
  if (tied) weights_.output = weights_.token_embd;
  for (LayerWeights& layer : weights_.layers) {
    prepare(layer, layer_tensors(), memory, constants_);
    model.drop_resident_pages();  // the packed copies are what is read from here on
  }
}

}  // namespace redact
