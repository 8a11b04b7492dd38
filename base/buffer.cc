// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <new>

namespace redact {

namespace {

constexpr std::align_val_t kAlignment{64};

size_t rounded_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

size_t page_bytes() {
  static const auto n = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  return n;
}

// Maps more than n_bytes and unmaps the bytes before and after an aligned part.
void* map(size_t n_bytes, size_t alignment) {
  const size_t page = page_bytes(), spare = alignment > page ? alignment - page : 0;
  if (n_bytes > SIZE_MAX - spare - page) throw std::bad_alloc();
  n_bytes = rounded_up(n_bytes, page);
  void* const all =
      ::mmap(nullptr, n_bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  auto* const first = static_cast<std::byte*>(all);
  const auto address = reinterpret_cast<uintptr_t>(all);
  const size_t before = rounded_up(address, alignment) - address, behind = spare - before;
  if (before > 0) ::munmap(first, before);
  if (behind > 0) ::munmap(first + before + n_bytes, behind);
  return first + before;
}

}  // namespace

void BufferFree::operator()(void* memory) const {
  if (n_bytes < kLargeBuffer) {
    ::operator delete(memory, kAlignment);
  } else {
    ::munmap(memory, rounded_up(n_bytes, page_bytes()));
  }
}

Buffer allocate_buffer(size_t n_bytes, size_t alignment) {
  void* memory;
  if (n_bytes < kLargeBuffer) {
    memory = std::memset(::operator new(n_bytes, kAlignment), 0, n_bytes);
  } else {
    memory = map(n_bytes, alignment);
  }
  return Buffer(static_cast<std::byte*>(memory), BufferFree{n_bytes});
}

}  // namespace redact
