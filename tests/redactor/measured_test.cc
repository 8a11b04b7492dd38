// SPDX-License-Identifier: Apache-2.0
#include "redactor/measured.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::measured_test {

bool is_measured_in(const std::string& text, const std::string& number) {
  const size_t at = text.find(number);
  return is_measured(text, {at, at + number.size(), Label::kMedicalRecord, 0, SpanSource::kField});
}

TEST(Measured, ANumberBeforeAUnitIs) {
  for (const char* text : {"heparin 25000 units given", "platelets 25000/uL", "25000/µL",
                           "25000 µg", "25000 IU", "25000 Einheiten", "25000 copies/mL"}) {
    EXPECT_TRUE(is_measured_in(text, "25000")) << text;
  }
}

TEST(Measured, OtherNumbersAreNot) {
  for (const char* text : {"file 25000", "file 25000.", "25000 is his number", "25000, units",
                           "25000  mg", "25000 L hip", "25000 u. Kollege", "25000 Unit 7B",
                           "25000 U/S", "25000 G tube", "25000/mg"}) {
    EXPECT_FALSE(is_measured_in(text, "25000")) << text;
  }
  EXPECT_FALSE(is_measured_in("number 1234567 units", "1234567"));
  EXPECT_FALSE(is_measured_in("file RX250 mg", "RX250"));
}

}  // namespace redact::measured_test
