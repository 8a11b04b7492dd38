// SPDX-License-Identifier: Apache-2.0
// The state of the emulated CUDA runtime.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "tests/kernels/simt/cuda_runtime.h"

namespace redact::simt {

// A kernel that launches may name, and the shared memory that has been requested for it.
struct Kernel {
  void (*call)(const void* kernel, const void* args);
  size_t args_bytes;
  size_t most_shared = 48 << 10;  // without a request
};

struct Runtime {
  CudaState state;
  uint64_t failing = std::numeric_limits<uint64_t>::max();
  cudaError_t error = cudaSuccess;
  bool sticky = false;
  cudaError_t last = cudaSuccess;
  bool idle = false, run_ahead = false;
  size_t memory = size_t{1} << 40;
  int n_devices = 1, capability = 86, processors = 82, driver = kEmulatedCuda;
  std::map<const void*, Kernel> kernels;
  std::map<const void*, size_t> pinned;
  std::map<const void*, int> device_of;  // of memory that is not freed
};
Runtime& runtime();

cudaError_t note(cudaError_t error);
// Every call begins with one of these. For the second, which calls for a stream begin with, the
// thread's device must be the stream's.
cudaError_t begin_call();
cudaError_t begin_stream_call(const EmulatedStream& stream);

}  // namespace redact::simt

struct EmulatedStream {
  int device = 0;
  std::deque<std::function<void()>> queue;

  // Runs queued work until `enough` returns true or the queue is empty.
  template <typename Enough>
  void run_until(const Enough& enough) {
    while (!queue.empty() && !enough()) {
      const auto work = std::move(queue.front());
      queue.pop_front();
      work();
    }
  }
  void finish() {
    run_until([] { return false; });
  }
};

struct EmulatedEvent {
  EmulatedStream* stream = nullptr;  // the stream it was recorded in
  uint64_t n_recorded = 0;
  // Shared with the queue: an event may be destroyed before it is reached.
  std::shared_ptr<uint64_t> n_reached = std::make_shared<uint64_t>(0);

  bool reached() const { return *n_reached == n_recorded; }
};

// A node and its work. The arguments of a kernel are copied when they are set.
struct EmulatedNode {
  std::function<void()> work;
  EmulatedNode* before = nullptr;
};
namespace redact::simt {

cudaError_t set_copy(void* to, const void* from, size_t n_bytes, cudaMemcpyKind kind,
                     EmulatedNode& node);

}  // namespace redact::simt

#define REDACT_CALL() \
  if (const cudaError_t failed = redact::simt::begin_call(); failed != cudaSuccess) return failed
#define REDACT_STREAM_CALL(stream)                                           \
  if (const cudaError_t failed = redact::simt::begin_stream_call(*(stream)); \
      failed != cudaSuccess)                                                 \
  return failed
