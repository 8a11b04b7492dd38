// SPDX-License-Identifier: Apache-2.0
#include "base/growing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/file_io.h"

namespace redact {

Result<GrowingFile> GrowingFile::create(const std::string& path, const std::string& partial) {
  REDACT_TRY(check_target(path));
  const int fd =
      ::open(path_beside(path, partial).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return io_error("create");
  return GrowingFile(path, partial, fd);
}

Result<GrowingFile> GrowingFile::reopen(const std::string& path, const std::string& partial,
                                        size_t size) {
  const int fd = ::open(path_beside(path, partial).c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return Error{ErrorKind::kNotFound, "resume", "is not there"};
  if (fd < 0) return io_error("resume");
  GrowingFile file(path, partial, fd);
  struct stat info;
  if (::fstat(fd, &info) != 0) return io_error("resume");
  if (static_cast<size_t>(info.st_size) < size) {
    return Error{ErrorKind::kBadInput, "resume", "is shorter than it was"};
  }
  REDACT_TRY(file.shorten(size));
  return file;
}

void GrowingFile::remove() { ::unlink(path_beside(path_, partial_).c_str()); }

Result<void> GrowingFile::place(const std::string& path, const std::string& partial) {
  if (::rename(path_beside(path, partial).c_str(), path.c_str()) == 0) return {};
  return io_error("rename");
}

}  // namespace redact
