// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/caption.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace redact::caption_test {

using Texts = std::vector<std::pair<std::string, Label>>;

void expect(const Texts& texts, bool is_listed) {
  for (const auto& [text, label] : texts) {
    const Caption caption = read_caption(text);
    ASSERT_NE(caption.field, nullptr) << text;
    EXPECT_EQ(caption.field->label, label) << text;
    EXPECT_EQ(caption.is_listed, is_listed) << text;
  }
}

TEST(Caption, CaseAccentsAndSignsDoNotCount) {
  expect({{"TÉLÉPHONE", Label::kPhone},
          {"Te\u0301le\u0301phone", Label::kPhone},
          {"NUMÉRO PATIENT", Label::kMedicalRecord},
          {"HASTA NUMARASI", Label::kMedicalRecord},
          {"Medical\u00a0Record\u00a0Number", Label::kMedicalRecord},
          {"Medical_x000D_\nRecord Number", Label::kMedicalRecord},
          {"Patient_x0020_Name", Label::kPatient},
          {"Patient’s name", Label::kPatient},
          {"Data nașterii", Label::kDate},
          {"data_nasterii", Label::kDate},
          {"تاريخ الميلاد", Label::kDate},
          {"رقم الهويّة", Label::kSsn},
          {"dateOfBirth", Label::kDate},
          {"DoB", Label::kDate},
          {"Geburtsjahr", Label::kDate},
          {"Date of surgery", Label::kDate},
          {"PatientBirthDate", Label::kDate},
          {"T.C. Kimlik No", Label::kSsn}},
         true);
}

TEST(Caption, WordsBehindItLeaveItsMeaning) {
  expect({{"MRN No", Label::kMedicalRecord},
          {"NHS #", Label::kMedicalRecord},
          {"Handy-Nr.", Label::kPhone},
          {"Telefon privat", Label::kPhone},
          {"DOB dd/mm/yyyy", Label::kDate}},
         true);
}

TEST(Caption, WordsForNumberAreOneWordAndJoiningWordsDoNotCount) {
  expect({{"N° de dossier", Label::kMedicalRecord},
          {"Numéro de patient", Label::kMedicalRecord},
          {"Nº Historia Clínica", Label::kMedicalRecord},
          {"Nr. fișă", Label::kMedicalRecord},
          {"Licence no", Label::kLicense},
          {"Account #", Label::kAccount},
          {"Passport no", Label::kSsn},
          {"MRNNumber", Label::kMedicalRecord},
          {"serialNumber", Label::kDevice},
          {"age_at_admission", Label::kAge},
          {"Âge à l'admission", Label::kAge}},
         true);
}

TEST(Caption, AnIntegerMayBeWrittenWithAFractionOrAnExponent) {
  for (const char* number : {"4471920", "4471920.0", "4.47192E6", "-4471920"}) {
    EXPECT_TRUE(is_value_of(Label::kMedicalRecord, number)) << number;
  }
  EXPECT_FALSE(is_value_of(Label::kMedicalRecord, "4.471921E5"));
}

TEST(Caption, ALongerOneIsKnownByItsEnd) {
  expect({{"Patient MRN", Label::kMedicalRecord},
          {"Emergency contact phone", Label::kPhone},
          {"Next of kin mobile no.", Label::kPhone},
          {"Birth Date/DOB", Label::kDate},
          {"Collection date", Label::kDate},
          {"Date 1", Label::kDate},
          {"Mother's year of birth", Label::kDate},
          {"Phone 1", Label::kPhone},
          {"phone2", Label::kPhone}},
         false);
}

TEST(Caption, OtherWordsAreNone) {
  for (const char* text : {"",
                           " ",
                           "Name",
                           "Number",
                           "Number of children",
                           "Visit no",
                           "Age N",
                           "IDs",
                           "Birth weight",
                           "Place of birth",
                           "Phone call",
                           "Mobile with stick",
                           "Phone 447192",
                           "Age 93",
                           "Age > 65",
                           "Weight for age",
                           "Hb (MRN)",
                           "No",
                           "1",
                           "Hotel",
                           "HbA1c",
                           "IP3",
                           "GP 2",
                           "CD4 count",
                           "Visit 1",
                           "Age (weeks)",
                           "Blood group",
                           "Dose",
                           "Route"}) {
    EXPECT_EQ(read_caption(text).field, nullptr) << text;
  }
}

TEST(Caption, AValueIsNoTextAboutIt) {
  const auto is_value = [](Label label, const char* text) { return may_be_value(label, text); };
  EXPECT_TRUE(is_value(Label::kPhone, "0117 496 0382"));
  EXPECT_TRUE(is_value(Label::kMedicalRecord, "QX-77"));
  EXPECT_TRUE(is_value(Label::kMedicalRecord, "٤٤٧١"));
  EXPECT_TRUE(is_value(Label::kPatient, "Nino"));
  EXPECT_TRUE(is_value(Label::kPatient, "Na"));
  for (const char* text : {"yes", "n/a", "-", "Bed 3"}) {
    EXPECT_FALSE(is_value(Label::kPhone, text)) << text;
  }
  for (const char* text : {"Unknown", " n/a ", "-", "No", "Unbekannt"}) {
    EXPECT_FALSE(is_value(Label::kPatient, text)) << text;
  }
  EXPECT_FALSE(is_value(Label::kEncounter, "inpatient"));
}

}  // namespace redact::caption_test
