// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/growing_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "redactor/files/file_io.h"

namespace redact {

namespace fs = std::filesystem;

namespace {

Error io_error(const char* verb) {
  return {ErrorKind::kIo, verb, std::generic_category().message(errno)};
}

std::string beside(const std::string& path, const std::string& partial) {
  return fs::path(path).parent_path() / partial;
}

}  // namespace

std::string GrowingFile::new_partial(const std::string& path) {
  return fs::path(partial_name(path)).filename();
}

Result<GrowingFile> GrowingFile::create(const std::string& path, const std::string& partial) {
  std::error_code failed;
  if (fs::exists(path, failed) && !fs::is_regular_file(path, failed)) {
    return Error{ErrorKind::kIo, "create", "is no regular file"};
  }
  const int fd =
      ::open(beside(path, partial).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return io_error("create");
  return GrowingFile(path, partial, fd, 0);
}

Result<GrowingFile> GrowingFile::reopen(const std::string& path, const std::string& partial,
                                        size_t size) {
  const int fd = ::open(beside(path, partial).c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return Error{ErrorKind::kNotFound, "resume", "is not there"};
  if (fd < 0) return io_error("resume");
  GrowingFile file(path, partial, fd, 0);
  struct stat info;
  if (::fstat(fd, &info) != 0) return io_error("resume");
  if (static_cast<size_t>(info.st_size) < size) {
    return Error{ErrorKind::kBadInput, "resume", "is shorter than it was"};
  }
  REDACT_TRY(file.shorten(size));
  return file;
}

GrowingFile::GrowingFile(GrowingFile&& other) noexcept
    : path_(std::move(other.path_)),
      partial_(std::move(other.partial_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_) {}

GrowingFile::~GrowingFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> GrowingFile::write(std::string_view bytes) {
  if (!write_all(fd_, bytes)) return io_error("write");
  size_ += bytes.size();
  return {};
}

Result<void> GrowingFile::shorten(size_t size) {
  const auto offset = static_cast<off_t>(size);
  if (::ftruncate(fd_, offset) != 0 || ::lseek(fd_, offset, SEEK_SET) < 0) return io_error("write");
  size_ = size;
  return {};
}

Result<void> GrowingFile::flush() { return ::fsync(fd_) == 0 ? Result<void>() : io_error("flush"); }

void GrowingFile::remove() { ::unlink(beside(path_, partial_).c_str()); }

Result<void> GrowingFile::place(const std::string& path, const std::string& partial) {
  if (::rename(beside(path, partial).c_str(), path.c_str()) == 0) return {};
  return io_error("rename");
}

}  // namespace redact
