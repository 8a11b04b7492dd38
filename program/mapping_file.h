// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact {

// The file of sealed lines (redactor/records/sealed_mapping.h) that a run writes. append() returns
// only when its lines are on the disk, so a text is never written before its mapping is safe: a
// stopped run leaves the mapping of everything it wrote, and can be resumed. Several runs may write
// to one file: each append locks it (flock) and first removes an incomplete last line, which a
// killed run may have left.
class MappingFile {
 public:
  MappingFile() = default;  // without a file; nothing can be appended
  // Creates the file with mode 0600; with `resume` it appends to an existing file. Errors:
  // kBadInput if that file is not a mapping or was sealed under a key other than `key`; kIo.
  static Result<MappingFile> open(const std::string& path, bool resume, const Secret& key);
  MappingFile(MappingFile&& other) noexcept;
  MappingFile& operator=(MappingFile&& other) noexcept;
  ~MappingFile();  // removes the file if it is empty

  bool is_open() const { return fd_ >= 0; }
  // Requires is_open().
  const Secret& key() const { return *key_; }
  // Appends whole lines, each with its line end.
  Result<void> append(std::string_view lines);

 private:
  std::string path_;
  std::optional<Secret> key_;
  int fd_ = -1;
};

}  // namespace redact
