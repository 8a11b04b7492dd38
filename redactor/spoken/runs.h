// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redactor/spoken/tokens.h"

namespace redact {

// Bytes of a text and their meaning.
struct SpokenPiece {
  size_t begin, end;
  std::string text;
};

// The runs of digits, numbers, letters and the marks between them, and the days and years beside
// the names of months, from tokens[at] on: the pieces of one run in one language, or none. A run is
// spoken material if at least one of its numbers, or two names of letters, are not ordinary words
// and it means four characters or more, or if it is three letters; a day or a year must be beside a
// month. `n_tokens`: those of the run, or of words that can begin none.
struct SpokenRun {
  std::vector<SpokenPiece> pieces;
  size_t n_tokens = 1;
};
SpokenRun read_run(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at);

}  // namespace redact
