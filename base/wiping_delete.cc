// SPDX-License-Identifier: Apache-2.0
// Memory is wiped as it is freed, so that the text of a document is gone soon after its result is
// written (P5). Programs that read notes compile this file in; libraries do not, because each
// process chooses for itself whether to pay the cost. The library of the wheel is an exception,
// since it has a C++ library of its own. Memory that C libraries free themselves is not wiped, such
// as the buffers of expat, libzip, zlib and zstd, and neither are stacks, which keep a string of up
// to 15 bytes until they are overwritten.
#include <malloc.h>
#include <string.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

void wipe_and_free(void* memory) {
  if (memory == nullptr) return;
  ::explicit_bzero(memory, ::malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

// The forms for arrays call these, as libstdc++ defines them.
void operator delete(void* memory) noexcept { wipe_and_free(memory); }
void operator delete(void* memory, std::size_t) noexcept { wipe_and_free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { wipe_and_free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  wipe_and_free(memory);
}
