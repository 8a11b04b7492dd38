// SPDX-License-Identifier: Apache-2.0
#include "program/batch/run_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/open_file.h"
#include "program/batch/sqlite.h"

namespace redact {

namespace {

// A byte that SQLite never locks: it uses 512 bytes from 2^30 on. The byte need not exist.
constexpr off_t kLockedByte = (off_t{1} << 30) + 4096;

}  // namespace

Result<RunLock> RunLock::take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return io_error("open");
  RunLock lock(fd);
  // A lock of the open file. A lock of the process would be lost when SQLite closes the file.
  struct flock what = {};
  what.l_type = F_WRLCK;
  what.l_whence = SEEK_SET;
  what.l_start = kLockedByte;
  what.l_len = 1;
  if (::fcntl(fd, F_OFD_SETLK, &what) == 0) return lock;
  if (errno == EAGAIN || errno == EACCES) return in_use();
  return io_error("lock");
}

RunLock::~RunLock() {
  if (fd_ >= 0) ::close(fd_);
}

Result<bool> RunLock::is_empty() const {
  struct stat info;
  if (::fstat(fd_, &info) != 0) return io_error("look at");
  return info.st_size == 0;
}

}  // namespace redact
