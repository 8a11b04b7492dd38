// SPDX-License-Identifier: Apache-2.0
// Any bytes as the rows of a sheet, of XLSX or ODS: refused, or read, and read again after any of
// its texts were replaced.
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/fuzz/check_segments.h"
#include "tests/support/zip_archive.h"

namespace redact::fuzz {
namespace {

std::string workbook(const std::string& rows) {
  const std::string space = " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
  return testing::zip_archive(
      {{"xl/workbook.xml", "<workbook" + space + "/>"},
       {"xl/styles.xml", "<styleSheet" + space +
                             "><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs>"
                             "</styleSheet>"},
       {"xl/sharedStrings.xml", "<sst" + space +
                                    "><si><t>MRN</t></si><si><r><t>Mr </t></r><r><t>Quill</t></r>"
                                    "</si></sst>"},
       {"xl/worksheets/sheet1.xml",
        "<worksheet" + space + "><sheetData>" + rows + "</sheetData></worksheet>"}});
}

std::string open_sheet(const std::string& rows) {
  std::string spaces;
  for (const std::string word : {"office", "text", "table"}) {
    spaces += " xmlns:" + word + "=\"urn:oasis:names:tc:opendocument:xmlns:" + word + ":1.0\"";
  }
  return testing::zip_archive(
      {{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
       {"content.xml", "<office:document-content" + spaces +
                           "><office:spreadsheet><table:table>" + rows +
                           "</table:table></office:spreadsheet></office:document-content>"}});
}

}  // namespace
}  // namespace redact::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::Format;
  if (size < 2 || size > 4000) return 0;
  const Format format = data[0] % 2 == 0 ? Format::kXlsx : Format::kOds;
  const std::string rows(redact::fuzz::text_of(data + 2, size - 2));
  const std::string file = format == Format::kXlsx ? redact::fuzz::workbook(rows)
                                                   : redact::fuzz::open_sheet(rows);
  const auto read = redact::read_document(file, format);
  if (!read.ok()) return 0;
  std::vector<redact::DocumentText::PartEdit> edits;
  const auto& parts = read->text.parts();
  for (size_t part = 0; part < parts.size(); ++part) {
    const bool is_chosen = (data[1] >> part % 8 & 1) != 0;
    const size_t n = read->text.part_text(part).size();
    if (parts[part].role != redact::PartRole::kRead || !is_chosen || n == 0) continue;
    edits.push_back({part, {0, n, data[0] % 4 < 2 ? "[X]" : "2024-11-02"}});
  }
  const auto written = read->text.write(edits);
  if (!written.ok()) return 0;
  const auto again = redact::read_document(written->document, format, nullptr, nullptr,
                                           redact::StopCheck::never(), &*read);
  redact::fuzz::require(again.ok());
  return 0;
}
