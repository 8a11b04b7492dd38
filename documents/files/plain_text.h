// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace redact {

// The first bytes of a ZIP archive, as of DOCX.
inline constexpr std::string_view kArchiveMark = "PK\x03\x04";

// The kind of bytes that are not plain text, by their beginning: "PDF", "an image". nullptr if they
// may be text. Such files would otherwise be copied without their text being read.
const char* binary_kind(std::string_view bytes);

// Whether bytes decoded from Base64 or the like may be a text in UTF-8, Windows-1252 or UTF-16:
// letters that were not Base64 become random bytes.
bool may_be_text(std::string_view bytes);

// A text in UTF-16, by its byte order mark or, for Latin letters, by its zero bytes. A mark, whose
// bytes UTF-8 never has, decides unless ASCII follows. If what follows is not UTF-16, decoding
// fails.
struct Utf16 {
  size_t n_mark;  // bytes of the mark
  bool high_byte_first;
};
std::optional<Utf16> find_utf16(std::string_view bytes);

// The error with which an input that is not plain text is withheld.
Error not_plain_text(const char* kind);

}  // namespace redact
