// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "kernels/ops.h"
#include "runtime/model/model.h"

namespace redact {

// A model on a device: its weights as the device reads them fastest, and the angles of its rotary
// embeddings. Made once and shared by whatever runs the model there; what it took of the device is
// freed with it. Immutable, so several engines may read it; each engine is used by one thread at a
// time.
class PlacedModel {
 public:
  // Positions [0, n_positions) can be run; `rounding` is that of products and of attention. `model`
  // and the device outlive the result. kUnsupported if the device has no kernel for a layer's
  // attention, kExhausted if it has too little memory.
  static Result<std::unique_ptr<const PlacedModel>> place(const Model& model, Ops& ops,
                                                          size_t n_positions,
                                                          Rounding rounding = Rounding::kBlocks);

  // kUnsupported, naming it, for what the model needs and the device has not.
  static Result<void> check(const Config& config, const Ops& ops);

  // Takes what place takes, for counting it (kernels/counting_memory.h). Throws as `memory` does.
  PlacedModel(const Model& model, DeviceMemory& memory, size_t n_positions,
              Rounding rounding = Rounding::kBlocks);

  const Config& config() const { return model_.config(); }
  const Weights& weights() const { return weights_; }
  // The rotary embeddings of a layer.
  const Rope& rope(size_t layer) const { return ropes_[config().layers[layer].rope]; }
  size_t n_positions() const { return n_positions_; }
  // Where the model has LongRoPE and is placed for more positions than it was first trained for,
  // those it was trained for: there are two kinds of sequences then, short ones, whose positions
  // all lie below, and long ones. 0: there is one kind.
  size_t long_above() const { return long_above_; }
  size_t n_kinds() const { return long_above_ > 0 ? 2 : 1; }
  // Step::positions of position 0 in a sequence whose positions lie below n_positions: the angles
  // of long sequences stand behind those of short ones.
  size_t first_angle(size_t n_positions) const {
    return n_positions > long_above_ ? long_above_ : 0;
  }
  Rounding rounding() const { return rounding_; }

 private:
  const Model& model_;
  size_t n_positions_;
  size_t long_above_ = 0;
  Rounding rounding_;
  Weights weights_;
  std::vector<Rope> ropes_;
  std::vector<std::shared_ptr<const float[]>> constants_;  // angles and vectors
};

}  // namespace redact
