// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace redact {

// The device that a user's name selects: "auto" is the first of `n_gpus` GPUs, or the CPU if there
// is none. kUnsupported if a GPU is requested by name and there is none, and with the error of
// `n_gpus` if there is a driver that cannot be used: the CPU never replaces a GPU silently.
Result<std::string> device_name(const std::string& asked_for, bool built_with_cuda,
                                const Result<size_t>& n_gpus);
// The same for this build and this machine.
Result<std::string> choose_device(const std::string& asked_for);

// The device without cuBLAS, for a model that does not have 16-bit weights.
std::string without_cublas(const std::string& name);

}  // namespace redact
