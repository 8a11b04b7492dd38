// SPDX-License-Identifier: Apache-2.0
// Runs kernels written against kernels/cuda/device.h without a GPU. A few blocks of a launch run at
// a time, in random order. Their threads are fibers that switch only at barriers and warp
// instructions; from one switch to the next, the threads of a block run in a new random order. All
// orders are drawn from a seed, so a result that depends on the order differs between seeds.
// Behaviour that a GPU leaves undefined stops the test: a barrier that not all threads reach, a
// warp instruction that not all lanes reach, an asynchronous copy that no thread waits for; and, if
// the kernels are compiled with -fsanitize=thread, the errors that accesses.h lists.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct Launch {
  Index grid;
  Index block;  // x a multiple of 32
  size_t shared_bytes = 0;
  uint32_t seed = 1;  // determines the order in which blocks and threads run
};

// A kernel whose argument type is erased (device.h).
struct AnyKernel {
  void (*call)(const void* kernel, const void* args);  // calls the kernel with a copy of args
  const void* kernel;
};

// Runs the kernel for every thread of every block. Launches do not overlap.
void run(const Launch& launch, const AnyKernel& kernel, const void* args, size_t args_bytes);

template <typename Args>
void run(const Launch& launch, void (*kernel)(Args), const Args& args) {
  run(launch, {call_kernel<Args>, reinterpret_cast<const void*>(kernel)}, &args, sizeof(Args));
}

// For warp instructions: returns the values of all lanes, `size` bytes each, that of lane i at
// offset i * size. They are valid until the warp's next call.
const void* exchange(const void* value, size_t size);

}  // namespace redact::simt
