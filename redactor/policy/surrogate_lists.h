// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact {

// The lists of surrogates.yaml. `language`: one of kLanguages (text/language.h). `list`: female,
// male, last, city, state, country, street, hospital, organization or profession. What is returned
// is static and never empty.
const std::vector<std::string>& surrogate_list(std::string_view language, std::string_view list);

// The letters with which the first and last names begin that are drawn: in each language each list
// of names holds several for each of these letters, so that a name's initial can be drawn without
// knowing which kind of name it is, or of which language.
inline constexpr std::string_view kNameInitials = "abcdefglmnprstv";

// The letter a to z under which a name is listed: its first, or for an Arabic name the one that
// stands for its first behind the article; another character for other names. `folded`: as fold()
// has it (text/words.h).
char name_initial(std::string_view folded);

// The Arabic letter that one of kNameInitials stands for.
std::string_view arabic_initial(char letter);

// The names of `list` (female, male or last) whose name_initial() is one of kNameInitials.
const std::vector<std::string>& names_with_initial(std::string_view language, std::string_view list,
                                                   char initial);

// What a first name tells of gender: "female", "male", or "both" where lists of several languages
// differ; "" where no list holds it as a first name. `folded`: as fold() has it (text/words.h).
std::string_view gender_of_name(const std::string& folded);

// The language whose names a name looks most like, by the lists that hold it and by its pairs of
// letters. Of surnames that are taken out of the lists first, 71 % get the language of their list.
std::string_view language_of_name(const std::string& folded);

}  // namespace redact
