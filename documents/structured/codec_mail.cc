// SPDX-License-Identifier: Apache-2.0
// Texts of mails: quoted-printable (RFC 2045, section 6.7), and values of header fields (RFC 5322)
// with their folds, encoded words (RFC 2047) and parameters (RFC 2231).
#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "documents/structured/charsets.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

constexpr std::string_view kBlank = " \t";

bool is_printable(char c) { return c >= ' ' && c < 0x7f; }

// Characters that no place of a header gives a meaning.
bool is_atom(char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '+'; }

void append_hex_behind(char sign, char byte, std::string& out) {
  out += sign;
  append_hex(byte, out, kUpperHexDigits);
}

// The byte that a sign and two hexadecimal digits at `at` stand for; -1 if there is none.
int byte_behind(std::string_view text, size_t at) {
  if (at + 2 >= text.size()) return -1;
  return hex_byte(text[at + 1], text[at + 2]);
}

// The bytes of the line end at `at`; 0 if there is none.
size_t line_end(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '\n') return 1;
  return text.substr(at, 2) == "\r\n" ? 2 : 0;
}

// The bytes of the soft line break at `at`: the sign, white space and a line end or the end of the
// text; 0 if there is none.
size_t soft_break(std::string_view text, size_t at) {
  const size_t blank = std::min(text.find_first_not_of(kBlank, at + 1), text.size());
  if (blank == text.size()) return blank - at;
  const size_t n = line_end(text, blank);
  return n == 0 ? 0 : blank + n - at;
}

// The line end that is used near a place.
std::string_view line_end_near(const Seams& seams) {
  constexpr size_t kLooked = 1000;  // a line has 998 characters at most
  const std::string_view before =
      seams.before.substr(seams.before.size() - std::min(seams.before.size(), kLooked));
  for (const std::string_view text : {seams.replaced, before, seams.after.substr(0, kLooked)}) {
    const size_t at = text.find('\n');
    if (at != text.npos) return at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
  }
  return "\r\n";
}

}  // namespace

Decoded decode_quoted_printable(std::string_view source) {
  // Readers of mail show any other '=' unchanged: it is malformed.
  return decode_escapes(source, '=', [&](size_t at, std::string& text) -> size_t {
    const int byte = byte_behind(source, at);
    if (byte < 0) return soft_break(source, at);
    text += static_cast<char>(byte);
    return 3;
  });
}

std::string encode_quoted_printable(std::string_view text, const Seams& seams) {
  constexpr size_t kLine = 76;  // characters of a line, with the sign of a soft break
  const std::string_view eol = line_end_near(seams);
  const std::string_view line =
      seams.before.substr(seams.before.size() - std::min(seams.before.size(), kLine + 1));
  const size_t last = line.rfind('\n');
  const size_t n_line = last == line.npos ? line.size() : line.size() - last - 1;
  size_t column = n_line;
  std::string out;
  const auto put = [&](std::string_view unit) {
    if (column + unit.size() >= kLine) {
      out.append("=").append(eol);
      column = 0;
    }
    out += unit;
    column += unit.size();
  };
  const bool ends_line = seams.after.empty() || line_end(seams.after, 0) > 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_last = ends_line && at + 1 == text.size();
    const bool is_literal = is_printable(c) || c == '\t';
    if (is_literal && c != '=' && !(is_last && kBlank.find(c) != kBlank.npos)) {
      put({&c, 1});
    } else {
      std::string unit;
      append_hex_behind('=', c, unit);
      put(unit);
    }
  }
  // The rest of the line may have no room behind the replacement. A line that was longer stays one.
  const std::string_view rest = seams.after.substr(0, kLine + 1);
  const size_t n_rest = std::min(rest.find_first_of("\r\n"), rest.size());
  const size_t cut = seams.replaced.rfind('\n');
  const size_t n_before =
      cut == seams.replaced.npos ? n_line + seams.replaced.size() : seams.replaced.size() - cut - 1;
  const bool was_longer = n_before + n_rest > kLine;
  if (!was_longer && n_rest > 0 && column + n_rest > kLine && !out.empty()) {
    out.append("=").append(eol);
  }
  return out;
}

Result<std::string> encode_ascii(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_ascii(text[at])) return cannot_hold(at, "a character beyond ASCII");
  }
  return std::string(text);
}

namespace {

// "=?utf-8?B?...?=" at a place of a header.
struct EncodedWord {
  size_t size;
  std::string_view charset;
  char encoding;  // 'q' or 'b'
  std::string_view text;
};
std::optional<EncodedWord> encoded_word(std::string_view header, size_t at) {
  constexpr size_t kLongest = 4000;  // the standard allows 75
  const std::string_view word = header.substr(at, kLongest);
  if (!word.starts_with("=?")) return std::nullopt;
  const size_t charset = word.find('?', 2);
  if (charset == word.npos || charset == 2 || charset + 2 >= word.size()) return std::nullopt;
  const char encoding = to_lower(word[charset + 1]);
  if ((encoding != 'q' && encoding != 'b') || word[charset + 2] != '?') return std::nullopt;
  const size_t begin = charset + 3, end = word.find("?=", begin);
  if (end == word.npos || word.substr(0, end).find('\n') != word.npos) return std::nullopt;
  // "utf-8*de" names the language, too.
  std::string_view name = word.substr(2, charset - 2);
  name = name.substr(0, name.find('*'));
  return EncodedWord{end + 2, name, encoding, word.substr(begin, end - begin)};
}

// White space with folds, and where it ends.
size_t blank_end(std::string_view header, size_t at) {
  return std::min(header.find_first_not_of(" \t\r\n", at), header.size());
}

Result<std::string> text_of(const EncodedWord& word) {
  std::string bytes;
  if (word.encoding == 'b') {
    REDACT_ASSIGN(const Decoded decoded, decode_base64(word.text));
    bytes = decoded.text();
  } else {
    for (size_t at = 0; at < word.text.size(); ++at) {
      const int byte = word.text[at] == '=' ? byte_behind(word.text, at) : -1;
      if (byte >= 0) at += 2;
      bytes += byte >= 0 ? static_cast<char>(byte) : word.text[at] == '_' ? ' ' : word.text[at];
    }
  }
  return bytes;
}

// A sequence of encoded words with white space between them, which belongs to none.
struct EncodedWords {
  size_t end;
  std::string text;
  std::string_view charset;  // of the first
  char encoding;
};
Result<std::optional<EncodedWords>> encoded_words(std::string_view header, size_t begin) {
  auto word = encoded_word(header, begin);
  if (!word) return std::optional<EncodedWords>();
  EncodedWords words{begin, {}, word->charset, word->encoding};
  std::string_view charset = word->charset;
  std::string bytes;  // of words in one character set, which may divide a character
  const auto finish = [&]() -> Result<void> {
    const auto [declared, is_known] = declared_charset(charset);
    if (!is_known) return unknown_charset("an encoded word");
    words.text += declared ? decode_charset(bytes, *declared).text() : bytes;
    bytes.clear();
    return {};
  };
  for (size_t at = begin; word; word = encoded_word(header, at)) {
    if (word->charset != charset) {
      REDACT_TRY(finish());
      charset = word->charset;
    }
    REDACT_ASSIGN(const std::string more, text_of(*word));
    bytes += more;
    words.end = at + word->size;
    at = blank_end(header, words.end);
    if (at == words.end) break;
  }
  REDACT_TRY(finish());
  return std::optional(std::move(words));
}

// A text as encoded words of at most 75 characters.
std::string as_encoded_words(std::string_view text, std::string_view charset, char encoding) {
  constexpr size_t kLongest = 75;
  const std::string head = "=?" + std::string(charset) + "?" + encoding + "?";
  const auto written = [&](std::string_view bytes) {
    if (encoding == 'B' || encoding == 'b') return encode_base64(bytes);
    std::string out;
    for (const char c : bytes) {
      if (is_alphanumeric(c)) {
        out += c;
      } else if (c == ' ') {
        out += '_';
      } else {
        append_hex_behind('=', c, out);
      }
    }
    return out;
  };
  const auto in_charset = [&](std::string_view piece) {
    const auto declared = declared_charset(charset).charset;
    return declared ? encode_charset(piece, *declared).value() : std::string(piece);
  };
  std::string out, piece;
  const auto finish = [&] {
    if (!out.empty()) out += ' ';
    out += head + written(in_charset(piece)) + "?=";
    piece.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const std::string_view character = text.substr(at, decode_utf8(text, at).n_bytes);
    const std::string more = piece + std::string(character);
    const size_t size = head.size() + written(in_charset(more)).size() + 2;
    if (size > kLongest && !piece.empty()) finish();
    piece += character;
    at += character.size();
  }
  if (!piece.empty()) finish();
  return out;
}

// The same, in the character set and encoding of the words that are replaced, if it has the
// characters.
std::string like_replaced(std::string_view text, std::string_view replaced) {
  for (size_t at = replaced.find("=?"); at != replaced.npos; at = replaced.find("=?", at + 1)) {
    const auto word = encoded_word(replaced, at);
    if (!word) continue;
    const auto declared = declared_charset(word->charset).charset;
    const bool is_ascii_set = to_lower(word->charset).ends_with("ascii");
    const bool has_all =
        declared ? encode_charset(text, *declared).ok() : !is_ascii_set || encode_ascii(text).ok();
    const char encoding = replaced[at + 2 + replaced.substr(at + 2).find('?') + 1];
    return as_encoded_words(text, has_all ? word->charset : "utf-8", encoding);
  }
  return as_encoded_words(text, "utf-8", 'Q');
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_printable) && text.find("=?") == text.npos;
}

}  // namespace

Result<Decoded> decode_mail_text(std::string_view source) {
  Decoded decoded;
  for (size_t at = 0; at < source.size();) {
    const size_t sign = std::min(source.find_first_of("=\r\n", at), source.size());
    decoded.copy(source.substr(at, sign - at));
    at = sign;
    if (at == source.size()) break;
    if (const size_t n = line_end(source, at); n > 0) {
      decoded.unit(n, {});
      at += n;
      continue;
    }
    REDACT_ASSIGN(const auto words, encoded_words(source, at));
    if (words) {
      decoded.unit(words->end - at, words->text);
      at = words->end;
    } else {
      decoded.copy(source.substr(at++, 1));
    }
  }
  return decoded;
}

Result<std::string> encode_mail_text(std::string_view text, const Seams& seams) {
  const std::string_view before =
      seams.before.substr(0, seams.before.find_last_not_of(" \t\r\n") + 1);
  const size_t next = blank_end(seams.after, 0);
  const bool follows_word = before.ends_with("?="),
             precedes_word = seams.after.substr(next).starts_with("=?");
  const bool had_words = seams.replaced.find("=?") != seams.replaced.npos;
  const bool is_raw = std::any_of(seams.replaced.begin(), seams.replaced.end(),
                                  [](char c) { return !is_ascii(c); });
  if (text.find_first_of("\r\n") == text.npos && text.find("=?") == text.npos) {
    if (text.empty() || (!had_words && (is_raw || is_plain(text)))) return std::string(text);
    // White space between two encoded words is none, and words stand apart from other text.
    const bool is_apart =
        !follows_word && !precedes_word && text.front() != ' ' && text.back() != ' ';
    if (is_apart && is_plain(text)) return std::string(text);
  }
  return like_replaced(text, seams.replaced);
}

Result<Decoded> decode_mail_phrase(std::string_view source) {
  std::string text;
  bool is_quoted = false;
  for (size_t at = 0; at < source.size();) {
    const char c = source[at];
    if (const size_t n = line_end(source, at); n > 0) {
      at += n;
    } else if (c == '"') {
      is_quoted = !is_quoted;
      ++at;
    } else if (c == '\\' && is_quoted && at + 1 < source.size()) {
      text += source[at + 1];
      at += 2;
    } else {
      REDACT_ASSIGN(const auto words, encoded_words(source, at));
      if (words) text += words->text;
      if (!words) text += c;
      at = words ? words->end : at + 1;
    }
  }
  return one_unit(source, text);
}

std::string encode_mail_phrase(std::string_view text, bool is_parameter, const Seams& seams) {
  const bool is_quoted = seams.replaced.starts_with('"');
  const bool is_words =
      !text.empty() && text.front() != ' ' && text.back() != ' ' && text.find("  ") == text.npos &&
      std::all_of(text.begin(), text.end(),
                  [&](char c) { return is_atom(c) || (c == ' ' && !is_parameter); });
  if (is_words && !is_quoted) return std::string(text);
  const bool needs_words = !is_plain(text);
  if (needs_words && !is_parameter) return like_replaced(text, seams.replaced);
  std::string out = "\"";
  for (const char c : needs_words ? like_replaced(text, seams.replaced) : std::string(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

Decoded decode_percent(std::string_view source) {
  std::string text;
  for (size_t at = 0; at < source.size(); ++at) {
    const int byte = source[at] == '%' ? byte_behind(source, at) : -1;
    text += byte >= 0 ? static_cast<char>(byte) : source[at];
    if (byte >= 0) at += 2;
  }
  return one_unit(source, text);
}

std::string encode_percent(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_atom(c) || c == '.') {
      out += c;
    } else {
      append_hex_behind('%', c, out);
    }
  }
  return out;
}

}  // namespace redact
