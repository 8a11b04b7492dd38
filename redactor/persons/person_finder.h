// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "redactor/persons/persons.h"

namespace redact {

// Finds the persons of a document; persons.h has the rules.
class PersonFinder {
 public:
  PersonFinder(Persons& result, std::string_view text) : result_(result), text_(text) {}
  void find(const std::vector<Span>& spans, const std::vector<std::string>& known);

 private:
  using Name = std::vector<NamePart>;

  void read(const std::vector<Span>& spans);
  void add_known(const std::vector<std::string>& names);
  void strip_endings();
  void join_all(bool of_several_words);
  void choose_patient();
  void complete_patient();
  void set_roles();

  size_t person_of(const Mention& mention);
  std::vector<size_t> candidates(const Mention& mention) const;
  bool conflicts(const Mention& mention, const Person& person) const;
  size_t new_person(const Mention& mention, bool indexed);
  void add(const Mention& mention, size_t person);
  void extend(size_t person, const Name& name);

  Persons& result_;
  std::string_view text_;
  std::unordered_set<std::string> words_;  // of all mentions
  // Persons by a word of their name, or by its first letter and a full stop. Only the first few
  // persons are kept: a word that more people share distinguishes nobody.
  std::unordered_map<std::string, std::vector<size_t>> holding_;
  std::unordered_map<std::string, size_t> whole_;  // by key, for names of several words
  std::map<std::pair<std::string, Label>, size_t> unresolved_;  // short forms of several people
};

}  // namespace redact
