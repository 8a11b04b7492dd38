// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/persons/name_parts.h"
#include "redactor/span/span.h"

namespace redact {

enum class Role : unsigned char { kPatient, kClinician, kRelative, kOther };

// A span of a document that names a person.
struct Mention {
  size_t begin, end;
  Label label;
  // The words of the name, from name_parts(). `folded` is the formal name for a nickname, and the
  // stem if the mention has an ending; `end` leaves the ending out.
  std::vector<NamePart> parts;
  uint8_t cues;        // persons/cues.h
  bool guided;         // a rule, a field or the caller names it
  float patient_odds;  // as in Span
  size_t person;
};

// A person named in a document.
struct Person {
  std::vector<NamePart> name;  // the words of the fullest form; their offsets are meaningless
  Role role = Role::kOther;
  uint8_t cues = 0;                 // of all mentions
  bool known = false;               // the patient, by a name that the caller knows
  size_t n_doctor = 0, n_name = 0;  // mentions by label
  // Evidence for the role of the patient: the odds above 0 of the mentions labelled PATIENT, and 1
  // for each word that announces a patient.
  float for_patient = 0;
  float best_odds = 0;  // the largest patient_odds of a mention
  size_t n_mentions = 0;

  // The words and initials of the name, sorted, as one text: the same for "GRECO Anna" and "Anna
  // Greco".
  std::string key() const;
};

// The persons named in a document: each mention of a name belongs to one. Work: linear in the text
// and in the mentions, which are taken in order of position, so the result depends only on the
// arguments.
//
// - Names of several words come first. One joins a person if each word of the shorter of the two
//   names is a word of the longer, or begins one if it is an initial ("M. Ellison", "ELLISON,
//   Margaret").
// - A word alone, or initials, join the one person whom they may be short for. Of several, those of
//   the mention's label count; if there is still more than one, the mention matches no person.
// - "Dr Ellison" is not the patient Margaret Ellison, nor is "her husband Ellison", nor "Mr
//   Ellison" where the patient is "Mrs": a title or a word of kinship that the patient's mentions
//   lack, or a title of the other sex, keeps a short form apart.
// - The patient of a document is the person with the most evidence for the label PATIENT. A mention
//   labelled PATIENT that fits no person is the patient's if it differs by one letter, or if it is
//   the other half of a name of which so far only one word is known ("Mrs Ellison", "Margaret").
// - Nicknames are those of lexicon.yaml. An ending counts if the document also has the name without
//   it ("Annas", "Mariei", "Ellison's").
class Persons {
 public:
  Persons() = default;  // no persons
  // `spans` are sorted and disjoint; those that are not names (is_name) are left out. `known`:
  // names of the patient, as known to the caller.
  Persons(std::string_view text, const std::vector<Span>& spans,
          const std::vector<std::string>& known = {});

  const std::vector<Mention>& mentions() const { return mentions_; }
  const Person& of(const Mention& mention) const { return persons_[mention.person]; }
  // The mention that contains a byte; nullptr if there is none.
  const Mention* at(size_t byte) const;

  // Whether a mention is of the patient of the document.
  bool is_patients(const Mention& mention) const { return mention.person == patient_; }
  // Whether it may be a patient's: it has the role, or it shares a word with a person who has it.
  bool may_be_patients(const Mention& mention) const;

 private:
  friend class PersonFinder;
  static constexpr size_t kNobody = static_cast<size_t>(-1);

  std::vector<Mention> mentions_;
  std::vector<Person> persons_;
  size_t patient_ = kNobody;
  std::vector<std::string> patients_words_;  // of all persons with the role PATIENT; sorted
};

}  // namespace redact
