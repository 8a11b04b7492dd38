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

// Made-up names for the people of one document. One person keeps one name in all documents of a
// patient, although each document is processed by itself, on any machine and in any order.
//
// The replacement of a word of a name is therefore a function only of the patient's secret, of the
// role, which is the label (PATIENT, DOCTOR or NAME), and of the folded word; nothing else of the
// document matters. So "Anna Greco", "Mrs Greco", "GRECO Anna" and "greco" agree; Dr Greco gets
// another name than the patient, and it is the same in all notes of that patient.
//
// - A role comes from a model, a rule or a list. A person who is labelled PATIENT in one note and
//   NAME in another gets two names.
// - Initials agree with names because they are drawn first: each letter is mapped to another
//   letter, and a name is replaced by a name that begins with the letter its own initial maps to.
//   So "A. G." agrees with "Anna Greco" even in a note that holds only initials.
// - Whether a word is a first or a last name, its gender and its language are decided from the word
//   itself (surrogate_lists.h). Its place in the name and the language of the note are not used,
//   since they differ between the notes of a patient. A word that no list holds as a first name is
//   replaced by a last name.
// - If two names of one document draw the same replacement, all but one take the next name of their
//   list. The patient's names are drawn first, then clinicians' and others', each in alphabetical
//   order, so the order in the document does not matter and the patient's names are the last to
//   change. A name that had to change may be replaced differently in another note; lists of four to
//   fifteen names for each letter bound how often that happens.
class Pseudonyms {
 public:
  // `secret`: that of one patient or of one document.
  explicit Pseudonyms(const Secret& secret) : secret_(secret) {}

  // Announces a name of the document; to be called before the first replace(). is_name(role) holds.
  void expect(std::string_view surface, Label role);

  // The surface with each word of the name replaced, in the word's case. Titles, particles and the
  // characters between the words stay (name_parts.h). Errors: those of Secret::draw.
  Result<std::string> replace(std::string_view surface, Label role);

 private:
  using Key = std::pair<Label, std::string>;  // role and folded word

  // The place in the lists of the names that may replace a word.
  struct Place {
    std::string_view language, list;
    char initial;
    size_t first;  // index among the names with this initial
  };

  Result<std::string> cycle(Label role);
  Result<char> initial(Label role, const std::string& folded);
  Result<Place> place(const Key& key);
  // The first name for a word that is not its replacement in an earlier role.
  Result<size_t> first_choice(const Key& key, const Place& place);
  Result<std::string> choose(const Key& key);

  Secret secret_;
  std::set<Key> expected_;
  std::map<Key, std::string> chosen_;
  std::set<std::string> taken_;          // the names in chosen_, folded
  std::map<Label, std::string> cycles_;  // a permutation of kNameInitials drawn for each role
};

}  // namespace redact
