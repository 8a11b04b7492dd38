// SPDX-License-Identifier: Apache-2.0
// What policies write for the names of a document: one value for one person.
#include <gtest/gtest.h>

#include "language/words.h"
#include "redactor/policy/replacer.h"
#include "tests/support/test_key.h"

namespace redact::replaced_names_test {

using Names = std::vector<std::pair<std::string, Label>>;

// The replacements of the names of a note with a line for each.
std::vector<std::string> replaced_in(const Policy& policy, const Names& names, const Secret* key,
                                     std::string_view patient,
                                     const std::vector<std::string>& known = {}) {
  std::string text;
  std::vector<Span> spans;
  for (const auto& [name, label] : names) {
    spans.push_back({text.size(), text.size() + name.size(), label, 1});
    text += name + "\n";
  }
  Replacer replacer(policy, text, key, patient);
  replacer.expect(spans, known);
  std::vector<std::string> out;
  const std::string_view view = text;
  for (const Span& span : spans) {
    const std::string_view surface = view.substr(span.begin, span.end - span.begin);
    out.push_back(replacer.replace(surface, span.label, view.substr(span.end)).value().value());
  }
  return out;
}

TEST(ReplacedNames, OnePersonHasOneNumberOfATag) {
  const Policy policy =
      Policy::parse("name: t\nplaceholders: {PATIENT: \"[PATIENT]\"}\noperators: {PATIENT: number}")
          .value();
  const auto tags = replaced_in(policy,
                                {{"Margaret Ellison", Label::kPatient},
                                 {"Owen Pritchard", Label::kPatient},
                                 {"M. Ellison", Label::kPatient},
                                 {"Peggy", Label::kPatient},
                                 {"Pritchard", Label::kPatient}},
                                nullptr, "");
  EXPECT_EQ(tags, (std::vector<std::string>{"[PATIENT_1]", "[PATIENT_2]", "[PATIENT_1]",
                                            "[PATIENT_1]", "[PATIENT_2]"}));
}

std::string hashed(const Policy& policy, const Secret& key, std::string_view patient,
                   const Names& note, const std::vector<std::string>& known = {}) {
  return replaced_in(policy, note, &key, patient, known)[0];
}

std::string hash_in(const std::string& tag) { return tag.substr(tag.rfind('_')); }

TEST(ReplacedNames, LinkedNamesOfAPatientAreThePatients) {
  const Policy policy = Policy::open("linked").value();
  const Secret key = testing::test_key("linked");
  const auto own = hashed(policy, key, "7", {{"Anna Greco", Label::kPatient}});
  for (const char* name : {"Mrs Greco", "GRECO Anna", "A. G.", "Grecco", "Anna"}) {
    EXPECT_EQ(hashed(policy, key, "7", {{name, Label::kPatient}}), own) << name;
  }
  EXPECT_NE(hashed(policy, key, "8", {{"Anna Greco", Label::kPatient}}), own);
  const auto doctor = hashed(policy, key, "7", {{"Anna Greco", Label::kDoctor}});
  EXPECT_EQ(own.substr(0, 9), "[PATIENT_");
  EXPECT_NE(hash_in(doctor), hash_in(own));
  // Under any label, if the note tells who bears the name.
  const auto mixed = replaced_in(policy,
                                 {{"Margaret Ellison", Label::kPatient},
                                  {"Margaret", Label::kDoctor},
                                  {"M. Ellison", Label::kName},
                                  {"Carla", Label::kPatient},
                                  {"Peter Ellison", Label::kName}},
                                 &key, "7");
  EXPECT_EQ(mixed[0], own);
  EXPECT_EQ(hash_in(mixed[1]), hash_in(own));
  EXPECT_EQ(hash_in(mixed[2]), hash_in(own));
  // A name that does not fit the patient is hashed as itself, whatever its label.
  EXPECT_EQ(hash_in(mixed[3]), hash_in(hashed(policy, key, "", {{"Carla", Label::kName}})));
  EXPECT_EQ(hash_in(mixed[4]), hash_in(hashed(policy, key, "", {{"Peter Ellison", Label::kName}})));
}

TEST(ReplacedNames, LinkedNamesThatFitTheKnownPatientAreThePatientsUnderAnyLabel) {
  const Policy policy = Policy::open("linked").value();
  const Secret key = testing::test_key("linked");
  const std::string own = hash_in(hashed(policy, key, "7", {{"Anna Greco", Label::kPatient}}));
  const std::vector<std::string> known = {"Anna Greco"};
  for (const Label label : {Label::kPatient, Label::kDoctor, Label::kName}) {
    for (const char* name : {"Mrs Greco", "GRECO Anna", "A. G.", "Anna"}) {
      EXPECT_EQ(hash_in(hashed(policy, key, "7", {{name, label}}, known)), own) << name;
    }
  }
  EXPECT_NE(hash_in(hashed(policy, key, "7", {{"Carla", Label::kPatient}}, known)), own);
}

// One note shows that a name is a doctor's or a number a record's, another does not.
TEST(ReplacedNames, LinkedNamesAndNumbersHaveOneHashUnderAllLabels) {
  const Policy policy = Policy::open("linked").value();
  const Secret key = testing::test_key("linked");
  const auto hash_of = [&](const std::string& surface, Label label) {
    const std::string tag = hashed(policy, key, "", {{surface, label}});
    return tag.substr(tag.rfind('_'));
  };
  for (const Label label : {Label::kPatient, Label::kDoctor}) {
    EXPECT_EQ(hash_of("Anna Greco", label), hash_of("GRECO Anna", Label::kName));
  }
  for (const Label label :
       {Label::kMedicalRecord, Label::kSsn, Label::kHealthPlan, Label::kEncounter}) {
    EXPECT_EQ(hash_of("RX-4471920", label), hash_of("RX 4471920", Label::kId));
  }
  for (const char* number : {"4471920.0", "4471920.00", "4.47192E6"}) {
    EXPECT_EQ(hash_of(number, Label::kId), hash_of("4471920", Label::kId)) << number;
  }
  EXPECT_NE(hash_of("4471920.5", Label::kId), hash_of("4471920", Label::kId));
  EXPECT_NE(hash_of("Anna Greco", Label::kName), hash_of("Anna Grego", Label::kName));
}

TEST(ReplacedNames, LinkedNamesOfOthersAreTheFullNamesOfTheirNote) {
  const Policy policy = Policy::open("linked").value();
  const Secret key = testing::test_key("linked");
  const auto whole = hashed(policy, key, "7", {{"Anna Greco", Label::kDoctor}});
  const std::pair<std::string, Label> full = {"Dott.ssa Anna Greco", Label::kDoctor};
  for (const char* name : {"Dr. Greco", "GRECO Anna", "A. Greco", "A. G."}) {
    for (const char* patient : {"7", "8", ""}) {
      EXPECT_EQ(hashed(policy, key, patient, {{name, Label::kDoctor}, full}), whole) << name;
    }
  }
  EXPECT_NE(hashed(policy, key, "7", {{"Dr. Greco", Label::kDoctor}}), whole);
  EXPECT_NE(hashed(policy, key, "7", {{"Marco Greco", Label::kDoctor}, full}), whole);
  // Without a patient, a patient's name is treated like any other.
  EXPECT_EQ(
      hashed(policy, key, "", {{"Mrs Greco", Label::kPatient}, {"Anna Greco", Label::kPatient}}),
      hashed(policy, key, "", {{"Anna Greco", Label::kPatient}}));
}

TEST(ReplacedNames, SurrogatesOfAPatientAgreeInNotesOfSeveralLanguages) {
  const Policy policy = Policy::open("surrogate").value();
  const Secret key = testing::test_key("notes");
  const char* notes[] = {"The patient was seen by her doctor.",
                         "A. G.",
                         "El paciente acude con los resultados y sin fiebre.",
                         "Il paziente è stato visto nel reparto per una tosse.",
                         "Le patient est vu pour des douleurs dans les jambes.",
                         "Die Patientin wurde mit der Therapie nicht besser."};
  for (int patient = 0; patient < 20; ++patient) {
    const std::string id = std::to_string(patient);
    const auto in = [&](const std::string& note, const std::string& name, Label label) {
      const std::string text = note + "\n" + name;
      Replacer replacer(policy, text, &key, id);
      replacer.expect({{note.size() + 1, text.size(), label, 1}});
      return *replacer.replace(name, label).value();
    };
    const std::string whole = in(notes[0], "Anna Greco", Label::kPatient);
    const std::string last = whole.substr(whole.find(' ') + 1);
    for (const char* text : notes) {
      EXPECT_EQ(in(text, "Anna Greco", Label::kPatient), whole);
      EXPECT_EQ(in(text, "Mrs Greco", Label::kPatient), "Mrs " + last);
      EXPECT_EQ(fold(in(text, "GRECO Anna", Label::kPatient)),
                fold(last + " " + whole.substr(0, whole.find(' '))));
      EXPECT_EQ(in(text, "Dr. Greco", Label::kDoctor), "Dr. " + last);
    }
  }
}

}  // namespace redact::replaced_names_test
