// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/observations.h"

#include <gtest/gtest.h>

namespace redact::observations_test {

TEST(ObservedLabel, CodesAndNamesSayWhatAValueIdentifies) {
  const std::pair<const char*, Label> known[] = {{"30525-0", Label::kAge},
                                                 {"445518008", Label::kAge},
                                                 {"Age", Label::kAge},
                                                 {"Age At Onset", Label::kAge},
                                                 {"EDAD", Label::kAge},
                                                 {"Vârsta", Label::kAge},
                                                 {"Yaş", Label::kAge},
                                                 {"Device serial number", Label::kDevice},
                                                 {"UDI", Label::kDevice},
                                                 {"MAC address of pump", Label::kDevice},
                                                 {"License plate", Label::kVehicle},
                                                 {"Zip-Code", Label::kZip},
                                                 {"PHONE", Label::kPhone},
                                                 {"Teléfono", Label::kPhone},
                                                 {"Subject ID", Label::kId},
                                                 {"Patientennummer", Label::kMedicalRecord},
                                                 {"Nachname", Label::kPatient},
                                                 {"رقم الهاتف", Label::kPhone},
                                                 {"Date of birth", Label::kDate},
                                                 {"DOB", Label::kDate},
                                                 {"21112-8", Label::kDate}};
  for (const auto& [name, label] : known) {
    const auto field = observed_field(name);
    ASSERT_TRUE(field) << name;
    EXPECT_EQ(field->label, label) << name;
    EXPECT_EQ(field->is_birth, label == Label::kDate) << name;
  }
}

TEST(ObservedLabel, ClinicalNamesSayNothing) {
  for (const char* name :
       {"", "2339-0", "Glucose", "Gestational age", "Bone age", "BMI for age", "Serial troponin",
        "Age-adjusted D-dimer", "Advanced glycation end products (AGE)", "Endothelin ETA receptor",
        "Plate agglutination", "Weight-for-age percentile", "UDI-6 score", "Birth weight"}) {
    EXPECT_FALSE(observed_field(name)) << name;
  }
}

TEST(ObservedFields, AnAgeIsInYearsUnlessItsUnitSaysOtherwise) {
  ObservedFields fields;
  fields.add(1, "Age");
  fields.add(2, "Age");
  fields.add_unit(2, "mo");
  fields.add(3, "Age");
  fields.add_unit(3, "years");
  fields.add_unit(4, "a");
  fields.add_unit(5, "A");  // ampere
  fields.add_unit(6, "mg");
  fields.add(7, "Serial number");
  fields.add_unit(7, "d");
  const auto label = [&](uint32_t observation) {
    const auto field = fields.of(observation, "76");
    return field ? std::optional(field->label) : std::nullopt;
  };
  EXPECT_EQ(label(1), Label::kAge);
  EXPECT_EQ(label(2), std::nullopt);
  EXPECT_EQ(label(3), Label::kAge);
  EXPECT_EQ(label(4), Label::kAge);
  EXPECT_EQ(label(5), std::nullopt);
  EXPECT_EQ(label(6), std::nullopt);
  EXPECT_EQ(label(7), Label::kDevice);
}

TEST(ObservedFields, AValueThatCannotBeWhatItsNameSaysStays) {
  ObservedFields fields;
  const std::pair<const char*, std::pair<const char*, bool>> cases[] = {
      {"Mobile", {"with a stick", false}},  {"Mobile", {"07911 123456", true}},
      {"Mobile", {"2", false}},             {"Serial number", {"45.8", false}},
      {"Serial number", {"45800", true}},   {"Nachname", {"Grün", true}},
      {"Nachname", {"unbekannt", false}},   {"Age", {"seventy-six", true}},
      {"Latitude", {"51.4545", true}},      {"Date of birth", {"19480314", true}},
      {"Date of birth", {"19480.5", false}}};
  uint32_t observation = 0;
  for (const auto& [name, value] : cases) {
    fields.add(++observation, name);
    EXPECT_EQ(fields.of(observation, value.first).has_value(), value.second) << name << value.first;
  }
}

}  // namespace redact::observations_test
