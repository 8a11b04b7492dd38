// SPDX-License-Identifier: Apache-2.0
// What the sheets of an XLSX file share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/formats/part_list.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// The column of a reference such as "AB12" or "AB12:AC15", from 1, and its row; 0 if it has none.
uint32_t column_of(std::string_view reference);
uint32_t row_of(std::string_view reference);

// Whether a number format of Excel shows a date: it has a day or a year outside quotes, brackets
// and escapes ("dd.mm.yyyy", not "[h]:mm").
bool is_date_format(std::string_view code);

// The styles of cells that show numbers as dates or times (xl/styles.xml).
class SheetStyles {
 public:
  // `xml`: the member. kBadInput if it is not XML.
  static Result<SheetStyles> read(std::string_view xml, StopCheck& stop);

  // Whether cells of a style show dates; `style` is the attribute s of a cell.
  bool is_date(size_t style) const { return shows(style) == Shown::kDate; }
  bool is_time(size_t style) const { return shows(style) == Shown::kTime; }

 private:
  enum class Shown : uint8_t { kNumber, kDate, kTime };
  Shown shows(size_t style) const { return style < shown_.size() ? shown_[style] : Shown::kNumber; }
  static Shown shown_by(std::string_view code);
  static Shown shown_by(int built_in);
  std::vector<Shown> shown_;
};

// A string that cells share (xl/sharedStrings.xml).
struct SharedString {
  std::string_view text;
  size_t shared;  // in DocumentText
};
// Reads the strings of a member, which is `file` of `read` and has `parts`, and adds their pieces.
// Phonetic readings, which say the text again, are removed.
Result<std::vector<SharedString>> read_shared_strings(FormattedText& read, size_t file,
                                                      PartList& parts, const XmlTexts& texts);

// The cells that head the columns of tables: row, column and text, whatever their sheet. Excel
// repairs a file in which a cell has another text than its column (xl/tables).
using TableHeaders = std::set<std::tuple<uint32_t, uint32_t, std::string>>;
// Adds the headers of a table. `xml`: its member. `hidden`: those of a table that shows none, in
// the row above it, which may be 0.
Result<void> add_table_headers(std::string_view xml, StopCheck& stop, TableHeaders& headers,
                               TableHeaders& hidden);

struct Workbook {
  SheetStyles styles;
  std::vector<SharedString> strings;
  TableHeaders headers, hidden_headers;
  bool begins_in_1904 = false;
  // Numbers of three or four digits in labelled cells that were read: charts may repeat them.
  std::set<std::string> short_ids;
};

}  // namespace redact
