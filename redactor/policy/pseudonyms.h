// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/persons/name_parts.h"
#include "redactor/policy/secret.h"

namespace redact {

// Made-up names for the people of one document. One person keeps one name in all documents of a
// patient, although each document is processed by itself, on any machine and in any order.
//
// The replacement of a word of a name is therefore a function only of the patient's secret and of
// the folded word. So "Anna Greco", "Mrs Greco", "GRECO Anna" and "greco" agree, whatever a model
// takes them for. People who share a surname keep sharing one.
//
// - Initials agree with names because they are drawn first: each letter is mapped to another
//   letter, and a name is replaced by a name that begins with the letter its own initial maps to.
//   So "A. G." agrees with "Anna Greco" even in a note that holds only initials.
// - Whether a word is a first or a last name, its gender and its language are decided from the word
//   itself (surrogate_lists.h). Its place in the name and the language of the note are not used,
//   since they differ between the notes of a patient. A word that no list holds as a first name is
//   replaced by a last name.
// - If two words of one document draw the same replacement, all but one take the next name of their
//   list. The patient's words are drawn first, then those of others, each in alphabetical order, so
//   the order in the document does not matter and the patient's names do not change. A name that
//   had to change may be replaced differently in another note; lists of four to fifteen names for
//   each letter bound how often that happens.
class Pseudonyms {
 public:
  // `secret`: that of one patient or of one document.
  explicit Pseudonyms(const Secret& secret) : secret_(secret) {}

  // Announces the words of a name of the document; to be called before the first replace().
  void expect(const std::vector<NamePart>& name, bool is_patients);

  // The surface with each word of the name replaced, in the word's case. What lies between them
  // stays (persons/name_parts.h). Errors: those of Secret::draw.
  Result<std::string> replace(std::string_view surface, const std::vector<NamePart>& name);

 private:
  // The place in the lists of the names that may replace a word.
  struct Place {
    std::string_view language, list;
    char initial;
    size_t first;  // index among the names with this initial
  };

  Result<std::string> cycle();
  Result<char> initial(const std::string& folded);
  Result<Place> place(const std::string& folded);
  Result<std::string> choose(const std::string& folded);

  Secret secret_;
  std::set<std::string> patients_, others_;    // the folded words that are expected
  std::map<std::string, std::string> chosen_;  // by folded word
  std::set<std::string> taken_;                // the names in chosen_, folded
  std::string cycle_;                          // a drawn permutation of kNameInitials
};

}  // namespace redact
