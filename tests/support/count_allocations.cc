// SPDX-License-Identifier: Apache-2.0
#include "tests/support/count_allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<size_t> n_calls = 0;
}

size_t redact::testing::n_allocations() { return n_calls; }

void* operator new(size_t n) {
  ++n_calls;
  if (void* p = std::malloc(n)) return p;
  throw std::bad_alloc();
}
void* operator new(size_t n, const std::nothrow_t&) noexcept {  // std::stable_sort's
  ++n_calls;
  return std::malloc(n);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }

void* operator new(size_t n, std::align_val_t alignment) {
  ++n_calls;
  const auto to = static_cast<size_t>(alignment);
  if (void* p = std::aligned_alloc(to, (n + to - 1) / to * to)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
