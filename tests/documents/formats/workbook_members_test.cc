// SPDX-License-Identifier: Apache-2.0
// The members of a workbook beside the cells of its sheets.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/documents/formats/workbook.h"

namespace redact::workbook_members_test {

using testing::number_cell;
using testing::read;
using testing::redacted;
using testing::row;
using testing::rows_of;
using testing::text_cell;
using testing::workbook;
using testing::workbook_members;
using testing::WorkbookOf;
using testing::zip_archive;

// A member of a workbook after redaction; empty if there is none.
std::string member_of(const std::string& xlsx, const std::string& name) {
  const FormattedText text = read(xlsx, Format::kXlsx);
  for (size_t i = 0; i < text.text.members().size(); ++i) {
    if (text.text.members()[i].name != name) continue;
    const bool is_empty = text.text.members()[i].size == 0;
    return is_empty ? std::string() : std::string(text.text.member_bytes(i));
  }
  return "no such member";
}

TEST(WorkbookMembers, WhatStandsBesideTheCellsIsRead) {
  for (const std::string more :
       {"<headerFooter><oddHeader>&amp;L&amp;\"Arial,Bold\"Quill&amp;C&amp;P</oddHeader>"
        "</headerFooter>",
        "<dataValidations count=\"1\"><dataValidation type=\"list\" sqref=\"A1:A9\">"
        "<formula1>\"Quill,Rose\"</formula1></dataValidation></dataValidations>",
        "<dataValidations count=\"1\"><dataValidation sqref=\"A1\" prompt=\"ask Quill\"/>"
        "</dataValidations>",
        "<conditionalFormatting sqref=\"A1\"><cfRule type=\"containsText\" text=\"Quill\">"
        "<formula>SEARCH(\"Quill\",A1)</formula></cfRule></conditionalFormatting>",
        "<autoFilter ref=\"A1:B9\"><filterColumn colId=\"0\"><filters><filter val=\"Quill\"/>"
        "</filters></filterColumn></autoFilter>",
        "<hyperlinks><hyperlink ref=\"A1\" display=\"Quill\" tooltip=\"see Quill\"/></hyperlinks>",
        "<hyperlinks><hyperlink ref=\"A1\" location=\"Quill\"/></hyperlinks>",
        "<controls><control><controlPr macro=\"[0]!Quill\"/></control></controls>",
        "<scenarios><scenario name=\"Quill\" user=\"Quill\" comment=\"Quill\"/></scenarios>"}) {
    const WorkbookOf of{.rows = row(1, number_cell("A1", "1")), .more = more};
    const std::string output = redacted(workbook(of), Format::kXlsx, {.words = {"Quill"}});
    const FormattedText again = read(output, Format::kXlsx);
    EXPECT_EQ(again.text.member_bytes(4).find("Quill"), std::string_view::npos)
        << again.text.member_bytes(4);
    EXPECT_EQ(again.text.member_bytes(4).find("A1:"),
              std::string(workbook_members(of)[4].second).find("A1:"));
  }
}

// Their places hold only numbers, and the day and the month would stay.
TEST(WorkbookMembers, FiltersByDatesGo) {
  const auto with = [](const std::string& columns) {
    return WorkbookOf{.rows = row(1, number_cell("A1", "1")),
                      .more = "<autoFilter ref=\"A1:C9\">" + columns + "</autoFilter>"};
  };
  const std::string kept =
      "<filterColumn colId=\"2\"><top10 val=\"10\" filterVal=\"5.1\"/></filterColumn>"
      "<filterColumn colId=\"3\"><customFilters><customFilter operator=\"lessThan\" "
      "val=\"5.12345\"/></customFilters></filterColumn>";
  const std::string output = testing::without(
      workbook(with("<filterColumn colId=\"0\"><filters><dateGroupItem year=\"1958\" month=\"3\" "
                    "day=\"14\" dateTimeGrouping=\"day\"/></filters></filterColumn>"
                    "<filterColumn colId=\"1\"><dynamicFilter type=\"today\" val=\"21258\" "
                    "maxVal=\"21259\"/></filterColumn>"
                    "<filterColumn colId=\"4\"><customFilters><customFilter "
                    "operator=\"lessThan\" val=\"21258.5\"/></customFilters></filterColumn>" +
                    kept)),
      Format::kXlsx);
  EXPECT_EQ(read(output, Format::kXlsx).text.member_bytes(4),
            std::string_view(workbook_members(with(kept))[4].second));
}

TEST(WorkbookMembers, NotesPeopleAndPropertiesAreRead) {
  auto members = workbook_members({.rows = row(1, number_cell("A1", "1"))});
  members.push_back(
      {"xl/comments1.xml",
       "<comments" + testing::kSheetSpace +
           "><authors><author>Ana Quill</author></authors>"
           "<commentList><comment ref=\"A1\" authorId=\"0\"><text><r><t>Mr Qu</t></r><r><t>ill</t>"
           "</r></text></comment></commentList></comments>"});
  members.push_back(
      {"xl/threadedComments/threadedComment1.xml",
       "<ThreadedComments xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/"
       "threadedcomments\"><threadedComment ref=\"A1\" dT=\"2024-11-02T10:00:00.00\" "
       "personId=\"{1}\" id=\"{2}\"><text>Quill came</text></threadedComment>"
       "</ThreadedComments>"});
  members.push_back(
      {"xl/persons/person.xml",
       "<personList xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/"
       "threadedcomments\"><person displayName=\"Ana Quill\" id=\"{1}\" userId=\"quill\" "
       "providerId=\"None\"/></personList>"});
  members.push_back(
      {"docProps/core.xml", "<coreProperties><creator>Quill</creator></coreProperties>"});
  members.push_back(
      {"xl/drawings/drawing1.xml",
       "<xdr:wsDr xmlns:xdr=\"http://schemas.openxmlformats.org/drawingml/2006/"
       "spreadsheetDrawing\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\">"
       "<xdr:from><xdr:col>1</xdr:col></xdr:from><a:p><a:r><a:t>Qu</a:t></a:r><a:r><a:t>ill"
       "</a:t></a:r></a:p></xdr:wsDr>"});
  members.push_back({"xl/printerSettings/printerSettings1.bin", "Quill"});
  members.push_back({"xl/media/image1.png", "Quill"});
  const std::string source = zip_archive(members);
  EXPECT_EQ(read(source, Format::kXlsx).n_unread, 1u);  // the picture
  const std::string output = redacted(source, Format::kXlsx, {.words = {"Quill"}});
  const FormattedText again = read(output, Format::kXlsx);
  EXPECT_EQ(again.n_unread, 0u);
  EXPECT_EQ(again.text.text().find("ill"), std::string_view::npos) << again.text.text();
  EXPECT_EQ(output.find("Quill"), std::string::npos);
  const size_t threads = 6;
  EXPECT_EQ(again.text.member_bytes(threads).find("2024"), std::string_view::npos);
  EXPECT_NE(again.text.member_bytes(threads).find("personId=\"{1}\""), std::string_view::npos);
}

TEST(WorkbookMembers, LinksStayLinksAndTheBoxesOfNotesAreRead) {
  auto members = workbook_members({.rows = row(1, number_cell("A1", "1"))});
  members.push_back(
      {"xl/worksheets/_rels/sheet1.xml.rels",
       "<Relationships><Relationship Target=\"mailto:Quill\" TargetMode=\"External\"/>"
       "<Relationship Target=\"https://x.example/\" TargetMode=\"External\"/></Relationships>"});
  const std::string box =
      "<xml xmlns:v=\"urn:schemas-microsoft-com:vml\"><v:shape id=\"_x0000_s1\">";
  members.push_back({"xl/drawings/vmlDrawing1.vml", box + "Quill</v:shape></xml>"});
  members.push_back({"xl/drawings/vmlDrawing2.vml", "<br>Quill"});
  const std::string source = zip_archive(members);
  EXPECT_EQ(read(source, Format::kXlsx).n_unread, 1u);
  const std::string output = redacted(source, Format::kXlsx, {.words = {"Quill"}});
  EXPECT_EQ(
      member_of(output, "xl/worksheets/_rels/sheet1.xml.rels"),
      "<Relationships><Relationship Target=\"https://hidden.invalid/\" TargetMode=\"External\"/>"
      "<Relationship Target=\"https://x.example/\" TargetMode=\"External\"/></Relationships>");
  EXPECT_EQ(member_of(output, "xl/drawings/vmlDrawing1.vml"), box + "[PATIENT]</v:shape></xml>");
  EXPECT_EQ(member_of(output, "xl/drawings/vmlDrawing2.vml"), "");
}

TEST(WorkbookMembers, DatesStringsAndLongNumbersInTheDataOfAChartGoAndOthersStay) {
  auto members = workbook_members({.rows = row(1, number_cell("A1", "1"))});
  const auto cache = [](const std::string& code, const std::string& value) {
    return "<c:numCache><c:formatCode>" + code +
           "</c:formatCode><c:ptCount val=\"1\"/><c:pt idx=\"0\">"
           "<c:v>" +
           value + "</c:v></c:pt></c:numCache>";
  };
  members.push_back(
      {"xl/charts/chart1.xml",
       "<c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\">"
       "<c:f>Sheet1!$A$1</c:f><c:strCache><c:pt idx=\"0\"><c:v>Quill</c:v></c:pt></c:strCache>" +
           cache("dd/mm/yyyy", "45598") + cache("General", "71.5") + cache("0", "4471920") +
           "</c:chart>"});
  members.push_back(
      {"xl/charts/chartEx1.xml",
       "<cx:chart xmlns:cx=\"http://schemas.microsoft.com/office/drawing/2014/chartex\">"
       "<cx:strDim><cx:lvl><cx:pt idx=\"0\">Quill</cx:pt></cx:lvl></cx:strDim>"
       "<cx:numDim><cx:lvl formatCode=\"dd/mm/yyyy\"><cx:pt idx=\"0\">4559.5</cx:pt></cx:lvl>"
       "<cx:lvl><cx:pt idx=\"0\">4471920</cx:pt><cx:pt idx=\"1\">71.5</cx:pt></cx:lvl></cx:numDim>"
       "</cx:chart>"});
  const std::string output = redacted(zip_archive(members), Format::kXlsx, {.words = {"Quill"}});
  const std::string chart(read(output, Format::kXlsx).text.member_bytes(5));
  EXPECT_EQ(chart.find("Quill"), std::string::npos);
  EXPECT_EQ(chart.find("45598"), std::string::npos);
  EXPECT_EQ(chart.find("4471920"), std::string::npos);
  EXPECT_NE(chart.find("<c:v>71.5</c:v>"), std::string::npos);
  EXPECT_NE(chart.find("Sheet1!$A$1"), std::string::npos);
  const std::string extended(read(output, Format::kXlsx).text.member_bytes(6));
  EXPECT_NE(extended.find("<cx:pt idx=\"0\">[PATIENT]</cx:pt></cx:lvl></cx:strDim><cx:numDim>"
                          "<cx:lvl formatCode=\"dd/mm/yyyy\"></cx:lvl>"
                          "<cx:lvl><cx:pt idx=\"1\">71.5</cx:pt></cx:lvl>"),
            std::string::npos)
      << extended;
}

TEST(WorkbookMembers, ShortNumbersOfHiddenCellsAndDatesWithATimeGoFromChartsAndScenarios) {
  auto members = workbook_members(
      {.rows = row(1, text_cell("A1", "MRN") + text_cell("B1", "Na")) +
               row(2, number_cell("A2", "4471") + number_cell("B2", "140")),
       .more = "<scenarios><scenario name=\"a\"><inputCells r=\"A2\" val=\"4471\"/>"
               "<inputCells r=\"B2\" val=\"141\"/></scenario></scenarios>"});
  const auto point = [](const std::string& value) { return "<pt><v>" + value + "</v></pt>"; };
  // Before the sheet.
  members.insert(members.begin() + 1,
                 {"xl/charts/chart1.xml",
                  "<numCache>" + point("4471") + point("45598.5") + point("140") + "</numCache>"});
  const std::string output = redacted(zip_archive(members), Format::kXlsx, {});
  EXPECT_EQ(member_of(output, "xl/charts/chart1.xml"), "<numCache>" + point("140") + "</numCache>");
  const std::string sheet = member_of(output, "xl/worksheets/sheet1.xml");
  EXPECT_EQ(sheet.find("4471"), std::string::npos) << sheet;
  EXPECT_NE(sheet.find("<inputCells r=\"A2\" val=\"0\"/><inputCells r=\"B2\" val=\"141\"/>"),
            std::string::npos)
      << sheet;
}

TEST(WorkbookMembers, TheLookOfABoxStays) {
  auto members = workbook_members({.rows = row(1, number_cell("A1", "1"))});
  const std::string box =
      "<xml><shape><textbox><div style=\"text-align:center\"><font face=\"Calibri\" size=\"220\" "
      "color=\"#000000\">";
  members.push_back(
      {"xl/drawings/vmlDrawing1.vml", box + "Quill</font></div></textbox></shape></xml>"});
  const std::string output = redacted(zip_archive(members), Format::kXlsx,
                                      {.words = {"Quill", "center", "Calibri", "220", "000"}});
  EXPECT_EQ(member_of(output, "xl/drawings/vmlDrawing1.vml"),
            box + "[PATIENT]</font></div></textbox></shape></xml>");
}

std::string relationships(const std::vector<std::array<std::string, 2>>& targets) {
  std::string out = "<Relationships>";
  for (size_t i = 0; i < targets.size(); ++i) {
    out += "<Relationship Id=\"rId" + std::to_string(i + 1) + "\" Target=\"" + targets[i][0] +
           "\"" + targets[i][1] + "/>";
  }
  return out + "</Relationships>";
}

TEST(WorkbookMembers, APivotTableBecomesTheCellsThatShowIt) {
  const std::string slicers =
      "<extLst><ext uri=\"{1}\"><slicerList><slicer r:id=\"rId2\"/></slicerList></ext></extLst>";
  auto members = workbook_members(
      {.rows = row(1, text_cell("A1", "Mr Quill")),
       .more = "<x/>" + slicers,
       .names = "<pivotCaches><pivotCache cacheId=\"1\" r:id=\"rId2\"/></pivotCaches>"});
  members[0].second =
      "<Types><Default Extension=\"xml\" ContentType=\"application/xml\"/>"
      "<Override PartName=\"/xl/pivotTables/Quill.xml\" ContentType=\"application/x-pivot+xml\"/>"
      "</Types>";
  const std::string source =
      "<cacheSource type=\"worksheet\"><worksheetSource ref=\"A1:B9\" "
      "sheet=\"Sheet1\"/></cacheSource>";
  members.push_back({"xl/pivotCache/pivotCacheDefinition1.xml",
                     "<pivotCacheDefinition refreshedBy=\"Quill\">" + source +
                         "<cacheFields><cacheField name=\"MRN\"><sharedItems><s v=\"Quill\"/>"
                         "</sharedItems></cacheField></cacheFields></pivotCacheDefinition>"});
  members.push_back({"xl/pivotCache/pivotCacheRecords1.xml", "<r><s v=\"Quill\"/></r>"});
  members.push_back({"xl/pivotTables/Quill.xml", "<pivotTableDefinition name=\"Quill\"/>"});
  members.push_back({"xl/slicers/slicer1.xml", "<slicers><slicer name=\"Quill\"/></slicers>"});
  members.push_back({"xl/_rels/workbook.xml.rels",
                     relationships({{"worksheets/sheet1.xml", ""},
                                    {"pivotCache/pivotCacheDefinition1.xml", ""}})});
  members.push_back(
      {"xl/worksheets/_rels/sheet1.xml.rels", relationships({{"../pivotTables/Quill.xml", ""},
                                                             {"../slicers/slicer1.xml", ""},
                                                             {"../comments1.xml", ""}})});
  members.push_back({"xl/charts/chart1.xml",
                     "<chart><pivotSource><name>[Quill.xlsx]Sheet1!Quill</name></pivotSource>"
                     "<f>Sheet1!$A$1</f></chart>"});
  members.push_back({"xl/drawings/drawing1.xml",
                     "<wsDr><twoCellAnchor><from><col>1</col></from><slicer name=\"Quill\"/>"
                     "</twoCellAnchor><oneCellAnchor><t>fever</t></oneCellAnchor></wsDr>"});
  const std::string book = zip_archive(members);
  EXPECT_EQ(read(book, Format::kXlsx).n_unread, 4u);
  const std::string output = redacted(book, Format::kXlsx, {.words = {"Quill"}});
  EXPECT_EQ(output.find("Quill"), std::string::npos);
  EXPECT_EQ(read(output, Format::kXlsx).n_unread, 0u);
  EXPECT_EQ(member_of(output, "xl/pivotCache/pivotCacheRecords1.xml"), "");
  const std::string workbook_xml = member_of(output, "xl/workbook.xml");
  EXPECT_NE(workbook_xml.find("</sheets></workbook>"), std::string::npos) << workbook_xml;
  EXPECT_NE(rows_of(output).find("[PATIENT]"), std::string::npos);
  const std::string sheet = member_of(output, "xl/worksheets/sheet1.xml");
  EXPECT_NE(sheet.find("<x/><extLst></extLst>"), std::string::npos) << sheet;
  EXPECT_EQ(member_of(output, "xl/_rels/workbook.xml.rels"),
            relationships({{"worksheets/sheet1.xml", ""}}));
  const std::string rels = member_of(output, "xl/worksheets/_rels/sheet1.xml.rels");
  EXPECT_EQ(
      rels,
      "<Relationships><Relationship Id=\"rId3\" Target=\"../comments1.xml\"/></Relationships>");
  EXPECT_EQ(member_of(output, "[Content_Types].xml"),
            "<Types><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>");
  EXPECT_EQ(member_of(output, "xl/charts/chart1.xml"), "<chart><f>Sheet1!$A$1</f></chart>");
  EXPECT_EQ(member_of(output, "xl/drawings/drawing1.xml"),
            "<wsDr><oneCellAnchor><t>fever</t></oneCellAnchor></wsDr>");
}

// Else Excel repairs the table.
TEST(WorkbookMembers, AHeaderOfATableIsRenamedWithItsColumn) {
  const auto book = [](const std::string& rows_before_data) {
    auto members = workbook_members(
        {.rows =
             row(2, text_cell("B2", "Quill") + text_cell("C2", "MRN") + text_cell("D2", "seen")) +
             row(3, text_cell("B3", "Quill") + text_cell("C3", "7") + text_cell("D3", "today"))});
    members.push_back({"xl/tables/table1.xml",
                       "<table ref=\"B2:D3\"" + rows_before_data +
                           "><tableColumns><tableColumn id=\"1\" name=\"Quill\"/><tableColumn "
                           "id=\"2\" name=\"MRN\"/><tableColumn id=\"3\" name=\"seen\"/>"
                           "</tableColumns></table>"});
    return redacted(zip_archive(members), Format::kXlsx, {.words = {"Quill", "MRN"}});
  };
  const std::string output = book("");
  EXPECT_EQ(read(output, Format::kXlsx).text.text().substr(0, 35),
            std::string("hidden1\tMRN\tseen\nhidden1: [PATIENT]"));
  const std::string table = member_of(output, "xl/tables/table1.xml");
  EXPECT_NE(
      table.find("<tableColumn id=\"1\" name=\"hidden1\"/><tableColumn id=\"2\" name=\"MRN\"/>"),
      std::string::npos)
      << table;
  EXPECT_EQ(rows_of(book(" headerRowCount=\"0\"")).find("hidden1"), std::string::npos);
}

TEST(WorkbookMembers, APivotTableOfDataFromElsewhereWithholdsItsWorkbook) {
  for (const char* source : {"<cacheSource type=\"external\" connectionId=\"1\"/>",
                             "<cacheSource type=\"worksheet\"><worksheetSource ref=\"A1\" "
                             "id=\"rId1\"/></cacheSource>"}) {
    auto members = workbook_members({.rows = ""});
    members.push_back({"xl/pivotCache/pivotCacheDefinition1.xml", source});
    const auto result = read_document(zip_archive(members), Format::kXlsx);
    ASSERT_FALSE(result.ok()) << source;
    EXPECT_NE(result.error().message().find("pivot table of data from elsewhere"),
              std::string::npos);
  }
}

TEST(WorkbookMembers, OfAnotherWorkbookTheNamesAreReadAndTheValuesRemoved) {
  auto members = workbook_members(
      {.rows = row(1, "<c r=\"A1\" t=\"str\"><f>'[1]Dr Quill'!A1</f><v>Quill</v></c>")});
  members.push_back(
      {"xl/externalLinks/externalLink1.xml",
       "<externalLink" + testing::kSheetSpace +
           "><externalBook r:id=\"rId1\"><sheetNames><sheetName val=\"Dr Quill\"/></sheetNames>"
           "<definedNames><definedName name=\"all\" refersTo=\"='Dr Quill'!$A$1\" sheetId=\"0\"/>"
           "</definedNames><sheetDataSet><sheetData sheetId=\"0\"><row r=\"1\"><cell r=\"A1\">"
           "<v>4471920</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>"});
  members.push_back({"xl/externalLinks/externalLink2.xml",
                     "<externalLink" + testing::kSheetSpace +
                         "><ddeLink ddeService=\"Excel\" ddeTopic=\"C:\\Quill\"><ddeItems>"
                         "<ddeItem name=\"a\"><values><value><val>4471920</val></value></values>"
                         "</ddeItem></ddeItems></ddeLink></externalLink>"});
  members.push_back(
      {"xl/externalLinks/_rels/externalLink1.xml.rels",
       relationships({{"file:///C:/Users/aquill/list.xlsx", " TargetMode=\"External\""}})});
  const std::string source = zip_archive(members);
  EXPECT_EQ(read(source, Format::kXlsx).n_unread, 2u);
  const std::string output = redacted(source, Format::kXlsx, {.words = {"Quill"}});
  EXPECT_EQ(rows_of(output),
            row(1, "<c r=\"A1\" t=\"str\"><f>'[1]hidden1'!A1</f><v>[PATIENT]</v></c>"));
  EXPECT_EQ(member_of(output, "xl/externalLinks/externalLink1.xml"),
            "<externalLink" + testing::kSheetSpace +
                "><externalBook r:id=\"rId1\"><sheetNames><sheetName val=\"hidden1\"/></sheetNames>"
                "<definedNames><definedName name=\"all\" refersTo=\"='hidden1'!$A$1\" "
                "sheetId=\"0\"/></definedNames></externalBook></externalLink>");
  EXPECT_EQ(member_of(output, "xl/externalLinks/externalLink2.xml"),
            "<externalLink" + testing::kSheetSpace +
                "><ddeLink ddeService=\"Excel\" ddeTopic=\"[ID]\"><ddeItems><ddeItem name=\"a\">"
                "</ddeItem></ddeItems></ddeLink></externalLink>");
  EXPECT_EQ(member_of(output, "xl/externalLinks/_rels/externalLink1.xml.rels"),
            relationships({{"https://hidden.invalid/", " TargetMode=\"External\""}}));
}

TEST(WorkbookMembers, ConnectionsAndQueriesLoseTheirSourceAndTheirQuestion) {
  auto members = workbook_members({.rows = row(1, number_cell("A1", "1"))});
  members.push_back(
      {"xl/connections.xml",
       "<connections" + testing::kSheetSpace +
           "><connection id=\"1\" name=\"of Quill\" description=\"by Quill\" type=\"5\" "
           "sourceFile=\"C:\\aquill\\a.mdb\" reconnectionMethod=\"1\" credentials=\"stored\">"
           "<dbPr connection=\"User ID=aquill;Password=rose\" command=\"SELECT mrn\"/>"
           "<webPr url=\"http://aquill.example/\"/><parameters><parameter string=\"rose\"/>"
           "</parameters></connection></connections>"});
  members.push_back({"xl/queryTables/queryTable1.xml",
                     "<queryTable" + testing::kSheetSpace +
                         " name=\"of Quill\" connectionId=\"1\" autoFormatId=\"16\"/>"});
  const std::string output = redacted(zip_archive(members), Format::kXlsx, {.words = {"Quill"}});
  EXPECT_EQ(member_of(output, "xl/connections.xml"),
            "<connections" + testing::kSheetSpace +
                "><connection id=\"1\" name=\"hidden1\" description=\"by [PATIENT]\" type=\"5\" "
                "sourceFile=\"https://hidden.invalid/\" reconnectionMethod=\"1\" "
                "credentials=\"stored\"><dbPr connection=\"[ID]\" command=\"[ID]\"/>"
                "<webPr url=\"https://hidden.invalid/\"/><parameters><parameter string=\"[ID]\"/>"
                "</parameters></connection></connections>");
  EXPECT_EQ(member_of(output, "xl/queryTables/queryTable1.xml"),
            "<queryTable" + testing::kSheetSpace +
                " name=\"hidden1\" connectionId=\"1\" autoFormatId=\"16\"/>");
}

TEST(WorkbookMembers, WorkbooksWithMembersThatNobodyReadsAreWithheld) {
  for (const char* name :
       {"xl/vbaProject.bin", "xl/pivotCache/pivotCacheDefinition1.xml", "xl/model/item.data",
        "xl/richData/rdrichvalue.xml", "xl/xmlMaps.xml", "xl/dialogsheets/sheet1.xml",
        "xl/revisions/revisionHeaders.xml", "xl/macrosheets/sheet1.xml"}) {
    auto members = workbook_members({.rows = ""});
    members.push_back({name, "<a/>"});
    const auto result = read_document(zip_archive(members), Format::kXlsx);
    ASSERT_FALSE(result.ok()) << name;
    EXPECT_EQ(result.error().kind, ErrorKind::kUnsupported);
    EXPECT_NE(result.error().message().find("XLSX file with"), std::string::npos);
  }
}

}  // namespace redact::workbook_members_test
