// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/thread_pool.h"
#include "runtime/engine/engine.h"

namespace redact {

// A model with threads, a device and an engine of its own: all that running sequences takes, under
// one owner. Used by one thread at a time.
class ModelRunner {
 public:
  // `device`: a name that open_device knows. `n_threads`: of the CPU; 0 means one per core.
  // `options.max_sequences` is lowered to what the device has memory for (fit_memory). The engine's
  // positions are those of its longest sequence. Errors: of open_device, fit_memory and
  // PlacedModel::place.
  static Result<std::unique_ptr<ModelRunner>> open(Model model, const std::string& device,
                                                   int n_threads, const EngineOptions& options);

  const Model& model() const { return model_; }
  const PlacedModel& placed() const { return *placed_; }
  Engine& engine() { return *engine_; }
  const Engine& engine() const { return *engine_; }

 private:
  ModelRunner(Model model, int n_threads) : model_(std::move(model)), pool_(n_threads) {}

  // In the order of who outlives whom.
  Model model_;
  ThreadPool pool_;
  std::unique_ptr<Ops> ops_;
  std::unique_ptr<const PlacedModel> placed_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace redact
