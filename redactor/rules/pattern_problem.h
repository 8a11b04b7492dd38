// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace re2 {
class RE2;
}

namespace redact {

// Describes the error in a pattern without quoting it. RE2's own message quotes the pattern, which
// may hold a name or a number that its author looks for (P5).
std::string pattern_problem(const re2::RE2& pattern);

}  // namespace redact
