// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/mapping_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "redactor/files/file_io.h"

namespace redact {

namespace {

Error io_error(const char* verb) {
  return {ErrorKind::kIo, "mapping " + std::string(verb), std::generic_category().message(errno)};
}

}  // namespace

Result<MappingFile> MappingFile::open(const std::string& path, bool resume) {
  const std::error_code failed = make_parent_folder(path);
  if (failed) return Error{ErrorKind::kIo, "mapping create", failed.message()};
  size_t whole_lines = 0;
  if (resume && ::access(path.c_str(), F_OK) == 0) {
    REDACT_ASSIGN(const std::string content, read_file(path));
    whole_lines = content.rfind('\n') + 1;  // npos + 1 is 0
  }
  MappingFile file;
  file.path_ = path;
  file.empty_ = whole_lines == 0;
  file.fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), 0600);
  if (file.fd_ < 0) return io_error("create");
  if (::ftruncate(file.fd_, static_cast<off_t>(whole_lines)) != 0 ||
      ::lseek(file.fd_, 0, SEEK_END) < 0) {
    return io_error("resume");
  }
  return file;
}

MappingFile::MappingFile(MappingFile&& other) noexcept { *this = std::move(other); }

MappingFile& MappingFile::operator=(MappingFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(empty_, other.empty_);
  return *this;
}

MappingFile::~MappingFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  if (empty_) ::unlink(path_.c_str());
}

Result<void> MappingFile::append(std::string_view lines) {
  empty_ = empty_ && lines.empty();
  if (!write_all(fd_, lines)) return io_error("write");
  return ::fsync(fd_) == 0 ? Result<void>() : io_error("flush");
}

}  // namespace redact
