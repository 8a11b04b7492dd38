// SPDX-License-Identifier: Apache-2.0
// Files within texts, in Base64 and other encodings.
#include <gtest/gtest.h>

#include <string>

#include "documents/structured/codec.h"
#include "documents/structured/encoded_runs.h"
#include "tests/documents/formats/redacted.h"

namespace redact::encoded_text_test {

using testing::read;
using testing::without;

// Whatever the format says of the place. A text is read, and anything else is removed.
TEST(EncodedText, Base64IsReadWhereverItStands) {
  const std::string note(200, '7');
  const auto base64 = [](const std::string& text) {
    return encode(text, {.codec = Codec::kBase64}).value();
  };
  const std::string text = base64("Mr Quill " + note),
                    redacted_text = base64("Mr [PATIENT] " + note);
  const std::string pdf = base64("%PDF-1.4 Mr Quill " + note);
  struct Place {
    std::string before, after;
    Format format;
  };
  for (const Place& place : {
           Place{"MSH|^~\\&|LAB\rOBX|1|TX|1||see ", "\r", Format::kHl7},
           Place{R"({"resourceType":"Observation","valueString":"see )", "\"}", Format::kJson},
           Place{R"({"a":"see )", "\"}", Format::kJson},
           Place{"<a xmlns=\"urn:x\">see ", "</a>", Format::kXml},
           Place{"<p>see ", "</p>", Format::kHtml},
           Place{"see ", ", and", Format::kText},
           Place{"<p><!-- see ", " --></p>", Format::kHtml},
           Place{"see data:text/plain;base64,", "", Format::kText},
       }) {
    const auto with = [&](const std::string& value) { return place.before + value + place.after; };
    EXPECT_EQ(without(with(text), place.format, {"Quill"}), with(redacted_text));
    EXPECT_EQ(without(with(pdf), place.format), with("[REMOVED]"));
    EXPECT_EQ(read(with(pdf), place.format).n_unread, 1u);
    EXPECT_EQ(read(with("[REMOVED]"), place.format).n_unread, 0u);
  }
}

TEST(EncodedText, AShortFileInADataUrlIsRead) {
  const auto url = [](const std::string& text) {
    return "data:text/plain;base64," + encode(text, {.codec = Codec::kBase64}).value();
  };
  EXPECT_EQ(without(url("Mrs Tova Quenby called"), Format::kText, {"Tova Quenby", "base64"}),
            url("Mrs [PATIENT] called"));
  // Only words of standards stay unread before it.
  EXPECT_EQ(without("data:text/quenby;base64,QQ==", Format::kText, {"quenby"}),
            "data:text/[PATIENT];base64,QQ==");
}

TEST(EncodedText, AValueOfBase64IsEmptiedAsAnAttachmentIs) {
  const std::string pdf =
      encode("%PDF-1.4 Mr Quill " + std::string(200, '7'), {.codec = Codec::kBase64}).value();
  EXPECT_EQ(without("MSH|^~\\&|LAB\rOBX|1|TX|1||" + pdf + "\r", Format::kHl7),
            "MSH|^~\\&|LAB\rOBX|1|TX|1||W1JFTU9WRURd\r");
}

// Base64 that is known by its length keeps that where the text becomes shorter.
TEST(EncodedText, ShortenedBase64IsStillKnownAsSuch) {
  const std::string name = "Bartholomew Featherstonehaugh-Cholmondeley of 7 Westminster Gardens";
  const std::string note = "Mr " + name + " (5.1 mmol/l), Mr " + name;
  const std::string before = encode(note, {.codec = Codec::kBase64}).value();
  const std::string after = without("see " + before, Format::kText, {name});
  EXPECT_EQ(after.size(), 4 + kLeastBase64);
  EXPECT_EQ(read(after, Format::kText).text.text().substr(6, 41),
            "Mr [PATIENT] (5.1 mmol/l), Mr [PATIENT]  ");
}

TEST(EncodedText, AValueInAFormatThatNobodyReadsIsRefused) {
  for (const auto& [document, format] :
       {std::pair<std::string, Format>{"MSH|^~\\&|LAB\rOBX|1|TX|1||%PDF-1.7 Mr Quill\r",
                                       Format::kHl7},
        {R"({"a":"%PDF-1.7 Mr Quill"})", Format::kJson},
        {"<a xmlns=\"urn:x\">%PDF-1.7 Mr Quill</a>", Format::kXml}}) {
    const auto text = read_document(document, format);
    ASSERT_FALSE(text.ok()) << document;
    EXPECT_EQ(text.error().message(), "text: is PDF, not plain text");
  }
}

}  // namespace redact::encoded_text_test
