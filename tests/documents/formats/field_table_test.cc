// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/field_table.h"

#include <gtest/gtest.h>

#include <optional>

#include "documents/formats/builtin_fields.h"

namespace redact::field_table_test {

using Path = std::vector<std::string_view>;

FieldTable table_of(const std::string& yaml) {
  auto table = FieldTable::parse(yaml);
  EXPECT_TRUE(table.ok()) << (table.ok() ? "" : table.error().message());
  return std::move(table).value();
}

std::optional<Label> label(const FieldTable& table, const Path& path,
                           std::string_view beside = {}) {
  const Field* field = table.find(path, [&](std::string_view) { return beside; });
  if (field == nullptr || field->use != Field::Use::kHide) return std::nullopt;
  return field->label;
}

TEST(FieldTable, TheLongestPathThatFitsCounts) {
  const FieldTable table = table_of(
      "keep: [\"**.use\"]\n"
      "NAME: [\"**.name.**\", \"**.family\"]\n"
      "PATIENT: [Patient.name.family]\n"
      "ID: [\"*.id\"]\n");
  EXPECT_EQ(label(table, {"Patient", "name", "family"}), Label::kPatient);
  EXPECT_EQ(label(table, {"Practitioner", "name", "family"}), Label::kName);
  EXPECT_EQ(label(table, {"a", "b", "name", "c", "d"}), Label::kName);
  EXPECT_EQ(label(table, {"Patient", "id"}), Label::kId);
  EXPECT_EQ(label(table, {"Patient", "contact", "id"}), std::nullopt);
  EXPECT_EQ(table.find(Path{"Patient", "contact", "id"}, nullptr), nullptr);
  EXPECT_EQ(table.find(Path{"x", "use"}, nullptr)->use, Field::Use::kKeep);
  EXPECT_EQ(table.find(Path{}, nullptr), nullptr);
}

TEST(FieldTable, OfTwoEquallyLongPathsTheLaterCounts) {
  const FieldTable table =
      table_of("keep: [\"Map.**\"]\nNAME: [\"**.note\"]\nPHONE: [\"**.tel\"]\n");
  EXPECT_EQ(label(table, {"Map", "note"}), Label::kName);
  const FieldTable other = table_of("NAME: [\"**.note\"]\nkeep: [\"Map.**\"]\n");
  EXPECT_EQ(label(other, {"Map", "note"}), std::nullopt);
}

TEST(FieldTable, WildcardsStandForNoAttribute) {
  const FieldTable table = table_of("NAME: [\"**.name.**\"]\nID: [\"a.*\"]\n");
  EXPECT_EQ(label(table, {"name", "given"}), Label::kName);
  EXPECT_EQ(label(table, {"name", "@use"}), std::nullopt);
  EXPECT_EQ(label(table, {"a", "@use"}), std::nullopt);
}

TEST(FieldTable, AConditionLooksAtTheFieldBeside) {
  const FieldTable table = table_of("PHONE: [\"**.value\"]\nEMAIL: [\"**.value[system=email]\"]\n");
  EXPECT_EQ(label(table, {"telecom", "value"}, "phone"), Label::kPhone);
  EXPECT_EQ(label(table, {"telecom", "value"}, "email"), Label::kEmail);
  EXPECT_EQ(table.conditions(), std::vector<std::string>{"system"});
}

TEST(FieldTable, MistakesAreRefusedWithTheLine) {
  for (const char* yaml :
       {"- a", "kep: [a]", "keep: a", "keep: [\"a[b\"]", "keep: [a]\nkeep: [b]"}) {
    EXPECT_FALSE(FieldTable::parse(yaml).ok()) << yaml;
  }
}

TEST(FieldTable, TheShippedTablesAreRead) {
  EXPECT_EQ(label(fhir_fields(), {"Patient", "birthDate"}), Label::kDate);
  EXPECT_EQ(label(cda_fields(),
                  {"ClinicalDocument", "recordTarget", "patientRole", "patient", "name", "given"}),
            Label::kPatient);
  EXPECT_EQ(label(hl7_fields(), {"PID", "5", "1"}), Label::kPatient);
  EXPECT_EQ(label(hl7_fields(), {"PID", "5"}), Label::kPatient);
}

}  // namespace redact::field_table_test
