// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/os_error.h"

namespace redact {

Result<MappedFile> MappedFile::open(const std::string& path) {
  // Without O_NONBLOCK, opening a pipe that has no writer would block.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return os_error(errno);
  struct stat info;
  if (::fstat(fd, &info) != 0) {
    const Error error = os_error(errno);
    ::close(fd);
    return error;
  }
  if (!S_ISREG(info.st_mode)) {
    ::close(fd);
    return Error{ErrorKind::kBadInput, {}, "not a regular file"};
  }
  const auto size = static_cast<size_t>(info.st_size);
  void* data = nullptr;
  int map_error = 0;
  if (size > 0) {  // mmap refuses empty ranges; an empty file has no bytes to map
    data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) map_error = errno;
  }
  ::close(fd);
  if (map_error != 0) return os_error(map_error);
  return MappedFile(static_cast<const uint8_t*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(const_cast<uint8_t*>(data_), size_);
}

void MappedFile::drop_resident_pages() const {
  if (size_ > 0) ::madvise(const_cast<uint8_t*>(data_), size_, MADV_DONTNEED);
}

}  // namespace redact
