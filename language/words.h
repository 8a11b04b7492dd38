// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop_check.h"

namespace redact {

// Letters, marks and digits (Unicode L*, M*, N*); false for an invalid byte (-1).
bool is_word_character(int32_t code_point);

// Bytes [begin, end) of a sequence of word characters.
struct Word {
  size_t begin;
  size_t end;
};

std::vector<Word> find_words(std::string_view text, StopCheck& stop = StopCheck::never());

// The form in which spellings are compared: compatibility forms are resolved, case is folded and
// accents are removed, so "GARCÍA" equals "garcia". A dotless i becomes i, so "YILMAZ" equals
// "Yılmaz". Arabic loses tatweel, hamzas and the dots of last letters, and its digits become 0 to
// 9. Invalid UTF-8 is returned unchanged.
std::string fold(std::string_view text);

// The same for one word of a text.
std::string fold(std::string_view text, const Word& word);

// The folded words of a text, with a space between them.
std::string folded_words(std::string_view text);

// The folded words of a text, joined: "943 476-5919" and "9434765919" give the same result.
std::string squeeze(std::string_view text);

// The number of characters of a text; an invalid byte counts as one.
size_t count_characters(std::string_view text);

// The abbreviation of a folded name: its first character, after the article of an Arabic name. An
// invalid byte counts as a character. Empty if the name is empty.
std::string_view initial_of(std::string_view name);

// Whether the character at `at` < text.size() is a capital letter or a small letter, respectively.
bool is_capital(std::string_view text, size_t at);
bool is_small(std::string_view text, size_t at);

// Whether a name may begin at `at` < text.size(): with a capital letter or, since Arabic has none,
// with any Arabic letter.
bool may_begin_name(std::string_view text, size_t at);

// `text` in the case of `model`: all capitals, all small, or only the first letter as in `model`; a
// model of a single capital letter counts as the third kind. In `language` "tr" the capital of i is
// İ, and the small letter of I is ı.
std::string with_case_of(std::string_view model, std::string_view text,
                         std::string_view language = {});

}  // namespace redact
