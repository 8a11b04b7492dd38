// SPDX-License-Identifier: Apache-2.0
// Escapes of HL7 v2, chapter 2, section 2.7.
#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "base/parse_number.h"
#include "base/utf8.h"
#include "documents/structured/charsets.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

constexpr size_t kLongestCommand = 8;  // \.sp+99 with its escape character
constexpr size_t kMostRepeats = 99;    // of \.sp\ and \.sk\; a larger number is not a format

// The bytes of \Xhh..\, whose digits are given; nullopt if they are not digits.
std::optional<std::string> hex_bytes(std::string_view digits) {
  if (digits.empty() || digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    const int byte = hex_byte(digits[i], digits[i + 1]);
    if (byte < 0) return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

// The text of \Xhh..\ at the beginning of a source: UTF-8, whose characters may be divided between
// such escapes, else bytes of the message's character set.
struct HexText {
  size_t size;  // of the source
  std::string text;
};
std::optional<HexText> hex_text(std::string_view source, const Coding& coding) {
  constexpr size_t kMostBytes = 4;  // of a character
  const char begin[] = {coding.delimiters.escape, 'X'};
  const std::string_view escape(begin, sizeof begin);
  std::optional<HexText> one;
  std::string bytes;
  for (size_t at = 0; source.substr(at).starts_with(escape);) {
    at += escape.size();
    const size_t end = source.find(coding.delimiters.escape, at);
    if (end == source.npos) break;
    const auto more = hex_bytes(source.substr(at, end - at));
    if (!more) break;
    bytes += *more;
    at = end + 1;
    if (is_utf8(bytes)) return HexText{at, bytes};
    if (!one) one = HexText{at, decode_charset(bytes, coding.charset).text()};
    if (bytes.size() >= kMostBytes) break;
  }
  return one;
}

// `n` times `text` for \.sp3\ and \.sp+3\, whose "3" or "+3" is `number`; once if it is empty.
std::optional<std::string> repeated(std::string_view number, std::string_view text) {
  if (number.starts_with('+') || number.starts_with(' ')) number.remove_prefix(1);
  const auto n = parse_number<size_t>(number.empty() ? "1" : number);
  if (!n || *n > kMostRepeats) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < *n; ++i) out += text;
  return out;
}

// The text of a formatting command (section 2.7.6), whose name follows the dot; nullopt if there is
// no such command.
std::optional<std::string> formatting(std::string_view command) {
  if (command == "br" || command == "ce") return "\n";
  if (command == "fi" || command == "nf") return "";  // fill, no fill
  const std::string_view name = command.substr(0, 2);
  if (name == "sp") return repeated(command.substr(2), "\n");
  if (name == "sk") return repeated(command.substr(2), " ");
  if (name == "in" || name == "ti") return repeated(command.substr(2), "");  // indents
  return std::nullopt;
}

// The meaning of an escape, given without its escape characters; nullopt if it is not defined.
std::optional<std::string> meaning(std::string_view escape, const Hl7Delimiters& delimiters) {
  if (escape.size() == 1) {
    char c = 0;
    switch (escape[0]) {
      case 'F': c = delimiters.field; break;
      case 'S': c = delimiters.component; break;
      case 'T': c = delimiters.subcomponent; break;
      case 'R': c = delimiters.repetition; break;
      case 'E': c = delimiters.escape; break;
      case 'P': c = delimiters.truncation; break;
      case 'H':
      case 'N': return "";  // highlighted, normal
    }
    return c ? std::optional(std::string(1, c)) : std::nullopt;
  }
  if (escape.starts_with('.')) return formatting(escape.substr(1));
  return std::nullopt;
}

// The size of an escape character that begins no escape, together with text that could still
// complete one: a letter, digits of \X, a command, and one character more. If any of these is
// replaced, all are written again as a unit, with \E\, so that no escape forms with the
// replacement.
size_t stray_size(std::string_view source, char escape) {
  size_t n = 1;
  if (n < source.size()) {
    const char first = source[n];
    if (std::string_view("FSTREPHN").find(first) != std::string_view::npos) {
      ++n;
    } else if (first == 'X') {
      for (++n; n < source.size() && hex_digit(source[n]) >= 0;) ++n;
    } else if (first == '.') {
      for (++n; n < source.size() && n < kLongestCommand && is_alphanumeric(source[n]);) ++n;
    }
  }
  if (n == source.size() || source[n] == escape) return n;
  const Utf8Unit next = decode_utf8(source, n);
  return n + next.n_bytes;
}

}  // namespace

Decoded decode_hl7(std::string_view source, const Coding& coding) {
  Decoded decoded;
  const char escape = coding.delimiters.escape;
  size_t at = 0;
  while (escape && at < source.size()) {
    const size_t begin = std::min(source.find(escape, at), source.size());
    decoded.copy(source.substr(at, begin - at));
    at = begin;
    if (const auto hex = hex_text(source.substr(at), coding)) {
      decoded.unit(hex->size, hex->text);
      at += hex->size;
      continue;
    }
    const size_t end = source.find(escape, at + 1);
    std::optional<std::string> text;
    if (end < source.size()) text = meaning(source.substr(at + 1, end - at - 1), coding.delimiters);
    if (text) {
      decoded.unit(end + 1 - at, *text);
      at = end + 1;
    } else if (at < source.size()) {
      const std::string_view stray = source.substr(at, stray_size(source.substr(at), escape));
      decoded.unit(stray.size(), stray);
      at += stray.size();
    }
  }
  decoded.copy(source.substr(at));
  return decoded;
}

Result<std::string> encode_hl7(std::string_view text, const Hl7Delimiters& delimiters) {
  // The letters of section 2.7.1 for a delimiter `c`; 0 if it is not a delimiter.
  const auto letter = [&](char c) -> char {
    if (c == 0) return 0;
    if (c == delimiters.field) return 'F';
    if (c == delimiters.component) return 'S';
    if (c == delimiters.subcomponent) return 'T';
    if (c == delimiters.repetition) return 'R';
    return c == delimiters.escape ? 'E' : 0;
  };
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!letter(c) && static_cast<unsigned char>(c) >= 0x20) {
      out += c;
      continue;
    }
    if (!delimiters.escape) {
      return cannot_hold(at, "a delimiter or control character, in a message without escapes");
    }
    out += delimiters.escape;
    if (letter(c)) {
      out += letter(c);
    } else if (c == '\n') {
      out += ".br";
    } else {
      out += 'X';
      append_hex(c, out, kUpperHexDigits);
    }
    out += delimiters.escape;
  }
  return out;
}

}  // namespace redact
