// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/zip_archive.h"

namespace redact::read_docx_test {

using testing::read;
using testing::without;
using testing::zip_archive;

TEST(ReadDocx, TheRunsOfAParagraphOfWordAreOneText) {
  const std::string w = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";
  const std::string body = "<w:document " + w +
                           "><w:body><w:p><w:r><w:t>Mr Qu</w:t></w:r><w:ins w:author=\"Quill\" "
                           "w:date=\"2024-01-02T03:04:05Z\"><w:r><w:t>ill</w:t></w:r></w:ins>"
                           "</w:p><w:p><w:r><w:t>went</w:t></w:r></w:p></w:body></w:document>";
  const std::string docx = zip_archive({{"[Content_Types].xml", "<Types/>"},
                                        {"word/document.xml", body},
                                        {"word/media/image1.png", "\x89PNG Mr Quill"},
                                        {"docProps/core.xml", "<a><creator>Quill</creator></a>"}});
  const FormattedText formatted = read(docx, Format::kDocx);
  EXPECT_EQ(formatted.text.text(), "Mr Quill\nwent\n\nQuill\n\nQuill");
  EXPECT_EQ(formatted.n_unread, 1u);
  const std::string output = without(docx, Format::kDocx, {"Quill"});
  const FormattedText again = read(output, Format::kDocx);
  EXPECT_EQ(again.text.text(), "Mr [PATIENT]\nwent\n\n[PATIENT]\n\n[NAME]");
  EXPECT_EQ(again.n_unread, 0u);  // the image is a pixel
  EXPECT_NE(again.text.member_bytes(1).find("w:date=\"2000-01-01T00:00:00Z\""),
            std::string_view::npos);
}

const std::string kWordSpaces =
    " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
    " xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\""
    " xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\""
    " xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\""
    " xmlns:v=\"urn:schemas-microsoft-com:vml\" "
    "xmlns:o=\"urn:schemas-microsoft-com:office:office\"";

std::string body_with(const std::string& xml) {
  return "<w:document" + kWordSpaces + "><w:body>" + xml + "</w:body></w:document>";
}

// The members of a DOCX file with this in its body, by their numbers, and read again when redacted.
FormattedText redacted_docx(const testing::ZipEntries& members,
                            const std::vector<std::string>& words, std::string& output) {
  output = without(zip_archive(members), Format::kDocx, words);
  return read(output, Format::kDocx);
}

std::string redacted_body(const std::string& xml, const std::vector<std::string>& words) {
  std::string output;
  const FormattedText again = redacted_docx({{"word/document.xml", body_with(xml)}}, words, output);
  const std::string_view body = again.text.member_bytes(0);
  const size_t begin = body.find("<w:body>") + 8;
  return std::string(body.substr(begin, body.find("</w:body>") - begin));
}

// Every place of a DOCX file that somebody can write to, and what others say that somebody wrote.
TEST(ReadDocx, NoAttributeOfWordIsUnreadThatMayHoldAName) {
  for (const std::string xml : {"<pic:cNvPr id='1' name='|.jpg' descr='x'/>",
                                "<wp:docPr id='1' name='x' descr='|'/>",
                                "<wp:docPr id='1' name='x' title='|'/>",
                                "<v:shape id='|' alt='x'/>",
                                "<v:shape alt='|'/>",
                                "<v:shape href='|'/>",
                                "<v:imagedata o:title='|'/>",
                                "<v:imagedata src='|.png'/>",
                                "<v:textpath string='|'/>",
                                "<w:smartTag w:element='|'/>",
                                "<w:smartTag w:uri='|'/>",
                                "<w:attr w:name='|' w:val='x'/>",
                                "<w:attr w:name='x' w:val='|'/>",
                                "<w:customXml w:element='|'/>",
                                "<w:permStart w:id='1' w:ed='|'/>",
                                "<w:hyperlink w:anchor='|'/>",
                                "<w:hyperlink w:tooltip='|'/>",
                                "<w:hyperlink w:docLocation='|'/>",
                                "<w:hyperlink w:tgtFrame='|'/>",
                                "<w:bookmarkStart w:id='1' w:name='|'/>",
                                "<w:moveFromRangeStart w:name='|'/>",
                                "<w:docVar w:name='|' w:val='x'/>",
                                "<w:docVar w:name='x' w:val='|'/>",
                                "<w:style w:styleId='|'/>",
                                "<w:style><w:name w:val='|'/></w:style>",
                                "<w:style><w:aliases w:val='|'/></w:style>",
                                "<w:pStyle w:val='|'/>",
                                "<w:docPartPr><w:name w:val='|'/></w:docPartPr>",
                                "<w:docPartPr><w:description w:val='|'/></w:docPartPr>",
                                "<w:category><w:name w:val='|'/></w:category>",
                                "<w:comboBox w:lastValue='|'/>",
                                "<w:dropDownList w:lastValue='|'/>",
                                "<w:listItem w:displayText='|' w:value='x'/>",
                                "<w:listItem w:displayText='x' w:value='|'/>",
                                "<w:alias w:val='|'/>",
                                "<w:tag w:val='|'/>",
                                "<w:ffData><w:name w:val='|'/></w:ffData>",
                                "<w:default w:val='|'/>",
                                "<w:listEntry w:val='|'/>",
                                "<w:statusText w:val='|'/>",
                                "<w:helpText w:val='|'/>",
                                "<w:entryMacro w:val='|'/>",
                                "<w:lvlText w:val='| %1.'/>",
                                "<w:query w:val='|'/>",
                                "<w:connectString w:val='|'/>",
                                "<w:mailSubject w:val='|'/>",
                                "<w:unknown w:mrn='|'/>",
                                "<w:fldSimple w:instr=' AUTHOR | '/>",
                                "<w:fldSimple w:instr=' REF | \\h '/>",
                                "<w:instrText> HYPERLINK \\l &quot;|&quot; </w:instrText>",
                                "<w:person w:author='|'/>",
                                "<w:presenceInfo w:userId='|'/>",
                                "<a:hlinkClick tooltip='|'/>",
                                "<x:patient xmlns:x='urn:x' w='|'/>",
                                "<wp:posOffset>1<!--|--></wp:posOffset>",
                                "<?x |?>",
                                "<w:delText>|</w:delText>"}) {
    const size_t at = xml.find('|');
    const std::string out =
        redacted_body(xml.substr(0, at) + "Greco" + xml.substr(at + 1), {"Greco"});
    EXPECT_EQ(out.find("Greco"), out.npos) << out;
  }
  for (const auto& [name, xml] :
       {std::pair{"docProps/custom.xml", "<p><property name='|'>x</property></p>"},
        {"docProps/custom.xml", "<p><property name='x'>|</property></p>"},
        {"docProps/app.xml", "<Properties><Template>|.dotm</Template></Properties>"},
        {"word/glossary/document.xml", "<a><b c='|'/></a>"},
        {"customXml/item1.xml", "<a id='|' w='1'/>"},
        {"customXml/item1.xml", "<a id='1' w='|'/>"},
        {"word/_rels/document.xml.rels",
         "<Relationships><Relationship Id='rId1' TargetMode='External' "
         "Target='file:///|.dotm'/></Relationships>"}}) {
    const std::string member = xml;
    const size_t at = member.find('|');
    std::string output;
    const FormattedText again =
        redacted_docx({{"word/document.xml", "<a/>"},
                       {name, member.substr(0, at) + "Greco" + member.substr(at + 1)}},
                      {"Greco"}, output);
    EXPECT_EQ(again.text.member_bytes(1).find("Greco"), std::string_view::npos)
        << again.text.member_bytes(1);
  }
}

// As a tag is read again, although its word may be one of Word's.
TEST(ReadDocx, ANumberThatMayBeAnAgeAndATagAreRead) {
  const auto text_of = [](const std::string& xml) {
    const std::string docx = zip_archive({{"word/document.xml", body_with(xml)}});
    return std::string(read(docx, Format::kDocx).text.text());
  };
  EXPECT_EQ(text_of("<w:docVar w:val='89'/><w:style><w:name w:val='Date'/></w:style>"), "");
  EXPECT_EQ(text_of("<w:docVar w:val='95'/>"), "95");
  EXPECT_EQ(text_of("<w:style><w:name w:val='[DATE] heading'/></w:style>"), "[DATE] heading");
}

TEST(ReadDocx, SettingsOfWordStayUnread) {
  const std::string xml =
      "<w:p w:rsidR=\"00CB0664\"><w:pPr><w:pStyle w:val=\"Heading1\"/><w:jc w:val=\"center\"/>"
      "<w:tabs><w:tab w:val=\"left\" w:pos=\"1440\"/></w:tabs></w:pPr><w:bookmarkStart w:id=\"12\" "
      "w:name=\"_Toc448309781\"/><w:r><w:rPr><w:rFonts w:ascii=\"Times New Roman\"/><w:sz "
      "w:val=\"1440\"/></w:rPr></w:r><wp:docPr id=\"4711\" name=\"Picture 1\"/><wp:extent "
      "cx=\"1778000\" cy=\"711200\"/><wp:positionH relativeFrom=\"column\">"
      "<wp:posOffset>1295400</wp:posOffset></wp:positionH><a:srgbClr val=\"1F497D\"/><v:shape "
      "id=\"_x0000_s1026\" style=\"position:absolute\" coordsize=\"21600,21600\"/></w:p><w:style "
      "w:styleId=\"TableGrid\"><w:name w:val=\"Table Grid\"/></w:style>";
  EXPECT_EQ(read(zip_archive({{"word/document.xml", body_with(xml)}}), Format::kDocx).text.text(),
            "");
}

TEST(ReadDocx, WhatRefersToABookmarkIsRenamedWithIt) {
  EXPECT_EQ(
      redacted_body("<w:bookmarkStart w:name=\"Greco_Ana\"/><w:hyperlink w:anchor=\"Greco_Ana\"/>"
                    "<w:fldSimple w:instr=\" REF Greco_Ana \\h \"/><w:instrText> PAGEREF Greco_Ana "
                    "\\h</w:instrText><w:instrText>HYPERLINK \\l \"Greco_Ana\"</w:instrText>"
                    "<w:bookmarkStart w:name=\"other\"/><w:pStyle w:val=\"GrecoStyle\"/>",
                    {}),
      "<w:bookmarkStart w:name=\"hidden1\"/><w:hyperlink w:anchor=\"hidden1\"/>"
      "<w:fldSimple w:instr=\" REF hidden1 \\h \"/><w:instrText> PAGEREF hidden1 "
      "\\h</w:instrText><w:instrText>HYPERLINK \\l \"hidden1\"</w:instrText>"
      "<w:bookmarkStart w:name=\"hidden2\"/><w:pStyle w:val=\"hidden3\"/>");
}

TEST(ReadDocx, AnImageIsNoPixelForItsSize) {
  std::string output;
  const FormattedText again = redacted_docx({{"word/document.xml", "<a/>"},
                                             {"word/media/a.png", std::string(68, 'x')},
                                             {"word/media/b.SVG", "<svg>Greco</svg>"}},
                                            {}, output);
  EXPECT_EQ(again.n_unread, 0u);
  EXPECT_EQ(output.find("xxxxxxxx"), output.npos);
  EXPECT_EQ(again.text.members()[2].size, 68u);
}

TEST(ReadDocx, EmbeddedObjectsAndPiecesOfOtherFormatsAreRemoved) {
  std::string output;
  const std::string docx = zip_archive({{"word/document.xml", "<a/>"},
                                        {"word/embeddings/oleObject1.bin", "Greco"},
                                        {"word/embeddings/sheet.xlsx", "Greco"},
                                        {"word/afchunk.htm", "<p>Greco</p>"}});
  EXPECT_EQ(read(docx, Format::kDocx).n_unread, 3u);
  const FormattedText again = redacted_docx({{"word/document.xml", "<a/>"},
                                             {"word/embeddings/oleObject1.bin", "Greco"},
                                             {"word/embeddings/sheet.xlsx", "Greco"},
                                             {"word/afchunk.htm", "<p>Greco</p>"}},
                                            {}, output);
  EXPECT_EQ(again.n_unread, 0u);
  EXPECT_EQ(again.text.members()[1].size, 0u);
  EXPECT_EQ(again.text.members()[2].size, 0u);
  EXPECT_EQ(again.text.member_bytes(3), "[REMOVED]");
}

TEST(ReadDocx, TypedValuesOfPropertiesStayOfTheirTypes) {
  const auto properties = [](const std::string& number, const std::string& time) {
    return "<Properties xmlns:vt=\"http://schemas.openxmlformats.org/officeDocument/2006/"
           "docPropsVTypes\"><property><vt:i4>" +
           number + "</vt:i4></property><property><vt:i4>7</vt:i4></property><property>" +
           "<vt:filetime>" + time + "</vt:filetime></property></Properties>";
  };
  std::string output;
  const FormattedText again =
      redacted_docx({{"word/document.xml", "<a/>"},
                     {"docProps/custom.xml", properties("4471920", "2024-11-02T10:00:00Z")}},
                    {"4471920"}, output);
  EXPECT_EQ(again.text.member_bytes(1), properties("0", "2000-01-01T00:00:00Z"));
}

// What Word says in a field's code, and what somebody has written there.
TEST(ReadDocx, TheNameAndTheSwitchesOfAFieldStay) {
  const auto text_of = [](const std::string& code) {
    const std::string docx =
        zip_archive({{"word/document.xml", body_with("<w:instrText>" + code + "</w:instrText>")}});
    return std::string(read(docx, Format::kDocx).text.text());
  };
  EXPECT_EQ(text_of(" DATE \\@ \"dd.MM.yyyy HH:mm\" \\* MERGEFORMAT "), "");
  EXPECT_EQ(text_of(" TOC \\o \"1-3\" \\h \\z "), "");
  EXPECT_EQ(text_of(" QUOTE \"Ana Greco\" \\* Upper"), "Ana Greco");
  EXPECT_EQ(text_of(" MERGEFIELD Greco \\# #,##0.00"), "Greco");
  EXPECT_EQ(text_of("Greco \\h"), "Greco");
}

TEST(ReadDocx, TheMainPartOfALetterMayHaveAnyName) {
  const std::string types =
      "<Types><Override PartName=\"/word/document2.xml\" ContentType=\"application/"
      "vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
  EXPECT_EQ(read(zip_archive({{"[Content_Types].xml", types},
                              {"word/document2.xml", "<w:p" + kWordSpaces + ">x</w:p>"}}),
                 Format::kDocx)
                .text.text(),
            "x");
}

TEST(ReadDocx, AMemberIsRenamedWithWhatRefersToIt) {
  const std::string kRels =
      " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";
  std::string output;
  const FormattedText again = redacted_docx(
      {{"[Content_Types].xml",
        "<Types><Override PartName=\"/word/Greco.xml\" ContentType=\"a+xml\"/><Override "
        "PartName=\"/word/header1.xml\" ContentType=\"a+xml\"/></Types>"},
       {"word/document.xml", "<a/>"},
       {"word/_rels/document.xml.rels",
        "<Relationships" + kRels +
            "><Relationship Target=\"media/Ana Greco.png\"/><Relationship "
            "Target=\"/word/greco.xml\"/><Relationship Target=\"../word/header1.xml\"/>"
            "</Relationships>"},
       {"word/Greco.xml", "<a/>"},
       {"word/header1.xml", "<a/>"},
       {"word/media/Ana Greco.png", "x"}},
      {}, output);
  std::vector<std::string> names;
  for (const auto& member : again.text.members()) names.push_back(member.name);
  EXPECT_EQ(names, (std::vector<std::string>{"[Content_Types].xml", "word/document.xml",
                                             "word/_rels/document.xml.rels", "word/hidden1.xml",
                                             "word/header1.xml", "word/media/hidden2.png"}));
  EXPECT_EQ(again.text.member_bytes(0).find("Greco"), std::string_view::npos);
  EXPECT_NE(again.text.member_bytes(0).find("/word/hidden1.xml"), std::string_view::npos);
  EXPECT_EQ(again.text.member_bytes(2),
            "<Relationships" + kRels +
                "><Relationship Target=\"media/hidden2.png\"/><Relationship "
                "Target=\"/word/hidden1.xml\"/><Relationship Target=\"../word/header1.xml\"/>"
                "</Relationships>");
}

TEST(ReadDocx, ArgumentsOfAFieldStandApartFromTheWordsAroundIt) {
  const std::string archive = zip_archive(
      {{"word/document.xml",
        body_with("<w:t>Mrs Greco</w:t><w:instrText>MERGEFIELD \"Ana Gr</w:instrText><w:instrText>"
                  "eco\" </w:instrText><w:t>Owen</w:t><w:t>s</w:t><w:instrText>PAGE "
                  "</w:instrText><w:t>7</w:t>")}});
  EXPECT_EQ(read(archive, Format::kDocx).text.text(), "Mrs Greco\nAna Greco\nOwens7");
}

TEST(ReadDocx, ARenamedMemberIsFoundInEitherWayOfWritingItsName) {
  std::string output;
  const FormattedText again = redacted_docx(
      {{"[Content_Types].xml", "<Types><Override PartName=\"/word/Ana%20Greco.xml\"/></Types>"},
       {"word/document.xml", "<a/>"},
       {"word/_rels/document.xml.rels",
        "<Relationships><Relationship Target=\"Ana%20Greco.xml\"/><Relationship "
        "Target=\"media/%d8%a7.png\"/></Relationships>"},
       {"word/Ana Greco.xml", "<a/>"},
       {"word/media/%D8%A7.png", "x"}},
      {}, output);
  EXPECT_EQ(again.text.members()[3].name, "word/hidden1.xml");
  EXPECT_EQ(again.text.members()[4].name, "word/media/hidden2.png");
  EXPECT_EQ(again.text.member_bytes(0),
            "<Types><Override PartName=\"/word/hidden1.xml\"/></Types>");
  EXPECT_EQ(again.text.member_bytes(2),
            "<Relationships><Relationship Target=\"hidden1.xml\"/><Relationship "
            "Target=\"media/hidden2.png\"/></Relationships>");
}

TEST(ReadDocx, AFolderIsRenamedWithWhatIsInItAndWhatRefersToIt) {
  std::string output;
  const FormattedText again = redacted_docx(
      {{"[Content_Types].xml", "<Types><Override PartName=\"/word/Ana Greco/x.png\"/></Types>"},
       {"word/document.xml", "<a/>"},
       {"word/_rels/document.xml.rels",
        "<Relationships><Relationship Target=\"Ana Greco/x.png\"/><Relationship "
        "Target=\"../word/Ana Greco/image1.png\"/></Relationships>"},
       {"word/Ana Greco/", ""},
       {"word/Ana Greco/x.png", "x"},
       {"word/Ana Greco/image1.png", "x"},
       {"word/media/image1.Ana Greco.png", "x"}},
      {}, output);
  std::vector<std::string> names;
  for (const auto& member : again.text.members()) names.push_back(member.name);
  EXPECT_EQ(names, (std::vector<std::string>{"[Content_Types].xml", "word/document.xml",
                                             "word/_rels/document.xml.rels", "word/hidden1/",
                                             "word/hidden1/x.png", "word/hidden1/image1.png",
                                             "word/media/hidden2.png"}));
  EXPECT_EQ(again.text.member_bytes(0),
            "<Types><Override PartName=\"/word/hidden1/x.png\"/></Types>");
  EXPECT_EQ(again.text.member_bytes(2),
            "<Relationships><Relationship Target=\"hidden1/x.png\"/><Relationship "
            "Target=\"../word/hidden1/image1.png\"/></Relationships>");
}

TEST(ReadDocx, ARowOfATableIsALineBehindItsCaptions) {
  const auto row = [](std::string_view a, std::string_view b) {
    std::string cells;
    for (const std::string_view text : {a, b}) {
      cells += "<w:tc><w:tcPr><w:gridSpan w:val='1'/></w:tcPr><w:p><w:r><w:t>" + std::string(text) +
               "</w:t></w:r></w:p></w:tc>";
    }
    return "<w:tr>" + cells + "</w:tr>";
  };
  const std::string docx = zip_archive(
      {{"word/document.xml", body_with("<w:tbl>" + row("Seen by", "MRN") + row("White", "17") +
                                       "</w:tbl><w:p><w:r><w:t>End</w:t></w:r></w:p>")}});
  EXPECT_EQ(read(docx, Format::kDocx).text.text(), "Seen by\tMRN\nSeen by: White\tMRN: 17\nEnd");
}

TEST(ReadDocx, TheTypesSayWhichMembersAreXml) {
  const std::string types =
      "<Types><Default Extension=\"part\" ContentType=\"application/x+xml\"/><Override "
      "PartName=\"/Word/Letter\" ContentType=\"application/vnd.openxmlformats-officedocument."
      "wordprocessingml.document.main+xml\"/></Types>";
  const std::string text = "<w:p" + kWordSpaces + ">x</w:p>";
  const FormattedText letter = read(
      zip_archive({{"[Content_Types].xml", types}, {"word/letter", text}, {"word/a.part", text}}),
      Format::kDocx);
  EXPECT_EQ(letter.text.text(), "x\n\nx");
  EXPECT_EQ(letter.n_unread, 0u);
}

TEST(ReadDocx, RunsAreOneTextInDrawingsAndInTheStrictForm) {
  EXPECT_EQ(redacted_body("<a:p><a:r><a:rPr b='1'/><a:t>Gre</a:t></a:r><a:r><a:t>co</a:t></a:r>"
                          "</a:p><a:p><a:r><a:t>x</a:t></a:r></a:p>",
                          {"Greco"}),
            "<a:p><a:r><a:rPr b='1'/><a:t>[PATIENT]</a:t></a:r><a:r><a:t></a:t></a:r></a:p>"
            "<a:p><a:r><a:t>x</a:t></a:r></a:p>");
  const std::string strict =
      "<w:p xmlns:w='http://purl.oclc.org/ooxml/wordprocessingml/main'><w:r><w:t>Gre</w:t></w:r>"
      "<w:r><w:t>co</w:t></w:r></w:p>";
  EXPECT_EQ(read(zip_archive({{"word/document.xml", strict}}), Format::kDocx).text.text(), "Greco");
}

TEST(ReadDocx, AnArchiveThatIsNoLetterIsRefused) {
  EXPECT_FALSE(read_document(zip_archive({{"xl/workbook.xml", "<a/>"}}), Format::kDocx).ok());
  EXPECT_FALSE(
      read_document(zip_archive({{"word/document.xml", "<a/>"}, {"word/vbaProject.bin", "x"}}),
                    Format::kDocx)
          .ok());
  EXPECT_FALSE(read_document("PK\3\4rest", Format::kDocx).ok());
}

}  // namespace redact::read_docx_test
