// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/ops.h"
#include "runtime/model/activations.h"
#include "runtime/model/kv_cache.h"
#include "runtime/model/placed_model.h"

namespace redact {

// Runs the model over the rows of a step. Returns the hidden rows after the output norm, [n_rows,
// d_model], which lie in `activations` and are valid until the next call. `model`, `cache` and
// `activations` are in the memory of `ops`, and the step fits them. Its ids lie in the vocabulary;
// its positions lie in [first, first + model.n_positions()), where first is what
// model.first_angle() returns for the sequence.
std::span<const float> forward(const PlacedModel& model, const Step& step, const KvCache& cache,
                               Ops& ops, Activations& activations);

}  // namespace redact
