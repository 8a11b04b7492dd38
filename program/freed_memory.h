// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>  // __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace redact {

// Returns freed memory to the system. After the checks of a folder of millions of files, glibc
// would keep arrays of some 25 bytes a file, whose size no document needs.
inline void return_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace redact
