// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redact::eval {

// Code points [begin, end) of a text between white space.
struct Word {
  size_t begin;
  size_t end;
};
std::vector<Word> split_words(std::u32string_view text);

// A column of an alignment: a word of each side, or a gap on one of them.
struct AlignedWords {
  std::optional<Word> source, output;
};

// Aligns the words of two texts globally (Needleman and Wunsch): 1 for the same word, -1 for
// another, -1 for a gap. Ties are broken from the end of the texts: pairing words is preferred,
// then a gap in the source. These are the weights and the order of string2string, the library that
// the survey of clinical loss uses. Time and memory grow with the product of the numbers of words.
// nullopt if that is more than 2^28: a text of 16,000 words, 256 MiB.
std::optional<std::vector<AlignedWords>> align(std::u32string_view source,
                                               std::u32string_view output);

}  // namespace redact::eval
