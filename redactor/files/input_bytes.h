// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// Reads a regular file, a pipe or a terminal in pieces of 64 KiB, without blocking where that is
// asked for. It holds what has been read and not yet taken, and no more. Movable; not safe for
// concurrent calls.
class InputBytes {
 public:
  // Opens a file. A pipe without a writer is not waited for here but in read_more(). kBadInput for
  // a pipe or terminal unless `pipes`, and for folders and devices always; kNotFound; kIo.
  static Result<InputBytes> open(const std::string& path, bool pipes);
  static InputBytes standard_input();
  InputBytes(InputBytes&& other) noexcept;
  InputBytes& operator=(InputBytes&& other) = delete;
  ~InputBytes();

  // What has been read and not taken. Valid until the next call of a function that is not const.
  std::string_view unread() const { return std::string_view(buffer_).substr(begin_); }
  void take(size_t n) { begin_ += n; }

  enum class More { kBytes, kNotYet, kEnd };
  // Appends the next piece to unread(). Without `wait` it returns kNotYet in place of blocking.
  Result<More> read_more(bool wait);

  // Bytes of a regular file; no size for pipes and terminals.
  std::optional<uint64_t> size() const { return size_; }
  // The share of them that has been read, from 0 to 1; negative without a size.
  double share_read() const;

  // Goes back to where reading began. Only where size() has a value.
  Result<void> rewind();

 private:
  InputBytes(int fd, bool owned);

  int fd_;
  bool owned_;
  std::optional<uint64_t> size_;
  int64_t start_ = 0;  // offset in the file where reading began
  uint64_t n_read_ = 0;
  std::string buffer_;
  size_t begin_ = 0;
};

}  // namespace redact
