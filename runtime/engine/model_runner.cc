// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/model_runner.h"

#include <utility>

#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"

namespace redact {

Result<std::unique_ptr<ModelRunner>> ModelRunner::open(Model model, const std::string& device,
                                                       int n_threads,
                                                       const EngineOptions& options) {
  std::unique_ptr<ModelRunner> runner(new ModelRunner(std::move(model), n_threads));
  REDACT_ASSIGN(runner->ops_, open_device(device, runner->pool_));
  const size_t n_positions = options.max_entries;
  REDACT_ASSIGN(const EngineOptions fitting,
                fit_memory(runner->model_, *runner->ops_, options, n_positions));
  REDACT_ASSIGN(runner->placed_,
                PlacedModel::place(runner->model_, *runner->ops_, n_positions, options.rounding));
  REDACT_ASSIGN(runner->engine_, Engine::make(*runner->placed_, *runner->ops_, fitting));
  return runner;
}

}  // namespace redact
