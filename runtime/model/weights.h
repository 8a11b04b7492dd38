// SPDX-License-Identifier: Apache-2.0
// The one place where GGUF types become kernel formats.
#pragma once

#include <optional>

#include "base/result.h"
#include "gguf_loader/gguf_file.h"
#include "gguf_loader/tensor_type.h"
#include "runtime/model/tensor_table.h"

namespace redact {

// The kernels' format for a GGUF type; nullopt for a type that no kernel reads.
std::optional<WeightFormat> weight_format(TensorType type);

// Views of every tensor that the tables name; the file outlives the views. Errors name the tensor.
// kBadInput: it is missing, has another shape, or holds divisors of rotary frequencies that are not
// positive. kUnsupported: its type is one that no kernel reads, or no table names it, since
// ignoring it would mean running another model.
Result<Weights> bind_weights(const GgufFile& file, const Config& config);

}  // namespace redact
