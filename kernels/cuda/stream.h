// SPDX-License-Identifier: Apache-2.0
// Memory, copies and launches on one device, in order. Compiled by nvcc it is a CUDA stream;
// compiled for the host it is the emulator, and device memory is host memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct Shape {
  Index grid;
  unsigned threads;  // of a block, in x
  size_t shared_bytes = 0;
};

class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The first error of all calls so far; nullptr when there was none. Calls behind it do nothing.
  const char* error() const;

  // Zeroed memory, aligned to 256 bytes; nullptr when the device has no more.
  void* allocate(size_t bytes);
  void free(void* memory);
  // In the order of the stream. Host memory of to_device may change once the call returns; that of
  // to_host is filled when it returns.
  void to_device(void* to, const void* from, size_t bytes);
  void to_host(void* to, const void* from, size_t bytes);
  void copy(void* to, const void* from, size_t bytes);

  template <typename Args>
  void launch(void (*kernel)(Args), const Shape& shape, const Args& args) {
    if (shape.grid.x == 0 || shape.grid.y == 0) return;
#if defined(__CUDACC__)
    void* arguments[] = {const_cast<Args*>(&args)};
    launch_raw(reinterpret_cast<const void*>(kernel), shape, arguments);
#else
    struct Call {
      void (*kernel)(Args);
      const Args* args;
    } const call{kernel, &args};
    emulate(shape, &call, [](const void* all) {
      const auto* one = static_cast<const Call*>(all);
      one->kernel(*one->args);
    });
#endif
  }

 private:
#if defined(__CUDACC__)
  void launch_raw(const void* kernel, const Shape& shape, void** arguments);
  struct Handle;
  Handle* handle_;
#else
  static void emulate(const Shape& shape, const void* call, void (*run)(const void*));
#endif
};

}  // namespace redact::simt
