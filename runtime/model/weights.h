// SPDX-License-Identifier: Apache-2.0
// The one place where GGUF types become kernel formats.
#pragma once

#include <optional>

#include "base/result.h"
#include "gguf_loader/tensor_type.h"
#include "runtime/model/adapter.h"
#include "runtime/model/tensor_table.h"

namespace redact {

// The kernels' name for a type of the file; nullopt for a type that no kernel reads.
std::optional<WeightFormat> weight_format(TensorType type);

// Views of every tensor that the tables name, or of what takes its place in `merged`, which
// outlives them as the file does. kBadInput, naming the tensor, where one is missing, has another
// shape or, being a divisor of rotary frequencies, is not positive; kUnsupported, naming it, for a
// type that no kernel reads, and for a tensor of the file that no table names, since ignoring it
// would mean running another model.
Result<Weights> bind_weights(const GgufFile& file, const Config& config,
                             const MergedTensors& merged = {});

}  // namespace redact
