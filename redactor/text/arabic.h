// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace redact {

// A letter of the Arabic block, or of its presentation forms.
bool is_arabic_letter(int32_t code_point);

// Tatweel, which only makes a word longer, and the marks for vowels, which most texts leave out.
bool is_arabic_ornament(int32_t code_point);

// What readers take a character for: digits of the Arabic and Persian sets are 0 to 9, the signs
// for percent, decimals and thousands are those of ASCII, and the yeh and kaf of Persian keyboards
// are the Arabic ones. Any other character is itself.
int32_t plain_arabic(int32_t code_point);

// A folded word of at least four letters without the conjunction or preposition of one letter that
// it may begin with ("ومحمد" is "and Muhammad"); empty where it begins with none. Names that begin
// with such a letter themselves ("وليد") lose it too.
std::string_view without_clitic(std::string_view folded);

// The text with the digits of the Arabic and Persian sets as 0 to 9; any bytes may be between.
std::string with_ascii_digits(std::string_view text);

// The text with its digits 0 to 9 in the set in which `model` writes its first digit.
std::string with_digits_of(std::string_view model, std::string_view text);

}  // namespace redact
