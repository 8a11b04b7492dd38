// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panel_memory.h"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace redact {

namespace {

// The size of a huge page on x86, and on ARM with pages of 4 KiB. Memory is aligned to it, so no
// vector of codes straddles cache lines either.
constexpr size_t kHugePage = size_t{2} << 20;
constexpr std::align_val_t kAlignment{kHugePage};

}  // namespace

void PanelMemoryFree::operator()(uint8_t* p) const { ::operator delete(p, kAlignment); }

// Requests huge pages for all whole huge pages of the memory: threads fill it concurrently, which
// scatters small pages, and one-row products, which stream through it, would miss the TLB more
// often. The rest after the last whole huge page stays in small pages, so that only used memory is
// resident.
PanelMemory allocate_panels(size_t n_bytes) {
  void* memory = ::operator new(n_bytes, kAlignment);
#if defined(__linux__)
  madvise(memory, n_bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // a hint; failure is harmless
#endif
  return PanelMemory(static_cast<uint8_t*>(memory));
}

}  // namespace redact
