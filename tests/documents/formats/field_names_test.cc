// SPDX-License-Identifier: Apache-2.0
// The name of a field is context: finders see it before a short value.
#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact::field_names_test {

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

std::string table_of(std::string_view rows, Format format = Format::kHtml) {
  return text_of("<table>" + std::string(rows) + "</table>", format);
}

TEST(FieldNames, OfACellIsTheCaptionOfItsColumn) {
  EXPECT_EQ(table_of("<thead><tr><th>Seen by<th></th><th>Allergy</tr><tr><td><p>White</p>"
                     "<td>17<td><b>Nu</b>ts</table><p>End"),
            "Seen by\tAllergy\nSeen by: White\t17\tAllergy: Nuts\nEnd");
  // Columns are counted through a heading of the row, and a table within a cell has its own.
  EXPECT_EQ(table_of("<tr><th>A<th>B<th>C<tr><th>x<td>y<td>z<table><tr><th>D<tr><td>v</table>"),
            "A\tB\tC\nA: x\tB: y\tC: z\nD\nD: v");
  EXPECT_EQ(text_of("<section xmlns='urn:hl7-org:v3'><text><table><thead><tr><th>Seen by</th></tr>"
                    "</thead><tbody><tr><td><paragraph>White</paragraph></td></tr></tbody></table>"
                    "</text></section>",
                    Format::kXml),
            "Seen by\nSeen by: White");
  EXPECT_EQ(text_of("<Patient xmlns='http://hl7.org/fhir'><text><div xmlns='http://www.w3.org/1999/"
                    "xhtml'><table><tr><th>Seen by</th></tr><tr><td>White</td></tr></table></div>"
                    "</text></Patient>",
                    Format::kXml),
            "Seen by\nSeen by: White");
}

TEST(FieldNames, OfARowWithoutHeadingsAreCaptionsIfOneIsKnownAndDigitsFollow) {
  EXPECT_EQ(table_of("<tr><td>Seen by<td>MRN<tr><td>White<td>17"),
            "Seen by\tMRN\nSeen by: White\tMRN: 17");
  EXPECT_EQ(table_of("<tr><td>HbA1c<td>MRN<td>Visit 1<tr><td>58<td>17<td>3"),
            "HbA1c\tMRN\tVisit 1\nHbA1c: 58\tMRN: 17\tVisit 1: 3");
  EXPECT_EQ(table_of("<tr><td>Seen by<td>White<tr><td>MRN<td>17"),  // a form
            "Seen by\tWhite\nMRN\t17");
  EXPECT_EQ(table_of("<tr><td>MRN<td>17<tr><td>Seen by<td>White 2"), "MRN\t17\nSeen by\tWhite 2");
  EXPECT_EQ(table_of("<tr><td>Patient<td>White<tr><td>Seen by<td>Green"),
            "Patient\tWhite\nSeen by\tGreen");
}

TEST(FieldNames, OfACellAreBelowTheTitleOfItsTable) {
  const std::string rows = "<tr><td>Seen by<td>MRN<tr><td>White<td>17";
  const std::string text = "Seen by\tMRN\nSeen by: White\tMRN: 17";
  EXPECT_EQ(table_of("<tr><td colspan=2>Ward list" + rows), "Ward list\n" + text);
  EXPECT_EQ(table_of("<tr><td>Ward 3<td><tr><td><td>" + rows), "Ward 3\n" + text);
  // A form, whose first row is no title.
  EXPECT_EQ(table_of("<tr><td>Ward<td>Left<tr><td>Seen by<td>White<tr><td>Bed<td>3B"),
            "Ward\tLeft\nSeen by\tWhite\nBed\t3B");
}

TEST(FieldNames, ALongCellHasNoneAndNeitherHasARowWithJoinedCells) {
  const std::string text = "a" + std::string(60, 'b');
  EXPECT_EQ(table_of("<tr><th>A<th>B<tr><td>" + text + "<i>" + text + "</i><td>x"),
            "A\tB\n" + text + text + "\tB: x");
  EXPECT_EQ(table_of("<tr><th>A<th>B<tr><td colspan=2>x<tr><td colspan=1>y"), "A\tB\nx\nA: y");
  EXPECT_EQ(table_of("<tr><th>A<th>B<tr><td rowspan=2>x<td>y<tr><td>z"), "A\tB\nx\ty\nz");
}

TEST(FieldNames, AreReadWithoutEscapes) {
  EXPECT_EQ(text_of(R"({"resourceType": "Observation", "code": {"text": "Gr\u00f6\u00dfe"},
                        "valueString": "171"})",
                    Format::kJson),
            "code: Größe\n\nGröße: 171");
  EXPECT_EQ(text_of(R"(<Observation xmlns="http://hl7.org/fhir"><code><text value="A &amp; B"/>
                       </code><valueString value="171"/></Observation>)",
                    Format::kXml),
            "code: A & B\n\nA & B: 171");
}

TEST(FieldNames, NoSpanIsInANameOrCrossesIntoTheValue) {
  EXPECT_EQ(testing::redacted("<table><tr><th>White<tr><td>Eva White</table>", Format::kHtml,
                              {.words = {"White: Eva", "Whi"}}),
            "<table><tr><th>[PATIENT]<tr><td>[PATIENT] [PATIENT]</table>");
  EXPECT_EQ(testing::redacted(R"({"White": "Eva White", "b": "c"})", Format::kJson,
                              {.words = {"White: Eva", "Whi"}}),
            R"({"White": "[PATIENT] [PATIENT]", "b": "c"})");
}

}  // namespace redact::field_names_test
