// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace redact {

// The GGUF file of the bundled model, part of the binary. 64-byte aligned, so that its tensors are.
std::span<const uint8_t> bundled_model();

}  // namespace redact
