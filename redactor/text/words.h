// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// An ASCII digit.
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Letters, marks and digits (Unicode L*, M*, N*); an invalid byte (-1) is none.
bool is_word_character(int32_t code_point);

// Bytes [begin, end) of a run of word characters.
struct Word {
  size_t begin;
  size_t end;
};

std::vector<Word> find_words(std::string_view text);

// The form in which spellings are compared: compatibility forms resolved, cases folded, accents
// taken off, so that "GARCÍA" and "garcia" are one, and so are "YILMAZ", "Yılmaz" and "yilmaz": a
// dotless i loses nothing but what sets it apart; Arabic without tatweel, hamzas and dots of last
// letters, digits as 0 to 9. Invalid UTF-8 comes back as it is.
std::string fold(std::string_view text);

// The same of one word of a text.
std::string fold(std::string_view text, const Word& word);

// The folded words of a text, joined: "943 476-5919" and "9434765919" are one.
std::string squeeze(std::string_view text);

// Characters of a text, an invalid byte counting as one.
size_t count_characters(std::string_view text);

// Whether the character at `at` < text.size() is a capital letter; a small letter.
bool is_capital(std::string_view text, size_t at);
bool is_small(std::string_view text, size_t at);

// Whether a name may begin at `at` < text.size(): with a capital, or with a letter of the Arabic
// script, which has none.
bool may_begin_name(std::string_view text, size_t at);

// `text` in the case of `model`: all capitals, all small, or with its first letter's; where a model
// of one letter could mean two of these, the first letter decides. In `language` "tr" the capital
// of i is İ, and the small letter of I is ı.
std::string with_case_of(std::string_view model, std::string_view text,
                         std::string_view language = {});

}  // namespace redact
