// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "redactor/policy/name_parts.h"
#include "redactor/span/label.h"

namespace redact {

// The names of one document, by which a short form is resolved to its full name. A look-up takes
// time linear in the number of names that share a word with it.
class FullNames {
 public:
  // Announces a name of the document; to be called before the first of(). is_name(label) holds.
  void expect(std::string_view surface, Label label);

  // The words of a name, folded and sorted, so that "GRECO Anna" and "Anna Greco" give the same
  // result. A short form ("Mrs Greco", "A. G.") gives the words of the longest name of its label
  // that it may be short for, if all other names that it may be short for may be short for that one
  // too.
  std::string of(std::string_view surface, Label label) const;

 private:
  using Name = std::vector<NamePart>;

  std::vector<Name> names_;
  std::map<std::pair<Label, std::string>, size_t> known_;                 // sorted words -> names_
  std::map<std::pair<Label, std::string>, std::vector<size_t>> holding_;  // word or initial
};

}  // namespace redact
