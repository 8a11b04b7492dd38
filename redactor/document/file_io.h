// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// The bytes of a regular file; of standard input for read_stdin.
Result<std::string> read_file(const std::string& path);
Result<std::string> read_stdin();

// A file that appears under its name whole or not at all: bytes go to a neighbour with mode 0600,
// and commit() flushes it to the disk and renames it. Without commit() nothing is left behind.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);  // parent folders are made
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<void> write(std::string_view bytes);
  Result<void> commit();

 private:
  AtomicFile(std::string path, std::string temporary, int fd);

  std::string path_, temporary_;
  int fd_;
};

}  // namespace redact
