// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace redact {

// The error of the last system call, which was to do `verb` to a file (kIo).
Error io_error(const char* verb);

// A file that is open for writing at its end. Movable; not safe for concurrent calls.
class OpenFile {
 public:
  explicit OpenFile(int fd) : fd_(fd) {}
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile() { close(); }

  Result<void> write(std::string_view bytes);
  // Truncates the file to its first `size` bytes.
  Result<void> shorten(size_t size);
  void start_flush();    // without waiting for the disk
  Result<void> flush();  // to the disk
  void close();

  int fd() const { return fd_; }  // -1 once it is closed
  size_t size() const { return size_; }

 private:
  int fd_;
  size_t size_ = 0;
};

}  // namespace redact
