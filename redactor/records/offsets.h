// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/utf8.h"
#include "base/word_list.h"

namespace redact {

// The unit of offsets into a text. Readers count differently: Python in code points; Rust, Go and C
// in bytes of UTF-8; Java, JavaScript and C# in units of UTF-16.
enum class OffsetUnit { kCodePoints, kBytes, kUtf16 };

inline constexpr std::array<std::string_view, 3> kOffsetUnitNames = {"code-points", "bytes",
                                                                     "utf16"};
constexpr std::string_view offset_unit_name(OffsetUnit unit) {
  return kOffsetUnitNames[static_cast<size_t>(unit)];
}
constexpr std::optional<OffsetUnit> find_offset_unit(std::string_view name) {
  return find_named<OffsetUnit>(kOffsetUnitNames, name);
}

// Converts ascending byte offsets of a UTF-8 text to offsets in a unit, in one pass.
class OffsetCounter {
 public:
  OffsetCounter(std::string_view text, OffsetUnit unit) : text_(text), unit_(unit) {}

  // Precondition: `byte` is not below that of the previous call, and a character begins there.
  size_t at(size_t byte) {
    if (unit_ == OffsetUnit::kBytes) return byte;
    while (byte_ < byte) {
      const Utf8Unit next = decode_utf8(text_, byte_);
      byte_ += next.n_bytes;
      const bool is_pair = unit_ == OffsetUnit::kUtf16 && next.code_point > 0xFFFF;
      count_ += is_pair ? 2 : 1;
    }
    return count_;
  }
  // The same for an offset that may be greater than the next one.
  size_t peek(size_t byte) const { return OffsetCounter(*this).at(byte); }

 private:
  std::string_view text_;
  OffsetUnit unit_;
  size_t byte_ = 0;
  size_t count_ = 0;  // units before byte_
};

// Bytes that are not Unicode have no characters to count, so a text format cannot hold them either.
// The same holds for an archive, as Office files are. `format` is its name, for the error.
inline Result<void> check_unicode(std::string_view text, bool is_archive,
                                  const std::string& format) {
  if (is_archive) {
    return Error{ErrorKind::kUnsupported, "file", "is an archive, which " + format + " can't hold"};
  }
  if (is_utf8(text)) return {};
  return Error{ErrorKind::kBadInput, "text", "is not valid UTF-8, which " + format + " can't hold"};
}

}  // namespace redact
