// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/plain_text.h"

#include <gtest/gtest.h>

#include <string>

namespace redact {
namespace {

TEST(PlainText, BinaryFilesBeginInTheirWay) {
  EXPECT_STREQ(binary_kind("%PDF-1.7"), "PDF");
  EXPECT_EQ(binary_kind("Mr"), nullptr);
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
  // A mark decides, whatever follows.
  EXPECT_TRUE(find_utf16("\xFF\xFE\x39\x06\x44\x06").has_value());
  EXPECT_TRUE(find_utf16("\xFE\xFF\x06\x39\x06\x44")->high_byte_first);
  EXPECT_FALSE(find_utf16("\xFF\xFE\x3b\x73")->high_byte_first);
  for (const std::string& text : {std::string("Mr Hartley"), std::string(40, '\0'),
                                  std::string("Mrs Ellison\0\0\0\0 x", 17), std::string()}) {
    EXPECT_FALSE(find_utf16(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace redact
