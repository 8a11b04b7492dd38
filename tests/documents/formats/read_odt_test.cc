// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/test_key.h"
#include "tests/support/zip_archive.h"

namespace redact::read_odt_test {

using testing::read;
using testing::without;
using testing::zip_archive;

const std::string kSpaces = [] {
  std::string spaces =
      " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
      " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"";
  for (const std::string word :
       {"office", "text", "style", "table", "draw", "meta", "config", "manifest"}) {
    const std::string name = word == "draw" ? "drawing" : word;
    spaces += " xmlns:" + word + "=\"urn:oasis:names:tc:opendocument:xmlns:" + name + ":1.0\"";
  }
  return spaces + " xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\"";
}();

testing::ZipEntries members_of(const std::string& body, const std::string& more = {}) {
  return {{"mimetype", "application/vnd.oasis.opendocument.text"},
          {"content.xml", "<office:document-content" + kSpaces + ">" + more + "<office:body>" +
                              body + "</office:body></office:document-content>"}};
}
std::string body_of(const std::string& odt) {
  return std::string(read(odt, Format::kOdt).text.member_bytes(1));
}
std::string redacted_body(const std::string& body, const std::string& more = {},
                          const std::vector<std::string>& words = {"Quill"}) {
  return body_of(without(zip_archive(members_of(body, more)), Format::kOdt, words));
}

TEST(ReadOdt, SpansOfAParagraphAreOneText) {
  const std::string body =
      "<text:h>Mr <text:span text:style-name=\"T1\">Qu</text:span>ill<text:s "
      "text:c=\"3\"/>came</text:h>"
      "<table:table table:name=\"Table1\"><table:table-row><table:table-cell><text:p>a</text:p>"
      "</table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"
      "</table:table>";
  EXPECT_EQ(read(zip_archive(members_of(body)), Format::kOdt).text.text(), "Mr Quill came\na\tb");
  EXPECT_NE(
      redacted_body(body).find(
          "Mr <text:span text:style-name=\"T1\">[PATIENT]</text:span><text:s text:c=\"3\"/>came"),
      std::string::npos)
      << redacted_body(body);
}

TEST(ReadOdt, ARowOfATableIsALineBehindItsCaptions) {
  const auto row = [](std::string_view a, std::string_view b) {
    std::string cells;
    for (const std::string_view text : {a, b}) {
      cells += "<table:table-cell><text:p>" + std::string(text) + "</text:p></table:table-cell>";
    }
    return "<table:table-row>" + cells + "</table:table-row>";
  };
  const std::string title =
      "<table:table-row><table:table-cell table:number-columns-spanned=\"2\"><text:p>Ward</text:p>"
      "</table:table-cell><table:covered-table-cell/></table:table-row>";
  const std::string head =
      "<table:table-header-rows>" + row("Seen by", "MRN") + "</table:table-header-rows>";
  for (const std::string& before : {std::string(), title}) {
    const std::string body =
        "<table:table>" + before + head + row("White", "17") + "</table:table><text:p>End</text:p>";
    EXPECT_EQ(read(zip_archive(members_of(body)), Format::kOdt).text.text(),
              (before.empty() ? "" : "Ward\n") +
                  std::string("Seen by\tMRN\nSeen by: White\tMRN: 17\nEnd"));
  }
}

TEST(ReadOdt, AuthorsAndTimesOfEditsAreHidden) {
  const std::string output = redacted_body(
      "<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>"
      "Rose"
      "</dc:creator><dc:date>2024-11-02T10:00:00</dc:date></office:change-info><text:p>Mr "
      "Quill</text:p>"
      "</text:deletion></text:changed-region></text:tracked-changes><text:p>x<office:annotation>"
      "<dc:creator>Rose</dc:creator><dc:date>2024-11-02T10:00:00</dc:date><text:p>see "
      "Quill</text:p>"
      "</office:annotation><text:date "
      "text:date-value=\"2024-11-02T10:00:00\">then</text:date></text:p>");
  for (const char* word : {"Rose", "Quill", "2024"})
    EXPECT_EQ(output.find(word), std::string::npos) << output;
}

TEST(ReadOdt, EveryAttributeThatMayHoldWordsIsRead) {
  for (const std::string xml :
       {"<text:a xlink:href='https://x.example/Quill' office:title='Quill'>x</text:a>",
        "<draw:frame draw:name='Quill'/>", "<text:section text:name='Quill'/>",
        "<text:bookmark text:name='Quill'/><text:a xlink:href='#Quill'>x</text:a>",
        "<text:user-field-decl text:name='a1' office:string-value='Quill'/>",
        "<table:table table:name='Quill'/>", "<text:p text:odd='Quill'>x</text:p>",
        "<text:p text:condition='Quill'>x</text:p>", "<draw:image xlink:href='../Quill.png'/>",
        "<text:list-level-style-number style:num-prefix='Quill'/>",
        "<text:a office:target-frame-name='Quill'>x</text:a>",
        "<draw:object "
        "xmlns:lo='urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0' "
        "lo:label-string='Mr Quill'/>",
        "<office:annotation office:name='Quill'/>", "<draw:object table:values='Quill'/>"}) {
    const std::string output = redacted_body("<text:p>y</text:p>" + xml);
    EXPECT_EQ(output.find("Quill"), std::string::npos) << output;
  }
  const std::string looks =
      "<style:style style:name=\"P1\" style:family=\"paragraph\"><style:text-properties "
      "fo:color=\"#00a933\" fo:font-size=\"12pt\" office:target-frame-name=\"_blank\" "
      "style:font-name=\"Arial\"/></style:style>";
  EXPECT_NE(redacted_body("<text:p>y</text:p>", looks).find(looks), std::string::npos);
}

TEST(ReadOdt, WhatAFieldOfAFormHoldsIsReadAndItsSwitchesStay) {
  const auto control = [](const std::string& about, const std::string& item) {
    return "<loext:content-control "
           "xmlns:loext=\"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0\" "
           "loext:date=\"true\" loext:date-format=\"DD.MM.YYYY\" "
           "loext:date-rfc-language-tag=\"de-DE\"" +
           about + "><loext:list-item" + item + "/>x</loext:content-control>";
  };
  const std::string output =
      redacted_body(control(" loext:alias=\"of quill\" loext:current-date=\"1948-03-14T00:00:00Z\"",
                            " loext:display-text=\"mrs quill\" loext:value=\"quill\"") +
                        "<text:p>y</text:p>",
                    {}, {"quill"});
  EXPECT_NE(output.find(control(" loext:alias=\"of [PATIENT]\" loext:current-date=\"1899-12-30\"",
                                " loext:display-text=\"mrs [PATIENT]\" "
                                "loext:value=\"[PATIENT]\"")),
            std::string::npos)
      << output;
}

TEST(ReadOdt, TheDateThatAFieldShowsMovesWithItsText) {
  const auto fields = [](const std::string& day, const std::string& shown,
                         const std::string& time) {
    return "<text:p><text:date text:date-value=\"" + day + "\" text:fixed=\"true\">" + shown +
           "</text:date> <text:time text:time-value=\"" + time +
           "\">09:00</text:time> <text:time text:time-value=\"PT09H00M00S\">09:00</text:time>"
           "</text:p>";
  };
  const std::string source = fields("2024-11-02", "2024-11-02", "PT09H00M00S");
  const Secret key = testing::test_key("odt");
  const std::string moved = body_of(testing::redacted(zip_archive(members_of(source)), Format::kOdt,
                                                      {.policy = "linked", .key = &key}));
  const std::string day = moved.substr(moved.find("date-value=\"") + 12, 10);
  EXPECT_NE(day, "2024-11-02");
  EXPECT_NE(moved.find(fields(day, day, "PT09H00M00S")), std::string::npos) << moved;
  const std::string hidden =
      redacted_body(fields("2024-11-02T09:00:00.000000000", "2024-11-02", "2024-11-02T09:00:00"));
  EXPECT_NE(hidden.find(fields("1899-12-30", "[DATE]", "1899-12-30T09:00:00")), std::string::npos)
      << hidden;
}

TEST(ReadOdt, AStyleThatNamesSomebodyIsRenamedWhereItIsUsed) {
  const std::string output =
      redacted_body("<text:p text:style-name=\"Mr_20_Quill\">Mr Quill</text:p>",
                    "<style:style style:name=\"Mr_20_Quill\" style:display-name=\"Mr Quill\"/>");
  EXPECT_EQ(output.find("Quill"), std::string::npos) << output;
}

TEST(ReadOdt, TypedValuesOfPropertiesStayOfTheirTypes) {
  const auto properties = [](const std::string& number, const std::string& day) {
    const std::string element = "<meta:user-defined meta:name=\"x\" meta:value-type=\"";
    return "<office:document-meta" + kSpaces + "><office:meta>" + element + "float\">" + number +
           "</meta:user-defined>" + element + "date\">" + day +
           "</meta:user-defined></office:meta></office:document-meta>";
  };
  auto members = members_of("<text:p>x</text:p>");
  members.push_back({"meta.xml", properties("4471920", "2024-11-02")});
  const std::string output = without(zip_archive(members), Format::kOdt, {"4471920"});
  EXPECT_EQ(read(output, Format::kOdt).text.member_bytes(2),
            properties("0", "2000-01-01T00:00:00Z"));
}

TEST(ReadOdt, PropertiesSettingsAndMembersBesideTheTextAreRead) {
  auto members = members_of("<text:p>x</text:p>");
  members.push_back(
      {"meta.xml", "<office:document-meta" + kSpaces +
                       "><office:meta><meta:initial-creator>Rose</meta:initial-creator>"
                       "<meta:creation-date>2024-11-02T10:00:00</meta:creation-date>"
                       "<meta:generator>LibreOffice/7.4</meta:generator>"
                       "<dc:title>Quill</dc:title><meta:user-defined meta:name=\"Quill\">Quill"
                       "</meta:user-defined></office:meta></office:document-meta>"});
  members.push_back(
      {"settings.xml",
       "<office:document-settings" + kSpaces +
           "><config:config-item config:name=\"PrinterName\" config:type=\"string\">Quill"
           "</config:config-item><config:config-item config:name=\"a\" "
           "config:type=\"boolean\">true</config:config-item><config:config-item "
           "config:name=\"a\" config:type=\"int\">Quill</config:config-item>"
           "</office:document-settings>"});
  members.push_back({"Thumbnails/thumbnail.png", "Quill"});
  members.push_back({"Pictures/Quill.png", "Quill"});
  members.push_back({"Object 1", "Quill"});
  members.push_back({"META-INF/manifest.xml",
                     "<manifest:manifest" + kSpaces +
                         "><manifest:file-entry manifest:full-path=\"Pictures/Quill.png\"/>"
                         "</manifest:manifest>"});
  members[2].second.insert(members[2].second.find("<dc:title>"),
                           "<dc:creator>Quill Rose</dc:creator>");
  const std::string source = zip_archive(members);
  EXPECT_EQ(read(source, Format::kOdt).n_unread, 2u);
  const std::string output = without(source, Format::kOdt, {"Quill"});
  const FormattedText again = read(output, Format::kOdt);
  EXPECT_EQ(again.n_unread, 0u);
  for (const size_t i : {2u, 3u, 7u}) {
    EXPECT_EQ(again.text.member_bytes(i).find("Quill"), std::string_view::npos)
        << again.text.member_bytes(i);
  }
  EXPECT_EQ(again.text.member_bytes(2).find("2024"), std::string_view::npos);
  EXPECT_EQ(again.text.text().find("true"), std::string_view::npos);
  EXPECT_EQ(again.text.members()[5].name, "Pictures/hidden1.png");
  EXPECT_NE(again.text.member_bytes(7).find("Pictures/hidden1.png"), std::string_view::npos);
}

TEST(ReadOdt, AMemberIsRenamedInWhateverNamesIt) {
  auto members = members_of("<text:p>x</text:p>");
  members.push_back({"Pictures/hidden1.png", "1"});
  members.push_back({"Pictures/Quill.png", "2"});
  // An attribute in no namespace of the manifest, which is read as text.
  members.push_back({"META-INF/manifest.xml", "<manifest full-path=\"Pictures/Quill.png\"/>"});
  const FormattedText again =
      read(without(zip_archive(members), Format::kOdt, {"Quill"}), Format::kOdt);
  EXPECT_EQ(again.text.members()[2].name, "Pictures/hidden1.png");
  EXPECT_EQ(again.text.members()[3].name, "Pictures/hidden2.png");
  EXPECT_NE(again.text.member_bytes(4).find("\"Pictures/hidden2.png\""), std::string_view::npos);
}

TEST(ReadOdt, TheMemberThatNamesTheKindOfFileNamesNothingElse) {
  const std::string kind = "application/vnd.oasis.opendocument.text";
  EXPECT_EQ(recognise(zip_archive({{"mimetype", kind}}), "a.odt", true).value(), Format::kOdt);
  EXPECT_EQ(recognise(zip_archive({{"mimetype", kind + "Quill"}}), "a.odt", true).value(),
            Format::kDocx);
}

TEST(ReadOdt, ANumberOfATableThatRepeatsAHiddenOneIsLeftOut) {
  const std::string output = without(
      zip_archive(members_of("<text:p>Quill 4471920</text:p><table:table-cell office:value-type="
                             "\"float\" office:value=\"4471920\"><text:p>71</text:p>"
                             "</table:table-cell>")),
      Format::kOdt, {"4471920"});
  EXPECT_EQ(body_of(output).find("4471920"), std::string::npos);
  EXPECT_NE(body_of(output).find("office:value=\"0\""), std::string::npos) << body_of(output);
}

// The value of a cell and its text, which a letter keeps without the sheet.
TEST(ReadOdt, TheDataOfAChartIsHiddenAsCellsAre) {
  const auto number = [](const std::string& value) {
    return "<table:table-cell office:value-type=\"float\" office:value=\"" + value + "\"><text:p>" +
           value + "</text:p></table:table-cell>";
  };
  const auto word = [](const std::string& text) {
    return "<table:table-cell office:value-type=\"string\"><text:p>" + text +
           "</text:p></table:table-cell>";
  };
  auto members = members_of("<text:p>x</text:p>");
  const std::string names = "<table:table-row>" + word("Quill") + word("MRN") + word("Na");
  members.push_back(
      {"Object 1/content.xml",
       "<office:document-content" + kSpaces +
           "><office:body><office:chart><chart:chart xmlns:chart=\"urn:oasis:names:tc:"
           "opendocument:xmlns:chart:1.0\"><table:table table:name=\"local-table\">" +
           names + word("Day") + "</table:table-row><table:table-row>" + number("1") +
           number("4471") + number("140.5") + number("45598.5") +
           "</table:table-row></table:table></chart:chart></office:chart>"
           "</office:body></office:document-content>"});
  const std::string output = without(zip_archive(members), Format::kOdt, {"Quill", "140"});
  const std::string chart(read(output, Format::kOdt).text.member_bytes(2));
  for (const char* hidden : {"Quill", "4471", "45598"}) {
    EXPECT_EQ(chart.find(hidden), std::string::npos) << chart;
  }
  EXPECT_NE(chart.find(number("140.5")), std::string::npos) << chart;
  EXPECT_NE(chart.find(word("MRN")), std::string::npos) << chart;
}

TEST(ReadOdt, EncryptedFilesAndMacrosAreWithheld) {
  for (const auto& [name, bytes] :
       testing::ZipEntries{{"Basic/Standard/Module1.xml", "<a/>"},
                           {"Scripts/python/a.py", "x"},
                           {"META-INF/manifest.xml", "<manifest:encryption-data/>"}}) {
    auto members = members_of("<text:p>x</text:p>");
    members.push_back({name, bytes});
    const auto result = read_document(zip_archive(members), Format::kOdt);
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message().find("OpenDocument file"), std::string::npos);
  }
}

}  // namespace redact::read_odt_test
