// SPDX-License-Identifier: Apache-2.0
// Memory, copies and launches on one device, executed in order: a CUDA stream, with a second one
// for the replies to ask_host, which are copied while the first goes on. Tests compile it for the
// host, on an emulation of CUDA's runtime.
//
// A launch does not run immediately. It is recorded, and the chain of recorded launches starts when
// it has kChainLaunches (graph_plan.h), or when the host wants to read or write device memory. So
// the host makes one call for many kernels, between which the device leaves only its own short gaps
// (CudaOps::busy_rows). A launch whose work the next one may do on the way is held back until that
// is asked for, so that two become one. The tables of a step are gathered, too, and go to the
// device in one copy before the chain that reads them (staging_plan.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "kernels/cuda/launch.h"

namespace redact::simt {

// Copies to the host that may be pending: one for each half of the staged tables
// (staging_plan.h).
constexpr size_t kMostReplies = 2;

// Uses the device that is current when it is constructed, whichever thread calls it, and leaves the
// current device of that thread as it was. Used by one thread at a time.
class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The first error of all calls so far; nullptr if there was none. Calls after it do nothing.
  const char* error() const;
  // Whether that error is a lack of device memory or of pinned memory.
  bool lacks_memory() const;
  // How many chains and how many copies to the device were started.
  uint64_t n_chains() const;
  uint64_t n_copies() const;
  // Multiprocessors of the device; 0 after an error.
  size_t n_processors() const;
  // Free bytes of device memory; 0 after an error.
  size_t free_bytes() const;

  // Zeroed memory, aligned to 256 bytes; nullptr if the device has too little, or after an error.
  void* allocate(size_t bytes);
  // Waits for all work first.
  void free(void* memory);
  // Pinned memory of the host, which copies reach without the host's help. Freed with its last
  // owner, by any thread, also when this object is gone; no copy may then be pending. nullptr if
  // the system gives none, or after an error.
  std::shared_ptr<void> allocate_pinned(size_t bytes);
  // After to_device returns, `from` may change. When to_host returns, `to` is filled and all
  // earlier work is done.
  void to_device(void* to, const void* from, size_t bytes);
  void to_host(void* to, const void* from, size_t bytes);
  // to_host split into two calls, between which the host may ask for other work: `to` is filled
  // when the matching call of await_host returns; requests are answered in order. Up to
  // kMostReplies may be pending. The copy goes straight to `to`: if that is not pinned memory,
  // ask_host waits for it. Until then no launch may write to `from`.
  void ask_host(void* to, const void* from, size_t bytes);
  void await_host();
  // How many of them are pending.
  size_t n_replies() const;
  // Starts the recorded launches and waits until all work is done.
  void finish();

  // Begins a step: everything staged for the step before becomes invalid.
  void begin_step();
  // Stages `bytes` of `data` for the launches of this step and returns their address on the device;
  // `data` may change once the call returns. nullptr if there is no room, or after an error.
  const void* stage(const void* data, size_t bytes);

  template <typename Args>
  void launch(void (*kernel)(Args), const Shape& shape, const Args& args) {
    if (shape.grid.x == 0 || shape.grid.y == 0) return;
#if !defined(__CUDACC__)
    announce_kernel(reinterpret_cast<const void*>(kernel), call_kernel<Args>, sizeof(Args));
#endif
    record(Launch::of(kernel, shape, args));
  }

  // A launch that writes these values and is recorded behind all others so far, as by launch(),
  // unless take() takes it over before the next launch or wait.
  template <typename Args>
  void hold(void (*kernel)(Args), const Shape& shape, const Args& args, const Written& values) {
    if (shape.grid.x == 0 || shape.grid.y == 0) return;
#if !defined(__CUDACC__)
    announce_kernel(reinterpret_cast<const void*>(kernel), call_kernel<Args>, sizeof(Args));
#endif
    hold_back(Launch::of(kernel, shape, args), values);
  }
  // The arguments of the launch that is held, if it is one of `kernel` that writes these values:
  // it is then forgotten, and the caller launches a kernel that does its work, too.
  template <typename Args>
  std::optional<Args> take(void (*kernel)(Args), const Written& values) {
    const auto held = take_held(reinterpret_cast<const void*>(kernel), values);
    if (!held) return std::nullopt;
    return *reinterpret_cast<const Args*>(held->args);
  }

  // Starts the recorded launches, then calls `task` with CUDA's stream, to which a library adds
  // work of its own, while the stream's device is current. After an error it is not called.
  template <typename Task>
  void call(const Task& task) {
    call_library([](const void* of, void* stream) { (*static_cast<const Task*>(of))(stream); },
                 &task);
  }

 private:
  void call_library(void (*task)(const void* of, void* stream), const void* of);
  void record(const Launch& launch);
  void hold_back(const Launch& launch, const Written& values);
  std::optional<Launch> take_held(const void* kernel, const Written& values);
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace redact::simt
