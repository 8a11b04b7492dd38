// SPDX-License-Identifier: Apache-2.0
#include "language/arabic.h"

#include "base/utf8.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr int32_t kArabicZero = 0x660, kPersianZero = 0x6f0;

bool is_in(int32_t c, int32_t first, int32_t last) { return c >= first && c <= last; }

// The zero of the set that a digit belongs to; 0 if `c` is not a digit.
int32_t zero_of(int32_t c) {
  if (is_in(c, '0', '9')) return '0';
  if (is_in(c, kArabicZero, kArabicZero + 9)) return kArabicZero;
  return is_in(c, kPersianZero, kPersianZero + 9) ? kPersianZero : 0;
}

// The text with every digit in the set of `zero`; all other bytes stay.
std::string with_digits(std::string_view text, int32_t zero) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    const int32_t own = zero_of(unit.code_point);
    if (own == 0 || own == zero) {
      out += text.substr(at, unit.n_bytes);
    } else {
      append_utf8(zero + (unit.code_point - own), out);
    }
    at += unit.n_bytes;
  }
  return out;
}

}  // namespace

bool is_arabic_letter(int32_t c) {
  const bool in_a_block = is_in(c, 0x620, 0x64a) || is_in(c, 0x66e, 0x6d3) ||
                          is_in(c, 0xfb50, 0xfdfd) || is_in(c, 0xfe70, 0xfefc);
  return in_a_block && is_word_character(c) && !is_arabic_ornament(c);
}

bool is_arabic_ornament(int32_t c) {
  return c == 0x640 || is_in(c, 0x64b, 0x65f) || c == 0x670 || is_in(c, 0x6d6, 0x6dc) ||
         is_in(c, 0x6df, 0x6e4) || is_in(c, 0x6e7, 0x6e8) || is_in(c, 0x6ea, 0x6ed);
}

int32_t plain_arabic(int32_t c) {
  if (const int32_t zero = zero_of(c); zero != 0) return '0' + (c - zero);
  switch (c) {
    case 0x66a: return '%';
    case 0x66b: return '.';
    case 0x66c: return ',';
    case 0x6a9: return 0x643;  // kaf
    case 0x6cc: return 0x64a;  // yeh
    default: return c;
  }
}

std::string_view without_clitic(std::string_view folded) {
  constexpr size_t kLetter = 2;  // bytes of a letter of the Arabic block
  if (folded.size() < 4 * kLetter) return {};
  for (const std::string_view clitic : {"و", "ف", "ب", "ل", "ك"}) {
    if (folded.starts_with(clitic)) return folded.substr(kLetter);
  }
  return {};
}

std::string with_ascii_digits(std::string_view text) { return with_digits(text, '0'); }

std::string with_digits_of(std::string_view model, std::string_view text) {
  for (size_t at = 0; at < model.size();) {
    const Utf8Unit unit = decode_utf8(model, at);
    if (const int32_t zero = zero_of(unit.code_point); zero != 0) return with_digits(text, zero);
    at += unit.n_bytes;
  }
  return std::string(text);
}

}  // namespace redact
