// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "kernels/ops.h"
#include "runtime/model/model.h"

namespace redact {

// A model on a device: its weights in the form that the device reads fastest, and the angles of its
// rotary embeddings. Made once and shared by everything that runs the model there; its device
// memory is freed with it. Immutable, so several engines may read it, each used by one thread at a
// time. On a CPU, each may have an Ops of its own, which open_device gave for the same name: they
// then run at the same time, and each gets the bits that it gets alone. On a GPU, all use the Ops
// that the model is placed with.
class PlacedModel {
 public:
  // Positions [0, n_positions) can be run, of an encoder at most its n_context; `rounding` applies
  // to products and to attention. `model` and the device outlive the result. kUnsupported if the
  // device has no kernel for a layer's attention, kExhausted if it has too little memory. An
  // adapter is merged matrix by matrix, so that no matrix but one is held both merged and prepared;
  // errors of merging begin with "adapter".
  static Result<std::unique_ptr<const PlacedModel>> place(const Model& model, Ops& ops,
                                                          size_t n_positions,
                                                          Rounding rounding = Rounding::kBlocks);

  // kUnsupported if the device lacks something that the model needs; the error names it.
  static Result<void> check(const Config& config, const Ops& ops);

  // Allocates from any DeviceMemory, so that the bytes that place would take can be counted
  // (kernels/counting_memory.h); no adapter is merged. Throws whatever `memory` throws.
  PlacedModel(const Model& model, DeviceMemory& memory, size_t n_positions,
              Rounding rounding = Rounding::kBlocks)
      : PlacedModel(model, memory, n_positions, rounding, {}) {}

  // kInternal if `ops` cannot read weights that were prepared on the device of this model.
  Result<void> check_readable(const Ops& ops) const;

  const Model& model() const { return model_; }
  const Config& config() const { return model_.config(); }
  const Weights& weights() const { return weights_; }
  // The rotary embeddings of a layer.
  const Rope& rope(size_t layer) const { return ropes_[config().layers[layer].rope]; }
  // The learned positions of an encoder, each with the token type of a single text:
  // [n_positions, d_model].
  const float* positions() const { return positions_; }
  // Keys and queries of the relative positions in a layer. Only of a model that has such positions.
  RelativeAttention relative(size_t layer) const;
  size_t n_positions() const { return n_positions_; }
  // If the model has LongRoPE and is placed for more positions than it was first trained for, the
  // number of positions that it was first trained for: there are then two kinds of sequences, short
  // ones, whose positions all lie below that number, and long ones. 0: there is one kind.
  size_t long_above() const { return long_above_; }
  size_t n_kinds() const { return long_above_ > 0 ? 2 : 1; }
  Rounding rounding() const { return rounding_; }

 private:
  // Merges a matrix that has an adapter; nullptr: it cannot be merged.
  using Merge = std::function<Buffer(const Weight& w)>;

  PlacedModel(const Model& model, DeviceMemory& memory, size_t n_positions, Rounding rounding,
              const Merge& merge);
  void project_relative(Ops& ops);
  void prepare(Weight& w, TensorUse use, DeviceMemory& memory, const Merge& merge);
  template <typename Owner>
  void prepare_all(Owner& owner, std::span<const TensorRow<Owner>> table, DeviceMemory& memory,
                   const Merge& merge);

  const Model& model_;
  size_t n_positions_;
  size_t long_above_ = 0;
  Rounding rounding_;
  Weights weights_;
  std::vector<Rope> ropes_;
  const float* positions_ = nullptr;
  std::shared_ptr<float[]> relative_;  // [n_layers, 2, relative.n_rows(), q_dim]
  std::vector<std::shared_ptr<const float[]>> constants_;  // angles, positions and vectors
  std::vector<Buffer> merged_;                             // matrices that are read in place
};

}  // namespace redact
