// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/documents/formats/workbook.h"
#include "tests/support/test_key.h"

namespace redact::read_xlsx_test {

using testing::number_cell;
using testing::read;
using testing::redacted;
using testing::row;
using testing::rows_of;
using testing::shared_cell;
using testing::text_cell;
using testing::workbook;
using testing::WorkbookOf;
using testing::zip_archive;

std::string text_of(const WorkbookOf& of) {
  return std::string(read(workbook(of), Format::kXlsx).text.text());
}
// The cells of a workbook whose words are hidden.
std::string rows_without(const WorkbookOf& of, const std::vector<std::string>& words = {},
                         const std::string& policy = "default") {
  const Secret key = testing::test_key("xlsx");
  return rows_of(
      redacted(workbook(of), Format::kXlsx, {.words = words, .policy = policy, .key = &key}));
}

TEST(ReadXlsx, CellsAreReadByRowsWithTheirSharedStrings) {
  const WorkbookOf of{
      .rows = row(1,
                  "<c r=\"A1\" t=\"s\"><v>1</v></c><c r=\"B1\" t=\"inlineStr\"><is><r><t>Mr </t>"
                  "</r><r><rPr><b/></rPr><t>Quill</t></r></is></c>") +
              row(2, shared_cell("A2", 0) + number_cell("B2", "71")),
      .strings = "<si><t>fever</t></si><si><r><t>Dr Qui</t></r><r><t>mby</t></r></si>"};
  EXPECT_EQ(text_of(of), "Dr Quimby\tMr Quill\nfever");
}

TEST(ReadXlsx, AStringThatAllItsCellsHideIsEditedWhereItIsShared) {
  const std::string rows = row(1, shared_cell("A1", 0) + shared_cell("B1", 0));
  const WorkbookOf of{.rows = rows,
                      .strings = "<si><r><t>Mr Qu</t></r><r><t>ill came</t></r></si>"};
  const std::string output = redacted(workbook(of), Format::kXlsx, {.words = {"Quill"}});
  EXPECT_EQ(rows_of(output), rows);
  const FormattedText again = read(output, Format::kXlsx);
  EXPECT_EQ(again.text.text(), "Mr [PATIENT] came\tMr [PATIENT] came");
  EXPECT_NE(again.text.member_bytes(3).find("<t>Mr [PATIENT]</t></r><r><t> came</t>"),
            std::string_view::npos);
}

TEST(ReadXlsx, AStringThatOnlyOneOfItsCellsHidesIsWrittenIntoThatCell) {
  const WorkbookOf of{
      .rows = row(1, shared_cell("A1", 0) + shared_cell("B1", 1)) +
              row(2, "<c r=\"A2\" t=\"s\"><v>2</v></c><c r=\"B2\" s=\"1\" t=\"s\"><v>2</v></c>"),
      .strings = "<si><t>Drug</t></si><si><t>Patient name</t></si><si><t>Rose &amp; Co</t></si>"};
  const std::string output = redacted(workbook(of), Format::kXlsx, {});
  EXPECT_EQ(rows_of(output),
            row(1, shared_cell("A1", 0) + shared_cell("B1", 1)) +
                row(2,
                    "<c r=\"A2\" t=\"s\"><v>2</v></c><c r=\"B2\" s=\"1\" t=\"inlineStr\"><is><t>"
                    "[PATIENT]</t></is></c>"));
  const FormattedText again = read(output, Format::kXlsx);
  EXPECT_NE(again.text.member_bytes(3).find("Rose &amp; Co"), std::string_view::npos);
}

TEST(ReadXlsx, AStringThatItsCellsHideInDifferentWaysIsEmptied) {
  const WorkbookOf of{.rows = row(1, text_cell("A1", "Surname") + text_cell("B1", "Fax")) +
                              row(2, shared_cell("A2", 0) + shared_cell("B2", 0)),
                      .strings = "<si><t>Quill 17</t></si>"};
  const std::string output = redacted(workbook(of), Format::kXlsx, {});
  const FormattedText again = read(output, Format::kXlsx);
  EXPECT_EQ(again.text.member_bytes(3).find("Quill"), std::string_view::npos);
  EXPECT_EQ(again.text.text(), "Surname\tFax\n[PATIENT]\tFax: [FAX]");
}

TEST(ReadXlsx, AStringThatNoCellShowsAndAPhoneticReadingAreRemoved) {
  const std::string output = redacted(
      workbook({.rows = row(1, "<c t=\"s\"><v>0</v></c>"),
                .strings = "<si><t>fever</t><rPh sb=\"0\" eb=\"1\"><t>Kana Quill</t></rPh></si>"
                           "<si><t>Mr Quill</t></si>"}),
      Format::kXlsx, {});
  const FormattedText again = read(output, Format::kXlsx);
  EXPECT_EQ(again.text.text(), "fever");
  EXPECT_EQ(again.text.member_bytes(3).find("Quill"), std::string_view::npos);
}

TEST(ReadXlsx, CaptionsLabelTheNumbersBelowThem) {
  const std::string head =
      row(1, text_cell("A1", "MRN") + text_cell("B1", "Weight") + text_cell("C1", "Telefon-Nr.:"));
  const auto data = [](const std::string& mrn, const std::string& phone) {
    return row(2, mrn + number_cell("B2", "71.5") + phone);
  };
  EXPECT_EQ(rows_without({.rows = head + data(number_cell("A2", "4471920"),
                                              "<c r=\"C2\" s=\"0\"><v>1.5551234567E10</v></c>")}),
            head + data("<c t=\"inlineStr\" r=\"A2\"><is><t>[MEDICAL_RECORD]</t></is></c>",
                        "<c t=\"inlineStr\" r=\"C2\" s=\"0\"><is><t>[PHONE]</t></is></c>"));
}

TEST(ReadXlsx, ACaptionMayHaveARemarkBehindIt) {
  const auto under = [](const std::string& caption) {
    const std::string output =
        rows_without({.rows = row(1, text_cell("A1", caption) + text_cell("B1", "K")) +
                              row(2, number_cell("A2", "4471") + number_cell("B2", "5"))});
    return output.find("4471") == output.npos;
  };
  for (const char* hidden :
       {"Age (years)", "MRN (hospital):", "Alter [Jahre]", "Tel. (home)", "Phone (h)",
        "DOB (day/month/year)", "Date of birth (as given in the passport by patient)"}) {
    EXPECT_TRUE(under(hidden)) << hidden;
  }
  for (const char* left : {"Age (weeks)", "(MRN)", "Hb (MRN)", "MRN)"}) {
    EXPECT_FALSE(under(left)) << left;
  }
}

// "Nino" is a name, and the number of a British insurance.
TEST(ReadXlsx, ANameThatIsAlsoACaptionIsAValueBelowOne) {
  const auto person = [](int n, const std::string& name, const std::string& number) {
    const std::string at = std::to_string(n);
    return row(n, number_cell("A" + at, number) + text_cell("B" + at, name) +
                      number_cell("C" + at, "1234567890"));
  };
  const std::string head =
      row(1, text_cell("A1", "MRN") + text_cell("B1", "First name") + text_cell("C1", "Phone"));
  for (const std::vector<std::string>& names : std::vector<std::vector<std::string>>{
           {"Nino", "Ana", "Eva"}, {"Ana", "Nino", "Nino"}, {"Ana", "Eva", "Nino"}}) {
    std::string rows = head;
    for (int i = 0; i < 3; ++i) rows += person(i + 2, names[static_cast<size_t>(i)], "4471920");
    const std::string output = rows_without({.rows = rows});
    for (const char* left : {"Nino", "Ana", "Eva", "4471920", "1234567890"}) {
      EXPECT_EQ(output.find(left), std::string::npos) << output;
    }
    EXPECT_NE(output.find("First name"), std::string::npos) << output;
  }
}

TEST(ReadXlsx, ATextIsReadBehindTheCaptionOfItsColumn) {
  const auto cells = [](int n, const std::vector<std::string>& texts) {
    std::string out;
    for (size_t i = 0; i < texts.size(); ++i) {
      const std::string at = std::string(1, static_cast<char>('A' + i)) + std::to_string(n);
      const bool is_number = texts[i].find_first_not_of("0123456789") == std::string::npos;
      out += is_number ? number_cell(at, texts[i]) : text_cell(at, texts[i]);
    }
    return row(n, out);
  };
  // The first row of three words or more is a header, below a title; so is one with known captions.
  EXPECT_EQ(
      text_of({.rows = cells(1, {"Ward three"}) + cells(2, {"Seen by", "Allergies", "Note"}) +
                       cells(3, {"White", "17", "well"}) + cells(4, {"Rose", "Nuts", "White"}) +
                       cells(5, {"Surname", "Allergies"}) + cells(6, {"Quill", "Soya"})}),
      "Ward three\nSeen by\tAllergies\tNote\nSeen by: White\twell\n"
      "Seen by: Rose\tAllergies: Nuts\tWhite\nSurname\tAllergies\nQuill\tAllergies: Soya");
  // Data, and a form.
  EXPECT_EQ(text_of({.rows = cells(1, {"White", "Nuts", "room 12"}) + cells(2, {"a", "b", "c"})}),
            "White\tNuts\troom 12\na\tb\tc");
  EXPECT_EQ(text_of({.rows = cells(1, {"Provider", "White"}) + cells(2, {"Allergies", "Nuts"})}),
            "Provider\tWhite\nAllergies\tNuts");
}

TEST(ReadXlsx, ACaptionOfAFormLabelsTheCellBesideIt) {
  const auto line = [](int n, const std::string& caption, const std::string& value) {
    return row(n, text_cell("A" + std::to_string(n), caption) + value);
  };
  const WorkbookOf of{.rows = line(1, "MRN", number_cell("B1", "4471920")) +
                              line(2, "Last name", text_cell("B2", "Quill")) +
                              line(3, "Diagnosis", text_cell("B3", "fever"))};
  const std::string output = redacted(workbook(of), Format::kXlsx, {});
  EXPECT_EQ(read(output, Format::kXlsx).text.text(),
            "MRN\t[MEDICAL_RECORD]\nLast name\t[PATIENT]\nDiagnosis\tfever");
}

TEST(ReadXlsx, DatesAreNumbersOfDaysAndMoveAsSuch) {
  const std::string rows = row(1,
                               "<c r=\"A1\" s=\"1\"><v>45598.75</v></c>"
                               "<c r=\"B1\" s=\"2\"><v>0.75</v></c><c r=\"C1\"><v>45598</v></c>");
  EXPECT_EQ(text_of({.rows = rows}), "2024-11-02");
  EXPECT_EQ(text_of({.rows = rows, .book = "<workbookPr date1904=\"1\"/>"}), "2028-11-03");
  EXPECT_EQ(text_of({.rows = row(1,
                                 "<c s=\"1\"><v>1</v></c><c s=\"1\"><v>59</v></c>"
                                 "<c s=\"1\"><v>61</v></c>")}),
            "1900-01-01\t1900-02-28\t1900-03-01");
  EXPECT_EQ(rows_without({.rows = rows}),
            row(1,
                "<c t=\"inlineStr\" r=\"A1\" s=\"1\"><is><t>[DATE]</t></is></c>"
                "<c r=\"B1\" s=\"2\"><v>0.75</v></c><c r=\"C1\"><v>45598</v></c>"));
  const std::string moved = rows_without({.rows = rows}, {}, "linked");
  EXPECT_EQ(moved.find("inlineStr"), std::string::npos) << moved;
  EXPECT_NE(moved.find(".75</v></c><c r=\"B1\""), std::string::npos) << moved;
  EXPECT_EQ(moved.find("<v>45598.75"), std::string::npos) << moved;
}

TEST(ReadXlsx, BelowACaptionADateNeedsNoStyleAndRunsOfAStringAreHiddenAsOne) {
  const auto head = [](const std::string& caption) { return row(1, text_cell("A1", caption)); };
  EXPECT_EQ(text_of({.rows = head("Date of birth") + row(2, number_cell("A2", "17606"))}),
            "Date of birth\n1948-03-14");
  EXPECT_EQ(rows_without({.rows = head("Surname") +
                                  row(2,
                                      "<c r=\"A2\" t=\"inlineStr\"><is><r><t>Qu</t></r><r><t>ill"
                                      "</t></r></is></c>")}),
            head("Surname") + row(2, text_cell("A2", "[PATIENT]")));
}

TEST(ReadXlsx, StringsAndNamesInFormulasAreRead) {
  const WorkbookOf of{
      .rows = row(1,
                  "<c r=\"A1\" t=\"str\"><f>IF(B1=\"Mr \"\"Quill\"\"\",'Quill ward'!$B$2,1)</f>"
                  "<v>Mr Quill</v></c>"),
      .sheet_name = "Quill ward",
      .names =
          "<definedNames><definedName name=\"all\">'Quill ward'!$A$1</definedName>"
          "</definedNames>"};
  const std::string output = redacted(workbook(of), Format::kXlsx, {.words = {"Quill"}});
  EXPECT_EQ(rows_of(output),
            row(1,
                "<c r=\"A1\" t=\"str\"><f>IF(B1=\"Mr \"\"[PATIENT]\"\"\",'hidden1'!$B$2,1)</f>"
                "<v>Mr [PATIENT]</v></c>"));
  const FormattedText again = read(output, Format::kXlsx);
  EXPECT_NE(again.text.member_bytes(1).find("<sheet name=\"hidden1\""), std::string_view::npos);
  EXPECT_NE(again.text.member_bytes(1).find(">'hidden1'!$A$1<"), std::string_view::npos);
}

TEST(ReadXlsx, ANameIsRenamedInFormulasThatWriteItInAnotherWay) {
  const WorkbookOf of{
      .rows =
          row(1, "<c r=\"A1\"><f>SUM('Quill''s ward'!B3:B4)</f><v>1</v></c>") +
          row(2,
              "<c r=\"A2\"><f>T1[[#This Row],[Quill '[mg']]]+T1[Quill&#10;ward]</f><v>1</v></c>"),
      .more = "<hyperlinks><hyperlink ref=\"A1\" location=\"'Quill''s ward'!A1\"/></hyperlinks>",
      .sheet_name = "Quill's ward",
      .names =
          "<definedNames><definedName name=\"Quill [mg]\">1</definedName><definedName "
          "name=\"Quill_x000a_ward\">1</definedName></definedNames>"};
  const FormattedText again =
      read(redacted(workbook(of), Format::kXlsx, {.words = {"Quill"}}), Format::kXlsx);
  const std::string_view book = again.text.member_bytes(1), cells = again.text.member_bytes(4);
  EXPECT_EQ(cells.find("Quill"), cells.npos) << cells;
  for (const char* part : {"<sheet name=\"hidden1\"", "name=\"hidden2\"", "name=\"hidden3\""}) {
    EXPECT_NE(book.find(part), book.npos) << book;
  }
  for (const char* part : {"<f>SUM('hidden1'!B3:B4)</f>", "location=\"'hidden1'!A1\"",
                           "<f>T1[[#This Row],[hidden2]]+T1[hidden3]</f>"}) {
    EXPECT_NE(cells.find(part), cells.npos) << cells;
  }
}

TEST(ReadXlsx, AColumnMayBeANumberAndABookMayHaveOne) {
  const WorkbookOf of{
      .rows = row(1, "<c r=\"A1\"><f>T1[47119]+[12345]Sheet1!A1</f><v>1</v></c>"),
      .names = "<definedNames><definedName name=\"47119\">1</definedName></definedNames>"};
  EXPECT_EQ(rows_of(redacted(workbook(of), Format::kXlsx, {.words = {"47119"}})),
            row(1, "<c r=\"A1\"><f>T1[hidden1]+[12345]Sheet1!A1</f><v>1</v></c>"));
}

TEST(ReadXlsx, TheFileOfAFormulaIsATextAndIsRenamed) {
  for (const auto& [formula, written] : std::vector<std::pair<std::string, std::string>>{
           {"'C:\\Quill\\[Rose.xlsx]Sheet1'!A1", "'hidden1[hidden2]Sheet1'!A1"},
           {"[Rose.xlsx]Sheet1!A1", "[hidden1]Sheet1!A1"},
           {"'[1]Sheet1'!A1+[1]Sheet1!A1", "'[1]Sheet1'!A1+[1]Sheet1!A1"},
           {"SUM(Table1[Rose])", "SUM(Table1[Rose])"}}) {
    const WorkbookOf of{.rows = row(1, "<c r=\"A1\"><f>" + formula + "</f><v>1</v></c>")};
    EXPECT_EQ(rows_of(testing::without(workbook(of), Format::kXlsx, {"Quill", "Rose"})),
              row(1, "<c r=\"A1\"><f>" + written + "</f><v>1</v></c>"));
  }
}

TEST(ReadXlsx, ADateOfAFormulaKeepsTheFormula) {
  EXPECT_EQ(rows_without({.rows = row(1, "<c r=\"A1\" s=\"1\"><f>B1+30</f><v>45598</v></c>")}),
            row(1, "<c t=\"str\" r=\"A1\" s=\"1\"><f>B1+30</f><v>[DATE]</v></c>"));
  EXPECT_EQ(rows_without(
                {.rows = row(1, "<c r=\"A1\" s=\"1\"><f>IF(C1=\"Quill\",1,2)</f><v>45598</v></c>")},
                {"Quill"}),
            row(1, "<c r=\"A1\" s=\"1\"><f>IF(C1=\"[PATIENT]\",1,2)</f></c>"));
}

TEST(ReadXlsx, ANumberThatRepeatsAHiddenOneIsLeftOut) {
  const WorkbookOf of{.rows = row(1, text_cell("A1", "MRN")) +
                              row(2, number_cell("A2", "4471920") + number_cell("C2", "4471920") +
                                         number_cell("D2", "4471921"))};
  const std::string rows = rows_without(of);
  EXPECT_EQ(rows.find("4471920"), std::string::npos) << rows;
  EXPECT_NE(rows.find("<c r=\"C2\"></c><c r=\"D2\"><v>4471921</v></c>"), std::string::npos) << rows;
}

TEST(ReadXlsx, TheResultOfAFormulaWithNamesGoesIfItRepeatsAHiddenNumber) {
  const auto cell = [](const std::string& formula, const std::string& value) {
    return "<c r=\"C2\"><f>" + formula + "</f>" + value + "</c>";
  };
  for (const std::string formula : {"Patients!A2", "INDEX(A:A,MATCH(\"Hale\",B:B,0))",
                                    "IF(C2=\"x\",A2,0)", "Table1[MRN]", "one_patient"}) {
    const auto rows_with = [&](const std::string& value) {
      return rows_without({.rows = row(1, text_cell("A1", "MRN")) +
                                   row(2, number_cell("A2", "4471920") + cell(formula, value))});
    };
    const std::string hidden = rows_with("<v>4471920</v>");
    EXPECT_NE(hidden.find(cell(formula, "")), std::string::npos) << hidden;
    const std::string kept = rows_with("<v>4471921</v>");
    EXPECT_NE(kept.find(cell(formula, "<v>4471921</v>")), std::string::npos) << kept;
  }
}

TEST(ReadXlsx, AWorkbookInBinaryFormIsWithheld) {
  const std::string xlsb = zip_archive({{"[Content_Types].xml", "<Types/>"},
                                        {"xl/workbook.bin", "Quill"},
                                        {"xl/worksheets/sheet1.bin", "Quill"}});
  ASSERT_EQ(recognise(xlsb, "a.xlsb", true).value(), Format::kXlsx);
  const auto result = read_document(xlsb, Format::kXlsx);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message().find("XLSB"), std::string::npos);
}

TEST(ReadXlsx, CellsOfAnUnknownFormAreWithheld) {
  for (const char* cell :
       {"<c t=\"s\"><v>x</v></c>", "<c odd=\"Quill\"><v>1</v></c>", "<c><is><t>Quill</t></is></c>",
        "<c><v>1</v><v>2</v></c>", "<c><extLst><ext>Quill</ext></extLst></c>"}) {
    EXPECT_FALSE(read_document(workbook({.rows = row(1, cell)}), Format::kXlsx).ok()) << cell;
  }
  // A value that its type does not allow is text.
  for (const char* cell : {"<c><v>Quill</v></c>", "<c t=\"b\"><v>Quill</v></c>",
                           "<c t=\"e\"><v>#Quill</v></c>", "<c t=\"odd\"><v>Quill</v></c>"}) {
    const std::string text = text_of({.rows = row(1, cell)});
    EXPECT_NE(text.find("Quill"), std::string::npos) << cell;
  }
}

TEST(ReadXlsx, AFormulaThatSaysAHiddenValueGoesWithIt) {
  const auto below_dob = [](const std::string& formula, const std::string& policy = "default") {
    const std::string rows =
        rows_without({.rows = row(1, text_cell("A1", "DOB")) +
                              row(2, "<c r=\"A2\" s=\"1\"><f>" + formula + "</f><v>17606</v></c>")},
                     {}, policy);
    return rows.substr(rows.find("<row r=\"2\">"));
  };
  const std::string hidden =
      row(2, "<c t=\"inlineStr\" r=\"A2\" s=\"1\"><is><t>[DATE]</t></is></c>");
  for (const char* formula : {"DATE(1948,3,14)", "17600+6", "17606"}) {
    EXPECT_EQ(below_dob(formula), hidden) << formula;
    const std::string moved = below_dob(formula, "linked");
    EXPECT_EQ(moved.find("<f>"), std::string::npos) << moved;
    EXPECT_NE(moved.find("s=\"1\"><v>"), std::string::npos) << moved;
  }
  EXPECT_EQ(below_dob("DATEVALUE(\"14/03/1948\")"), row(2, "<c r=\"A2\" s=\"1\"></c>"));
  EXPECT_EQ(below_dob("B2+30"),
            row(2, "<c t=\"str\" r=\"A2\" s=\"1\"><f>B2+30</f><v>[DATE]</v></c>"));
  EXPECT_EQ(rows_without({.rows = row(1, text_cell("A1", "DOB")) +
                                  row(2, "<c r=\"A2\"><f>DATE(1948,3,14)</f><v></v></c>")}),
            row(1, text_cell("A1", "DOB")) + row(2, "<c r=\"A2\"><v></v></c>"));
  // A number that is not hidden keeps its formula.
  const std::string rows = row(1, "<c r=\"A1\"><f>2024-1948</f><v>76</v></c>");
  EXPECT_EQ(rows_without({.rows = rows}), rows);
  EXPECT_EQ(
      rows_without({.rows = row(1, text_cell("A1", "MRN")) +
                            row(2,
                                "<c r=\"A2\" t=\"str\"><f>TEXT(4471920,\"0\")</f>"
                                "<v>4471920</v></c>")}),
      row(1, text_cell("A1", "MRN")) + row(2, "<c r=\"A2\" t=\"str\"><v>[MEDICAL_RECORD]</v></c>"));
}

TEST(ReadXlsx, ARowInAFormulaIsNoNumberThatRepeatsAHiddenOne) {
  const auto beside_mrn = [](const std::string& formula) {
    const std::string rows = rows_without(
        {.rows = row(1, text_cell("A1", "MRN")) +
                 row(2, number_cell("A2", "10234") + "<c r=\"C2\"><f>" + formula + "</f></c>")});
    return rows.substr(rows.find("<f>") + 3, rows.find("</f>") - rows.find("<f>") - 3);
  };
  for (const char* formula : {"SUM($B$2:$B$10234)", "SUM(2:10234)", "SUM(10234:10240)", "B10234"}) {
    EXPECT_EQ(beside_mrn(formula), formula);
  }
  EXPECT_EQ(beside_mrn("SUM({1,10234,3})"), "SUM({1,0,3})");
}

TEST(ReadXlsx, AnAnswerInPlaceOfANumberStays) {
  const std::string rows = row(1, text_cell("A1", "Mobile") + text_cell("B1", "Encounter")) +
                           row(2, text_cell("A2", "yes") + text_cell("B2", "inpatient"));
  EXPECT_EQ(rows_without({.rows = rows}), rows);
}

TEST(ReadXlsx, ATableThatShowsNoHeadersHasThoseOfItsColumns) {
  auto members = testing::workbook_members(
      {.rows = row(1, number_cell("A1", "4471920") + number_cell("B1", "140")),
       .more = "<tableParts><tablePart r:id=\"rId1\"/></tableParts>"});
  members.push_back({"xl/tables/table1.xml",
                     "<table" + testing::kSheetSpace +
                         " name=\"T1\" ref=\"A1:B1\" headerRowCount=\"0\"><tableColumns>"
                         "<tableColumn name=\"MRN\"/><tableColumn name=\"Na\"/></tableColumns>"
                         "</table>"});
  EXPECT_EQ(rows_of(redacted(zip_archive(members), Format::kXlsx, {})),
            row(1, "<c t=\"inlineStr\" r=\"A1\"><is><t>[MEDICAL_RECORD]</t></is></c>" +
                       number_cell("B1", "140")));
}

}  // namespace redact::read_xlsx_test
