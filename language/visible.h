// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace redact {

// Whether a character has no width: Unicode category Cf, variation selectors, Hangul fillers and
// the grapheme joiner. Boucher et al., "Bad Characters", 2022, show how such characters mislead
// models.
bool is_zero_width(int32_t code_point);

// Whether a reader sees the character: it has a width, and is neither white space nor a control
// character. Bytes that are not valid UTF-8 (-1) count as visible.
bool is_visible(int32_t code_point);

}  // namespace redact
