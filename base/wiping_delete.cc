// SPDX-License-Identifier: Apache-2.0
// Memory is wiped as it is freed, so that the text of a document is gone soon after its result is
// written (P5). A source of the programs that read notes, not of a library: whether all of a
// process pays for it is for the process to choose. An exception is the library of the wheel, which
// has a C++ library of its own. What C libraries free by themselves is not wiped, among it the
// buffers of expat, libzip, zlib and zstd; nor are stacks, which keep a string of up to 15 bytes
// until they are overwritten.
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
