// SPDX-License-Identifier: Apache-2.0
// Makes one system call of a program fail, for tests: a library to preload. Calls that change files
// are counted; the call REDACT_FAIL_AT fails with the error number REDACT_FAIL_WITH or, if that is
// "kill", ends the process with SIGKILL. Then the file REDACT_FAIL_MARK appears.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int n_calls;

// Whether this call fails.
static int fails(void) {
  const char* at = getenv("REDACT_FAIL_AT");
  const char* with = getenv("REDACT_FAIL_WITH");
  const char* mark = getenv("REDACT_FAIL_MARK");
  if (at == NULL || with == NULL || atomic_fetch_add(&n_calls, 1) + 1 != atoi(at)) return 0;
  if (mark != NULL) {
    const long fd = syscall(SYS_open, mark, O_CREAT | O_WRONLY, 0600);
    if (fd >= 0) syscall(SYS_close, fd);
  }
  if (strcmp(with, "kill") == 0) kill(getpid(), SIGKILL);
  errno = atoi(with);
  return 1;
}

static int is_file(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

#define OPEN(name)                                                         \
  int name(const char* path, int flags, ...) {                             \
    va_list args;                                                          \
    va_start(args, flags);                                                 \
    const mode_t mode = va_arg(args, mode_t);                              \
    va_end(args);                                                          \
    if ((flags & O_ACCMODE) != O_RDONLY && fails()) return -1;             \
    return NEXT(int (*)(const char*, int, ...), #name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define WRITE(name, offset_type)                                                                 \
  ssize_t name(int fd, const void* bytes, size_t n, offset_type offset) {                        \
    if (is_file(fd) && fails()) return -1;                                                       \
    return NEXT(ssize_t(*)(int, const void*, size_t, offset_type), #name)(fd, bytes, n, offset); \
  }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int fd, const void* bytes, size_t n) {
  if (is_file(fd) && fails()) return -1;
  return NEXT(ssize_t(*)(int, const void*, size_t), "write")(fd, bytes, n);
}

#define ON_FD(name)                       \
  int name(int fd) {                      \
    if (fails()) return -1;               \
    return NEXT(int (*)(int), #name)(fd); \
  }
ON_FD(fsync)
ON_FD(fdatasync)

#define TRUNCATE(name, offset_type)                          \
  int name(int fd, offset_type size) {                       \
    if (fails()) return -1;                                  \
    return NEXT(int (*)(int, offset_type), #name)(fd, size); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int rename(const char* from, const char* to) {
  if (fails()) return -1;
  return NEXT(int (*)(const char*, const char*), "rename")(from, to);
}

int linkat(int from_fd, const char* from, int to_fd, const char* to, int flags) {
  if (fails()) return -1;
  return NEXT(int (*)(int, const char*, int, const char*, int), "linkat")(from_fd, from, to_fd, to,
                                                                          flags);
}

int mkdir(const char* path, mode_t mode) {
  if (fails()) return -1;
  return NEXT(int (*)(const char*, mode_t), "mkdir")(path, mode);
}
