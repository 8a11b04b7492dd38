// SPDX-License-Identifier: Apache-2.0
// Runs kernels written against kernels/cuda/device.h without a GPU: some blocks of a launch at a
// time, drawn in no order, their threads as fibers that switch at barriers and warp instructions
// alone, in an order drawn from a seed, anew after every switch. So what depends on order shows up
// as a difference between seeds. What a GPU leaves undefined stops the test: a barrier that not all
// threads reach, a warp instruction that not all lanes reach, an asynchronous copy that nobody
// waits for; and, where kernels are compiled with -fsanitize=thread, what accesses.h lists.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct Launch {
  Index grid;
  Index block;  // x a multiple of 32
  size_t shared_bytes = 0;
  uint32_t seed = 1;  // of the order in which blocks and threads run
};

// A kernel whose type is forgotten (device.h).
struct AnyKernel {
  void (*call)(const void* kernel, const void* args);  // calls the kernel with a copy of the args
  const void* kernel;
};

// Runs it for every thread of every block. One launch at a time.
void run(const Launch& launch, const AnyKernel& kernel, const void* args, size_t args_bytes);

template <typename Args>
void run(const Launch& launch, void (*kernel)(Args), const Args& args) {
  run(launch, {call_kernel<Args>, reinterpret_cast<const void*>(kernel)}, &args, sizeof(Args));
}

// For warp instructions: all lanes' values of `size` bytes, each at slots + lane * size; valid
// until the warp's next call.
const void* exchange(const void* value, size_t size);

}  // namespace redact::simt
