// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace redact {

struct BufferFree {
  size_t n_bytes = 0;
  void operator()(void* memory) const;
};

// Memory for weights, caches and other large arrays. A buffer of kLargeBuffer bytes or more is a
// mapping of its own, which returns to the system as soon as it is freed. The heap would keep the
// memory, so a process that opens and closes models repeatedly would grow.
using Buffer = std::unique_ptr<std::byte[], BufferFree>;

constexpr size_t kLargeBuffer = size_t{128} << 10;

// Returns n_bytes of zeros. A small buffer is aligned to 64 bytes. A large one is aligned to
// `alignment`, a power of two and at least 64, and each of its pages takes memory only once it is
// written. Throws std::bad_alloc.
Buffer allocate_buffer(size_t n_bytes, size_t alignment = 64);

}  // namespace redact
