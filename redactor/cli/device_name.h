// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace redact {

// The device that --device selects: "auto" is the first of `n_gpus` GPUs, or the CPU if there is
// none. If a GPU is requested by name and is not available, the error is kUnsupported: the CPU
// never replaces it silently.
Result<std::string> device_name(const std::string& asked_for, bool built_with_cuda, size_t n_gpus);

}  // namespace redact
