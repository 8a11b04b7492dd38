// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace redact {

// The cues (lexicon.h) of a name at bytes [begin, end) of a text: of its titles, and of the cue
// words directly before it on its line: "her husband, Mr".
uint8_t find_cues(std::string_view text, size_t begin, size_t end);

}  // namespace redact
