// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/files/file_io.h"

namespace redact {

// Where results go: one stream, whole or not at all where it is a file, or one file a document.
class Sink {
 public:
  // `path`: a file, a folder, or empty for standard output.
  Sink(std::string path, bool folder) : path_(std::move(path)), folder_(folder) {}

  // `name`: below the folder; elsewhere bytes follow those of the call before.
  Result<void> put(const std::string& name, std::string_view bytes);

  bool is_folder() const { return folder_; }

  // Makes a single file appear, if anything was put into it.
  Result<void> finish();

 private:
  std::string path_;
  bool folder_;
  std::optional<AtomicFile> file_;
};

}  // namespace redact
