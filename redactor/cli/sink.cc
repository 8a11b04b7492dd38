// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/sink.h"

#include <cstdio>
#include <filesystem>

namespace redact {

namespace fs = std::filesystem;

Result<void> Sink::put(const std::string& name, std::string_view bytes) {
  if (folder_) {
    REDACT_ASSIGN(AtomicFile file, AtomicFile::create((fs::path(path_) / name).string()));
    REDACT_TRY(file.write(bytes));
    return file.commit();
  }
  if (path_.empty()) {
    const size_t n = std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    if (n != bytes.size()) return Error{ErrorKind::kIo, "standard output", "write failed"};
    return {};
  }
  if (!file_) {
    REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path_));
    file_.emplace(std::move(file));
  }
  return file_->write(bytes);
}

Result<void> Sink::finish() {
  if (path_.empty() && std::fflush(stdout) != 0) {
    return Error{ErrorKind::kIo, "standard output", "write failed"};
  }
  return file_ ? file_->commit() : Result<void>();
}

}  // namespace redact
