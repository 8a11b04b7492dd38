// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "documents/files/input_bytes.h"
#include "documents/files/plain_text.h"

namespace redact {

// The bytes of a table as InputBytes gives them, but in UTF-8 if the table is in UTF-16, also its
// mark. The text in UTF-16 again is the file, byte for byte.
class TableBytes {
 public:
  explicit TableBytes(InputBytes bytes) : bytes_(std::move(bytes)) {}

  std::string_view unread() const {
    return utf16_ ? std::string_view(text_).substr(begin_) : bytes_.unread();
  }
  void take(size_t n) {
    if (utf16_) {
      begin_ += n;
    } else {
      bytes_.take(n);
    }
  }
  // The last piece may come with the end of the input. Error: kBadInput for malformed UTF-16.
  Result<void> read_more();
  bool has_ended() const { return bytes_.has_ended(); }

  std::optional<uint64_t> size() const { return bytes_.size(); }
  double share_read() const { return bytes_.share_read(); }
  Result<void> rewind();
  // nullopt: it is in UTF-8, or nothing was read.
  std::optional<Utf16> utf16() const { return utf16_; }

 private:
  Result<void> decode();

  InputBytes bytes_;
  bool is_known_ = false;  // whether utf16_ is
  std::optional<Utf16> utf16_;
  std::string text_;  // in UTF-8
  size_t begin_ = 0;  // of what has not been taken of it
};

}  // namespace redact
