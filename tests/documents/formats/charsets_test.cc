// SPDX-License-Identifier: Apache-2.0
// Files in other character sets than UTF-8.
#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact::charsets_test {

using testing::read;
using testing::without;

// Names are decoded before anybody reads them.
TEST(ReadCharsets, ATextIsReadInTheCharacterSetOfItsFile) {
  EXPECT_EQ(read("Dr H\xe4le came", Format::kText).text.text(), "Dr H\u00e4le came");
  EXPECT_EQ(read("<p>Dr H\xe4le &auml;</p>", Format::kHtml).text.text(), "Dr H\u00e4le \u00e4");
  EXPECT_EQ(read("<meta charset='iso-8859-9'><p>\xddpek", Format::kHtml).text.text(), "\u0130pek");
  EXPECT_EQ(
      read("MSH|^~\\&|LAB|||||||||||||||8859/6\rNTE|1||\xe5\xd1\xea\r", Format::kHl7).text.text(),
      "\u0645\u0631\u064a");
  // A file in UTF-8 is that, whatever it says.
  EXPECT_EQ(
      read("MSH|^~\\&|LAB|||||||||||||||8859/1\rNTE|1||H\u00e4le\r", Format::kHl7).text.text(),
      "H\u00e4le");
  const auto unknown =
      read_document("MSH|^~\\&|LAB|||||||||||||||ISO IR87\rNTE|1||\x1b$B!x\r", Format::kHl7);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message(), "text: is in a character set that is not known");
}

TEST(ReadCharsets, AReplacementIsWrittenInTheCharacterSetOfItsFile) {
  EXPECT_EQ(without("Dr H\xe4le, S\xe3o", Format::kText, {"H\u00e4le"}), "Dr [PATIENT], S\xe3o");
  EXPECT_EQ(without("<p>Dr H\xe4le, S\xe3o", Format::kHtml, {"H\u00e4le"}),
            "<p>Dr [PATIENT], S\xe3o");
  // Policies may write other characters than those of tags.
  const auto with_tag = [](const std::string& tag, std::string_view document) {
    const FormattedText text = read(document, Format::kText);
    const Policy policy = Policy::parse("name: x\nplaceholders: {NAME: '" + tag + "'}").value();
    Replacer replacer(policy, text.text.text(), nullptr, "");
    return render(text, {{3, 8, Label::kName, 1}}, replacer).value().output;
  };
  EXPECT_EQ(with_tag("[\u00c9]", "Dr H\xe4le came"), "Dr [\xc9] came");
  EXPECT_EQ(with_tag("[\u0416]", "Dr H\xe4le came"), "Dr [NAME] came");
  EXPECT_EQ(with_tag("[\u0416]", "Dr Quill came"), "Dr [\u0416] came");
}

}  // namespace redact::charsets_test
