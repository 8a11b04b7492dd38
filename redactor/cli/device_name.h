// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace redact {

// The device that --device means: "auto" is the first of `n_gpus` GPUs, or the CPU where there is
// none. Whoever asks for a GPU by name gets no CPU in its place: kUnsupported.
Result<std::string> device_name(const std::string& asked_for, bool built_with_cuda, size_t n_gpus);

}  // namespace redact
