// SPDX-License-Identifier: Apache-2.0
// Files of several resources, documents or messages, with other text around them.
#include <gtest/gtest.h>

#include <string>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/expect_within.h"

namespace redact::several_texts_test {

using testing::read;
using testing::without;

const std::string kPatient =
    R"({"resourceType":"Patient","name":[{"family":"Quill"}],"gender":"male"})";
const std::string kHidden =
    R"({"resourceType":"Patient","name":[{"family":"[PATIENT]"}],"gender":"male"})";
const std::string kSeen =
    R"({"resourceType":"Observation","status":"final","valueString":"Mr Quill"})";

const std::string kXml =
    "<?xml version=\"1.0\"?>\n<Patient xmlns=\"http://hl7.org/fhir\"><name><family value=\"";
const std::string kXmlEnd = "\"/></name></Patient>";
std::string xml(const std::string& name) { return kXml + name + kXmlEnd; }

const std::string kMessage = "MSH|^~\\&|LAB\rPID|1||||";

// The result for a file with its fields and a name in its text hidden.
void expect(const std::string& file, const std::string& result) {
  const Format format = find_format(file, {});
  EXPECT_EQ(without(file, format, {"Owen Greco"}), result) << file;
}

TEST(SeveralTexts, ResourcesMayFollowOneAnother) {
  for (const char* between : {"", "\n", "\r\n\r\n", "\n\x1e", "\n\xEF\xBB\xBF"}) {
    expect(kPatient + between + kSeen, kHidden + between + kSeen);
  }
  for (const char* between : {"", "\n", "\r\n\r\n", "\n\xEF\xBB\xBF", "\n<!-- x -->\n"}) {
    expect(xml("Quill") + between + xml("Quill"), xml("[PATIENT]") + between + xml("[PATIENT]"));
  }
  expect("\x1e" + kPatient + "\n", "\x1e" + kHidden + "\n");
  expect("\xEF\xBB\xBF\xEF\xBB\xBF" + xml("Quill"), "\xEF\xBB\xBF\xEF\xBB\xBF" + xml("[PATIENT]"));
}

TEST(SeveralTexts, ManyAreReadInLinearTime) {
  constexpr size_t kMany = 20000;
  for (const std::string& one : {kPatient, xml("Quill"), "a\n" + kPatient, "a\n" + xml("Quill")}) {
    std::string many;
    for (size_t i = 0; i < kMany; ++i) many += one + "\n";
    testing::expect_within(10, [&] { EXPECT_EQ(read(many, find_format(many, {})).n_unread, 0u); });
  }
}

TEST(SeveralTexts, TextAroundThemIsRead) {
  expect("From Owen Greco:\n" + kPatient + "\nto Owen Greco\n" + kPatient + "\nOwen Greco",
         "From [PATIENT]:\n" + kHidden + "\nto [PATIENT]\n" + kHidden + "\n[PATIENT]");
  expect("From Owen Greco:\n" + xml("Quill") + "\nto Owen Greco\n" + xml("Quill") + "\nOwen Greco",
         "From [PATIENT]:\n" + xml("[PATIENT]") + "\nto [PATIENT]\n" + xml("[PATIENT]") +
             "\n[PATIENT]");
  expect("<!-- Owen Greco -->\n" + xml("Quill"), "<!-- [PATIENT] -->\n" + xml("[PATIENT]"));
  expect("# Owen Greco\n" + kMessage + "QUILL|||M\rby Owen Greco\r" + kMessage + "QUILL\r",
         "# [PATIENT]\n" + kMessage + "[PATIENT]|||M\rby [PATIENT]\r" + kMessage + "[PATIENT]\r");
}

TEST(SeveralTexts, AHeaderMayFollowTheTimeOfALog) {
  const std::string header = "MSH|^~\\&|LAB|||||||ORU^R01";
  expect("8:15 Owen Greco " + header + "\nPID|1||||QUILL\n8:16 " + header + "\nPID|1||||QUILL\n",
         "8:15 [PATIENT] " + header + "\nPID|1||||[PATIENT]\n8:16 " + header +
             "\nPID|1||||[PATIENT]\n");
  EXPECT_EQ(find_format("A header (MSH|^~\\&|LAB|) begins a message.", {}), Format::kText);
}

// Fields of a code are kept; a line of a log after one is none.
// Broken JSON is not text with a resource in it.
TEST(SeveralTexts, NoResourceBeginsWithinOtherJson) {
  for (const std::string head : {"[[[[[[[[[[[[[[[[[[[[", "{\"a\" [\n", "[\n"}) {
    EXPECT_FALSE(read_document(head + "\n" + kPatient, Format::kJson).ok()) << head;
  }
  EXPECT_EQ(find_format("[2024-03-12 10:11] sent\n" + kPatient, {}), Format::kJson);
  EXPECT_EQ(find_format("<a>MSH|^~\\&|LAB|||||||ORU^R01|\nPID|1||||QUILL</a>", {}), Format::kHtml);
}

TEST(SeveralTexts, ALineThatContinuesACodeIsRead) {
  expect("MSH|^~\\&|LAB\rPID|1||||QUILL|||M\rGreco\rNTE|1||x\r",
         "MSH|^~\\&|LAB\rPID|1||||[PATIENT]|||M\rGreco\rNTE|1||x\r");
  const std::string log = "MSH|^~\\&|LAB\rPID|1||||QUILL|||M\rGRECO\r";
  EXPECT_NE(read(log, Format::kHl7).text.text().find("GRECO"), std::string_view::npos);
}

TEST(SeveralTexts, OtherTextBehindJsonIsRefused) {
  for (const char* behind : {"x", ",", "]", "\"a\"", "{", "7"}) {
    EXPECT_FALSE(read_document(kPatient + behind, Format::kJson).ok()) << behind;
  }
  const auto refused = read_document(kPatient + "\n" + kPatient + "\nx", Format::kJson);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().where, "byte " + std::to_string(2 * kPatient.size() + 2));
}

TEST(SeveralTexts, PagesThatAreNoXmlAreReadAsPages) {
  for (const std::string head :
       {"<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n<html>",
        "<div xmlns:o=\"urn:schemas-microsoft-com:office:office\">",
        "<!-- x --><div xmlns:o=\"urn:schemas-microsoft-com:office:office\">"}) {
    expect(head + "<p>Owen Greco<br>x</p>", head + "<p>[PATIENT]<br>x</p>");
  }
  EXPECT_FALSE(
      read_document("<section xmlns=\"urn:hl7-org:v3\"><br></section>", Format::kXml).ok());
}

TEST(SeveralTexts, AFileInATextIsReadInItsFormat) {
  const std::string message = kMessage + "QUILL\rNTE|1||x\r",
                    hidden = kMessage + "[PATIENT]\rNTE|1||x\r";
  const auto in_json = [](std::string text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '\r' || c == '\n') {
        escaped += c == '\r' ? "\\r" : "\\n";
      } else {
        escaped += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
      }
    }
    return "{\"a\":\"" + escaped + "\"}";
  };
  expect(in_json(message), in_json(hidden));
  expect(in_json(kPatient), in_json(kHidden));
  expect(in_json(xml("Quill")), in_json(xml("[PATIENT]")));
  expect("<a xmlns=\"urn:x\"><![CDATA[" + message + "]]></a>",
         "<a xmlns=\"urn:x\"><![CDATA[" + hidden + "]]></a>");
  expect("<a xmlns=\"urn:x\"><![CDATA[" + xml("Quill") + "]]></a>",
         "<a xmlns=\"urn:x\"><![CDATA[" + xml("[PATIENT]") + "]]></a>");
  // Neither is one.
  expect(in_json("{\"a\": Owen Greco}"), in_json("{\"a\": [PATIENT]}"));
  expect(in_json("<a xmlns=\"b\"> Owen Greco"), in_json("<a xmlns=\"b\"> [PATIENT]"));
}

}  // namespace redact::several_texts_test
