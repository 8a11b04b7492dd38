// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace redact {

// The languages of prompts, months and made-up values, by ISO 639-1.
inline constexpr std::array<std::string_view, 8> kLanguages = {"en", "es", "it", "fr",
                                                               "de", "ro", "tr", "ar"};

// The language of a text, one of kLanguages: the one that has most function words in it, for Arabic
// most words in its script, and "en" where it holds none. A short note is often taken for another
// language than its patient's other notes, so nothing that must agree between notes may depend on
// this. The result is static.
std::string_view guess_language(std::string_view text);

}  // namespace redact
