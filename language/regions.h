// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether all words of a surface are names of states or countries (regions.yaml), or words that go
// with them: "the State of Ohio", "California, USA". `language`: of the text around it, from
// guess_language(); abbreviations count in English alone.
bool is_region(std::string_view surface, std::string_view language);

}  // namespace redact
