// SPDX-License-Identifier: Apache-2.0
// What tests ask of the emulated CUDA runtime. It is as unkind as CUDA's may be: work runs when the
// host waits and not before, so what it reads of the host's pinned memory is what lies there then;
// copies look at where either pointer points; a launch with more shared memory, threads or blocks
// than a device has is refused; every call must come from a thread that has chosen a device,
// and the stream's, where there is one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/kernels/simt/runtime/cuda_runtime.h"

namespace redact::simt {

struct CudaState {
  uint64_t n_calls = 0;                         // since the last reset
  uint64_t n_instantiated = 0, n_launches = 0;  // graphs; kernels that ran; of the whole program
  // That live.
  size_t streams = 0, events = 0, graphs = 0, executables = 0, pinned = 0, memories = 0;

  bool all_gone() const { return streams + events + graphs + executables + pinned + memories == 0; }
};
CudaState cuda_state();

// Counts calls anew; the `call`-th from now on, from 0, fails with `error`, and if `sticky` all
// calls behind it too, as after a fault of a kernel. Calls that free go through all the same.
void fail_cuda_call(uint64_t call, cudaError_t error, bool sticky);
void let_cuda_calls_pass();

// What the device has of memory from here on.
void set_cuda_memory(size_t n_bytes);
// Devices from here on; device i has the compute capability `capability`.
void set_cuda_devices(int n, int capability);

}  // namespace redact::simt
