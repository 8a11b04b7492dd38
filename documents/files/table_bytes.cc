// SPDX-License-Identifier: Apache-2.0
#include "documents/files/table_bytes.h"

#include "base/ascii.h"
#include "base/utf16.h"

namespace redact {

namespace {

// find_utf16() looks no further.
constexpr size_t kLooked = 258;

// Whether more bytes may show that a table is in UTF-16.
bool may_be_utf16(std::string_view bytes) {
  if (bytes.size() >= kLooked) return false;
  return bytes.size() < 2 || utf16_mark(bytes) != Utf16Mark::kNone ||
         bytes.find('\0') != bytes.npos;
}

}  // namespace

Result<void> TableBytes::read_more() {
  for (;;) {
    REDACT_TRY(bytes_.read_more());
    const std::string_view bytes = bytes_.unread();
    if (!is_known_) {
      if (!has_ended() && may_be_utf16(bytes)) continue;
      utf16_ = find_utf16(bytes.substr(0, bytes.size() / 2 * 2));
      is_known_ = true;
    }
    if (!utf16_) return {};
    const size_t held = unread().size();
    REDACT_TRY(decode());
    if (has_ended() || unread().size() > held) return {};
  }
}

Result<void> TableBytes::decode() {
  text_.erase(0, std::exchange(begin_, 0));
  std::string_view left = bytes_.unread();
  take_utf16(left, utf16_->high_byte_first, text_);
  bytes_.take(bytes_.unread().size() - left.size());
  // Three bytes may be the beginning of a pair of surrogates.
  if (left.size() <= (has_ended() ? 0 : 3)) return {};
  return Error{ErrorKind::kBadInput, "table", "is in UTF-16 and has half a character"};
}

Result<void> TableBytes::rewind() {
  REDACT_TRY(bytes_.rewind());
  text_.clear();
  begin_ = 0;
  return {};
}

}  // namespace redact
