// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact {

// A word of a person's name.
struct NamePart {
  size_t begin, end;   // bytes of the surface
  bool is_initial;     // one letter, or a name cut short before a stop ("Ph."), for a whole name
  std::string folded;  // as fold() has it; of an initial its first character
};

// The words of a name that are somebody's own, in their order: "Anna", "Greco" and "A" of "A. G.".
// Left out are titles ("Mrs", "Dott.ssa"), particles before another word ("de la", "D'") and what
// lies between the words. Two or three capitals that stand alone are initials without stops ("AG").
// Where all words would be left out, all are names: something of a name is never taken for nothing.
std::vector<NamePart> name_parts(std::string_view surface);

// Whether a name may be a shorter form of another: each of its names is among those of the other,
// and each of its initials begins one. Order counts for nothing.
bool may_be_short_for(const std::vector<NamePart>& shorter, const std::vector<NamePart>& longer);

}  // namespace redact
