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
                                                 {"Date of birth", Label::kDate},
                                                 {"DOB", Label::kDate},
                                                 {"21112-8", Label::kDate}};
  for (const auto& [name, label] : known) EXPECT_EQ(observed_label(name), label) << name;
}

TEST(ObservedLabel, ClinicalNamesSayNothing) {
  for (const char* name :
       {"", "2339-0", "Glucose", "Gestational age", "Bone age", "BMI for age", "Serial troponin",
        "Age-adjusted D-dimer", "Advanced glycation end products (AGE)", "Endothelin ETA receptor",
        "Able to use the phone", "Plate agglutination", "Weight-for-age percentile", "Fax",
        "Birth weight", "Date"}) {
    EXPECT_EQ(observed_label(name), std::nullopt) << name;
  }
}

TEST(ObservedLabels, AnAgeIsInYearsUnlessItsUnitSaysOtherwise) {
  ObservedLabels labels;
  labels.add(1, "Age");
  labels.add(2, "Age");
  labels.add_unit(2, "mo");
  labels.add(3, "Age");
  labels.add_unit(3, "years");
  labels.add_unit(4, "a");
  labels.add_unit(5, "A");  // ampere
  labels.add_unit(6, "mg");
  labels.add(7, "Serial number");
  labels.add_unit(7, "d");
  EXPECT_EQ(labels.of(1), Label::kAge);
  EXPECT_EQ(labels.of(2), std::nullopt);
  EXPECT_EQ(labels.of(3), Label::kAge);
  EXPECT_EQ(labels.of(4), Label::kAge);
  EXPECT_EQ(labels.of(5), std::nullopt);
  EXPECT_EQ(labels.of(6), std::nullopt);
  EXPECT_EQ(labels.of(7), Label::kDevice);
}

}  // namespace redact::observations_test
