// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace redact {

struct BufferFree {
  size_t n_bytes = 0;
  void operator()(void* memory) const;
};

// Memory for weights, caches and other large arrays. From kLargeBuffer bytes on it is a map of its
// own, which goes back to the system as soon as it is freed. The heap would keep it: a process that
// opens and closes models again and again would grow.
using Buffer = std::unique_ptr<std::byte[], BufferFree>;

constexpr size_t kLargeBuffer = size_t{128} << 10;

// n_bytes of zeros, aligned to 64 bytes; a large buffer to `alignment`, a power of two and at least
// 64, and each of its pages takes memory only once it is written. Throws std::bad_alloc.
Buffer allocate_buffer(size_t n_bytes, size_t alignment = 64);

}  // namespace redact
