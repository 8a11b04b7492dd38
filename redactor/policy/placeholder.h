// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "redactor/policy/policy.h"

namespace redact {

// "[NAME]" and "1" as "[NAME_1]".
std::string with_suffix(const std::string& placeholder, const std::string& suffix);

// A surface with a star in place of each letter, digit and byte that is not UTF-8.
std::string masked(std::string_view surface);

// The replacements that a text holds already, as if a policy had written them.
struct TagsInText {
  size_t n = 0;
  uint64_t highest = 0;  // number of a numbered one; 0: there is none
};

// Finds the placeholder of a treatment, and what its operator makes of it: with a number or a hash.
// Longer numbers than those of 18 digits are not counted, since no document has as many entities.
TagsInText find_tags(std::string_view text, const Treatment& treatment);

}  // namespace redact
