// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/file_io.h"
#include "base/result.h"

namespace redact {

// A file that a user gives, by its path or by its content in memory.
struct UserFile {
  std::string path;                    // empty if there is no path
  std::optional<std::string> content;  // if the file is in memory

  UserFile() = default;  // no file
  UserFile(std::string file_path) : path(std::move(file_path)) {}
  UserFile(const char* file_path) : path(file_path) {}
  static UserFile in_memory(std::string content) {
    UserFile file;
    file.content = std::move(content);
    return file;
  }

  bool is_given() const { return content.has_value() || !path.empty(); }
  Result<std::string> read() const { return content ? *content : read_file(path); }
};

}  // namespace redact
