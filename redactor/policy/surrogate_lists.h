// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact {

// The lists of surrogates.yaml. `language`: one of kLanguages (language/language.h). `list`:
// female, male, last, city, state, country, street, hospital, organization or profession. The
// result is static and never empty.
const std::vector<std::string>& surrogate_list(std::string_view language, std::string_view list);

// The gender that a first name suggests: "female", "male", or "both" if the lists of several
// languages differ; "" if no list has it as a first name. `folded`: the result of fold()
// (language/words.h).
std::string_view gender_of_name(const std::string& folded);

// The language whose names a name resembles most, judged by the lists that contain it and by its
// pairs of letters. When surnames were removed from the lists for a test, 71 % got the language of
// their list.
std::string_view language_of_name(const std::string& folded);

}  // namespace redact
