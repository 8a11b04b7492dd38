// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/model_runner.h"

#include <utility>

#include "kernels/open_device.h"

namespace redact {

Result<std::unique_ptr<ModelRunner>> ModelRunner::open(std::shared_ptr<const SharedModel> model,
                                                       int n_threads) {
  std::unique_ptr<ModelRunner> runner(new ModelRunner(std::move(model), n_threads));
  const SharedModel& shared = *runner->model_;
  REDACT_ASSIGN(runner->ops_, open_device(shared.device(), runner->pool_));
  REDACT_ASSIGN(runner->engine_, Engine::make(shared.placed(), *runner->ops_, shared.options()));
  return runner;
}

}  // namespace redact
