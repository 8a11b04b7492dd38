// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panel_memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace redact {

// Requests huge pages for all whole huge pages of the memory: threads fill it concurrently, which
// scatters small pages, and one-row products, which stream through it, would miss the TLB more
// often. The rest after the last whole huge page stays in small pages, so that only used memory is
// resident.
PanelMemory allocate_panels(size_t n_bytes) {
  constexpr size_t kHugePage = size_t{2} << 20;  // on x86, and on ARM with pages of 4 KiB
  Buffer memory = allocate_buffer(n_bytes, kHugePage);
#if defined(__linux__)
  if (n_bytes >= kHugePage) {  // a hint; failure is harmless
    madvise(memory.get(), n_bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
  }
#endif
  return PanelMemory(reinterpret_cast<uint8_t*>(memory.release()), BufferFree{n_bytes});
}

}  // namespace redact
