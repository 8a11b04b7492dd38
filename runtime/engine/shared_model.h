// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/thread_pool.h"
#include "runtime/engine/engine.h"

namespace redact {

// A model and its weights on a device, packed once and shared by all runners of the model.
// Immutable apart from ops().
class SharedModel {
 public:
  // `device`: a name that open_device knows. `n_threads`: CPU threads that pack the weights; 0
  // means one per core. `options`: those of the runners to come. Limits of 0 follow the device
  // (EngineOptions), max_sequences is lowered to what the device has memory for (fit_memory), and
  // the model is placed for the positions of their longest sequence. Errors are those of
  // open_device, fit_memory and PlacedModel::place.
  static Result<std::shared_ptr<const SharedModel>> open(Model model, const std::string& device,
                                                         int n_threads,
                                                         const EngineOptions& options);

  const Model& model() const { return model_; }
  const PlacedModel& placed() const { return *placed_; }
  const std::string& device() const { return device_; }
  // Whether its kernels run on the host's cores.
  bool is_on_host() const { return device_.starts_with("cpu"); }
  const EngineOptions& options() const { return options_; }
  // The verbs of the device that the weights were placed with. Weights on a GPU can be used with
  // these alone, so such a model has one runner at a time.
  Ops& ops() const { return *ops_; }

 private:
  SharedModel(Model model, std::string device, int n_threads)
      : model_(std::move(model)), device_(std::move(device)), pool_(n_threads) {}

  // Each member outlives those below it.
  Model model_;
  std::string device_;
  ThreadPool pool_;
  std::unique_ptr<Ops> ops_;  // on which the weights were placed
  EngineOptions options_{};
  std::unique_ptr<const PlacedModel> placed_;
};

}  // namespace redact
