// SPDX-License-Identifier: Apache-2.0
#include "base/ascii.h"

#include <gtest/gtest.h>

namespace redact::ascii_test {

TEST(Ascii, BytesBeyondItMayBeLetters) {
  EXPECT_TRUE(is_ascii('\x7f'));
  EXPECT_FALSE(is_ascii('\x80'));
  EXPECT_TRUE(has_letter("12 a"));
  EXPECT_TRUE(has_letter("1 \xc3\xa9"));
  EXPECT_FALSE(has_letter("12-[_]"));
}

TEST(Ascii, AllDigits) {
  EXPECT_TRUE(all_digits("0189"));
  for (const char* text : {"1.", "-1", "a", " "}) EXPECT_FALSE(all_digits(text)) << text;
}

TEST(Ascii, BeginningsInAnyCase) {
  EXPECT_TRUE(starts_with_any_case("<!DocType html>", "<!doctype"));
  EXPECT_TRUE(starts_with_any_case("data:", "data:"));
  EXPECT_FALSE(starts_with_any_case("<!DocTyp", "<!doctype"));
  EXPECT_FALSE(starts_with_any_case("", "<!doctype"));
}

}  // namespace redact::ascii_test
