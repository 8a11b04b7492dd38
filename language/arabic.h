// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace redact {

// A letter of the Arabic block, or of its presentation forms.
bool is_arabic_letter(int32_t code_point);

// Tatweel, which only stretches a word, and the vowel marks, which most texts leave out.
bool is_arabic_ornament(int32_t code_point);

// The plain form of a character: digits of the Arabic and Persian sets become 0 to 9, the signs for
// percent, decimals and thousands become those of ASCII, and the yeh and kaf of Persian keyboards
// become the Arabic ones. Any other character is returned unchanged.
int32_t plain_arabic(int32_t code_point);

// A folded word of at least four letters without the one-letter conjunction or preposition that it
// may begin with ("ومحمد" is "and Muhammad"); empty if it begins with none. Names whose own first
// letter is such a letter ("وليد") lose it too.
std::string_view without_clitic(std::string_view folded);

// The text with the digits of the Arabic and Persian sets as 0 to 9; other bytes may be anything.
std::string with_ascii_digits(std::string_view text);

// The text with its digits 0 to 9 written in the digit set of the first digit in `model`.
std::string with_digits_of(std::string_view model, std::string_view text);

}  // namespace redact
