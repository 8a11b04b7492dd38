// SPDX-License-Identifier: Apache-2.0
// Control of the emulated CUDA runtime by tests. It takes every liberty that CUDA's runtime may
// take: work does not run until the host waits, so it reads pinned memory as it is then; of several
// streams only the one that is waited for runs, or the others run ahead of it; copies check that
// both pointers point to the right kind of memory; a launch with more shared memory, threads or
// blocks than a device allows is refused; a call for a stream must come from a thread whose device
// is the stream's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/kernels/simt/runtime/cuda_runtime.h"

namespace redact::simt {

struct CudaState {
  uint64_t n_calls = 0;  // since the last reset
  // Graphs, kernels run, bytes copied from host to device and back; since the program began.
  uint64_t n_instantiated = 0, n_launches = 0, bytes_to_device = 0, bytes_to_host = 0;
  // Calls that take or free memory of the device or pinned memory, and calls that wait for a whole
  // stream; since the program began.
  uint64_t n_memory_calls = 0, n_stream_waits = 0;
  // Objects that are alive.
  size_t streams = 0, events = 0, graphs = 0, executables = 0, pinned = 0, memories = 0;

  bool all_gone() const { return streams + events + graphs + executables + pinned + memories == 0; }
};
CudaState cuda_state();

// Restarts the count of calls. Call number `call`, counted from 0, fails with `error`; if `sticky`,
// so do all calls after it, as after a fault in a kernel. A failing call that frees something frees
// it all the same.
void fail_cuda_call(uint64_t call, cudaError_t error, bool sticky);
void let_cuda_calls_pass();

// Sets the size of the device's memory from now on.
void set_cuda_memory(size_t n_bytes);
// Sets the number of devices from now on, and the compute capability of all of them.
void set_cuda_devices(int n, int capability);
// Sets the number of multiprocessors of all devices from now on.
void set_cuda_processors(int n);
// From now on, whether all other streams run to their ends before the one that the host waits for;
// if not, they run only as far as events demand.
void let_streams_run_ahead(bool do_run);
// From now on devices are idle: they count kernels and copies but run none.
void idle_cuda();
// Sets the driver's version from now on, as CUDA gives it; 0: there is none. The emulated runtime
// is kEmulatedCuda.
constexpr int kEmulatedCuda = 12040;
void set_cuda_driver(int version);

}  // namespace redact::simt
