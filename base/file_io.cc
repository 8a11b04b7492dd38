// SPDX-License-Identifier: Apache-2.0
#include "base/file_io.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/mapped_file.h"

namespace redact {

Result<std::string> read_file(const std::string& path) {
  REDACT_ASSIGN(const MappedFile file, MappedFile::open(path));
  return std::string(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EAGAIN) {  // the file may have been opened as non-blocking
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, -1);
      continue;
    }
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

std::string folder_of(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

std::string partial_name() {
  uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) < 0) number = static_cast<uint64_t>(::getpid());
  char name[32];
  std::snprintf(name, sizeof name, ".%016llx.partial", static_cast<unsigned long long>(number));
  return name;
}

bool is_partial_name(std::string_view name) {
  constexpr std::string_view kEnding = ".partial";
  if (name.size() != 1 + 16 + kEnding.size() || name[0] != '.' || !name.ends_with(kEnding)) {
    return false;
  }
  return name.substr(1, 16).find_first_not_of("0123456789abcdef") == name.npos;
}

std::string path_beside(const std::string& path, const std::string& name) {
  return std::filesystem::path(path).parent_path() / name;
}

Result<void> check_target(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) return {};
  if (std::filesystem::is_regular_file(path, failed)) return {};
  return Error{ErrorKind::kIo, "create", "is not a regular file"};
}

Result<void> sync_folder(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno == EACCES ? Result<void>() : io_error("flush the folder");
  const bool is_flushed = ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
  const Error error = io_error("flush the folder");
  ::close(fd);
  return is_flushed ? Result<void>() : error;
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  REDACT_TRY(check_target(path));
  const std::string folder = folder_of(path);
  const std::string temporary = path_beside(path, partial_name());
  int fd = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (fd >= 0) return AtomicFile(path, temporary, fd, false);
  fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return io_error("create");
  return AtomicFile(path, temporary, fd, true);
}

AtomicFile::~AtomicFile() {
  if (file_.fd() >= 0 && named_) ::unlink(temporary_.c_str());
}

Result<void> AtomicFile::commit() {
  REDACT_TRY(flush());
  REDACT_TRY(place());
  return sync_folder(folder_of(path_));
}

Result<bool> AtomicFile::commit_new() {
  REDACT_TRY(flush());
  bool is_placed = named_ ? ::link(temporary_.c_str(), path_.c_str()) == 0 : link_unnamed(path_);
  if (!is_placed && named_ && errno != EEXIST) {  // a file system without hard links
    is_placed =
        ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
  }
  if (!is_placed && errno == EEXIST) return false;
  if (!is_placed) return io_error("name");
  REDACT_TRY(sync_folder(folder_of(path_)));
  return true;
}

// Gives the unnamed file a name, which must be free. On failure, errno says why.
bool AtomicFile::link_unnamed(const std::string& path) const {
  const std::string open_file = "/proc/self/fd/" + std::to_string(file_.fd());
  return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

Result<void> AtomicFile::place() {
  if (!named_) {
    // The name is given at once if no file has it yet.
    if (link_unnamed(path_)) {
      file_.close();
      return {};
    }
    if (!link_unnamed(temporary_)) return io_error("name");
    named_ = true;
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return io_error("rename");
  file_.close();
  return {};
}

}  // namespace redact
