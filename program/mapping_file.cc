// SPDX-License-Identifier: Apache-2.0
#include "program/mapping_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file_io.h"
#include "documents/files/input_bytes.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

Error not_ours(const char* why) { return {ErrorKind::kBadInput, "--mapping", why}; }

// An exclusive lock of an open file, held for the lifetime of the object.
class Lock {
 public:
  explicit Lock(int fd) : fd_(fd) {
    do {
      held_ = ::flock(fd, LOCK_EX) == 0;
    } while (!held_ && errno == EINTR);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() {
    if (held_) ::flock(fd_, LOCK_UN);
  }
  bool held() const { return held_; }

 private:
  int fd_;
  bool held_;
};

// Returns an error unless the file is empty or its first line was sealed under this key. Other
// files must not be changed, and a mapping under two keys could not be restored with either key.
Result<void> check_older(const std::string& path, const Secret& key) {
  auto opened = InputBytes::open(path, false);
  if (!opened.ok()) return Error{opened.error().kind, "--mapping", opened.error().what};
  InputBytes& bytes = *opened;
  size_t end = 0;
  while ((end = bytes.unread().find('\n')) == std::string_view::npos) {
    REDACT_TRY(bytes.read_more());
    if (!bytes.has_ended()) continue;
    if (bytes.unread().empty()) return {};
    return not_ours("the existing file has no complete line of a mapping");
  }
  const std::string_view line = bytes.unread().substr(0, end);
  const auto of = sealed_for(line);
  if (!of) return not_ours("the existing file is not a mapping");
  REDACT_TRY(blame("--mapping", check_scheme(of->scheme)));
  if (!is_sealed_by(key, line)) return not_ours("the existing file was encrypted with another key");
  return {};
}

// Removes an incomplete last line, which a killed run may have left. The caller holds the lock.
bool cut_torn_line(int fd) {
  off_t size = ::lseek(fd, 0, SEEK_END);
  const off_t whole = size;
  char last = '\n';
  while (size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n') --size;
  return size >= 0 && (size == whole || ::ftruncate(fd, size) == 0);
}

}  // namespace

Result<MappingFile> MappingFile::open(const std::string& path, bool resume, const Secret& key) {
  const std::error_code failed = make_parent_folder(path);
  if (failed)
    return Error{ErrorKind::kIo, "--mapping", "cannot create the folder: " + failed.message()};
  MappingFile file;
  file.path_ = path;
  file.key_ = key;
  for (;;) {
    file.fd_ =
        ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), 0600);
    if (file.fd_ < 0 && errno == EEXIST) {  // perhaps since a moment ago
      return Error{ErrorKind::kMisuse, "--mapping",
                   "the file already exists; use --resume to append to it"};
    }
    if (file.fd_ < 0) return io_error("create");
    {
      const Lock lock(file.fd_);
      struct stat info;
      if (!lock.held() || ::fstat(file.fd_, &info) != 0) return io_error("lock");
      if (info.st_nlink > 0) {
        REDACT_TRY(check_older(path, key));
        if (!cut_torn_line(file.fd_)) return io_error("resume");
        return file;
      }
    }
    ::close(file.fd_);  // another run removed the file, which was empty at its end
  }
}

MappingFile::MappingFile(MappingFile&& other) noexcept { *this = std::move(other); }

MappingFile& MappingFile::operator=(MappingFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(key_, other.key_);
  std::swap(fd_, other.fd_);
  return *this;
}

MappingFile::~MappingFile() {
  if (fd_ < 0) return;
  {
    const Lock lock(fd_);
    struct stat info;
    const bool is_empty = ::fstat(fd_, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0;
    if (lock.held() && is_empty && info.st_nlink > 0) ::unlink(path_.c_str());
  }
  ::close(fd_);
}

Result<void> MappingFile::append(std::string_view lines) {
  if (lines.empty()) return {};
  for (;;) {
    const Lock lock(fd_);
    struct stat info;
    if (!lock.held() || ::fstat(fd_, &info) != 0) return io_error("lock");
    if (info.st_nlink > 0) {
      if (!cut_torn_line(fd_) || !write_all(fd_, lines)) return io_error("write");
      return ::fsync(fd_) == 0 ? Result<void>() : io_error("flush");
    }
    // Another run removed the file, which was empty at its end.
    const int fd = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ::dup3(fd, fd_, O_CLOEXEC) < 0) return io_error("create");
    ::close(fd);
  }
}

}  // namespace redact
