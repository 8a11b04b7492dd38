// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact {

// A word of a person's name.
struct NamePart {
  size_t begin, end;   // bytes of the surface
  bool is_initial;     // one letter, or a name cut short with a full stop ("Ph.")
  std::string folded;  // by fold(); for an initial only its first character
};

// The words of a name that belong to the person, in order, such as "Anna", "Greco" or the "A" of
// "A. G.". Titles ("Mrs", "Dott.ssa"), particles before another word ("de la", "D'"), endings after
// an apostrophe ("Ellison's") and the characters between the words are left out. A name of only two
// or three capitals ("AG") is read as initials without full stops. If all words would be left out,
// all are kept, so the result is never empty for a name that has words.
std::vector<NamePart> name_parts(std::string_view surface);

// Whether a name may be a shorter form of another: each of its whole words is a word of the other
// name, and each of its initials begins one. The order of the words does not matter.
bool may_be_short_for(const std::vector<NamePart>& shorter, const std::vector<NamePart>& longer);

// A possible form of a folded word of a name without its ending in some language, or without the
// clitics of Arabic; "Annas" may be "Anna".
struct Stem {
  std::string word;
  size_t n_ending;           // bytes of the ending
  bool of_feminine = false;  // Romanian: "Mariei", of Maria
};
// The stems, the likeliest first.
std::vector<Stem> stems_of(const std::string& folded);

}  // namespace redact
