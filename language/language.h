// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/stop_check.h"

namespace redact {

// The languages of prompts, month names and surrogates, by ISO 639-1 code.
inline constexpr std::array<std::string_view, 8> kLanguages = {"en", "es", "it", "fr",
                                                               "de", "ro", "tr", "ar"};

// The language of a text, one of kLanguages: the one with the most function words in the text (for
// Arabic, words in its script), or "en" if there are none. The guess for a short note often differs
// from that for the patient's other notes, so nothing that must agree between notes may depend on
// it. The result is static.
std::string_view guess_language(std::string_view text, StopCheck& stop = StopCheck::never());

// Whether a text is in a language that is not `known` (ISO 639-1 codes), judged by its script and
// its function words. False for a text with too few of them.
bool is_in_other_language(std::string_view text, StopCheck& stop = StopCheck::never(),
                          std::span<const std::string_view> known = kLanguages);

}  // namespace redact
