// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact {

// The lists of surrogates.yaml. `language`: one of kLanguages (text/language.h). `list`: female,
// male, last, city, state, country, street, hospital, organization or profession. The result is
// static and never empty.
const std::vector<std::string>& surrogate_list(std::string_view language, std::string_view list);

// The initials of the names that are drawn. In each language each list of names holds several names
// for each of these letters, so a name's initial can be drawn without knowing its kind or language.
inline constexpr std::string_view kNameInitials = "abcdefglmnprstv";

// The letter a to z under which a name is listed: its first letter, or for an Arabic name the Latin
// letter for its first letter after the article; another character for other names. `folded`: the
// result of fold() (text/words.h).
char name_initial(std::string_view folded);

// The Arabic letter that one of kNameInitials stands for.
std::string_view arabic_initial(char letter);

// The names of `list` (female, male or last) whose name_initial() is one of kNameInitials.
const std::vector<std::string>& names_with_initial(std::string_view language, std::string_view list,
                                                   char initial);

// The gender that a first name suggests: "female", "male", or "both" if the lists of several
// languages differ; "" if no list holds it as a first name. `folded`: the result of fold()
// (text/words.h).
std::string_view gender_of_name(const std::string& folded);

// The language whose names a name resembles most, judged by the lists that hold it and by its pairs
// of letters. Of surnames that were first removed from the lists, 71 % get the language of their
// list.
std::string_view language_of_name(const std::string& folded);

}  // namespace redact
