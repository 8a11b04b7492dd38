// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// The language of a text, as "en", "es", "it", "fr", "de" or "ar": the one that has most function
// words in it, for Arabic most words in its script, and "en" where it holds none. A short note is
// often taken for another language than its patient's other notes, so nothing that must agree
// between notes may depend on this. The result is static.
std::string_view guess_language(std::string_view text);

}  // namespace redact
