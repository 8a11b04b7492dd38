// SPDX-License-Identifier: Apache-2.0
// Makes an allocation of a program fail, for tests: a library to preload. Allocations are counted
// from the beginning of main(). REDACT_FAIL_AT: the number of the one that fails; 0: none.
// REDACT_FAIL_ON: "one", or "all" from then on. At the end of the process, the file
// REDACT_FAIL_MARK holds how many there were.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc's own.
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static atomic_long n_calls;
static long fail_at = -1;  // until main() begins
static int fails_on;

static void mark(long n) {
  const char* path = getenv("REDACT_FAIL_MARK");
  char text[24];
  if (path == NULL) return;
  const long fd = syscall(SYS_open, path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return;
  const int size = snprintf(text, sizeof text, "%ld\n", n);
  (void)!syscall(SYS_write, fd, text, (size_t)size);
  syscall(SYS_close, fd);
}

// Whether this allocation fails.
static int fails(void) {
  if (fail_at < 0) return 0;
  const long n = atomic_fetch_add(&n_calls, 1) + 1;
  if (fail_at == 0 || (fails_on ? n < fail_at : n != fail_at)) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }
void* calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void* realloc(void* memory, size_t n) { return fails() ? NULL : __libc_realloc(memory, n); }
void* memalign(size_t alignment, size_t n) {
  return fails() ? NULL : __libc_memalign(alignment, n);
}
void* aligned_alloc(size_t alignment, size_t n) { return memalign(alignment, n); }
int posix_memalign(void** memory, size_t alignment, size_t n) {
  void* const made = memalign(alignment, n);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}

static int (*program_main)(int, char**, char**);

static int counted_main(int argc, char** argv, char** environment) {
  const char* at = getenv("REDACT_FAIL_AT");
  const char* on = getenv("REDACT_FAIL_ON");
  fails_on = on != NULL && strcmp(on, "all") == 0;
  fail_at = at == NULL ? -1 : atol(at);
  const int code = program_main(argc, argv, environment);
  const int is_counting = fail_at == 0;
  fail_at = -1;
  if (is_counting) mark(atomic_load(&n_calls));
  return code;
}

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  typedef int (*Start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void),
                       void (*)(void), void*);
  program_main = main;
  return ((Start)dlsym(RTLD_NEXT, "__libc_start_main"))(counted_main, argc, argv, init, fini,
                                                        rtld_fini, stack_end);
}
