// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/files/decompressor.h"

namespace redact {

// Reads a regular file, a pipe or a terminal in pieces of 64 KiB, and decompresses it if its path
// has the ending of a compressed file. Holds only bytes that have been read and not yet taken.
// Movable; not safe for concurrent calls.
class InputBytes {
 public:
  // Opens a file. Does not wait for the writer of a pipe; read_more() does. Errors: kBadInput for a
  // pipe or terminal unless `pipes` is set, and always for folders and devices; kNotFound; kIo.
  // `stop_fd`: when it becomes readable, waiting for a pipe or terminal ends with kCancelled; -1:
  // none.
  static Result<InputBytes> open(const std::string& path, bool pipes, int stop_fd = -1);
  static InputBytes standard_input(int stop_fd = -1);
  InputBytes(InputBytes&& other) noexcept;
  InputBytes& operator=(InputBytes&& other) = delete;
  ~InputBytes();

  // The bytes that have been read and not taken. Valid until the next call of a non-const function.
  std::string_view unread() const { return std::string_view(buffer_).substr(begin_); }
  void take(size_t n) { begin_ += n; }

  // Appends the next piece to unread(), and waits for it; at the end of the input, appends nothing.
  // Errors: kIo; kBadInput if the file is not in the format of its ending.
  Result<void> read_more();
  // Whether read_more() has met the end of the input, so that unread() is all that is left.
  bool has_ended() const { return has_ended_; }

  // The size of a regular file on the disk, in bytes; nullopt for pipes and terminals.
  std::optional<uint64_t> size() const { return size_; }
  // The share of the bytes that has been read, from 0 to 1; negative if size() is nullopt.
  double share_read() const;

  // Returns to the position where reading began. Requires that size() has a value.
  Result<void> rewind();

 private:
  InputBytes(int fd, bool owned, int stop_fd);
  Result<void> read_piece(std::string& buffer);

  int fd_;
  bool owned_;
  int stop_fd_;
  std::optional<uint64_t> size_;
  int64_t start_ = 0;  // offset in the file where reading began
  uint64_t n_read_ = 0;
  std::string buffer_;
  size_t begin_ = 0;
  bool has_ended_ = false;
  std::unique_ptr<Decompressor> decompressor_;  // nullptr: the file is not compressed
  std::string compressed_;                      // read, and not yet decompressed
};

}  // namespace redact
