// SPDX-License-Identifier: Apache-2.0
#include "base/open_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file_io.h"

namespace redact {

Error io_error(const char* verb) {
  return {ErrorKind::kIo, verb, std::generic_category().message(errno)};
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

Result<void> OpenFile::write(std::string_view bytes) {
  if (!write_all(fd_, bytes)) return io_error("write");
  size_ += bytes.size();
  return {};
}

Result<void> OpenFile::shorten(size_t size) {
  const auto offset = static_cast<off_t>(size);
  if (::ftruncate(fd_, offset) != 0 || ::lseek(fd_, offset, SEEK_SET) < 0) return io_error("write");
  size_ = size;
  return {};
}

void OpenFile::start_flush() { ::sync_file_range(fd_, 0, 0, SYNC_FILE_RANGE_WRITE); }

Result<void> OpenFile::flush() { return ::fsync(fd_) == 0 ? Result<void>() : io_error("flush"); }

void OpenFile::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

}  // namespace redact
