// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panel_memory.h"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace redact {

namespace {

// A huge page of x86 and of ARM with pages of 4 KiB; so no vector of codes straddles cache lines
// either.
constexpr size_t kHugePage = size_t{2} << 20;
constexpr std::align_val_t kAlignment{kHugePage};

}  // namespace

void PanelMemoryFree::operator()(uint8_t* p) const { ::operator delete(p, kAlignment); }

// Memory whose whole huge pages are asked for as such: threads fill it side by side, which scatters
// small pages, and one-row products, which stream through it, would miss the TLB more often. What
// is behind the last whole one stays in small pages, so that nothing is resident but what is used.
PanelMemory allocate_panels(size_t n_bytes) {
  void* memory = ::operator new(n_bytes, kAlignment);
#if defined(__linux__)
  madvise(memory, n_bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // a wish; small pages do, too
#endif
  return PanelMemory(static_cast<uint8_t*>(memory));
}

}  // namespace redact
