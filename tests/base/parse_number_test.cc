// SPDX-License-Identifier: Apache-2.0
#include "base/parse_number.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace redact::parse_number_test {

TEST(ParseNumber, TheWholeTextIsANumberOfTheType) {
  EXPECT_EQ(parse_number<uint8_t>("255"), 255);
  EXPECT_EQ(parse_number<int>("-07"), -7);
  EXPECT_EQ(parse_number<double>("2.5e1"), 25);
  for (const char* text : {"", "256", "-1", "+1", " 1", "1 ", "1a", "0x1", "1.0"}) {
    EXPECT_FALSE(parse_number<uint8_t>(text)) << text;
  }
}

}  // namespace redact::parse_number_test
