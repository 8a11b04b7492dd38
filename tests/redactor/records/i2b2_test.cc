// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "redactor/records/formats.h"
#include "redactor/records/i2b2_types.h"
#include "tests/redactor/records/redaction_of.h"

namespace redact::i2b2_test {

using testing::redaction_of;

constexpr std::string_view kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<deIdi2b2>\n<TEXT><![CDATA[";

std::string i2b2(const std::string& text, size_t begin, size_t end) {
  return to_i2b2(text, redaction_of(text, begin, end)).value();
}

TEST(I2b2, ATagHasTheOffsetsAndTheTextOfAnEntity) {
  EXPECT_EQ(i2b2("\xf0\x9f\x98\x80 Ana", 5, 8),
            std::string(kHead) +
                "\xf0\x9f\x98\x80 Ana]]></TEXT>\n<TAGS>\n<NAME id=\"P0\" start=\"2\" end=\"5\" "
                "text=\"Ana\" TYPE=\"PATIENT\" comment=\"\" />\n</TAGS>\n</deIdi2b2>\n");
}

TEST(I2b2, TheTextIsNotReadAsXml) {
  const std::string xml = i2b2("a]]>b\r\n<\"A&\n>\tB", 7, 15);
  EXPECT_NE(xml.find("<TEXT><![CDATA[a]]]]><![CDATA[>b]]>&#13;<![CDATA[\n<\"A&\n>\tB]]></TEXT>"),
            xml.npos)
      << xml;
  EXPECT_NE(xml.find("text=\"&lt;&quot;A&amp;&#10;&gt;&#9;B\""), xml.npos) << xml;
}

TEST(I2b2, WhatXmlCannotHoldIsRefused) {
  for (const std::string bad : {"\x0c", "\x01", "\xff", "\xef\xbf\xbe"}) {
    EXPECT_FALSE(to_i2b2("Ana " + bad, redaction_of("Ana " + bad, 0, 3)).ok());
  }
  EXPECT_TRUE(to_i2b2("Ana \t\r\n\x7f", redaction_of("Ana \t\r\n\x7f", 0, 3)).ok());
}

TEST(I2b2, ALabelWithoutATypeIsOther) {
  EXPECT_EQ(i2b2_type(Label::kMedicalRecord).type, "MEDICALRECORD");
  EXPECT_EQ(i2b2_type(Label::kMedicalRecord).element, "ID");
  EXPECT_EQ(i2b2_type(Label::kNationality).element, "OTHER");
}

}  // namespace redact::i2b2_test
