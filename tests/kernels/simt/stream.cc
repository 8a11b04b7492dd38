// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/stream.h"

#include <cstdlib>
#include <cstring>

#include "tests/kernels/simt/emulator.h"

namespace redact::simt {

Stream::Stream() = default;
Stream::~Stream() = default;

const char* Stream::error() const { return nullptr; }

void* Stream::allocate(size_t bytes) {
  const size_t whole = (bytes + 255) / 256 * 256 + 256;
  void* memory = std::aligned_alloc(256, whole);
  if (memory != nullptr) std::memset(memory, 0, whole);
  return memory;
}
void Stream::free(void* memory) { std::free(memory); }
void Stream::to_device(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
void Stream::to_host(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
void Stream::copy(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }

void Stream::emulate(const Shape& shape, const void* call, void (*run_call)(const void*)) {
  run({shape.grid, {shape.threads, 1}, shape.shared_bytes}, [&] { run_call(call); });
}

}  // namespace redact::simt
