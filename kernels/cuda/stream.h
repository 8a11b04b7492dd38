// SPDX-License-Identifier: Apache-2.0
// Memory, copies and launches on one device, in order: a CUDA stream. Tests compile it for the
// host, on an emulation of CUDA's runtime.
//
// A launch does not run when it is asked for. It is recorded, and the chain of launches starts when
// it has kChainLaunches (graph_plan.h), or when the host wants to read or to write: so the host
// pays one call for many kernels, and the device has no gaps between them. The tables of a step are
// gathered, too, and go to the device in one copy before the chain that reads them
// (staging_plan.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/cuda/launch.h"

namespace redact::simt {

constexpr size_t kMostReplies = 2;

// Of the device that is chosen when it is made, from whatever thread it is called, one at a time.
class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The first error of all calls so far; nullptr when there was none. Calls behind it do nothing.
  const char* error() const;
  // Whether that error is a lack of memory, of the device or of pinned memory.
  bool lacks_memory() const;
  // How many chains were started, and how many copies to the device.
  uint64_t n_chains() const;
  uint64_t n_copies() const;
  // Of the device's memory; 0 after an error.
  size_t free_bytes() const;

  // Zeroed memory, aligned to 256 bytes; nullptr when the device has no more, or after an error.
  void* allocate(size_t bytes);
  // Waits for all work first.
  void free(void* memory);
  // Host memory of to_device may change once the call returns; that of to_host is filled when it
  // returns, and all work before it is done.
  void to_device(void* to, const void* from, size_t bytes);
  void to_host(void* to, const void* from, size_t bytes);
  // to_host in two calls, between which the host may ask for other work: `to` is filled when the
  // call of await_host that belongs to it returns, the first for the first. Up to kMostReplies may
  // be under way.
  void ask_host(void* to, const void* from, size_t bytes);
  void await_host();
  // Starts what is recorded, and waits until all work is done.
  void finish();

  // A step begins: what was staged for the step before is gone.
  void begin_step();
  // Where `bytes` of `data` lie on the device for the launches of this step; `data` may change once
  // the call returns. nullptr where there is no room, or after an error.
  const void* stage(const void* data, size_t bytes);

  template <typename Args>
  void launch(void (*kernel)(Args), const Shape& shape, const Args& args) {
    if (shape.grid.x == 0 || shape.grid.y == 0) return;
#if !defined(__CUDACC__)
    announce_kernel(reinterpret_cast<const void*>(kernel), call_kernel<Args>, sizeof(Args));
#endif
    record(Launch::of(kernel, shape, args));
  }

  // The arguments of the launch before, where it is one of `kernel` and has not started: nullptr
  // otherwise. take_back forgets that launch, for one that does its work and more.
  template <typename Args>
  const Args* last(void (*kernel)(Args)) const {
    const Launch* launch = last_recorded();
    if (launch == nullptr || launch->kernel != reinterpret_cast<const void*>(kernel))
      return nullptr;
    return reinterpret_cast<const Args*>(launch->args);
  }
  void take_back();

 private:
  void record(const Launch& launch);
  const Launch* last_recorded() const;
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace redact::simt
