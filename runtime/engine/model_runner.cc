// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/model_runner.h"

#include <utility>

#include "kernels/open_device.h"

namespace redact {

Result<std::unique_ptr<ModelRunner>> ModelRunner::open(std::shared_ptr<const SharedModel> model,
                                                       int n_threads) {
  std::unique_ptr<ModelRunner> runner(new ModelRunner(std::move(model)));
  const SharedModel& shared = *runner->model_;
  if (shared.is_on_host()) {
    runner->pool_.emplace(n_threads);
    REDACT_ASSIGN(runner->ops_, open_device(shared.device(), *runner->pool_));
  }
  Ops& ops = runner->ops_ != nullptr ? *runner->ops_ : shared.ops();
  REDACT_ASSIGN(runner->engine_, Engine::make(shared.placed(), ops, shared.options()));
  return runner;
}

}  // namespace redact
