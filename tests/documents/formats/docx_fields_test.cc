// SPDX-License-Identifier: Apache-2.0
// Fields of Word, what programs keep of them, charts, and the boxes of VML.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/zip_archive.h"

namespace redact::docx_fields_test {

using testing::read;
using testing::without;
using testing::zip_archive;

const std::string kSpaces =
    " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
    " xmlns:v=\"urn:schemas-microsoft-com:vml\""
    " xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\"";

std::string letter_with(const std::string& xml) {
  return zip_archive({{"word/document.xml",
                       "<w:document" + kSpaces + "><w:body>" + xml + "</w:body></w:document>"}});
}
std::string text_of(const std::string& xml) {
  return std::string(read(letter_with(xml), Format::kDocx).text.text());
}
std::string redacted_body(const std::string& xml, const std::vector<std::string>& words = {}) {
  const FormattedText again = read(without(letter_with(xml), Format::kDocx, words), Format::kDocx);
  const std::string body(again.text.member_bytes(0));
  const size_t begin = body.find("<w:body>") + 8;
  return body.substr(begin, body.find("</w:body>") - begin);
}

TEST(DocxFields, TheWordsOfACodeInSeveralRunsStayApart) {
  const auto code = [](const std::vector<std::string>& runs) {
    std::string xml = "<w:p>";
    for (const std::string& run : runs) xml += "<w:instrText>" + run + "</w:instrText>";
    return text_of(xml + "</w:p>");
  };
  EXPECT_EQ(code({" HYPERLINK ", "\"http://x.example/", "a.htm\"", " \\t \"_blank\" "}),
            "http://x.example/a.htm _blank");
  EXPECT_EQ(code({"HYPERLINK", " \"http://x.example/a.htm\" \\o \"Ana\""}),
            "http://x.example/a.htm Ana");
  EXPECT_EQ(code({"QUOTE \"Ana ", "Greco\""}), "Ana Greco");
  EXPECT_EQ(code({"QUOTE \"Ana", " Greco\""}), "Ana Greco");
  EXPECT_EQ(code({"QUOTE \"Ana Gr", "eco\""}), "Ana Greco");
  // The quotes of a replaced word stay with those of their runs.
  const std::string_view runs =
      "<w:instrText>QUOTE \"|</w:instrText><w:instrText>|\" \\o \"|\""
      "</w:instrText>";
  const auto filled = [&](const std::array<std::string, 3>& words) {
    std::string xml(runs);
    for (const std::string& word : words) xml.replace(xml.find('|'), 1, word);
    return xml;
  };
  EXPECT_EQ(redacted_body(filled({"Gre", "co", "Greco"}), {"Greco"}),
            filled({"[PATIENT]", "", "[PATIENT]"}));
}

// Both hold texts of the document again, in Base64 of any length.
TEST(DocxFields, TheDataOfAFieldAndTheTagOfARecipientAreRemoved) {
  const std::string run = "<w:p><w:r><w:t>Mr</w:t></w:r><w:r><w:fldChar>";
  const std::string rest = "</w:fldChar></w:r><w:r><w:t>Greco</w:t></w:r></w:p>";
  for (const std::string& data : {std::string("WgBvAHIA"), std::string(400, 'Q')}) {
    const std::string xml = run + "<w:fldData>" + data + "</w:fldData>" + rest;
    EXPECT_EQ(text_of(xml), "Mr Greco");
    EXPECT_EQ(redacted_body(xml), run + "<w:fldData></w:fldData>" + rest);
  }
  EXPECT_EQ(redacted_body("<w:recipientData><w:uniqueTag w:val=\"WgBvAHIA\"/></w:recipientData>"),
            "<w:recipientData><w:uniqueTag w:val=\"\"/></w:recipientData>");
}

TEST(DocxFields, DatesAndLongNumbersInTheDataOfAChartGoAndOthersStay) {
  const auto cache = [](const std::string& code, const std::string& value) {
    return "<c:numCache><c:formatCode>" + code + "</c:formatCode><c:pt idx=\"0\"><c:v>" + value +
           "</c:v></c:pt></c:numCache>";
  };
  const std::string chart =
      "<c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\">" +
      cache("dd/mm/yyyy", "45598") + cache("0", "4471920") + cache("General", "71.5") +
      "</c:chart>";
  const std::string extended =
      "<cx:chart xmlns:cx=\"http://schemas.microsoft.com/office/drawing/2014/chartex\">"
      "<cx:numDim><cx:lvl><cx:pt idx=\"0\">140</cx:pt></cx:lvl></cx:numDim></cx:chart>";
  const std::string source = zip_archive({{"word/document.xml", "<a>x</a>"},
                                          {"word/charts/chart1.xml", chart},
                                          {"word/charts/chartEx1.xml", extended}});
  EXPECT_EQ(read(source, Format::kDocx).text.text(), "x");
  const FormattedText again = read(without(source, Format::kDocx), Format::kDocx);
  EXPECT_EQ(again.text.member_bytes(1).find("45598"), std::string_view::npos);
  EXPECT_EQ(again.text.member_bytes(1).find("4471920"), std::string_view::npos);
  EXPECT_NE(again.text.member_bytes(1).find("<c:v>71.5</c:v>"), std::string_view::npos);
  EXPECT_EQ(again.text.member_bytes(2), extended);
}

TEST(DocxFields, SettingsOfBoxesAndControlsStayUnread) {
  EXPECT_EQ(text_of("<v:textbox><div style='text-align:center'><font face=\"Calibri\" "
                    "size=\"220\" color=\"#000000\">Ana</font></div></v:textbox>"
                    "<ax:ocx ax:classid=\"{8BD21D40-EC42-11CE-9E0D-00AA006002F3}\" "
                    "ax:persistence=\"persistPropertyBag\"/>"),
            "Ana");
  EXPECT_EQ(text_of("<v:textbox><div title='Ana'/></v:textbox>"), "Ana");
}

TEST(DocxFields, ASymbolAPropertyAndThePictureOfADateStay) {
  const auto code = [](const std::string& words) {
    return text_of("<w:p><w:instrText>" + words + "</w:instrText></w:p>");
  };
  EXPECT_EQ(code(" SYMBOL 168 \\f \"Wingdings\" \\s 11 "), "");
  EXPECT_EQ(code(" SYMBOL 0xF0FE \\f Wingdings "), "");
  EXPECT_EQ(code(" SYMBOL Greco \\s 44719204 "), "Greco 44719204");
  EXPECT_EQ(code(" DOCPROPERTY Title \\* MERGEFORMAT "), "");
  EXPECT_EQ(code(" DOCPROPERTY Greco "), "Greco");
  EXPECT_EQ(code(" DATE \\@ \"M/d/yyyy h:mm am/pm\" "), "");
  for (const std::string picture :
       {"M/d/yyyy", "yyyy-MM-dd", "TT.MM.JJJJ", "dddd, d. MMMM yyyy", "yyyy-MM-ddTHH:mm:ss"}) {
    EXPECT_EQ(text_of("<w:dateFormat w:val=\"" + picture + "\"/>"), "") << picture;
  }
  for (const std::string words : {"Amy", "14.3.1948", "Matt", "dd Greco"}) {
    EXPECT_EQ(text_of("<w:dateFormat w:val=\"" + words + "\"/>"), words);
  }
}

TEST(DocxFields, ThePathOfAControlIsRenamedIfItNamesSomebody) {
  const auto path = [](const std::string& name) {
    return "<w:dataBinding w:xpath=\"" + name + "\"/>";
  };
  EXPECT_EQ(redacted_body("<w:t>Tom Quill</w:t>" + path("/a:Tom/b:Quill[1]") + path("/a:Note[1]") +
                              path("/a:Tom Quill[1]"),
                          {"Tom Quill"}),
            "<w:t>[PATIENT]</w:t>" + path("hidden1") + path("/a:Note[1]") + path("hidden2"));
}

TEST(DocxFields, PropertiesThatSomebodyAddedGetDifferentNames) {
  const auto properties = [](const std::string& a, const std::string& b, const std::string& c) {
    std::string xml = "<Properties>";
    for (const std::string& name : {a, b, c}) xml += "<property name=\"" + name + "\"/>";
    return xml + "</Properties>";
  };
  const std::string docx =
      zip_archive({{"word/document.xml", "<a/>"},
                   {"docProps/custom.xml", properties("of Quill 1", "of Quill 2", "Diagnosis")}});
  const FormattedText again = read(without(docx, Format::kDocx, {"Quill"}), Format::kDocx);
  EXPECT_EQ(again.text.member_bytes(1), properties("hidden1", "hidden2", "Diagnosis"));
}

TEST(DocxFields, AFontThatRepeatsAHiddenNameIsRenamed) {
  EXPECT_EQ(redacted_body("<w:t>Tom Quill</w:t><w:sym w:font=\"Quill Sans\" w:char=\"F03A\"/>"
                          "<w:fonts><w:font w:name=\"Quill Sans\"/><w:font w:name=\"Arial\"/>"
                          "</w:fonts>",
                          {"Tom Quill"}),
            "<w:t>[PATIENT]</w:t><w:sym w:font=\"hidden1\" w:char=\"F03A\"/>"
            "<w:fonts><w:font w:name=\"hidden1\"/><w:font w:name=\"Arial\"/></w:fonts>");
}

}  // namespace redact::docx_fields_test
