// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/thread_pool.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/shared_model.h"

namespace redact {

// An engine on a shared model, with threads and device buffers of its own: everything needed to run
// sequences, under one owner. Used by one thread at a time; different runners of one model may run
// at the same time.
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
  ModelRunner(std::shared_ptr<const SharedModel> model, int n_threads)
      : model_(std::move(model)), pool_(n_threads) {}

  // Each member outlives those below it.
  std::shared_ptr<const SharedModel> model_;
  ThreadPool pool_;
  std::unique_ptr<Ops> ops_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace redact
