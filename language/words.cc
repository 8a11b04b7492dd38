// SPDX-License-Identifier: Apache-2.0
#include "language/words.h"

#include <string.h>  // explicit_bzero
#include <utf8proc.h>

#include <array>
#include <cstdlib>

#include "base/ascii.h"
#include "base/utf8.h"
#include "language/arabic.h"

namespace redact {

namespace {

// The category of a character; "unassigned" for an invalid byte.
utf8proc_category_t category_at(std::string_view text, size_t at) {
  const int32_t code_point = decode_utf8(text, at).code_point;
  return code_point < 0 ? UTF8PROC_CATEGORY_CN : utf8proc_category(code_point);
}

constexpr int32_t kDottedCapital = 0x130, kDotlessSmall = 0x131;  // Turkish İ and ı

int32_t to_upper(int32_t c, std::string_view language) {
  return c == 'i' && language == "tr" ? kDottedCapital : utf8proc_toupper(c);
}

int32_t to_lower(int32_t c, std::string_view language) {
  return c == 'I' && language == "tr" ? kDotlessSmall : utf8proc_tolower(c);
}

// Maps a letter before folding: spellings of one Arabic name that differ in the dots of the last
// letter become equal, and tatweel becomes a mark, which is then removed.
utf8proc_int32_t before_folding(utf8proc_int32_t c, void*) {
  switch (c) {
    case 0x629: return 0x647;  // teh marbuta, heh
    case 0x649: return 0x64a;  // alef maksura, yeh
    case 0x640: return 0x651;
    default: return plain_arabic(c);
  }
}

// Any text. Takes some 200 ns for a word.
std::string fold_slowly(std::string_view text) {
  utf8proc_uint8_t* folded = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                                      UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK);
  const auto n = utf8proc_map_custom(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &folded, options,
                                     before_folding, nullptr);
  if (n < 0) return std::string(text);
  std::string out(reinterpret_cast<char*>(folded), static_cast<size_t>(n));
  ::explicit_bzero(folded, static_cast<size_t>(n));
  std::free(folded);
  constexpr std::string_view kDotless = "ı";  // not decomposed into a letter and a mark
  for (size_t at = out.find(kDotless); at != out.npos; at = out.find(kDotless, at)) {
    out.replace(at, kDotless.size(), "i");
  }
  return out;
}

// Each character below U+0800, folded: characters are folded one by one.
struct FoldedCharacter {
  std::array<char, 7> bytes;
  uint8_t n_bytes;
};
constexpr int32_t kMostFolded = 0x800;

std::array<FoldedCharacter, kMostFolded> fold_characters() {
  std::array<FoldedCharacter, kMostFolded> all{};
  for (int32_t c = 0; c < kMostFolded; ++c) {
    std::string character;
    append_utf8(c, character);
    const std::string folded = fold_slowly(character);
    FoldedCharacter& entry = all[static_cast<size_t>(c)];
    entry.n_bytes = static_cast<uint8_t>(folded.copy(entry.bytes.data(), entry.bytes.size()));
  }
  return all;
}

}  // namespace

bool is_word_character(int32_t code_point) {
  if (code_point < 0x80) return is_alphanumeric(static_cast<char>(code_point));
  const auto category = utf8proc_category(code_point);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;  // L*, M*, N*
}

std::vector<Word> find_words(std::string_view text, StopCheck& stop) {
  std::vector<Word> words;
  StopStride stride(stop);
  bool inside = false;
  for (size_t at = 0; at < text.size() && !stride.at(at);) {
    const Utf8Unit unit = decode_utf8(text, at);
    const bool is_word = is_word_character(unit.code_point);
    if (is_word && !inside) words.push_back({at, at});
    at += unit.n_bytes;
    if (is_word) words.back().end = at;
    inside = is_word;
  }
  return words;
}

std::string fold(std::string_view text) {
  static const std::array<FoldedCharacter, kMostFolded> kFolded = fold_characters();
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    if (unit.code_point < 0 || unit.code_point >= kMostFolded) return fold_slowly(text);
    const FoldedCharacter& folded = kFolded[static_cast<size_t>(unit.code_point)];
    out.append(folded.bytes.data(), folded.n_bytes);
    at += unit.n_bytes;
  }
  return out;
}

std::string fold(std::string_view text, const Word& word) {
  return fold(text.substr(word.begin, word.end - word.begin));
}

std::string folded_words(std::string_view text) {
  std::string out;
  for (const Word& word : find_words(text)) out += (out.empty() ? "" : " ") + fold(text, word);
  return out;
}

std::string squeeze(std::string_view text) {
  std::string out;
  for (const Word& word : find_words(text)) out += fold(text, word);
  return out;
}

size_t count_characters(std::string_view text) {
  size_t n = 0;
  for (size_t at = 0; at < text.size(); ++n) at += decode_utf8(text, at).n_bytes;
  return n;
}

std::string_view initial_of(std::string_view name) {
  constexpr std::string_view kArticle = "ال";
  if (name.starts_with(kArticle) && name.size() > kArticle.size()) {
    name.remove_prefix(kArticle.size());
  }
  return name.empty() ? name : name.substr(0, decode_utf8(name, 0).n_bytes);
}

bool is_capital(std::string_view text, size_t at) {
  return category_at(text, at) == UTF8PROC_CATEGORY_LU;
}

bool is_small(std::string_view text, size_t at) {
  return category_at(text, at) == UTF8PROC_CATEGORY_LL;
}

bool may_begin_name(std::string_view text, size_t at) {
  return is_capital(text, at) || is_arabic_letter(decode_utf8(text, at).code_point);
}

std::string with_case_of(std::string_view model, std::string_view text, std::string_view language) {
  bool first_upper = false;
  size_t n_upper = 0, n_lower = 0;
  for (size_t at = 0; at < model.size();) {
    const Utf8Unit unit = decode_utf8(model, at);
    at += unit.n_bytes;
    if (unit.code_point < 0) continue;
    const auto category = utf8proc_category(unit.code_point);
    const bool upper = category == UTF8PROC_CATEGORY_LU, lower = category == UTF8PROC_CATEGORY_LL;
    if (n_upper + n_lower == 0) first_upper = upper;
    n_upper += upper;
    n_lower += lower;
  }
  if (n_upper + n_lower == 0) return std::string(text);
  const bool all_upper = n_upper > 1 && n_lower == 0;
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    int32_t c = unit.code_point;
    if (c >= 0 && at == 0) {
      c = first_upper ? to_upper(c, language) : to_lower(c, language);
    } else if (c >= 0 && all_upper) {
      c = to_upper(c, language);
    } else if (c >= 0 && n_upper == 0) {
      c = to_lower(c, language);
    }
    utf8proc_uint8_t bytes[4];
    const auto n = c < 0 ? 0 : utf8proc_encode_char(c, bytes);
    out.append(n > 0 ? reinterpret_cast<const char*>(bytes) : text.data() + at,
               n > 0 ? static_cast<size_t>(n) : unit.n_bytes);
    at += unit.n_bytes;
  }
  return out;
}

}  // namespace redact
