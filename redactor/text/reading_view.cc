// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/reading_view.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/windows_1252.h"
#include "language/arabic.h"
#include "language/visible.h"
#include "language/words.h"
#include "redactor/text/line_wraps.h"

namespace redact {

namespace {

// Letters that look like Latin ones: Cyrillic, then Greek capitals and omicron.
constexpr std::array<std::pair<int32_t, char>, 40> kLookAlikes = {{
    {0x430, 'a'}, {0x435, 'e'}, {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x443, 'y'},
    {0x445, 'x'}, {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'}, {0x410, 'A'}, {0x412, 'B'},
    {0x415, 'E'}, {0x41a, 'K'}, {0x41c, 'M'}, {0x41d, 'H'}, {0x41e, 'O'}, {0x420, 'P'},
    {0x421, 'C'}, {0x422, 'T'}, {0x423, 'Y'}, {0x425, 'X'}, {0x405, 'S'}, {0x406, 'I'},
    {0x408, 'J'}, {0x391, 'A'}, {0x392, 'B'}, {0x395, 'E'}, {0x396, 'Z'}, {0x397, 'H'},
    {0x399, 'I'}, {0x39a, 'K'}, {0x39c, 'M'}, {0x39d, 'N'}, {0x39f, 'O'}, {0x3a1, 'P'},
    {0x3a4, 'T'}, {0x3a5, 'Y'}, {0x3a7, 'X'}, {0x3bf, 'o'},
}};

char look_alike(int32_t c) {
  const auto found = std::find_if(kLookAlikes.begin(), kLookAlikes.end(),
                                  [c](const auto& entry) { return entry.first == c; });
  return found == kLookAlikes.end() ? '\0' : found->second;
}

bool is_left_out(int32_t c) { return is_zero_width(c) || is_arabic_ornament(c); }

// Accents of Latin letters, and madda and hamza, which change Arabic letters into others.
bool is_accent(int32_t c) { return (c >= 0x300 && c <= 0x36f) || (c >= 0x653 && c <= 0x655); }

// Latin with the accents of Europe and Vietnam.
bool is_latin_letter(int32_t c) {
  return (c < 0x250 || (c >= 0x1e00 && c < 0x1f00)) &&
         (utf8proc_category(c) == UTF8PROC_CATEGORY_LU ||
          utf8proc_category(c) == UTF8PROC_CATEGORY_LL);
}

std::u32string compatible_form(int32_t c, utf8proc_option_t options) {
  std::array<utf8proc_int32_t, 32> out;
  int last = 0;
  const auto n = utf8proc_decompose_char(c, out.data(), out.size(), options, &last);
  if (n <= 0 || n > static_cast<utf8proc_ssize_t>(out.size())) return {};
  const auto composed = utf8proc_normalize_utf32(
      out.data(), n, static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  return {out.begin(), out.begin() + std::max<utf8proc_ssize_t>(composed, 0)};
}

// Hyphens, the figure dash, and the minus sign used in their place; dashes between clauses stay.
bool is_hyphen(int32_t c) { return (c >= 0x2010 && c <= 0x2012) || c == 0x2212; }

// Signs that people type in place of an apostrophe: the opening quotation mark, which some programs
// write there, a reversed one, a prime, and the letter.
bool may_be_apostrophe(int32_t c) {
  return c == 0x2018 || c == 0x201b || c == 0x2032 || c == 0x2bc;
}

// The letters of an Arabic presentation form, which may be a whole word; empty if it has none.
std::u32string arabic_letters(int32_t c) {
  std::u32string form =
      compatible_form(c, static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE));
  const bool has_letter = std::any_of(form.begin(), form.end(), [](char32_t f) {
    return is_arabic_letter(static_cast<int32_t>(f));
  });
  if (!has_letter) return {};
  std::erase_if(form, [](char32_t f) { return is_arabic_ornament(static_cast<int32_t>(f)); });
  for (char32_t& f : form) f = static_cast<char32_t>(plain_arabic(static_cast<int32_t>(f)));
  return form;
}

// The plain form of a styled letter or digit, of a full-width mark, and of a special space or
// hyphen; empty if the character is plain already. Latin-1 characters are left unchanged: clinical
// texts use 3º, 10², ½ and µg.
std::u32string plain_form(int32_t c) {
  if (c >= 0x80 && utf8proc_category(c) == UTF8PROC_CATEGORY_ZS) return U" ";
  if (is_hyphen(c)) return U"-";
  if (c < 0x250) return {};
  if (const int32_t plain = plain_arabic(c); plain != c) return {static_cast<char32_t>(plain)};
  if ((c >= 0xfb50 && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefc)) return arabic_letters(c);
  const bool full_width = c >= 0xff01 && c <= 0xff5e;
  if (!is_word_character(c) && !full_width) return {};
  std::u32string form =
      compatible_form(c, static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE));
  const bool plain = std::all_of(form.begin(), form.end(), [](char32_t f) {
    return f < 0x80 || is_latin_letter(static_cast<int32_t>(f));
  });
  return plain && form != std::u32string{static_cast<char32_t>(c)} ? form : std::u32string();
}

// A letter with an accent as one character; 0 if there is no such character.
int32_t compose(int32_t base, int32_t accent) {
  std::array<utf8proc_int32_t, 2> pair = {base, accent};
  const auto n = utf8proc_normalize_utf32(
      pair.data(), 2, static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  return n == 1 ? pair[0] : 0;
}

// A character of the view and the bytes it was read from.
struct Read {
  int32_t c;  // -1 for an invalid byte
  uint32_t begin, end;
};

// Reads look-alikes as Latin letters in words that also contain Latin letters. Returns whether
// there were any.
bool resolve_look_alikes(std::vector<Read>& read, StopCheck& stop) {
  bool changed = false;
  StopStride stride(stop);
  for (size_t i = 0; i < read.size() && !stride.at(i);) {
    size_t end = i;
    bool latin = false, alike = false;
    while (end < read.size() && is_word_character(read[end].c)) {
      latin = latin || is_latin_letter(read[end].c);
      alike = alike || (read[end].c >= 0x370 && look_alike(read[end].c) != '\0');
      ++end;
    }
    for (size_t k = i; latin && alike && k < end; ++k) {
      const char plain = read[k].c >= 0x370 ? look_alike(read[k].c) : '\0';
      if (plain == '\0') continue;
      read[k].c = plain;
      changed = true;
    }
    i = std::max(end, i + 1);
  }
  return changed;
}

// The byte that a percent sign and two digits stand for in a link; 0 if there is none.
uint8_t byte_of_escape(std::string_view text, size_t at) {
  constexpr size_t kDigits = 2;
  if (at + kDigits >= text.size() || text[at] != '%') return 0;
  const char* const end = text.data() + at + 1 + kDigits;
  uint8_t byte = 0;
  return std::from_chars(text.data() + at + 1, end, byte, 16).ptr == end ? byte : uint8_t{0};
}

// The character that escapes of a link stand for at `at`: a letter beyond ASCII, in UTF-8 or
// Windows-1252, or a hyphen for a sign between words, such as a space, which would end the link.
// n_bytes is 0 if there is none: Turkish writes "%95", and "SpO2%95".
Utf8Unit read_escape(std::string_view text, size_t at) {
  constexpr uint32_t kSize = 3;
  constexpr uint8_t kLeastLetter = 0xc0;
  if (text[at] != '%') return {-1, 0};
  std::string bytes;
  for (size_t i = at; bytes.size() < 4; i += kSize) {
    const uint8_t byte = byte_of_escape(text, i);
    if (byte == 0) break;
    bytes += static_cast<char>(byte);
  }
  if (bytes.empty()) return {-1, 0};
  const auto first = static_cast<uint8_t>(bytes[0]);
  if (first >= kLeastLetter) {
    const Utf8Unit unit = decode_utf8(bytes, 0);
    const int32_t c = unit.code_point < 0 ? from_windows_1252(first) : unit.code_point;
    return {is_word_character(c) ? c : '-', kSize * unit.n_bytes};
  }
  const size_t next = at + kSize;
  const bool is_between_words =
      !is_alphanumeric(bytes[0]) && first < 0x80 && at > 0 && !is_space(text[at - 1]) &&
      next < text.size() &&
      (is_alphanumeric(text[next]) || !is_ascii(text[next]) || byte_of_escape(text, next) != 0);
  return is_between_words ? Utf8Unit{'-', kSize} : Utf8Unit{-1, 0};
}

// Whether a text may hold something to change: a no-break space, a soft hyphen, a character above
// U+0240, invalid UTF-8, or an escape of a link. Most texts do not, and cost only this scan.
bool may_differ(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte == '%' && read_escape(text, i).n_bytes > 0) return true;
    if (byte < 0x80) continue;
    const uint8_t next = i + 1 < text.size() ? static_cast<uint8_t>(text[i + 1]) : 0;
    const bool pair = byte >= 0xc2 && byte < 0xc9 && next >= 0x80 && next < 0xc0;
    if (!pair || (byte == 0xc2 && (next == 0xa0 || next == 0xad))) return true;
    ++i;
  }
  return false;
}

bool is_windows_1252(std::string_view text, StopCheck& stop) {
  size_t n_invalid = 0, n_characters = 0;
  StopStride stride(stop);
  for (size_t at = 0; at < text.size() && !stride.at(at);) {
    const Utf8Unit unit = decode_utf8(text, at);
    n_invalid += unit.code_point < 0;
    n_characters += unit.code_point >= 0x80;
    at += unit.n_bytes;
  }
  return n_invalid > n_characters;
}

}  // namespace

ReadingView::ReadingView(std::string_view source, StopCheck& stop) : source_(source) {
  const std::vector<size_t> wraps = find_line_wraps(source, stop);
  if (wraps.empty() && !may_differ(source)) return;
  const bool windows_1252 = is_windows_1252(source, stop);
  const auto is_digit_at = [&](size_t at) { return at < source.size() && is_digit(source[at]); };
  std::vector<Read> read;
  auto wrap = wraps.begin();
  StopStride stride(stop);
  for (size_t at = 0; at < source.size();) {
    if (stride.at(at)) return;
    const size_t line_end = at + (source[at] == '\r');
    if (wrap != wraps.end() && *wrap == line_end) {
      read.push_back({' ', static_cast<uint32_t>(at), static_cast<uint32_t>(line_end + 1)});
      changed_ = true;
      at = line_end + 1;
      ++wrap;
      continue;
    }
    const Utf8Unit escape = read_escape(source, at);
    const Utf8Unit unit = escape.n_bytes > 0 ? escape : decode_utf8(source, at);
    const auto begin = static_cast<uint32_t>(at), end = static_cast<uint32_t>(at + unit.n_bytes);
    at = end;
    int32_t c = unit.code_point;
    changed_ = changed_ || escape.n_bytes > 0;
    if (c == '-' && escape.n_bytes > 0) ends_.push_back(end);
    if (c < 0 && windows_1252) {
      c = from_windows_1252(static_cast<uint8_t>(source[begin]));
      changed_ = changed_ || c >= 0;
    }
    if (c == 0x2013 && begin > 0 && is_digit_at(begin - 1) && is_digit_at(end)) c = 0x2012;
    const int32_t base = read.empty() ? -1 : read.back().c;
    const bool is_within_word = may_be_apostrophe(c) && base >= 0 && is_word_character(base) &&
                                end < source.size() &&
                                is_word_character(decode_utf8(source, end).code_point);
    if (is_within_word) {
      read.push_back({'\'', begin, end});
      changed_ = true;
      continue;
    }
    if (is_accent(c) &&
        (is_latin_letter(base) || is_arabic_letter(base) || (base >= 0x21 && base < 0x7f))) {
      // An accent that cannot be combined, or a second accent on a letter, is left out.
      const int32_t composed = compose(base, c);
      if (composed > 0) read.back().c = composed;
      read.back().end = end;
      changed_ = true;
      continue;
    }
    if (c >= 0x80 && is_left_out(c)) {
      changed_ = true;
      continue;
    }
    const std::u32string form = c >= 0x80 ? plain_form(c) : std::u32string();
    if (form.empty()) {
      read.push_back({c, begin, end});
      continue;
    }
    changed_ = true;
    for (const char32_t f : form) read.push_back({static_cast<int32_t>(f), begin, end});
  }
  changed_ = resolve_look_alikes(read, stop) || changed_;
  if (!changed_) return;
  StopStride written(stop);
  for (const Read& r : read) {
    if (written.at(text_.size())) break;
    utf8proc_uint8_t bytes[4];
    if (r.c < 0) {
      text_ += source[r.begin];
    } else {
      const auto n = utf8proc_encode_char(r.c, bytes);
      text_.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(n));
    }
    begin_.resize(text_.size(), r.begin);
    end_.resize(text_.size(), r.end);
  }
}

std::vector<Span> ReadingView::to_view(std::vector<Span> spans) const {
  if (!changed_) return spans;
  for (Span& span : spans) {
    const auto first = std::upper_bound(end_.begin(), end_.end(), span.begin);
    const auto last = std::lower_bound(begin_.begin(), begin_.end(), span.end);
    span.begin = static_cast<size_t>(first - end_.begin());
    span.end = static_cast<size_t>(last - begin_.begin());
  }
  std::erase_if(spans, [](const Span& span) { return span.begin >= span.end; });
  return spans;
}

std::vector<size_t> ReadingView::to_view(std::vector<size_t> places) const {
  if (!changed_) return places;
  for (size_t& place : places) {
    const auto first = std::upper_bound(end_.begin(), end_.end(), place);
    place = static_cast<size_t>(first - end_.begin());
  }
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::vector<Span> ReadingView::to_source(std::vector<Span> spans) const {
  if (!changed_) return spans;
  // A byte order mark describes the file's encoding and stays.
  const size_t first = source_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  size_t reached = first;
  Span* before = nullptr;  // the span that ends there
  for (Span& span : spans) {
    // If the edge is inside a source character, both neighbours come from that character; if it is
    // between two characters, the view leaves out the bytes between them.
    const size_t begin =
        span.begin == 0 ? first : std::min(begin_[span.begin], end_[span.begin - 1]);
    const size_t end =
        span.end == text_.size() ? source_.size() : std::max(end_[span.end - 1], begin_[span.end]);
    if (begin < reached && before != nullptr) before->support.add(span.support);
    span.begin = std::max(begin, reached);
    span.end = std::max(end, span.begin);
    reached = span.end;
    if (span.begin < span.end) before = &span;
  }
  std::erase_if(spans, [](const Span& span) { return span.begin == span.end; });
  return spans;
}

}  // namespace redact
