// SPDX-License-Identifier: Apache-2.0
#include "documents/files/plain_text.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::plain_text_test {

TEST(PlainText, BinaryFilesBeginInTheirWay) {
  using namespace std::string_view_literals;
  EXPECT_STREQ(binary_kind("%PDF-1.7"), "PDF");
  EXPECT_STREQ(binary_kind("\xEF\xBB\xBF\r\n %PDF-1.7"), "PDF");
  EXPECT_STREQ(binary_kind("II*\0\x08\0\0\0"sv), "an image");
  EXPECT_STREQ(binary_kind("BM\x46\0\0\0\0\0\0\0\x36"sv), "an image");
  EXPECT_STREQ(binary_kind("RIFF\x24\0\0\0WAVEfmt "sv), "a sound");
  EXPECT_STREQ(binary_kind("\0\0\0\x18"
                           "ftypheic"sv),
               "an image or a film");
  const auto ole = [](std::string_view stream) {
    std::string file = "\xD0\xCF\x11\xE0" + std::string(64, '\0');
    for (const char c : stream) file.append(1, c).append(1, '\0');
    return file;
  };
  EXPECT_STREQ(binary_kind(ole("__substg1.0_0037001F")), "an Outlook message (.msg)");
  EXPECT_STREQ(binary_kind(ole("EncryptedPackage")), "an encrypted Office document");
  EXPECT_STREQ(binary_kind(ole("WordDocument")), "an Office document");
  EXPECT_STREQ(binary_kind("BZh91AY&SY"), "an archive");
  EXPECT_STREQ(binary_kind(std::string(128, '\0') + "DICM"), "DICOM");
  EXPECT_STREQ(binary_kind("notes.txt" + std::string(248, '\0') + "ustar"), "an archive");
  for (const std::string_view text : {"Mr", "BM normal.", "RIFF", "PAR1 antagonist", "II", "BZh",
                                      "ID3", "MM 3/12", "the ftyp", "", "  "}) {
    EXPECT_EQ(binary_kind(text), nullptr) << text;
  }
}

TEST(PlainText, RandomBytesAreNoText) {
  EXPECT_TRUE(may_be_text("Mrs M\u00fcller, \u0645\u0631\u064a\u0636"));
  EXPECT_TRUE(may_be_text("Mrs M\xfcller has no fever."));
  EXPECT_TRUE(may_be_text(""));
  // "Mrs Margaret Ellison was seen" as if it were Base64.
  EXPECT_FALSE(may_be_text("\x32\xbb\x0c\x6a\xb8\x1a\xb7\xac\x49\x65\x8a\xc8\xa7\xc1\xab\x2c"));
}

TEST(PlainText, Utf32IsNoPlainTextWithoutAMarkEither) {
  EXPECT_EQ(binary_kind(std::string("a\0b\0\n\0c\0d\0\n\0e\0f\0", 16)), nullptr);
  EXPECT_EQ(binary_kind(std::string(64, '\0')), nullptr);
  for (const bool high_first : {false, true}) {
    std::string wide;
    for (const char c : std::string("MRN 4471920\n")) {
      wide += high_first ? std::string(3, '\0') + c : c + std::string(3, '\0');
    }
    const std::string emoji =
        high_first ? std::string("\0\1\xf6\x42", 4) : std::string("\x42\xf6\1\0", 4);
    for (const std::string& text : {wide, emoji + wide, wide + '\n', wide.substr(1)}) {
      EXPECT_STREQ(binary_kind(text), "a text in UTF-32");
    }
  }
}

TEST(PlainText, Utf16IsKnownByItsMarkOrItsZeroBytes) {
  const auto bytes = [](std::string_view text, bool high_first) {
    std::string wide;
    for (const char c : text) {
      if (high_first) wide += '\0';
      wide += c;
      if (!high_first) wide += '\0';
    }
    return wide;
  };
  for (const bool high_first : {false, true}) {
    const std::string mark = high_first ? "\xFE\xFF" : "\xFF\xFE";
    const auto marked = find_utf16(mark + bytes("Mr Hartley", high_first));
    ASSERT_TRUE(marked.has_value());
    EXPECT_EQ(marked->n_mark, 2u);
    EXPECT_EQ(marked->high_byte_first, high_first);
    const auto bare = find_utf16(bytes("Mr Hartley", high_first));
    ASSERT_TRUE(bare.has_value());
    EXPECT_EQ(bare->n_mark, 0u);
    EXPECT_EQ(bare->high_byte_first, high_first);
  }
  // A mark decides, unless plain ASCII follows.
  EXPECT_FALSE(find_utf16("\xFF\xFETova Quenby was seen").has_value());
  EXPECT_TRUE(find_utf16("\xFF\xFE\x39\x06\x44\x06").has_value());
  EXPECT_TRUE(find_utf16("\xFE\xFF\x06\x39\x06\x44")->high_byte_first);
  EXPECT_FALSE(find_utf16("\xFF\xFE\x3b\x73")->high_byte_first);
  for (const std::string& text : {std::string("Mr Hartley"), std::string(40, '\0'),
                                  std::string("Mrs Ellison\0\0\0\0 x", 17), std::string()}) {
    EXPECT_FALSE(find_utf16(text).has_value()) << text;
  }
}

}  // namespace redact::plain_text_test
