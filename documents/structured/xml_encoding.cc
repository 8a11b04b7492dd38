// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/xml_encoding.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "documents/structured/charsets.h"

namespace redact {

namespace {

// The name in the declaration, in lower case; empty if there is none. The parser refuses malformed
// declarations.
std::string declared(std::string_view xml) {
  constexpr size_t kMostDeclaration = 1024;
  if (!xml.starts_with("<?xml")) return {};
  xml = xml.substr(0, kMostDeclaration);
  xml = xml.substr(0, xml.find("?>"));
  size_t at = xml.find("encoding");
  if (at == std::string_view::npos) return {};
  at = xml.find_first_of("\"'", at);
  if (at == std::string_view::npos) return {};
  const size_t end = std::min(xml.find(xml[at], at + 1), xml.size());
  return to_lower(xml.substr(at + 1, end - at - 1));
}

}  // namespace

Result<std::optional<Coding>> xml_encoding(std::string_view xml) {
  using std::string_view_literals::operator""sv;
  const Utf16Mark mark = utf16_mark(xml);
  if (mark == Utf16Mark::kLowFirst || xml.starts_with("<\0"sv))
    return std::optional(Coding{.codec = Codec::kUtf16Le});
  if (mark == Utf16Mark::kHighFirst || xml.starts_with("\0<"sv))
    return std::optional(Coding{.codec = Codec::kUtf16Be});
  const bool has_mark = xml.starts_with(kByteOrderMark);
  const std::string name = declared(has_mark ? xml.substr(kByteOrderMark.size()) : xml);
  const auto [charset, is_known] = declared_charset(name);
  if (name.starts_with("utf-16") || (has_mark && (charset || !is_known))) {
    return Error{ErrorKind::kBadInput, "byte 0", "the encoding is not the declared one"};
  }
  if (!is_known) return unknown_charset("byte 0");
  if (!charset) return std::optional<Coding>();
  return std::optional(Coding{.codec = Codec::kCharset, .charset = *charset});
}

}  // namespace redact
