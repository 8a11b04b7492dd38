// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "documents/formats/read_document.h"
#include "redactor/fields/known_fields.h"
#include "redactor/policy/policy.h"
#include "redactor/render.h"
#include "redactor/resolve.h"
#include "redactor/text/reading_view.h"
#include "redactor/verify.h"

namespace redact::read_chosen_test {

// The document with its labelled fields and each "Ana" of its texts hidden; or the error.
std::string redacted(std::string_view document, const ChosenFields& chosen,
                     const std::string& policy_name = "default") {
  const auto formatted = read_document(document, Format::kText, &chosen);
  if (!formatted.ok()) return formatted.error().message();
  const std::string_view text = formatted->text.text();
  std::vector<Span> evidence = evidence_of_fields(*formatted);
  for (size_t at = text.find("Ana"); at != text.npos; at = text.find("Ana", at + 1)) {
    evidence.push_back({at, at + 3, Label::kPatient, 1});
  }
  const Policy policy = Policy::open(policy_name).value();
  const ReadingView view(text);
  const auto spans = resolve(view, view.to_view(evidence), policy, formatted->text.walls());
  Replacer replacer(policy, text, nullptr, "");
  const auto rendered = render(*formatted, spans, replacer);
  if (!rendered.ok()) return rendered.error().message();
  EXPECT_TRUE(verify(document, *rendered).ok());
  const auto again = read_document(rendered->output, Format::kText, &chosen);
  EXPECT_TRUE(again.ok() && verify_parts(formatted->text, *rendered, again->text).ok());
  return rendered->output;
}

ChosenFields columns(std::vector<ChosenField> fields) { return {',', std::move(fields)}; }
ChosenFields fields(std::vector<ChosenField> fields) { return {'\0', std::move(fields)}; }

TEST(ReadChosen, TheChosenColumnsOfARowAreRedactedAndTheOthersStay) {
  const ChosenFields chosen =
      columns({{"mrn", Label::kMedicalRecord, 0}, {"note", {}, 1}, {"plan", {}, 3}});
  EXPECT_EQ(redacted("7781,\"Ana, \"\"A\"\"\",Ana,Ana 5\"", chosen),
            "[MEDICAL_RECORD],\"[PATIENT], \"\"A\"\"\",Ana,[PATIENT] 5\"");
  EXPECT_EQ(redacted(",,Ana,\"\"", chosen), ",,Ana,\"\"");
}

TEST(ReadChosen, AFieldGetsQuotesWhereItsNewTextNeedsThem) {
  const auto chosen = columns({{"note", {}, 0}});
  EXPECT_EQ(redacted("Ana is 5\" tall,x", chosen), "[PATIENT] is 5\" tall,x");
  const auto with_comma = read_document("Ana came,x", Format::kText, &chosen);
  ASSERT_TRUE(with_comma.ok());
  const auto written = with_comma->text.write(std::vector<DocumentText::PartEdit>{
      {with_comma->text.parts().size() - 1, {0, 3, "Ruiz, \"Eva\""}}});
  ASSERT_TRUE(written.ok()) << written.error().message();
  EXPECT_EQ(written->document, "\"Ruiz, \"\"Eva\"\" came\",x");
}

TEST(ReadChosen, ATextIsReadInItsOwnFormatAndNoSpanCrossesAColumn) {
  const auto chosen = columns({{"a", {}, 0}, {"b", {}, 1}});
  EXPECT_EQ(redacted("\"<p title=\"\"Ana\"\">A<b>na</b></p>\",Ana", chosen),
            "\"<p title=\"\"[PATIENT]\"\">[PATIENT]<b></b></p>\",[PATIENT]");
  EXPECT_EQ(redacted("A,na", chosen), "A,na");
  EXPECT_EQ(redacted("\"<p>Ana\",x", {',', chosen.fields, true}), "\"<p>[PATIENT]\",x");
}

TEST(ReadChosen, TheChosenFieldsOfALineAreRedactedAndTheOthersStay) {
  const ChosenFields chosen =
      fields({{"note.text", {}}, {"summary", {}}, {"mrn", Label::kMedicalRecord}});
  EXPECT_EQ(
      redacted(R"({"mrn": 17, "note": {"by": "Ana", "text": "Ana\n\u0041na"}, "summary": null})",
               chosen),
      R"({"mrn": "[MEDICAL_RECORD]", "note": {"by": "Ana", "text": "[PATIENT]\n[PATIENT]"}, "summary": null})");
  EXPECT_EQ(redacted(R"({"mrn": null, "note.text": "Ana", "summary": ["Ana", ""]})", chosen),
            R"({"mrn": null, "note.text": "[PATIENT]", "summary": ["[PATIENT]", ""]})");
}

TEST(ReadChosen, ALineWithoutAFieldOrWithAnotherValueIsRefused) {
  const ChosenFields chosen = fields({{"note", {}}, {"summary", {}}});
  EXPECT_EQ(redacted(R"({"note": "Ana"})", chosen), "line: has no field \"summary\"");
  EXPECT_EQ(redacted(R"({"note": 17, "summary": ""})", chosen),
            "line: field \"note\" is not a string");
  EXPECT_EQ(redacted(R"({"note": {"a": "Ana"}, "summary": ""})", chosen),
            "line: field \"note\" is not a string");
}

TEST(ReadChosen, AColumnOfBirthsIsOneByItsName) {
  const auto births = [](std::string_view document, const ChosenFields& chosen) {
    return births_of_fields(read_document(document, Format::kText, &chosen).value()).size();
  };
  const std::string row = "14/03/1948,02/11/2024";
  EXPECT_EQ(births(row, columns({{"dob", Label::kDate, 0}, {"seen", Label::kDate, 1}})), 1u);
  EXPECT_EQ(births(R"({"p":{"birthDate":"1948"}})", fields({{"p.birthDate", Label::kDate}})), 1u);
}

TEST(ReadChosen, WhatAColumnNamesIsKnownToTheTexts) {
  const auto chosen = columns({{"name", Label::kPatient, 0}, {"note", {}, 1}});
  const auto row = read_document("Hartley,Tom hartley came", Format::kText, &chosen);
  ASSERT_TRUE(row.ok());
  TermList known;
  add_known(*row, known);
  EXPECT_EQ(known.find(row->text.text(), SpanSource::kField).size(), 2u);
}

TEST(ReadChosen, ANumberIsKnownInTheFormsInWhichATableAndATextWriteIt) {
  const auto n_known = [](Label label, const std::string& value, const std::string& note) {
    const auto chosen = columns({{"number", label, 0}, {"note", {}, 1}});
    const std::string line = "\"" + value + "\",\"" + note + "\"";
    const auto row = read_document(line, Format::kText, &chosen);
    EXPECT_TRUE(row.ok());
    TermList known;
    add_known(*row, known);
    const size_t begin = row->text.text().find(note);
    return std::ranges::count_if(known.find(row->text.text(), SpanSource::kField),
                                 [&](const Span& span) { return span.begin >= begin; });
  };
  for (const auto& [label, value, note] : std::vector<std::tuple<Label, std::string, std::string>>{
           {Label::kMedicalRecord, "4471920.0", "a 4471920 b"},
           {Label::kMedicalRecord, "4471920.00", "a 4471920 b"},
           {Label::kMedicalRecord, "4471920,0", "a 4471920 b"},
           {Label::kMedicalRecord, "4471921, 4471920", "a 4471920 b"},
           {Label::kMedicalRecord, "4471921/4471920", "a 4471920 b"},
           {Label::kMedicalRecord, "MRN 4471920", "a 4471920 b"},
           {Label::kMedicalRecord, "MRN:4471920", "a 4471920 b"},
           {Label::kMedicalRecord, "0004471920", "a 4471920 b"},
           {Label::kMedicalRecord, "4471920", "a 0004471920 b"},
           {Label::kMedicalRecord, "٤٤٧١٩٢٠.0", "a 4471920 b"},
           {Label::kMedicalRecord, "KL4471920; KL4471921", "a KL4471921 b"},
           {Label::kPhone, "7911123456.0", "a 07911 123456 b"},
           {Label::kPhone, "tel 07911 123456", "a 07911123456 b"},
           {Label::kPhone, "07911 123456; 07911 123457", "a 07911 123457 b"}}) {
    EXPECT_EQ(n_known(label, value, note), 1) << value;
  }
  for (const auto& [label, value, note] : std::vector<std::tuple<Label, std::string, std::string>>{
           {Label::kMedicalRecord, "4471920, 2024", "in 2024"},
           {Label::kMedicalRecord, "4471920.5", "a 4471920 b"},
           {Label::kMedicalRecord, "0000071", "71 mg"},
           {Label::kPhone, "07911 123456", "a 123456 b"},
           {Label::kStreet, "Flat 3, 12345 High Road", "High Road"},
           {Label::kPatient, "Ana, 12345", "a 12345 b"}}) {
    EXPECT_EQ(n_known(label, value, note), 0) << value;
  }
}

}  // namespace redact::read_chosen_test
