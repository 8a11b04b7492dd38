// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "documents/formats/read_document.h"
#include "tests/support/zip_archive.h"

namespace redact::testing {

inline const std::string kSheetSpace =
    " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
    " xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

// A workbook with one sheet of these rows, these shared strings, and the styles: 0 a number, 1 a
// date, 2 a time of day. `more`: what follows the cells in the sheet.
struct WorkbookOf {
  std::string rows;
  std::string strings = {};  // <si> elements
  std::string more = {};
  std::string sheet_name = "Sheet1";
  std::string book = {};   // elements before the list of sheets
  std::string names = {};  // elements behind it
};

inline ZipEntries workbook_members(const WorkbookOf& of) {
  return {
      {"[Content_Types].xml", "<Types/>"},
      {"xl/workbook.xml", "<workbook" + kSheetSpace + ">" + of.book + "<sheets><sheet name=\"" +
                              of.sheet_name + "\" sheetId=\"1\" r:id=\"rId1\"/></sheets>" +
                              of.names + "</workbook>"},
      {"xl/styles.xml", "<styleSheet" + kSheetSpace +
                            "><numFmts count=\"1\"><numFmt numFmtId=\"164\" "
                            "formatCode=\"dd\\.mm\\.yyyy\"/></numFmts><cellXfs count=\"3\">"
                            "<xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"20\"/>"
                            "</cellXfs></styleSheet>"},
      {"xl/sharedStrings.xml", "<sst" + kSheetSpace + ">" + of.strings + "</sst>"},
      {"xl/worksheets/sheet1.xml", "<worksheet" + kSheetSpace + "><sheetData>" + of.rows +
                                       "</sheetData>" + of.more + "</worksheet>"},
  };
}
inline std::string workbook(const WorkbookOf& of) { return zip_archive(workbook_members(of)); }

// Cells with a text of their own, a number, or a shared string.
inline std::string text_cell(const std::string& at, const std::string& text) {
  return "<c r=\"" + at + "\" t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
}
inline std::string number_cell(const std::string& at, const std::string& number) {
  return "<c r=\"" + at + "\"><v>" + number + "</v></c>";
}
inline std::string shared_cell(const std::string& at, int number) {
  return "<c r=\"" + at + "\" t=\"s\"><v>" + std::to_string(number) + "</v></c>";
}

inline std::string row(int number, const std::string& cells) {
  return "<row r=\"" + std::to_string(number) + "\">" + cells + "</row>";
}

// The cells of the sheet of such a workbook.
inline std::string rows_of(const std::string& xlsx) {
  auto text = read_document(xlsx, Format::kXlsx);
  EXPECT_TRUE(text.ok()) << (text.ok() ? "" : text.error().message());
  if (!text.ok()) return {};
  const std::string sheet(text->text.member_bytes(4));
  const size_t begin = sheet.find("<sheetData>") + 11;
  return sheet.substr(begin, sheet.find("</sheetData>") - begin);
}

}  // namespace redact::testing
