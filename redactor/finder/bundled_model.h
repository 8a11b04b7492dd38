// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace redact {

// The GGUF file of the bundled model, which is part of the binary. It is 64-byte aligned, so its
// tensors are aligned too.
std::span<const uint8_t> bundled_model();

}  // namespace redact
