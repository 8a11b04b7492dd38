// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/buffer.h"

namespace redact {

using PanelMemory = std::unique_ptr<uint8_t[], BufferFree>;

// Zeroed memory for the panels of a matrix, aligned so that no vector straddles cache lines, in
// huge pages if the system has them. Throws std::bad_alloc.
PanelMemory allocate_panels(size_t n_bytes);

}  // namespace redact
