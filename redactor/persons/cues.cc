// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/cues.h"

#include <algorithm>
#include <vector>

#include "language/words.h"
#include "redactor/persons/lexicon.h"

namespace redact {

namespace {

constexpr size_t kMostBefore = 64;  // bytes that are read before a name
constexpr size_t kMostGap = 4;      // bytes between two words of a cue

// Whether a word belongs to the text after the gap behind it: neither a sentence nor a line ends in
// the gap, except that a full stop may follow a title.
bool joins(std::string_view gap, uint8_t cues) {
  if (gap.size() > kMostGap || gap.find_first_of(";!?\n\r\t") != gap.npos) return false;
  const bool is_title =
      (cues & (kClinicianCue | kManCue | kWomanCue)) != 0 && (cues & kRelativeCue) == 0;
  return is_title || gap.find('.') == gap.npos;
}

}  // namespace

uint8_t find_cues(std::string_view text, size_t begin, size_t end) {
  const size_t from = begin - std::min(begin, kMostBefore);
  const std::string_view before = text.substr(from, begin - from);
  uint8_t cues = 0;
  size_t next = before.size();
  const std::vector<Word> words = find_words(before);
  for (size_t i = words.size(); i-- > 0;) {
    const uint8_t own = cues_of(fold(before, words[i]));
    if (own == 0 || !joins(before.substr(words[i].end, next - words[i].end), own)) break;
    cues |= own;
    next = words[i].begin;
  }
  const std::string_view surface = text.substr(begin, end - begin);
  for (const Word& word : find_words(surface)) {
    cues |= cues_of(fold(surface, word)) & (kClinicianCue | kManCue | kWomanCue);
  }
  return cues;
}

}  // namespace redact
