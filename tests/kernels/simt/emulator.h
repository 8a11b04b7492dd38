// SPDX-License-Identifier: Apache-2.0
// Runs kernels written against kernels/cuda/device.h without a GPU: block by block, the threads of
// a block as fibers that switch at barriers and warp instructions alone. Threads run in an order
// drawn from a seed, anew after every barrier, so what depends on order shows up as a difference
// between seeds. Out-of-bounds accesses are AddressSanitizer's to find. What a GPU leaves undefined
// stops the test: a barrier that not all threads reach, a warp instruction that not all lanes
// reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct Launch {
  Index grid;
  Index block;  // x a multiple of 32
  size_t shared_bytes = 0;
  uint32_t seed = 1;  // of the order in which threads run
};

// Runs `kernel` for every thread of every block. One launch at a time.
void run(const Launch& launch, const std::function<void()>& kernel);

}  // namespace redact::simt
