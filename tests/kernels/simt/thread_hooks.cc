// SPDX-License-Identifier: Apache-2.0
// The functions that code compiled with -fsanitize=thread calls at its accesses. The sanitizer's
// own runtime is not linked: it knows only threads of the host, and the emulator runs in one.
#include <cstddef>

#include "tests/kernels/simt/accesses.h"

using redact::simt::check_access;

// The names are fixed by the compiler.
extern "C" {

#define REDACT_ACCESS(name, n_bytes, writes)                             \
  void __tsan_##name(void* address);                                     \
  void __tsan_##name(void* address) {                                    \
    check_access(address, n_bytes, writes, __builtin_return_address(0)); \
  }
#define REDACT_ACCESSES(n_bytes)                         \
  REDACT_ACCESS(read##n_bytes, n_bytes, false)           \
  REDACT_ACCESS(write##n_bytes, n_bytes, true)           \
  REDACT_ACCESS(unaligned_read##n_bytes, n_bytes, false) \
  REDACT_ACCESS(unaligned_write##n_bytes, n_bytes, true) \
  REDACT_ACCESS(volatile_read##n_bytes, n_bytes, false)  \
  REDACT_ACCESS(volatile_write##n_bytes, n_bytes, true)
REDACT_ACCESSES(1)
REDACT_ACCESSES(2)
REDACT_ACCESSES(4)
REDACT_ACCESSES(8)
REDACT_ACCESSES(16)

void __tsan_read_range(void* address, size_t n_bytes);
void __tsan_read_range(void* address, size_t n_bytes) {
  check_access(address, n_bytes, false, __builtin_return_address(0));
}
void __tsan_write_range(void* address, size_t n_bytes);
void __tsan_write_range(void* address, size_t n_bytes) {
  check_access(address, n_bytes, true, __builtin_return_address(0));
}

// Only the host makes atomic accesses: reference counts and once-guards.
#define REDACT_ATOMIC(bits, Type)                                            \
  Type __tsan_atomic##bits##_load(const volatile Type* at, int);             \
  Type __tsan_atomic##bits##_load(const volatile Type* at, int) {            \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                            \
  }                                                                          \
  void __tsan_atomic##bits##_store(volatile Type* at, Type value, int);      \
  void __tsan_atomic##bits##_store(volatile Type* at, Type value, int) {     \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                           \
  }                                                                          \
  Type __tsan_atomic##bits##_fetch_add(volatile Type* at, Type value, int);  \
  Type __tsan_atomic##bits##_fetch_add(volatile Type* at, Type value, int) { \
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                  \
  }                                                                          \
  Type __tsan_atomic##bits##_fetch_sub(volatile Type* at, Type value, int);  \
  Type __tsan_atomic##bits##_fetch_sub(volatile Type* at, Type value, int) { \
    return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);                  \
  }
REDACT_ATOMIC(8, char)
REDACT_ATOMIC(32, int)
REDACT_ATOMIC(64, long)

void __tsan_init();
void __tsan_init() {}
void __tsan_func_entry(void*);
void __tsan_func_entry(void*) {}
void __tsan_func_exit();
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*);
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**);
void __tsan_vptr_read(void**) {}

}  // extern "C"
