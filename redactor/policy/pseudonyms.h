// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "redactor/policy/secret.h"
#include "redactor/span/label.h"

namespace redact {

// Made-up names for the people of one document, such that one person keeps one name in all
// documents of a patient, although each document is processed alone, on any machine and in any
// order.
//
// What a word of a name becomes is therefore a function of the patient's secret, of the role, which
// is the label (PATIENT, DOCTOR or NAME), and of the folded word, and of nothing else of the
// document. So "Anna Greco", "Mrs Greco", "GRECO Anna" and "greco" agree; Dr Greco gets another
// name than the patient, and the same in all notes of that patient.
//
// - A role is what a model, a rule or a list says. A person who is labelled PATIENT in one note and
//   NAME in another has two names.
// - Initials agree with names because they are drawn first: a letter becomes another letter, and a
//   name a name that begins with what its own initial becomes. So "A. G." agrees with "Anna Greco"
//   in a note that holds nothing but initials.
// - Whether a word is a first or a last name, its gender and its language are told by the word
//   itself (surrogate_lists.h). Its place in the name and the language of the note are not asked,
//   since they differ between the notes of a patient. A word that no list holds as a first name is
//   replaced by a last name.
// - Two names of one document that are drawn the same are told apart: all but one take the next
//   name of their list. The patient's names are drawn first, then clinicians' and others', each in
//   alphabetical order, so a document's order counts for nothing and the patient yields last. A
//   name that has yielded may differ from its name in another note; lists of four to fifteen names
//   for each letter bound how often that happens.
class Pseudonyms {
 public:
  // `secret`: of one patient, or of one document.
  explicit Pseudonyms(const Secret& secret) : secret_(secret) {}

  // Announces a name that the document holds, before the first replace(). `role`: a label that
  // is_name().
  void expect(std::string_view surface, Label role);

  // The surface with each word of the name replaced, in its own case. Titles, particles and what
  // lies between the words stay (name_parts.h). Errors: those of Secret::draw.
  Result<std::string> replace(std::string_view surface, Label role);

 private:
  using Key = std::pair<Label, std::string>;  // role and folded word

  // Where the names that a word may become stand in the lists.
  struct Place {
    std::string_view language, list;
    char initial;
    size_t first;  // of the names with this initial
  };

  Result<std::string> cycle(Label role);
  Result<char> initial(Label role, const std::string& folded);
  Result<Place> place(const Key& key);
  // The first of the names for a word that the same word does not become in an earlier role.
  Result<size_t> first_choice(const Key& key, const Place& place);
  Result<std::string> choose(const Key& key);

  Secret secret_;
  std::set<Key> expected_;
  std::map<Key, std::string> chosen_;
  std::set<std::string> taken_;          // what chosen_ holds, folded
  std::map<Label, std::string> cycles_;  // kNameInitials in an order drawn for a role
};

}  // namespace redact
