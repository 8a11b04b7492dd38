// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace redact {

// The ending of the ordinal of a day at the beginning of a text, which follows its digits: "st" of
// "st March", "er", "°". Empty: there is none.
std::string_view ordinal_at(std::string_view text);

// The ending of another day's ordinal in the language and case of one. An ending tells the day:
// "st" that of three, "er" the first of a month.
std::string ordinal_like(std::string_view ending, unsigned day);

}  // namespace redact
