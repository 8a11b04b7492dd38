// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// The file of sealed lines (records/sealed_mapping.h) that a run writes. What append() has taken is
// on the disk when it returns, so no text is written whose mapping could be lost: a run that is
// stopped leaves the mapping of all that it wrote, and can go on.
class MappingFile {
 public:
  MappingFile() = default;  // none: takes nothing
  // Makes the file, of mode 0600; with `resume` goes on behind the last whole line of an older one.
  static Result<MappingFile> open(const std::string& path, bool resume);
  MappingFile(MappingFile&& other) noexcept;
  MappingFile& operator=(MappingFile&& other) noexcept;
  ~MappingFile();  // an empty file goes

  bool is_open() const { return fd_ >= 0; }
  Result<void> append(std::string_view lines);

 private:
  std::string path_;
  int fd_ = -1;
  bool empty_ = true;
};

}  // namespace redact
