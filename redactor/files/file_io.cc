// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/file_io.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/mapped_file.h"

namespace redact {

namespace {

Error io_error(const char* verb) {
  return {ErrorKind::kIo, verb, std::generic_category().message(errno)};
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  REDACT_ASSIGN(const MappedFile file, MappedFile::open(path));
  return std::string(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
}

Result<std::string> read_stdin() {
  std::string out;
  char chunk[1 << 16];
  for (;;) {
    const ssize_t n = ::read(STDIN_FILENO, chunk, sizeof chunk);
    if (n == 0) return out;
    if (n > 0) {
      out.append(chunk, static_cast<size_t>(n));
    } else if (errno != EINTR) {
      return io_error("read");
    }
  }
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

std::error_code make_parent_folder(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  std::error_code failed;
  if (!parent.empty()) std::filesystem::create_directories(parent, failed);
  return failed;
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  std::error_code failed = make_parent_folder(path);
  if (failed) return Error{ErrorKind::kIo, "create", failed.message()};
  if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed)) {
    return Error{ErrorKind::kIo, "create", "is no regular file"};
  }
  const std::string folder = parent.empty() ? "." : parent.string();
  int fd = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (fd >= 0) return AtomicFile(path, fd, false);
  AtomicFile neighbour(path, -1, true);
  neighbour.fd_ =
      ::open(neighbour.temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (neighbour.fd_ < 0) return io_error("create");
  return neighbour;
}

AtomicFile::AtomicFile(std::string path, int fd, bool named)
    : path_(std::move(path)),
      temporary_(path_ + "." + std::to_string(::getpid()) + ".partial"),
      fd_(fd),
      named_(named) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      fd_(std::exchange(other.fd_, -1)),
      named_(other.named_) {}

AtomicFile::~AtomicFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  if (named_) ::unlink(temporary_.c_str());
}

Result<void> AtomicFile::write(std::string_view bytes) {
  return write_all(fd_, bytes) ? Result<void>() : io_error("write");
}

Result<void> AtomicFile::commit() {
  if (::fsync(fd_) != 0) return io_error("flush");
  if (!named_) {
    const std::string open_file = "/proc/self/fd/" + std::to_string(fd_);
    if (::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) !=
        0) {
      return io_error("name");
    }
    named_ = true;
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return io_error("rename");
  ::close(std::exchange(fd_, -1));
  return {};
}

}  // namespace redact
