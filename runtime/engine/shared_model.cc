// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/shared_model.h"

#include <utility>

#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"

namespace redact {

Result<std::shared_ptr<const SharedModel>> SharedModel::open(Model model, const std::string& device,
                                                             int n_threads,
                                                             const EngineOptions& options) {
  std::shared_ptr<SharedModel> shared(new SharedModel(std::move(model), device, n_threads));
  REDACT_ASSIGN(shared->ops_, open_device(device, shared->pool_));
  const size_t n_positions = options.max_entries;
  REDACT_ASSIGN(shared->options_, fit_memory(shared->model_, *shared->ops_, options, n_positions));
  REDACT_ASSIGN(shared->placed_,
                PlacedModel::place(shared->model_, *shared->ops_, n_positions, options.rounding));
  return std::shared_ptr<const SharedModel>(std::move(shared));
}

}  // namespace redact
