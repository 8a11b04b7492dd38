// SPDX-License-Identifier: Apache-2.0
// Memory, copies and launches on one device, in order: a CUDA stream. Tests compile it for the
// host, on an emulation of CUDA's runtime.
//
// Nothing runs when it is asked for. Launches and copies are recorded, and start as a graph when
// the host wants to read, or when a graph is full: so the host pays one launch for many kernels,
// and the device has no gaps between them. A graph is kept by the kinds of its nodes; the next
// recording of the same kinds changes only the nodes whose sizes or addresses differ, most often
// none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct Shape {
  Index grid;
  unsigned threads;  // of a block, in x
  size_t shared_bytes = 0;

  bool operator==(const Shape&) const = default;
};

// Nodes of a graph. While the device works on one, the host prepares the next: 64 nodes are four
// layers, at some half a microsecond each for those that change.
constexpr size_t kGraphNodes = 64;

inline unsigned blocks_for(size_t n, size_t each = 1) {
  return static_cast<unsigned>((n + each - 1) / each);
}

// Bytes of a kernel's arguments, at most.
constexpr size_t kMostArgs = 256;

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
  // How often recorded work was started.
  uint64_t graphs() const;
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
  void copy(void* to, const void* from, size_t bytes);
  // Starts what is recorded, and waits until all work is done.
  void finish();

  // Args compares its members, not its bytes: padding differs where nothing else does.
  template <typename Args>
  void launch(void (*kernel)(Args), const Shape& shape, const Args& args) {
    static_assert(sizeof(Args) <= kMostArgs);
    if (shape.grid.x == 0 || shape.grid.y == 0) return;
#if !defined(__CUDACC__)
    announce_kernel(reinterpret_cast<const void*>(kernel), call_kernel<Args>, sizeof(Args));
#endif
    const auto same = [](const void* a, const void* b) {
      return *static_cast<const Args*>(a) == *static_cast<const Args*>(b);
    };
    record_launch(reinterpret_cast<const void*>(kernel), shape, &args, sizeof(Args), same);
  }

 private:
  using SameArgs = bool (*)(const void*, const void*);
  void record_launch(const void* kernel, const Shape& shape, const void* args, size_t size,
                     SameArgs same);
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace redact::simt
