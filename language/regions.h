// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether every word of a surface belongs to the name of a state or country (regions.yaml) or
// usually accompanies one: "the State of Ohio", "California, USA". `language` is that of the
// surrounding text, from guess_language(); abbreviations count only in English.
bool is_region(std::string_view surface, std::string_view language);

}  // namespace redact
