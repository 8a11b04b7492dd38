// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "base/thread_pool.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/shared_model.h"

namespace redact {

// An engine on a shared model, with device buffers of its own: everything needed to run sequences,
// under one owner. Used by one thread at a time. On CPUs each runner has threads of its own, and
// different runners of one model may run at the same time; on a GPU a model has one runner at a
// time.
class ModelRunner {
 public:
  // `n_threads`: CPU threads of the kernels; 0 means one per core. Errors are those of open_device
  // and Engine::make.
  static Result<std::unique_ptr<ModelRunner>> open(std::shared_ptr<const SharedModel> model,
                                                   int n_threads);

  const Model& model() const { return model_->model(); }
  Engine& engine() { return *engine_; }
  const Engine& engine() const { return *engine_; }

 private:
  explicit ModelRunner(std::shared_ptr<const SharedModel> model) : model_(std::move(model)) {}

  // Each member outlives those below it.
  std::shared_ptr<const SharedModel> model_;
  std::optional<ThreadPool> pool_;  // on CPUs
  std::unique_ptr<Ops> ops_;        // on CPUs
  std::unique_ptr<Engine> engine_;
};

}  // namespace redact
