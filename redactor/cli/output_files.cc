// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/output_files.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace redact {

namespace fs = std::filesystem;

Result<void> OutputFiles::put(const std::string& name, std::string_view bytes) {
  if (is_stream()) {
    if (write_all(STDOUT_FILENO, bytes)) return {};
    return Error{ErrorKind::kIo, "standard output", std::generic_category().message(errno)};
  }
  if (!file_) {
    const std::string path = folder_ ? (fs::path(path_) / name).string() : path_;
    const std::error_code failed = folder_ ? make_parent_folder(path) : std::error_code();
    if (failed) return Error{ErrorKind::kIo, "create", failed.message()};
    REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
    file_.emplace(std::move(file));
  }
  return file_->write(bytes);
}

Result<void> OutputFiles::end_input() {
  if (!file_) return {};
  if (!folder_) {
    done_bytes_ = file_->size();
    return {};
  }
  REDACT_TRY(file_->commit());
  file_.reset();
  return {};
}

Result<void> OutputFiles::drop_input() {
  if (!file_) return {};
  if (!folder_) return file_->shorten(done_bytes_);
  file_.reset();
  return {};
}

Result<void> OutputFiles::finish() { return file_ && !folder_ ? file_->commit() : Result<void>(); }

}  // namespace redact
