// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/thread_pool.h"
#include "runtime/engine/engine.h"

namespace redact {

// A model with its own threads, device and engine: everything needed to run sequences, under one
// owner. Used by one thread at a time.
class ModelRunner {
 public:
  // `device`: a name that open_device knows. `n_threads`: CPU threads; 0 means one per core.
  // `options.max_sequences` is lowered to what the device has memory for (fit_memory). The model is
  // placed for the positions of the longest sequence. Errors are those of open_device, fit_memory,
  // PlacedModel::place and Engine::make.
  static Result<std::unique_ptr<ModelRunner>> open(Model model, const std::string& device,
                                                   int n_threads, const EngineOptions& options);

  const Model& model() const { return model_; }
  const PlacedModel& placed() const { return *placed_; }
  Engine& engine() { return *engine_; }
  const Engine& engine() const { return *engine_; }

 private:
  ModelRunner(Model model, int n_threads) : model_(std::move(model)), pool_(n_threads) {}

  // Each member outlives those below it.
  Model model_;
  ThreadPool pool_;
  std::unique_ptr<Ops> ops_;
  std::unique_ptr<const PlacedModel> placed_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace redact
