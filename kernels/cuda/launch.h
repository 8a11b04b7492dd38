// SPDX-License-Identifier: Apache-2.0
// A kernel launch as data, which can be recorded, compared and put into a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct Shape {
  Index grid;
  unsigned threads;  // of a block, in x
  size_t shared_bytes = 0;

  bool operator==(const Shape&) const = default;
};

inline unsigned blocks_for(size_t n, size_t each = 1) {
  return static_cast<unsigned>((n + each - 1) / each);
}

// The maximum size of a kernel's arguments, in bytes.
constexpr size_t kMostArgs = 256;

struct Launch {
  const void* kernel = nullptr;
  Shape shape{};
  alignas(16) uint8_t args[kMostArgs] = {};
  bool (*same_args)(const void*, const void*) = nullptr;

  template <typename Args>
  static Launch of(void (*kernel)(Args), const Shape& shape, const Args& args) {
    static_assert(sizeof(Args) <= kMostArgs);
    Launch launch{
        reinterpret_cast<const void*>(kernel), shape, {}, [](const void* a, const void* b) {
          return *static_cast<const Args*>(a) == *static_cast<const Args*>(b);
        }};
    std::memcpy(launch.args, &args, sizeof args);
    return launch;
  }

  // Compares the members of the arguments, not their bytes, since padding bytes may differ.
  bool operator==(const Launch& other) const {
    return kernel == other.kernel && shape == other.shape && same_args(args, other.args);
  }
};

// The values that a launch writes and the next one may read: n floats from `at` on, in rows of
// `width`; 0: of any.
struct Written {
  const float* at;
  size_t n, width = 0;
};

}  // namespace redact::simt
