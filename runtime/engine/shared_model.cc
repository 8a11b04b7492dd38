// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/shared_model.h"

#include <algorithm>
#include <utility>

#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"

namespace redact {

namespace {

constexpr size_t kFewestSequences = 12, kRowsOfSequence = 42;  // EngineOptions

EngineOptions with_limits(EngineOptions options, const Ops& ops) {
  if (options.max_rows == 0) options.max_rows = std::max(ops.busy_rows(), options.max_entries);
  if (options.max_sequences == 0) {
    options.max_sequences = std::max(options.max_rows / kRowsOfSequence, kFewestSequences);
  }
  return options;
}

}  // namespace

Result<std::shared_ptr<const SharedModel>> SharedModel::open(Model model, const std::string& device,
                                                             int n_threads,
                                                             const EngineOptions& options) {
  std::shared_ptr<SharedModel> shared(new SharedModel(std::move(model), device, n_threads));
  REDACT_ASSIGN(shared->ops_, open_device(device, shared->pool_));
  const size_t n_positions = options.max_entries;
  REDACT_ASSIGN(shared->options_, fit_memory(shared->model_, *shared->ops_,
                                             with_limits(options, *shared->ops_), n_positions));
  REDACT_ASSIGN(shared->placed_,
                PlacedModel::place(shared->model_, *shared->ops_, n_positions, options.rounding));
  return std::shared_ptr<const SharedModel>(std::move(shared));
}

}  // namespace redact
