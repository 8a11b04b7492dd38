// SPDX-License-Identifier: Apache-2.0
// Text between the control words of RTF (Microsoft's specification 1.9.1).
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/utf16.h"
#include "base/utf8.h"
#include "documents/structured/charsets.h"
#include "documents/structured/codecs.h"
#include "documents/structured/rtf_tokens.h"

namespace redact {

namespace {

// Reads the text of one segment.
class RtfDecoder {
  using Kind = RtfToken::Kind;

 public:
  RtfDecoder(std::string_view source, const Coding& coding) : source_(source), coding_(coding) {}

  Decoded decode() && {
    while (at_ < source_.size()) {
      const RtfToken token = rtf_token(source_, at_);
      if (token.kind == Kind::kText) {
        add_bytes(token.end);
      } else if (token.is_word("u") && token.parameter) {
        add_unicode(token);
      } else if (token.kind == Kind::kHex) {
        const int byte = hex_byte(token.name[0], token.name[1]);
        add_unit(token.end, character_of(static_cast<char>(byte)));
      } else {
        // Line ends and words that the scanner leaves to a segment are no text.
        add_unit(token.end, rtf_character(token).value_or(""));
      }
    }
    return std::move(decoded_);
  }

 private:
  std::string character_of(char byte) const {
    return is_ascii(byte) ? std::string(1, byte)
                          : decode_charset(std::string_view(&byte, 1), coding_.charset).text();
  }

  void add_unit(size_t end, std::string_view text) {
    decoded_.unit(end - at_, text);
    at_ = end;
  }

  // Bytes beyond ASCII are forbidden, but written: in UTF-8, or in the code page.
  void add_bytes(size_t end) {
    while (at_ < end) {
      const Utf8Unit unit = decode_utf8(source_, at_);
      if (unit.code_point < 0) {
        add_unit(at_ + 1, character_of(source_[at_]));
      } else {
        decoded_.copy(source_.substr(at_, unit.n_bytes));
        at_ += unit.n_bytes;
      }
    }
  }

  // \uN with the characters for programs that do not know it; two of them for a pair of UTF-16.
  void add_unicode(const RtfToken& word) {
    int32_t c = *word.parameter & 0xffff;
    size_t end = after_fallback(word.end);
    if (is_high_surrogate(c) && end < source_.size()) {
      const RtfToken next = rtf_token(source_, end);
      const int32_t low = next.is_word("u") && next.parameter ? *next.parameter & 0xffff : 0;
      if (is_low_surrogate(low)) {
        c = from_surrogates(c, low);
        end = after_fallback(next.end);
      }
    }
    constexpr int32_t kReplacement = 0xfffd;
    std::string text;
    append_utf8(is_high_surrogate(c) || is_low_surrogate(c) ? kReplacement : c, text);
    add_unit(end, text);
  }

  size_t after_fallback(size_t at) const {
    for (size_t n = 0; n < coding_.n_fallback && at < source_.size();) {
      const RtfToken token = rtf_token(source_, at);
      n += token.kind != Kind::kLineEnd;
      at = token.kind == Kind::kText ? at + decode_utf8(source_, at).n_bytes : token.end;
    }
    return at;
  }

  std::string_view source_;
  const Coding& coding_;
  size_t at_ = 0;
  Decoded decoded_;
};

void append_unit(int32_t unit, size_t n_fallback, std::string& out) {
  out += "\\u" + std::to_string(unit >= 0x8000 ? unit - 0x10000 : unit);
  // The word ends with its fallback, or else with a space.
  out += n_fallback > 0 ? std::string(n_fallback, '?') : " ";
}

// Whether bytes that follow would become part of the control word at the end of `before`.
bool ends_in_word(std::string_view before) {
  constexpr size_t kLongestWord = 48;
  before.remove_prefix(before.size() - std::min(before.size(), kLongestWord));
  size_t at = before.size();
  while (at > 0 && is_digit(before[at - 1])) --at;
  if (at > 0 && before[at - 1] == '-') --at;
  const size_t letters = at;
  while (at > 0 && is_letter(before[at - 1])) --at;
  return at < letters && at > 0 && before[at - 1] == '\\';
}

}  // namespace

Decoded decode_rtf(std::string_view source, const Coding& coding) {
  return RtfDecoder(source, coding).decode();
}

Result<std::string> encode_rtf(std::string_view text, const Coding& coding, const Seams& seams) {
  const bool follows_word = seams.before.empty() ? coding.follows_word : ends_in_word(seams.before);
  // A line end, which is no text, ends the word, if what follows could be part of it.
  const char first = text.empty() ? ' ' : text[0];
  const bool joins = is_alphanumeric(first) || first == '-' || first == ' ';
  std::string out = follows_word && joins ? "\n" : "";
  for (size_t at = 0; at < text.size();) {
    const auto [c, n_bytes] = decode_utf8(text, at);
    if (c == '\\' || c == '{' || c == '}') {
      out += {'\\', static_cast<char>(c)};
    } else if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\line " : "\\tab ";
    } else if (c < 0x20) {
      return cannot_hold(at, "a control character, in RTF");
    } else if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (const auto bytes = encode_charset(text.substr(at, n_bytes), coding.charset);
               bytes.ok() && !coding.ascii_only) {
      out += "\\'";
      append_hex((*bytes)[0], out);
    } else if (c < 0x10000) {
      append_unit(c, coding.n_fallback, out);
    } else {
      append_unit(high_surrogate(c), coding.n_fallback, out);
      append_unit(low_surrogate(c), coding.n_fallback, out);
    }
    at += n_bytes;
  }
  return out;
}

}  // namespace redact
