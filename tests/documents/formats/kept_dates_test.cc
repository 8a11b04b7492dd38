// SPDX-License-Identifier: Apache-2.0
// Dates in fields that stay: beside a date that moves, one that stays tells the shift.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "language/find_dates.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/test_key.h"
#include "tests/support/zip_archive.h"

namespace redact::kept_dates_test {

using testing::read;
using testing::zip_archive;

std::string redacted(std::string_view document, Format format, const std::string& policy) {
  const Secret key = testing::test_key("kept dates");
  return testing::redacted(document, format, {.policy = policy, .key = &key});
}

// Whether a text has this day in any form.
bool tells(const std::string& text, std::string_view day) {
  const auto when = DateParts::read(day, DateOrder::kDayFirst)->day();
  return std::ranges::any_of(find_dates(text), [&](const Word& date) {
    const auto found = DateParts::read(
        std::string_view(text).substr(date.begin, date.end - date.begin), DateOrder::kDayFirst);
    return found && found->has_day() && found->day() == when;
  });
}

// Every field of the segments that have dates beside their ids, orders and codes.
const std::string kHl7 =
    "MSH|^~\\&|LAB 04NOV2024|X|EHR|Y|20241104083000||ORU^R01|MSG20241104083000|P|2.5.1|20241104\r"
    "PID|1||7||GRECO^ANNA||19580314|F\r"
    "PV1|1|I|W^20241104^1|||||||||||||||||||||||||||||||||||||||||202411040830\r"
    "ORC|RE|O20241104|||20241104|20241104|1^Q6H^D5^20241104083000^20241109\r"
    "OBR|1|||24331-1^Lipids "
    "04/11/2024^LN|20241104|||||||20241104||||||||||||||||1^^^20241104083000\r"
    "OBX|1|CE|24331-1^x^LN||19821004^seen 2024-11-04^SCT||||||F\r"
    "TXA|1|CN|TX|20241104083000|X|20241104083000|20241104|20241104083000+0100\r"
    "SCH|1|2||||||||20|min|1^^20^20241104083000^20241104093000\r"
    "ZZZ|20241104|A^20241104083000\r";

const std::string kJson = R"({"resourceType": "Observation", "id": "x", "status": "2024-11-04",
 "meta": {"versionId": "20241104083000", "lastUpdated": "2024-11-04T08:30:00Z",
   "profile": ["http://p.example/2015-08-01"], "tag": [{"system": "s", "version": "2015-08-01",
   "display": "seen 04 Nov 2024"}]},
 "category": "20241104", "unit": "IMG_20241104_083000.jpg",
 "code": {"coding": [{"system": "http://snomed.info/sct/version/20240301", "code": "19821004",
   "display": "on 2024-11-04"}]},
 "effectiveDateTime": "2024-11-04", "intent": "04.11.2024", "when": "20241104"})";

const std::string kXml = R"(<Observation xmlns="http://hl7.org/fhir"><id value="x"/><text>
 <div xmlns="http://www.w3.org/1999/xhtml" class="v20241104">x</div></text>
 <status value="2024-11-04"/><category id="c-2024-11-04"><text value="20241104"/></category>
 <code><coding><system value="http://s.example/version/20240301"/><code value="19821004"/>
 <display value="of 04NOV2024"/></coding></code>
 <effectiveDateTime value="2024-11-04"/></Observation>)";

const std::string kCda = R"(<ClinicalDocument xmlns="urn:hl7-org:v3">
 <templateId root="1.2.3" extension="2015-08-01"/><typeId root="1.2" extension="POCD_20150801"/>
 <id root="1.2.2024.11.04.3" extension="D"/><effectiveTime value="20241104083000+0100"/>
 <sdtcTime value="20241104083000"/><code code="19821004" displayName="visit 2024-11-04"/>
 <section ID="s20241104" styleCode="d2024-11-04"><title>20241104</title>
 <text><td headers="04112024">x</td></text></section>
 <entry use="20241104"><value xsi:type="PQ" xmlns:xsi="u" type="PQ" value="20101010"/></entry>
 </ClinicalDocument>)";

const std::string kHtml =
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0//EN\" \"http://w3.example/REC-20000126\">"
    "<html><head><script>var seen = '2024-11-04';</script><style>.d20241104 {}</style></head>"
    "<body class=\"v2024-11-04\" id=\"n20241104\"><p title=\"20241104\">20241104083000</p></body>";

TEST(KeptDates, NoFieldThatStaysTellsTheShift) {
  const std::tuple<Format, std::string> documents[] = {{Format::kHl7, kHl7},
                                                       {Format::kJson, kJson},
                                                       {Format::kXml, kXml},
                                                       {Format::kXml, kCda},
                                                       {Format::kHtml, kHtml}};
  for (const auto& [format, document] : documents) {
    for (const char* policy : {"linked", "surrogate", "default", "hipaa-safe-harbor"}) {
      const std::string out = redacted(document, format, policy);
      EXPECT_TRUE(tells(document, "2024-11-04"));
      EXPECT_FALSE(tells(out, "2024-11-04")) << policy << "\n" << out;
      EXPECT_FALSE(tells(out, "2024-11-09")) << policy << "\n" << out;
    }
  }
}

TEST(KeptDates, TheyMoveByTheDaysOfTheirPatient) {
  const Secret key = testing::test_key("kept dates");
  const Policy linked = Policy::open("linked").value();
  Replacer replacer(linked, "x", &key, "p");
  const auto moved = [&](const char* date) { return **replacer.shift(date); };
  const std::string hl7 = redacted(kHl7, Format::kHl7, "linked");
  for (const std::string& part :
       {"|MSG" + moved("20241104") + "083000|P|2.5.1|", "|LAB " + moved("04NOV2024") + "|",
        "^D5^" + moved("20241104") + "083000^" + moved("20241109"),
        "TX|" + moved("20241104") + "083000|[ID", "|" + moved("20241104") + "083000+0000",
        "|24331-1^Lipids " + moved("04/11/2024") + "^LN|"}) {
    EXPECT_NE(hl7.find(part), hl7.npos) << part << "\n" << hl7;
  }
  const std::string json = redacted(kJson, Format::kJson, "linked");
  for (const std::string& part : {"\"unit\": \"IMG_" + moved("20241104") + "_083000.jpg\"",
                                  "\"seen " + moved("04 Nov 2024") + "\""}) {
    EXPECT_NE(json.find(part), json.npos) << part << "\n" << json;
  }
}

TEST(KeptDates, WhatStandardsDefineStays) {
  const std::string json = redacted(kJson, Format::kJson, "linked");
  for (const char* part : {"version/20240301", "\"19821004\"", "p.example/2015-08-01",
                           "\"version\": \"2015-08-01\""}) {
    EXPECT_NE(json.find(part), json.npos) << part << "\n" << json;
  }
  const std::string cda = redacted(kCda, Format::kXml, "linked");
  for (const char* part : {"\"2015-08-01\"", "POCD_20150801", "code=\"19821004\"", "20101010"}) {
    EXPECT_NE(cda.find(part), cda.npos) << part << "\n" << cda;
  }
  const std::string hl7 = redacted(kHl7, Format::kHl7, "linked");
  for (const char* part : {"|19821004^", "|2.5.1|", "|24331-1^"}) {
    EXPECT_NE(hl7.find(part), hl7.npos) << part << "\n" << hl7;
  }
  EXPECT_NE(redacted(kHtml, Format::kHtml, "linked").find("REC-20000126"), std::string::npos);
}

// A measured number may be a date.
TEST(KeptDates, AMeasuredNumberStaysAndIsCounted) {
  const std::string hl7 = "MSH|^~\\&|A\rOBX|1|NM|1^x||20101010|copies/mL\r";
  EXPECT_EQ(redacted(hl7, Format::kHl7, "linked"), hl7);
  EXPECT_EQ(read(hl7, Format::kHl7).n_kept_dates, 1u);
  EXPECT_EQ(read(kCda, Format::kXml).n_kept_dates, 1u);
  EXPECT_EQ(read(kHl7, Format::kHl7).n_kept_dates, 0u);
}

TEST(KeptDates, DaysOfTheWeekMoveWithTheDates) {
  const std::string json =
      R"({"resourceType": "MedicationRequest", "dosageInstruction": [{"timing": {"repeat":
      {"dayOfWeek": ["mon", "thu"], "boundsPeriod": {"start": "2024-11-04"}}}}]})";
  const std::string out = redacted(json, Format::kJson, "linked");
  const auto start = [](const std::string& text) {
    return DateParts::read(text.substr(text.find("start") + 9, 10), DateOrder::kDayFirst)->day();
  };
  const auto by = start(out) - start(json);
  const auto moved = [&](const char* name) {
    const auto day = DateParts::read(name, DateOrder::kDayFirst);
    return day->write(day->day() + by);
  };
  EXPECT_NE(out.find("[\"" + moved("mon") + "\", \"" + moved("thu") + "\"]"), out.npos) << out;
  EXPECT_NE(redacted(json, Format::kJson, "default").find(R"(["mon", "thu"])"), json.npos);
}

TEST(KeptDates, TheNameOfAPictureInAWordFileIsReadOrRenamedAndADatePickersDayGoes) {
  const std::string body =
      "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:p "
      "w:rsidR=\"20191231\"><w:r><w:t>x</w:t></w:r>"
      "<w:date w:fullDate=\"2024-11-04T00:00:00Z\"/>"
      "<wp:docPr xmlns:wp=\"v\" id=\"1\" name=\"IMG_20241104_083000.jpg\"/></w:p></w:document>";
  const std::string docx = zip_archive(
      {{"word/document.xml", body},
       {"word/media/IMG_20241104.jpg", "x"},
       {"word/_rels/document.xml.rels",
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        "<Relationship Id=\"r\" Target=\"media/IMG_20241104.jpg\"/>"
        "</Relationships>"}});
  EXPECT_EQ(read(docx, Format::kDocx).n_kept_dates, 0u);
  const FormattedText out = read(redacted(docx, Format::kDocx, "linked"), Format::kDocx);
  const std::string written(out.text.member_bytes(0));
  EXPECT_NE(written.find("\"20191231\""), written.npos) << written;
  EXPECT_NE(out.text.member_bytes(2).find("media/hidden1.jpg"), std::string_view::npos);
  // A word processor reads nothing but a time there.
  EXPECT_NE(written.find("fullDate=\"2000-01-01T00:00:00Z\""), written.npos) << written;
  EXPECT_NE(read(docx, Format::kDocx).text.text().find("IMG_20241104_083000.jpg"),
            std::string_view::npos);
}

}  // namespace redact::kept_dates_test
