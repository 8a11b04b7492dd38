// SPDX-License-Identifier: Apache-2.0
// What somebody wrote in the formulas of sheets, in XLSX and ODS.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/documents/formats/workbook.h"

namespace redact::formula_test {

using testing::number_cell;
using testing::read;
using testing::redacted;
using testing::row;
using testing::text_cell;
using testing::workbook;
using testing::WorkbookOf;
using testing::zip_archive;

// The sheet of a workbook, without its formula's words.
std::string sheet_of(const WorkbookOf& of, const std::vector<std::string>& words = {}) {
  const std::string output = redacted(workbook(of), Format::kXlsx, {.words = words});
  return std::string(read(output, Format::kXlsx).text.member_bytes(4));
}
std::string formula_cell(const std::string& formula) {
  return "<c r=\"A1\" t=\"str\"><f>" + formula + "</f><v></v></c>";
}
std::string text_of(const std::string& formula) {
  return std::string(
      read(workbook({.rows = row(1, formula_cell(formula))}), Format::kXlsx).text.text());
}

TEST(Formula, PicturesListsOfMonthsAndConditionsStay) {
  for (const char* formula :
       {"TEXT(A1,\"dd.mm.yyyy\")", "TEXT(A1,\"TT.MM.JJJJ\")", "TEXT(A1,\"#,##0.00\")",
        "TEXT(A1,\"[$-407]d. mmmm yyyy\")", "TEXT(A1,\"d mmm yyyy hh:mm\")",
        "CHOOSE(MONTH(A1),\"Jan\",\"Feb\",\"Mar\",\"Apr\")",
        "CHOOSE(WEEKDAY(A1,2),\"Montag\",\"Dienstag\",\"Mittwoch\")",
        "COUNTIFS(B2:B3,\"&lt;=45645\",C2:C3,\"&gt;4.5\")"}) {
    EXPECT_EQ(text_of(formula), "") << formula;
  }
  EXPECT_EQ(text_of("COUNTIF(A1,\"April\")"), "April");
  EXPECT_EQ(text_of("COUNTIF(A1,\"=4471920\")"), "=4471920");
  EXPECT_EQ(text_of("TEXT(A1,\"[$Amy]0\")"), "[$Amy]0");
}

TEST(Formula, ANumberOfAConditionGoesIfItRepeatsAHiddenOne) {
  const std::string rows =
      row(1, text_cell("A1", "MRN")) + row(2, number_cell("A2", "4471920")) +
      row(3, "<c r=\"B3\"><f>COUNTIF(A2:A9,\"&gt;4471920\")+COUNTIF(C2:C9,\"&gt;45645\")</f></c>");
  const std::string sheet = sheet_of({.rows = rows});
  EXPECT_NE(sheet.find("COUNTIF(A2:A9,\"&gt;0\")+COUNTIF(C2:C9,\"&gt;45645\")"), std::string::npos)
      << sheet;
}

TEST(Formula, ASheetThatNamesSomebodyIsRenamedInStringsThatArePlaces) {
  const auto cell = [](const std::string& name) {
    return row(1, text_cell("A1", "Mr Quill") + "<c r=\"B1\"><f>INDIRECT(\"'" + name +
                      "'!B2\")+HYPERLINK(\"#'" + name + "'!$A$1\")</f></c>");
  };
  const std::string sheet =
      sheet_of({.rows = cell("Mr Quill"), .sheet_name = "Mr Quill"}, {"Mr Quill"});
  EXPECT_NE(sheet.find("INDIRECT(\"'hidden1'!B2\")+HYPERLINK(\"#'hidden1'!$A$1\")"),
            std::string::npos)
      << sheet;
  EXPECT_EQ(text_of("A1&amp;\"see Dr Quill!\""), "see Dr Quill!");
}

TEST(Formula, DatesOfValidationsAreHidden) {
  const auto rules = [](const std::string& type, const std::string& first,
                        const std::string& second) {
    return "<dataValidations><dataValidation type=\"" + type + "\" sqref=\"B2\"><formula1>" +
           first + "</formula1><formula2>" + second +
           "</formula2></dataValidation></dataValidations>";
  };
  const auto written = [&](const std::string& type) {
    return sheet_of({.rows = row(1, number_cell("A1", "1")),
                     .more = rules(type, "45598.5", "DATE(2024,12,19)+$B$12")});
  };
  EXPECT_NE(written("date").find(rules("date", "0", "DATE(0,0,0)+$B$12")), std::string::npos)
      << written("date");
  EXPECT_NE(written("whole").find(rules("whole", "45598.5", "DATE(2024,12,19)+$B$12")),
            std::string::npos);
}

TEST(Formula, ConditionsOfOpenDocumentAreFormulas) {
  std::string spaces =
      " xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\"";
  for (const std::string word : {"office", "text", "table"}) {
    spaces += " xmlns:" + word + "=\"urn:oasis:names:tc:opendocument:xmlns:" + word + ":1.0\"";
  }
  const auto sheet = [&](const std::string& condition, const std::string& validation) {
    return "<office:document-content" + spaces +
           "><office:body><office:spreadsheet><table:table><table:table-row><table:table-cell>"
           "<text:p>fever</text:p></table:table-cell></table:table-row><calcext:condition "
           "calcext:value=\"" +
           condition +
           "\"/></table:table><table:content-validation table:condition=\"of:" + validation +
           "\"/></office:spreadsheet></office:body></office:document-content>";
  };
  const auto written = [&](const std::string& condition, const std::string& validation) {
    const std::string ods =
        zip_archive({{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
                     {"content.xml", sheet(condition, validation)}});
    const std::string output = redacted(ods, Format::kOds, {.words = {"Quill"}});
    return std::string(read(output, Format::kOds).text.member_bytes(1));
  };
  EXPECT_EQ(written("between(45599,45605)",
                    "cell-content-is-date() and cell-content-is-between(45598;DATE(2024;12;19))"),
            sheet("between(45599,45605)",
                  "cell-content-is-date() and cell-content-is-between(0;DATE(0;0;0))"));
  EXPECT_EQ(written("contains-text(&quot;Quill&quot;)", "cell-content()=1"),
            sheet("contains-text(&quot;[PATIENT]&quot;)", "cell-content()=1"));
}

}  // namespace redact::formula_test
