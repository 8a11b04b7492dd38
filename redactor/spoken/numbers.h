// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "redactor/spoken/tokens.h"

namespace redact {

// A number or an ordinal that begins at a token.
struct SpokenNumber {
  int64_t value = -1;
  size_t n_tokens = 0;    // 0: no number begins there
  bool ordinary = false;  // all of its words are also ordinary words
};

// The longest number in a language that begins with tokens[at]: "cuarenta y dos", "quatre vingt
// dix", "nineteen hundred", "ألف وتسعمئة". It contains no pause: after a pause another number
// begins.
SpokenNumber read_number(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at,
                         uint8_t language);

// An ordinal up to 31: "twenty first", "الثامن والعشرين".
SpokenNumber read_ordinal(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at,
                          uint8_t language);

}  // namespace redact
