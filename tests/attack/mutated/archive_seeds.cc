// SPDX-License-Identifier: Apache-2.0
// Letters and sheets in archives.
#include "tests/attack/mutated/seeds.h"

namespace redact::testing {

namespace {

std::vector<ZipEntries> letters() {
  const std::string word =
      "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
  const std::string body =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:document " + word +
      "><w:body><w:p><w:r><w:t>Mr Qu</w:t></w:r><w:ins w:id=\"1\" w:author=\"Tom Quill\" "
      "w:date=\"2024-01-02T03:04:05Z\"><w:r><w:t>ill &amp; wife</w:t></w:r></w:ins></w:p>"
      "<w:tbl><w:tr><w:tc><w:p><w:r><w:t xml:space=\"preserve\"> Ana </w:t><w:tab/><w:t>Greco</w:t>"
      "</w:r></w:p></w:tc></w:tr></w:tbl><w:p w:rsidR=\"00CB0664\"><w:pPr><w:pStyle "
      "w:val=\"Heading1\"/><w:jc w:val=\"center\"/></w:pPr><w:bookmarkStart w:id=\"1\" "
      "w:name=\"Tom_Quill\"/><w:hyperlink w:anchor=\"Tom_Quill\"/><w:fldSimple w:instr=\" REF "
      "&quot;Tom_Quill&quot; \\h\"/><w:docVar w:name=\"mrn\" "
      "w:val=\"4471902\"/><w:r><w:instrText>HYPERLINK "
      "\"mailto:ana@greco.example\"</w:instrText></w:r><w:del><w:r><w:delText>0117 496 0382"
      "</w:delText></w:r></w:del></w:p></w:body></w:document>";
  const std::string rels =
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
      "<Relationship Id=\"r1\" Target=\"mailto:ana@greco.example\" TargetMode=\"External\"/>"
      "</Relationships>";
  const std::string core =
      "<cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\"><dc:creator>Tom Quill</dc:creator>"
      "<dc:title>Ana Greco</dc:title></cp:coreProperties>";
  const std::string types =
      "<Types xmlns=\"t\"><Default Extension=\"xml\" ContentType=\"x\"/></Types>";
  return {
      {{"[Content_Types].xml", types},
       {"word/document.xml", body},
       {"word/_rels/document.xml.rels", rels},
       {"docProps/core.xml", core},
       {"word/media/image1.png", "\x89PNG Mr Quill"}},
      {{"[Content_Types].xml", types},
       {"word/document.xml", body},
       {"word/header1.xml",
        "<w:hdr " + word + "><w:p><w:r><w:t>Dr Owen Pritchard</w:t></w:r></w:p></w:hdr>"},
       {"word/comments.xml", "<w:comments " + word +
                                 "><w:comment w:initials=\"OP\" w:author=\"Owen\">"
                                 "<w:p><w:r><w:t>Ana?</w:t></w:r></w:p></w:comment></w:comments>"},
       {"customXml/item1.xml", "<a b=\"Ana\">Tom</a>"}}};
}

std::vector<ZipEntries> open_letters() {
  const std::string space =
      " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
      " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
      " xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\""
      " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
      " xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\""
      " xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";
  return {
      {{"mimetype", "application/vnd.oasis.opendocument.text"},
       {"content.xml",
        "<office:document-content" + space +
            "><office:automatic-styles><style:style style:name=\"P1\" "
            "style:parent-style-name=\"Quill\"/></"
            "office:automatic-styles><office:body><office:text>"
            "<text:tracked-changes><text:changed-region><text:deletion><office:change-info>"
            "<dc:creator>Tom Quill</dc:creator><dc:date>2024-03-12T08:30:00</dc:date>"
            "</office:change-info><text:p>Owen Pritchard</text:p></text:deletion>"
            "</text:changed-region></text:tracked-changes><text:h text:outline-level=\"1\">Mrs "
            "<text:span text:style-name=\"T1\">Ana</text:span> Gre<text:bookmark "
            "text:name=\"Ana\"/>co</text:h><text:p text:style-name=\"P1\">seen 12/03/2024<text:s "
            "text:c=\"2\"/>by <text:a xlink:href=\"mailto:ana@greco.example\">Ana</text:a>"
            "<office:annotation><dc:creator>Tom</dc:creator><text:p>call 0117 496 0382</text:p>"
            "</office:annotation></text:p><table:table table:name=\"Table1\"><table:table-row>"
            "<table:table-cell office:value-type=\"float\" office:value=\"4471902\"><text:p>4471902"
            "</text:p></table:table-cell></table:table-row></table:table></office:text></"
            "office:body>"
            "</office:document-content>"},
       {"meta.xml", "<office:document-meta" + space +
                        "><office:meta><meta:initial-creator>Tom Quill</meta:initial-creator>"
                        "<dc:title>Ana Greco</dc:title></office:meta></office:document-meta>"},
       {"Thumbnails/thumbnail.png", "Tom"},
       {"Pictures/Tom.png", "Tom"},
       {"META-INF/manifest.xml",
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">"
        "<manifest:file-entry manifest:full-path=\"Pictures/Tom.png\"/></manifest:manifest>"}}};
}

std::vector<ZipEntries> open_sheets() {
  const std::string space =
      " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
      " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
      " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
      " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";
  const auto text = [](const std::string& words) {
    return "<table:table-cell office:value-type=\"string\"><text:p>" + words +
           "</text:p></table:table-cell>";
  };
  return {{{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
           {"content.xml",
            "<office:document-content" + space +
                "><office:body><office:spreadsheet><table:table table:name=\"Ana "
                "Greco\"><table:table-row>" +
                text("MRN") + text("Patient name") + text("DOB") +
                "</table:table-row><table:table-row><table:table-cell office:value-type=\"float\" "
                "office:value=\"4471902\"><text:p>4471902</text:p></table:table-cell>" +
                text("Tom <text:span>Quill</text:span>") +
                "<table:table-cell table:style-name=\"ce1\" office:value-type=\"date\" "
                "office:date-value=\"1948-03-14\"><text:p>14.03.48</text:p></"
                "table:table-cell><table:table-cell "
                "table:number-columns-repeated=\"2\"/><table:table-cell "
                "table:formula=\"of:=IF([.A1]=&quot;Tom "
                "Quill&quot;;[.C2];1)\" office:value-type=\"date\" "
                "office:date-value=\"2024-03-12T08:30:00\">"
                "<office:annotation><dc:creator>Tom</dc:creator><text:p>call "
                "Owen</text:p></office:annotation>"
                "<text:p>12.03.24</text:p></table:table-cell><table:table-cell "
                "office:value-type=\"float\" "
                "office:value=\"71.5\"><text:p>71.5</text:p></table:table-cell></"
                "table:table-row><table:table-row>" +
                text("see Owen Pritchard, 0117 496 0382") +
                "</table:table-row></table:table></office:spreadsheet></office:body></"
                "office:document-content>"},
           {"Thumbnails/thumbnail.png", "Tom"}}};
}

// A workbook with a table, the box of a note, a pivot table, a query and another workbook's values.
ZipEntries linked_members(const std::string& space, const std::string& sheet,
                          const std::string& strings) {
  return {
      {"[Content_Types].xml",
       "<Types><Override PartName=\"/xl/pivotTables/pivotTable1.xml\" "
       "ContentType=\"a/xml\"/></Types>"},
      {"xl/workbook.xml",
       "<workbook" + space +
           "><sheets><sheet name=\"Sheet1\" sheetId=\"1\"/></sheets><pivotCaches><pivotCache "
           "cacheId=\"1\"/></pivotCaches></workbook>"},
      {"xl/sharedStrings.xml", strings},
      {"xl/worksheets/sheet1.xml", sheet},
      {"xl/worksheets/_rels/sheet1.xml.rels",
       "<Relationships><Relationship Id=\"rId1\" Target=\"../pivotTables/pivotTable1.xml\"/>"
       "<Relationship Id=\"rId2\" Target=\"mailto:ana@greco.example\" TargetMode=\"External\"/>"
       "</Relationships>"},
      {"xl/pivotCache/pivotCacheDefinition1.xml",
       "<pivotCacheDefinition" + space +
           "><cacheSource type=\"worksheet\"><worksheetSource ref=\"A1:C3\" sheet=\"Sheet1\"/>"
           "</cacheSource><s v=\"Ana\"/></pivotCacheDefinition>"},
      {"xl/pivotTables/pivotTable1.xml", "<pivotTableDefinition name=\"Ana\"/>"},
      {"xl/tables/table1.xml",
       "<table" + space +
           " ref=\"A1:B3\"><tableColumns><tableColumn id=\"1\" name=\"MRN\"/><tableColumn id=\"2\" "
           "name=\"Patient name\"/></tableColumns></table>"},
      {"xl/drawings/vmlDrawing1.vml",
       "<xml xmlns:v=\"urn:schemas-microsoft-com:vml\"><v:shape "
       "id=\"_x0000_s1\">Ana</v:shape></xml>"},
      {"xl/connections.xml",
       "<connections" + space +
           "><connection id=\"1\" name=\"Tom\" sourceFile=\"C:\\Tom\"><dbPr connection=\"Tom\" "
           "command=\"SELECT Ana\"/></connection></connections>"},
      {"xl/externalLinks/externalLink1.xml",
       "<externalLink" + space +
           "><externalBook><sheetNames><sheetName val=\"Ana Greco\"/></sheetNames><sheetDataSet>"
           "<sheetData sheetId=\"0\"><row r=\"1\"><cell "
           "r=\"A1\"><v>4471902</v></cell></row></sheetData>"
           "</sheetDataSet></externalBook></externalLink>"}};
}

std::vector<ZipEntries> workbooks() {
  const std::string space = " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
  const std::string types =
      "<Types xmlns=\"t\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";
  const std::string styles =
      "<styleSheet" + space +
      "><numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"dd\\.mm\\.yyyy\"/></numFmts>"
      "<cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>";
  const std::string strings = "<sst" + space +
                              " count=\"5\" uniqueCount=\"4\"><si><t>MRN</t></si><si><t>Patient "
                              "name</t></si><si><r><rPr><b/>"
                              "</rPr><t>Tom</t></r><r><t xml:space=\"preserve\"> Quill &amp; "
                              "wife</t></r></si><si><t>Ana Greco "
                              "12/03/2024</t><rPh sb=\"0\" eb=\"1\"><t>Ana</t></rPh></si></sst>";
  const std::string sheet =
      "<worksheet" + space +
      "><dimension ref=\"A1:D4\"/><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c "
      "r=\"B1\" "
      "t=\"s\"><v>1</v></c><c r=\"C1\" t=\"inlineStr\"><is><t>DOB</t></is></c></row><row "
      "r=\"2\"><c "
      "r=\"A2\"><v>4471902</v></c><c r=\"B2\" t=\"s\"><v>2</v></c><c r=\"C2\" "
      "s=\"1\"><v>17606.5</v></c>"
      "<c r=\"D2\" t=\"s\"><v>3</v></c></row><row r=\"3\"><c r=\"A3\" s=\"1\"><f>IF(B2=\"Tom "
      "Quill\",C2,'Ana Greco'!A1)</f><v>45000</v></c><c r=\"B3\" t=\"str\"><f>B2</f><v>Tom "
      "Quill</v></c>"
      "<c r=\"C3\" s=\"1\"><f>C2+1</f><v>17607</v></c><c r=\"D3\" "
      "t=\"d\"><v>2024-03-12T08:30:00</v></c>"
      "<c r=\"E3\" t=\"b\"><v>1</v></c><c r=\"F3\"><v>4471902</v></c></row></sheetData><hyperlinks>"
      "<hyperlink ref=\"A1\" location=\"'Ana Greco'!A1\" "
      "display=\"Ana\"/></hyperlinks><headerFooter>"
      "<oddHeader>&amp;L&amp;\"Arial\"Tom Quill&amp;C&amp;P</oddHeader></headerFooter></worksheet>";
  const std::string book =
      "<workbook" + space +
      "><workbookPr date1904=\"0\"/><sheets><sheet name=\"Ana Greco\" sheetId=\"1\"/></sheets>"
      "<definedNames><definedName name=\"all\">'Ana "
      "Greco'!$A$1</definedName></definedNames></workbook>";
  return {
      {{"[Content_Types].xml", types},
       {"xl/workbook.xml", book},
       {"xl/styles.xml", styles},
       {"xl/sharedStrings.xml", strings},
       {"xl/worksheets/sheet1.xml", sheet},
       {"xl/comments1.xml",
        "<comments" + space +
            "><authors><author>Tom Quill</author></authors><commentList><comment ref=\"A1\" "
            "authorId=\"0\"><text><r><t>Dr Owen Pritchard</t></r></text></comment></commentList>"
            "</comments>"},
       {"xl/printerSettings/printerSettings1.bin", "Tom"}},
      {{"[Content_Types].xml", types},
       {"xl/workbook.xml", book},
       {"xl/sharedStrings.xml", strings},
       {"xl/worksheets/sheet1.xml", sheet},
       {"xl/worksheets/sheet2.xml", sheet},
       {"xl/charts/chart1.xml",
        "<c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"><c:f>'Ana "
        "Greco'!$A$1</c:f><c:strCache><c:pt idx=\"0\"><c:v>Ana Greco</c:v></c:pt></c:strCache>"
        "<c:numCache><c:formatCode>dd/mm/yyyy</c:formatCode><c:pt idx=\"0\"><c:v>45000</c:v></c:pt>"
        "</c:numCache></c:chart>"}},
      linked_members(space, sheet, strings)};
}

}  // namespace

std::vector<ZipEntries> archive_seeds(Kind kind) {
  if (kind == Kind::kOdt) return open_letters();
  if (kind == Kind::kOds) return open_sheets();
  return kind == Kind::kXlsx ? workbooks() : letters();
}

}  // namespace redact::testing
