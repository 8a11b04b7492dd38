// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crypto/secret.h"
#include "redactor/persons/name_parts.h"

namespace redact {

// Made-up names for the people of one document. A person keeps one name in all documents of a
// patient, although each document is processed by itself, on any machine and in any order.
//
// The replacement of a word of a name therefore depends only on the patient's secret and on the
// folded word. So "Anna Greco", "Mrs Greco", "GRECO Anna" and "greco" agree, whatever labels the
// model gives them. People who share a surname keep sharing one. The words are drawn independently:
// one name of a patient and its replacement reveal nothing about the others.
//
// - Whether a word is a first or a last name, its gender and its language are decided from the word
//   itself (surrogate_lists.h). Its place in the name and the language of the note are not used,
//   since they differ between the notes of a patient. A word that no list holds as a first name is
//   replaced by a last name.
// - An initial becomes the initial of the replacement of its word in the person's full name. If the
//   document does not contain that word, the initial is drawn like a name, so it agrees with the
//   same initial in the patient's other documents, but not with the whole name.
// - The replacement of a name never begins with its letter, so initials never stay.
// - If two words of one document draw the same replacement, all but one are drawn again. The
//   patient's words come first, then those of others, each in alphabetical order, so the order in
//   the document does not matter and the patient's names do not change.
class Pseudonyms {
 public:
  // `secret`: that of one patient or of one document.
  explicit Pseudonyms(const Secret& secret) : secret_(secret) {}

  // Announces the words of a name of the document, before the first replace().
  void expect(const std::vector<NamePart>& name, bool is_patients);

  // The surface with each word of the name replaced, in the word's case. The text between them
  // stays (persons/name_parts.h). `full` is the fullest form of the person's name in the document.
  // Errors are those of Secret::draw.
  Result<std::string> replace(std::string_view surface, const std::vector<NamePart>& name,
                              const std::vector<NamePart>& full);

 private:
  // The first free made-up name for a word.
  Result<std::string> draw(const std::string& folded, const std::set<std::string>& taken) const;
  Result<std::string> choose(const std::string& folded);
  // The first letter of the replacement for an initial.
  Result<std::string> initial(const std::string& folded, const std::vector<NamePart>& full);

  Secret secret_;
  std::set<std::string> patients_, others_;    // the announced words, folded
  std::map<std::string, std::string> chosen_;  // by folded word
  std::set<std::string> taken_;                // the names in chosen_, folded
};

}  // namespace redact
