// SPDX-License-Identifier: Apache-2.0
#include "language/birth.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr size_t kWords = 6;    // "nata a Reggio nell'Emilia il" has this many
constexpr size_t kBytes = 120;  // read to find them

// Folded. "ne" is French "né" and much else, so it must be followed by "le".
constexpr auto kBirth = word_list<
    "dob born birth birthdate birthday bday nacido nacida nacio nacimiento nato nata nascita "
    "nasceva naissance nee geboren geb geburtsdatum geburtstag geborene geburt">();

}  // namespace

bool announces_birth(std::string_view before) {
  if (before.size() > kBytes) before.remove_prefix(before.size() - kBytes);
  const std::vector<Word> words = find_words(before);
  std::string behind;  // the word after the current one
  for (size_t i = words.size(), n = 0; i-- > 0 && n < kWords; ++n) {
    const std::string word = fold(before, words[i]);
    if (std::any_of(word.begin(), word.end(), is_digit)) return false;
    if (is_among(word, kBirth)) return true;
    if (word == "ne" && behind == "le") return true;
    behind = word;
  }
  return false;
}

}  // namespace redact
