// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/policy/secret.h"

namespace redact {

// The file of sealed lines (records/sealed_mapping.h) that a run writes. What append() has taken is
// on the disk when it returns, so no text is written whose mapping could be lost: a run that is
// stopped leaves the mapping of all that it wrote, and can go on. Several runs may write one file:
// each append locks it (flock) and first removes an incomplete last line, which a run left that
// died.
class MappingFile {
 public:
  MappingFile() = default;  // none: takes nothing
  // Makes the file, of mode 0600; with `resume` goes on behind the lines of an older one. Errors:
  // kBadInput where that is no mapping or was sealed under another key than `key`; kIo.
  static Result<MappingFile> open(const std::string& path, bool resume, const Secret& key);
  MappingFile(MappingFile&& other) noexcept;
  MappingFile& operator=(MappingFile&& other) noexcept;
  ~MappingFile();  // an empty file goes

  bool is_open() const { return fd_ >= 0; }
  // Whole lines, each with its end.
  Result<void> append(std::string_view lines);

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace redact
