// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/test_key.h"
#include "tests/support/zip_archive.h"

namespace redact::read_ods_test {

using testing::read;
using testing::redacted;
using testing::zip_archive;

std::string sheet(const std::string& rows, const std::string& name = "Sheet1",
                  const std::string& more = {}) {
  std::string spaces = " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";
  for (const std::string word : {"office", "text", "table", "style"}) {
    spaces += " xmlns:" + word + "=\"urn:oasis:names:tc:opendocument:xmlns:" + word + ":1.0\"";
  }
  return zip_archive({{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
                      {"content.xml", "<office:document-content" + spaces +
                                          "><office:body><office:spreadsheet><table:table "
                                          "table:name=\"" +
                                          name + "\">" + rows + "</table:table>" + more +
                                          "</office:spreadsheet></office:body>"
                                          "</office:document-content>"}});
}
std::string row(const std::string& cells) {
  return "<table:table-row>" + cells + "</table:table-row>";
}
std::string text(const std::string& words) {
  return "<table:table-cell office:value-type=\"string\"><text:p>" + words +
         "</text:p></table:table-cell>";
}
std::string number(const std::string& value) {
  return "<table:table-cell table:style-name=\"ce1\" office:value-type=\"float\" office:value=\"" +
         value + "\"><text:p>" + value + "</text:p></table:table-cell>";
}
std::string day(const std::string& value, const std::string& shown) {
  return "<table:table-cell office:value-type=\"date\" office:date-value=\"" + value +
         "\"><text:p>" + shown + "</text:p></table:table-cell>";
}
std::string rows_without(const std::string& rows, const std::vector<std::string>& words = {},
                         const std::string& policy = "default") {
  const Secret key = testing::test_key("ods");
  const std::string output =
      redacted(sheet(rows), Format::kOds, {.words = words, .policy = policy, .key = &key});
  const std::string content(read(output, Format::kOds).text.member_bytes(1));
  const size_t begin = content.find("<table:table-row>");
  return content.substr(begin, content.find("</table:table>") - begin);
}

TEST(ReadOds, CellsAreReadByRows) {
  EXPECT_EQ(read(sheet(row(text("Mr <text:span>Qu</text:span>ill") + number("71") + text("came")) +
                       row(text("fever"))),
                 Format::kOds)
                .text.text(),
            "Mr Quill\tcame\nfever");
}

TEST(ReadOds, NoResultSaysAPartOfAHiddenDate) {
  const auto cell = [](const std::string& formula, const std::string& value,
                       const std::string& shown) {
    return "<table:table-cell table:formula=\"of:=" + formula + "\" office:value-type=\"float\"" +
           value + "><text:p>" + shown + "</text:p></table:table-cell>";
  };
  const std::string text =
      "<table:table-cell table:formula=\"of:=&quot;Quill &quot;&amp;YEAR([.A1])\" "
      "office:value-type=\"string\"><text:p>Quill 2024</text:p></table:table-cell>";
  EXPECT_EQ(rows_without(row(text), {"Quill"}).find("Quill"), std::string::npos);
  const std::string value = " office:value=\"2024\"", difference = "YEAR(NOW())-YEAR([.A1])";
  EXPECT_EQ(rows_without(row(cell("YEAR([.A1])", value, "2024"))),
            row(cell("YEAR([.A1])", "", "")));
  EXPECT_EQ(rows_without(row(cell(difference, value, "2024"))),
            row(cell(difference, value, "2024")));
}

TEST(ReadOds, CaptionsLabelTheNumbersBelowThemBehindEmptyCells) {
  const std::string empty =
      "<table:table-cell table:number-columns-repeated=\"2\"/><table:table-cell/>";
  const std::string rows =
      row(text("Weight") + empty + text("MRN")) + row(number("71.5") + empty + number("4471920"));
  EXPECT_EQ(
      rows_without(rows),
      row(text("Weight") + empty + text("MRN")) +
          row(number("71.5") + empty +
              "<table:table-cell table:style-name=\"ce1\" office:value-type=\"string\"><text:p>"
              "[MEDICAL_RECORD]</text:p></table:table-cell>"));
}

TEST(ReadOds, RepeatedCellsCountAsManyColumns) {
  const std::string cell = "<table:table-cell/>";
  const std::string rows =
      rows_without(row(text("Weight") + "<table:table-cell table:number-columns-repeated=\"3\"/>" +
                       text("MRN")) +
                   row(number("71.5") + cell + cell + cell + number("4471920")));
  EXPECT_NE(rows.find("[MEDICAL_RECORD]"), std::string::npos) << rows;
}

TEST(ReadOds, ATextIsReadBehindTheCaptionOfItsColumn) {
  EXPECT_EQ(read(sheet(row(text("Seen by") + text("Allergies") + text("Weight")) +
                       row(text("White") + text("Nuts") + number("71"))),
                 Format::kOds)
                .text.text(),
            "Seen by\tAllergies\tWeight\nSeen by: White\tAllergies: Nuts");
}

TEST(ReadOds, DatesMoveOrBecomeStrings) {
  const std::string rows = row(day("2024-11-02T10:30:00", "02.11.24") + number("45598"));
  EXPECT_EQ(rows_without(rows), row(text("[DATE]") + number("45598")));
  const std::string moved = rows_without(rows, {}, "linked");
  EXPECT_NE(moved.find("office:value-type=\"date\""), std::string::npos) << moved;
  EXPECT_NE(moved.find("T10:30:00\""), std::string::npos) << moved;
  EXPECT_EQ(moved.find("2024-11-02"), std::string::npos) << moved;
  EXPECT_EQ(moved.find("02.11.24"), std::string::npos) << moved;
}

TEST(ReadOds, NotesAndFormulasOfACellAreRead) {
  const std::string cell =
      "<table:table-cell table:formula=\"of:=IF([.A1]=&quot;Quill&quot;;[.B1];0)\" "
      "office:value-type=\"date\" office:date-value=\"2024-11-02\"><office:annotation>"
      "<dc:creator>Rose</dc:creator><text:p>call Quill</text:p></office:annotation><text:p>02.11.24"
      "</text:p></table:table-cell>";
  const std::string rows = rows_without(row(cell), {"Quill"});
  for (const char* word : {"Quill", "Rose", "2024", "02.11"}) {
    EXPECT_EQ(rows.find(word), std::string::npos) << rows;
  }
  EXPECT_NE(rows.find("[.A1]=&quot;[PATIENT]&quot;"), std::string::npos) << rows;
}

TEST(ReadOds, ASheetThatNamesSomebodyIsRenamedInItsPlaces) {
  const auto cell = [](const std::string& place) {
    return "<table:table-cell table:formula=\"of:=SUM([" + place +
           "])\" office:value-type=\"float\" "
           "office:value=\"1\"><text:p>1</text:p></table:table-cell>";
  };
  const auto named = [](const std::string& place) {
    return "<table:named-range table:cell-range-address=\"" + place +
           "\"/><table:named-expression table:expression=\"of:=[" + place + "]\"/>";
  };
  for (const auto& [name, place, written] : std::vector<std::array<std::string, 3>>{
           {"Mr Quill", "$'Mr Quill'.A1:.$B$9", "$'hidden1'.A1:.$B$9"},
           {"Quill's ward", "$'Quill''s ward'.A1:.$B$9", "$'hidden1'.A1:.$B$9"},
           {"Quill", "$Quill.$A$1:$Quill.B9", "$hidden1.$A$1:$hidden1.B9"},
           {"Quill", "'file:///home/Quill/a.ods'#$Quill.A1", ""}}) {
    const std::string output =
        redacted(sheet(row(cell(place) + cell(".B1:.$C$3") + text("Mr Quill")), name, named(place)),
                 Format::kOds, {.words = {"Quill"}});
    const std::string content(read(output, Format::kOds).text.member_bytes(1));
    EXPECT_EQ(content.find("Quill"), std::string::npos) << content;
    EXPECT_NE(content.find("SUM([.B1:.$C$3])"), std::string::npos) << content;
    if (written.empty()) continue;
    for (const std::string& part :
         {"of:=SUM([" + written + "])", "address=\"" + written + "\"", "\"of:=[" + written + "]\"",
          std::string("table:name=\"hidden1\"")}) {
      EXPECT_NE(content.find(part), std::string::npos) << part << content;
    }
  }
}

TEST(ReadOds, ATextThatANumberShowsIsRead) {
  const std::string cell =
      "<table:table-cell office:value-type=\"float\" office:value=\"1\"><text:p>Mr Quill</text:p>"
      "</table:table-cell>";
  EXPECT_EQ(rows_without(row(cell), {"Quill"}).find("Quill"), std::string::npos);
  const std::string odd =
      "<table:table-cell office:value-type=\"float\" office:value=\"Quill\"><text:p>1</text:p>"
      "</table:table-cell>";
  EXPECT_EQ(rows_without(row(odd), {"Quill"}).find("Quill"), std::string::npos);
}

TEST(ReadOds, ATextBesideTheParagraphsOfACellIsRead) {
  const std::string cell =
      "<table:table-cell office:value-type=\"string\">Quill<text:p>1</text:p></table:table-cell>";
  EXPECT_EQ(rows_without(row(cell), {"Quill"}).find("Quill"), std::string::npos);
}

TEST(ReadOds, CopiesOfCellsInFiltersAndPivotTablesAreRead) {
  for (const std::string more :
       {"<table:filter-condition table:field-number=\"0\" table:value=\"Quill\"/>",
        "<table:data-pilot-field table:source-field-name=\"Quill\"/>",
        "<table:data-pilot-member table:name=\"Quill\"/>",
        "<table:data-pilot-table table:buttons=\"$Sheet1.A1\"><table:database-source-sql "
        "table:sql-statement=\"SELECT Quill\"/></table:data-pilot-table>",
        "<table:dde-link><table:table><table:table-row><table:table-cell "
        "office:string-value=\"Quill\"/></table:table-row></table:table></table:dde-link>"}) {
    const std::string output =
        redacted(sheet(row(text("Quill")), "Sheet1", more), Format::kOds, {.words = {"Quill"}});
    const std::string content(read(output, Format::kOds).text.member_bytes(1));
    EXPECT_EQ(content.find("Quill"), std::string::npos) << content;
  }
}

TEST(ReadOds, ConditionsAndOtherSourcesOfDataAreReadAndSettingsOfPivotTablesStay) {
  const auto written = [](const std::string& more) {
    const std::string output = redacted(sheet(row(text("fever row")), "Sheet1", more), Format::kOds,
                                        {.words = {"Quill", "row", "sum"}});
    const std::string content(read(output, Format::kOds).text.member_bytes(1));
    const size_t begin = content.find("</table:table>") + 14;
    return content.substr(begin, content.find("</office:spreadsheet>") - begin);
  };
  for (const auto& [source, expected] : std::vector<std::array<std::string, 2>>{
           {"<style:map style:condition=\"cell-content()=&quot;Quill&quot;\"/>",
            "<style:map style:condition=\"cell-content()=&quot;[PATIENT]&quot;\"/>"},
           {"<table:content-validation "
            "table:condition=\"of:cell-content-is-in-list(&quot;Quill&quot;)"
            "\"/>",
            "<table:content-validation table:condition=\"of:cell-content-is-in-list("
            "&quot;[PATIENT]&quot;)\"/>"},
           {"<office:dde-source office:dde-application=\"soffice\" office:dde-topic=\"C:\\aquill\" "
            "office:dde-item=\"Quill\"/>",
            "<office:dde-source office:dde-application=\"soffice\" office:dde-topic=\"[ID]\" "
            "office:dde-item=\"[PATIENT]\"/>"},
           {"<table:source-service table:user-name=\"aquill\" table:password=\"rose\"/>",
            "<table:source-service table:user-name=\"[ID]\" table:password=\"[ID]\"/>"},
           {"<table:data-pilot-field table:orientation=\"row\" table:function=\"sum\"/>",
            "<table:data-pilot-field table:orientation=\"row\" table:function=\"sum\"/>"}}) {
    EXPECT_EQ(written(source), expected);
  }
}

TEST(ReadOds, ANumberThatRepeatsAHiddenOneIsLeftOut) {
  const std::string rows =
      rows_without(row(text("MRN") + text("x")) +
                   row(number("4471920") + number("4471920") + number("4471921")));
  EXPECT_EQ(rows.find("4471920"), std::string::npos) << rows;
  EXPECT_NE(rows.find("4471921"), std::string::npos);
}

TEST(ReadOds, TheResultOfAFormulaWithStringsGoesIfItRepeatsAHiddenNumber) {
  const auto cell = [](const std::string& value, const std::string& shown) {
    return "<table:table-cell table:formula=\"of:=IF([.C2]=&quot;x&quot;;[.A2];0)\" "
           "office:value-type=\"float\"" +
           value + "><text:p>" + shown + "</text:p></table:table-cell>";
  };
  const auto rows_with = [&](const std::string& result) {
    return rows_without(row(text("MRN") + text("x")) + row(number("4471920") + result));
  };
  for (const std::string shown : {"4471920", "4,471,920"}) {
    const std::string hidden = rows_with(cell(" office:value=\"4471920\"", shown));
    EXPECT_NE(hidden.find(cell("", "")), std::string::npos) << hidden;
  }
  const std::string measured = cell(" office:value=\"447192\"", "447,192");
  const std::string kept = rows_with(measured);
  EXPECT_NE(kept.find(measured), std::string::npos) << kept;
}

TEST(ReadOds, ACellThatAJoinedOneCoversHasTheLabelOfItsColumn) {
  const std::string covered =
      "<table:covered-table-cell office:value-type=\"float\" office:value=\"447\"><text:p>447"
      "</text:p></table:covered-table-cell>";
  const std::string rows =
      rows_without(row(text("Weight") + text("MRN")) + row(number("71") + covered));
  EXPECT_EQ(rows.find("447"), std::string::npos) << rows;
  EXPECT_NE(rows.find("71"), std::string::npos) << rows;
}

TEST(ReadOds, TheStringOfAFormulaAndWhatItShowsAreHiddenAlike) {
  const auto cell = [](const std::string& value, const std::string& shown) {
    return "<table:table-cell table:formula=\"of:=[.A2]&amp;[.B2]\" office:value-type=\"string\"" +
           value + ">" + shown + "</table:table-cell>";
  };
  const std::string value = " office:string-value=\"Mr Quill came\"";
  EXPECT_EQ(rows_without(row(cell(value, "<text:p>Mr Quill came</text:p>")), {"Quill"}),
            row(cell("", "<text:p>Mr [PATIENT] came</text:p>")));
  EXPECT_EQ(rows_without(row(cell(value, "<text:p>Quill</text:p>")), {"Quill"}),
            row(cell("", "<text:p>[PATIENT]</text:p>")));
  const std::string unhidden = row(cell(value, "<text:p>Mr Quill came</text:p>"));
  EXPECT_EQ(rows_without(unhidden), unhidden);
  // A string that the cell does not show has the label of its column.
  const std::string rows =
      rows_without(row(text("Weight") + text("MRN")) +
                   row(number("71") + cell(" office:string-value=\"Q447\"", "")));
  EXPECT_EQ(rows.find("Q447"), std::string::npos) << rows;
}

TEST(ReadOds, AFormulaThatSaysAHiddenValueGoesWithIt) {
  const auto cell = [](const std::string& formula, const std::string& value) {
    return "<table:table-cell" + formula + " office:value-type=\"float\" office:value=\"" + value +
           "\"><text:p>" + value + "</text:p></table:table-cell>";
  };
  const std::string rows = rows_without(
      row(text("MRN") + text("Na")) + row(cell(" table:formula=\"of:=4471*1000+920\"", "4471920") +
                                          cell(" table:formula=\"of:=100+40\"", "140")));
  EXPECT_EQ(rows.find("4471"), std::string::npos) << rows;
  EXPECT_NE(rows.find("of:=100+40"), std::string::npos) << rows;
}

TEST(ReadOds, ANumberThatACellDoesNotShowIsHiddenToo) {
  const std::string cell =
      "<table:table-cell office:value-type=\"float\" office:value=\"4471920\"/>";
  EXPECT_EQ(rows_without(row(text("MRN") + text("Na")) + row(cell + number("140"))),
            row(text("MRN") + text("Na")) + row(text("[MEDICAL_RECORD]") + number("140")));
  const std::string unlabelled = row(text("a") + text("b")) + row(number("140") + cell);
  EXPECT_EQ(rows_without(unlabelled), unlabelled);
}

TEST(ReadOds, AFormulaWithoutAResultGoesAsItsResultWould) {
  const std::string formula = "<table:table-cell table:formula=\"of:=4471920\"/>";
  EXPECT_EQ(rows_without(row(text("MRN") + text("Na")) + row(formula + formula)),
            row(text("MRN") + text("Na")) + row("<table:table-cell/>" + formula));
}

TEST(ReadOds, ANumberThatIsAHiddenDayIsZeroInAFormula) {
  const auto beside = [](const std::string& number) {
    return "<table:table-cell table:formula=\"of:=IF([.A2]=" + number + ";1;0)\"/>";
  };
  for (const std::string policy : {"default", "linked"}) {
    const std::string rows = rows_without(
        row(text("DOB")) + row(day("1948-03-14", "14/03/48") + beside("17606") + beside("1948")),
        {}, policy);
    EXPECT_NE(rows.find(beside("0") + beside("1948")), rows.npos) << rows;
  }
}

}  // namespace redact::read_ods_test
