// SPDX-License-Identifier: Apache-2.0
// Codings of a whole text: Base64 and UTF-16.
#include <algorithm>
#include <string>
#include <utility>

#include "base/utf16.h"
#include "base/utf8.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kSpace = " \t\r\n";

int base64_digit(char c) {
  const size_t digit = kAlphabet.find(c);
  return digit == std::string_view::npos ? -1 : static_cast<int>(digit);
}

}  // namespace

// A unit is a group of four characters, with the white space in it. Padding belongs to the last.
Result<Decoded> decode_base64(std::string_view source) {
  Decoded decoded;
  std::string bytes;  // of whole groups that follow one another without white space
  uint32_t group = 0;
  size_t n_digits = 0, n_padding = 0, begin = 0;  // the group's
  const auto finish_groups = [&] {
    decoded.groups(bytes);
    bytes.clear();
  };
  for (size_t at = 0; at < source.size(); ++at) {
    const char c = source[at];
    if (kSpace.find(c) != std::string_view::npos) {
      if (n_digits == 0 && n_padding == 0) {
        finish_groups();
        decoded.unit(1, {});
        begin = at + 1;
      }
      continue;
    }
    if (c == '=') {
      ++n_padding;
      continue;
    }
    const int digit = base64_digit(c);
    if (digit < 0) return error_at(at, "not a character of Base64");
    if (n_padding > 0) return error_at(at, "Base64 goes on after its end");
    group = group << 6 | static_cast<uint32_t>(digit);
    if (++n_digits % Decoded::kGroup != 0) continue;
    if (at + 1 - begin > Decoded::kGroup) finish_groups();
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(group >> shift & 0xff);
    if (at + 1 - begin > Decoded::kGroup) {
      decoded.unit(at + 1 - begin, bytes);
      bytes.clear();
    }
    group = 0;
    n_digits = 0;
    begin = at + 1;
  }
  // The padding may be left out, as some systems do.
  if (n_digits == 1 || (n_padding > 0 && n_digits + n_padding != (n_digits ? 4 : 0))) {
    return error_at(source.size(), "Base64 ends inside a group");
  }
  finish_groups();
  if (n_digits == 2) bytes += static_cast<char>(group >> 4 & 0xff);
  if (n_digits == 3) {
    bytes += static_cast<char>(group >> 10 & 0xff);
    bytes += static_cast<char>(group >> 2 & 0xff);
  }
  const size_t end = source.find_last_not_of(kSpace) + 1;
  if (begin < end) decoded.unit(end - begin, bytes);
  if (const size_t done = std::max(begin, end); done < source.size()) {
    decoded.unit(source.size() - done, {});
  }
  return decoded;
}

std::string encode_base64(std::string_view bytes) {
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i) {
      bits = bits << 8 | (i < group.size() ? static_cast<uint8_t>(group[i]) : 0u);
    }
    for (size_t i = 0; i < 4; ++i) {
      out += i <= group.size() ? kAlphabet[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return out;
}

namespace {

// How Base64 is divided into lines: the characters of a line, 0 if it has only one, and the line
// end with the indentation of the next line.
struct Layout {
  size_t width = 0;
  std::string_view separator;
};
Layout layout_of(std::string_view source) {
  const size_t begin = std::min(source.find_first_not_of(kSpace), source.size());
  const size_t end = source.find_first_of("\r\n", begin);
  const size_t next = source.find_first_not_of(kSpace, end);
  if (end == source.npos || next == source.npos) return {};
  // The first line may begin in the middle of one, and the last be shorter.
  const size_t second = std::min(source.find_first_of(kSpace, next), source.size()) - next;
  return {std::max(end - begin, second), source.substr(end, next - end)};
}

}  // namespace

// All groups from the first changed one on, since a text of another length moves the others.
std::vector<Edit> edit_base64(std::string_view source, const Decoded& decoded,
                              std::span<const Edit> edits) {
  if (edits.empty()) return {};
  const size_t first = edits.front().begin;
  const size_t begin = decoded.source_of(first, first + 1).begin;
  const size_t end = source.find_last_not_of(kSpace) + 1;
  const std::string text = with_edits(decoded.text(), edits);
  std::string digits =
      encode_base64(std::string_view(text).substr(decoded.whole_units(first, first + 1).begin));
  const bool is_padded = decoded.text().size() % Decoded::kGroupText == 0 || source[end - 1] == '=';
  if (!is_padded) digits.resize(digits.find_last_not_of('=') + 1);
  const auto [width, separator] = layout_of(source);
  std::string out;
  size_t column = begin;  // of the line
  while (column > 0 && kSpace.find(source[column - 1]) == kSpace.npos) --column;
  column = begin - column;
  for (size_t at = 0; at < digits.size();) {
    if (width > 0 && column >= width) {
      out += separator;
      column = 0;
    }
    const size_t n = width > 0 ? std::min(width - column, digits.size() - at) : digits.size();
    out.append(digits, at, n);
    at += n;
    column += n;
  }
  return {{begin, end, std::move(out)}};
}

Result<Decoded> decode_utf16(std::string_view source, bool high_byte_first) {
  Decoded decoded;
  for (size_t at = 0; at < source.size();) {
    if (source.size() - at < 2) return error_at(at, "half a unit of UTF-16");
    const Utf16Unit unit = decode_utf16(source, at, high_byte_first);
    if (unit.code_point < 0) return error_at(at, "half a surrogate pair of UTF-16");
    std::string text;
    append_utf8(unit.code_point, text);
    decoded.unit(unit.n_bytes, text);
    at += unit.n_bytes;
  }
  return decoded;
}

}  // namespace redact
