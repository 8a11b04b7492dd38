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

// The names of one document, so that a short form can be taken for the name it is short for. A
// look-up takes time linear in the names that share a word with it.
class FullNames {
 public:
  // Announces a name of the document, before the first of(). `label`: one that is_name().
  void expect(std::string_view surface, Label label);

  // The words of a name, folded and sorted, so that "GRECO Anna" and "Anna Greco" are one. Of a
  // short form ("Mrs Greco", "A. G.") the words of the longest name of its label that it may be
  // short for, where all others that it may be short for are short for that one too.
  std::string of(std::string_view surface, Label label) const;

 private:
  using Name = std::vector<NamePart>;

  std::vector<Name> names_;
  std::map<std::pair<Label, std::string>, size_t> known_;                 // sorted words -> names_
  std::map<std::pair<Label, std::string>, std::vector<size_t>> holding_;  // word or initial
};

}  // namespace redact
