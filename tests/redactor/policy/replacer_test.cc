// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/replacer.h"

#include <gtest/gtest.h>

#include <fstream>

#include "redactor/text/words.h"

namespace redact {
namespace {

Policy policy_with(const std::string& label, const std::string& op) {
  return Policy::parse("name: t\nplaceholders: {" + label + ": \"[" + label + "]\"}\noperators: {" +
                       label + ": " + op + "}")
      .value();
}

Secret key_of(const std::string& bytes) {
  const std::string path = ::testing::TempDir() + "/key-" + std::to_string(bytes.size());
  std::ofstream(path) << bytes;
  return Secret::read(path).value();
}

std::string replaced(const Policy& policy, const std::string& surface, Label label,
                     const Secret* key = nullptr, std::string_view patient = "") {
  Replacer replacer(policy, "text of " + surface, key, patient);
  return replacer.replace(surface, label).value_or(surface);
}

TEST(Replacer, NumbersAreOfPeopleAndNotOfSpellings) {
  const Policy policy = policy_with("PATIENT", "number");
  Replacer replacer(policy, "", nullptr, "");
  const auto tag = [&](std::string_view name) { return *replacer.replace(name, Label::kPatient); };
  EXPECT_EQ(tag("Margaret Ellison"), "[PATIENT_1]");
  EXPECT_EQ(tag("Ellison"), "[PATIENT_1]");
  EXPECT_EQ(tag("Owen Pritchard"), "[PATIENT_2]");
  EXPECT_EQ(tag("MARGARET ELLISON"), "[PATIENT_1]");
  EXPECT_EQ(tag("Helen"), "[PATIENT_3]");
  EXPECT_EQ(tag("Pritchard, Owen"), "[PATIENT_2]");
}

TEST(Replacer, MaskKeepsShapeAndShowsNoLetter) {
  EXPECT_EQ(replaced(policy_with("PATIENT", "mask"), "José-María 3º", Label::kPatient),
            "****-***** **");
}

TEST(Replacer, HashesAreTheKeysAndTheSameInEveryDocument) {
  const Policy policy = policy_with("PATIENT", "hash");
  const Secret a = key_of("0123456789abcdef"), b = key_of("0123456789abcdef0");
  const std::string tag = replaced(policy, "Ana Gómez", Label::kPatient, &a);
  EXPECT_EQ(tag.size(), std::string("[PATIENT_0123456789ab]").size());
  Replacer elsewhere(policy, "another document", &a, "another patient");
  EXPECT_EQ(*elsewhere.replace("ANA GOMEZ", Label::kPatient), tag);
  EXPECT_EQ(*elsewhere.replace("Ana-Gómez", Label::kPatient), tag);  // however it is grouped
  EXPECT_NE(replaced(policy, "Ana Gómez", Label::kPatient, &b), tag);
  EXPECT_NE(replaced(policy, "Eva Gómez", Label::kPatient, &a), tag);
  EXPECT_EQ(replaced(policy, "Ana Gómez", Label::kPatient), "[PATIENT]");  // no key, no hash
}

TEST(Replacer, ShiftIsThePatientsAndKeepsIntervals) {
  const Policy policy = policy_with("DATE", "shift");
  const Secret key = key_of("0123456789abcdef");
  const auto day = [&](const std::string& date, std::string_view patient) {
    return DateParts::read(replaced(policy, date, Label::kDate, &key, patient),
                           DateOrder::kDayFirst)
        ->day();
  };
  EXPECT_EQ(day("12/03/2021", "p1") - day("02/03/2021", "p1"), std::chrono::days(10));
  EXPECT_NE(day("12/03/2021", "p1"), day("12/03/2021", "p2"));
  for (int i = 0; i < 200; ++i) {
    const auto by = date_shift(key, std::to_string(i));
    EXPECT_NE(by.count(), 0);
    EXPECT_LE(std::abs(by.count()), 365);
  }
  Replacer american(policy, "from 03/04/2024 to 03/14/2024", &key, "p1");
  const auto shifted = [&](const char* date) {
    return DateParts::read(*american.replace(date, Label::kDate), DateOrder::kMonthFirst)->day();
  };
  EXPECT_EQ(shifted("03/14/2024") - shifted("03/04/2024"), std::chrono::days(10));
  EXPECT_EQ(replaced(policy, "a while ago", Label::kDate, &key), "[DATE]");
}

TEST(Replacer, SafeHarborKeepsYearsAgesTo89AndThreeDigitsOfLargeZips) {
  const Policy policy = Policy::open("hipaa-safe-harbor").value();
  const std::tuple<std::string, Label, std::string> expected[] = {
      {"03/14/1948", Label::kDate, "1948"},
      {"March 14", Label::kDate, "[DATE]"},
      {"14 Mar 21", Label::kDate, "[DATE]"},   // 1921 would tell an age above 89
      {"03/14/1931", Label::kDate, "[DATE]"},  // so does this one
      {"76 year old", Label::kAge, "76 year old"},
      {"89", Label::kAge, "89"},
      {"90", Label::kAge, "90+"},
      {"104-year-old", Label::kAge, "90+"},
      {"104 weeks", Label::kAge, "104 weeks"},
      {"ninety-four", Label::kAge, "[AGE]"},
      {"90210", Label::kZip, "902**"},
      {"90210-1234", Label::kZip, "902**"},
      {"03602", Label::kZip, "000**"},
      {"BS6 5QT", Label::kZip, "[ZIP]"},
      {"Ohio", Label::kState, "Ohio"},
      {"Peter", Label::kPatient, "[PATIENT]"},
  };
  for (const auto& [surface, label, want] : expected) {
    EXPECT_EQ(replaced(policy, surface, label), want) << surface;
  }
}

}  // namespace
}  // namespace redact
