// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>  // __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace redact {

// Gives memory that was freed back to the system. glibc keeps freed arrays for later ones, some 25
// bytes a file after the checks of a folder of millions, and the documents need none of their size.
inline void return_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace redact
