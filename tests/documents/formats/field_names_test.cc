// SPDX-License-Identifier: Apache-2.0
// The name of a field is context: finders see it before a short value.
#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact {
namespace field_names_test {

std::string text_of(std::string_view document, Format format) {
  return std::string(testing::read(document, format).text.text());
}

std::string text_of_row(std::string_view row, const ChosenFields& chosen) {
  const auto read = read_document(row, Format::kText, &chosen);
  return read.ok() ? std::string(read->text.text()) : read.error().message();
}

TEST(FieldNames, AJsonKeyIsBeforeEachOfItsValues) {
  EXPECT_EQ(
      text_of(R"({"Allergies": ["Nuts", "White"], "n": {"Provider": "White"}})", Format::kJson),
      "Allergies: Nuts\n\nAllergies: White\n\nProvider: White");
}

TEST(FieldNames, ALongTextHasNoNameAndNeitherHasAValueInOneOfNoWords) {
  const std::string note(101, 'a');
  EXPECT_EQ(
      text_of("{\"Remarks\": \"" + note + "\", \"1\": \"b\", \"a\\nb\": \"c\"}", Format::kJson),
      note + "\n\nb\n\nc");
}

TEST(FieldNames, ANameThatSaysOnlyThatItIsATextIsNotShown) {
  EXPECT_EQ(text_of(R"({"text": "a", "Note": "b", "Notebook": "c"})", Format::kJson),
            "a\n\nb\n\nNotebook: c");
}

TEST(FieldNames, OfColumnsAndOfFieldsOfALine) {
  const ChosenFields columns{',', {{"Provider", {}, 0}, {"MRN", Label::kMedicalRecord, 1}}};
  EXPECT_EQ(text_of_row("White,17", columns), "Provider: White\n\n17");
  const ChosenFields fields{'\0', {{"visit.provider", {}}}};
  EXPECT_EQ(text_of_row(R"({"visit": {"provider": "White"}})", fields), "provider: White");
}

TEST(FieldNames, OfFhirAreTheCodeOrTheQuestionAroundElseTheElement) {
  EXPECT_EQ(text_of(R"({"resourceType": "Observation", "code": {"text": "Smoking status"},
                        "valueString": "Former smoker"})",
                    Format::kJson),
            "code: Smoking status\n\nSmoking status: Former smoker");
  EXPECT_EQ(text_of(R"({"resourceType": "QuestionnaireResponse", "item": [
                        {"linkId": "1", "text": "Seen by?", "answer": [{"valueString": "White"}]}]})",
                    Format::kJson),
            "item: Seen by?\n\nSeen by?: White");
  EXPECT_EQ(
      text_of(
          R"(<Observation xmlns="http://hl7.org/fhir"><code><text value="Smoking status"/></code>
                       <valueString value="Former smoker"/></Observation>)",
          Format::kXml),
      "code: Smoking status\n\nSmoking status: Former smoker");
}

TEST(FieldNames, OfAnObservationOfHl7IsBeforeTheFirstLineOfAReport) {
  EXPECT_EQ(
      text_of("MSH|^~\\&|LAB||EHR||||ORU^R01|1|P|2.5\r"
              "OBX|1|ST|1^Provider||White\rOBX|2|TX|2^Findings||Seen\rOBX|3|TX|2^Findings||Well\r",
              Format::kHl7),
      "Provider: White\nFindings: Seen\nWell");
}

TEST(FieldNames, NoSpanIsInANameOrCrossesIntoTheValue) {
  EXPECT_EQ(testing::redacted(R"({"White": "Eva White", "b": "c"})", Format::kJson,
                              {.words = {"White: Eva", "Whi"}}),
            R"({"White": "[PATIENT] [PATIENT]", "b": "c"})");
}

}  // namespace field_names_test
}  // namespace redact
