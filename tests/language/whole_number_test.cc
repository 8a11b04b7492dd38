// SPDX-License-Identifier: Apache-2.0
#include "language/whole_number.h"

#include <gtest/gtest.h>

namespace redact::whole_number_test {

TEST(WholeNumber, FractionsOfZerosAndExponentsAreOtherFormsOfAnInteger) {
  for (const char* number : {"4471920", "4471920.0", "4471920.", "4.47192E6", "4.471920e+6"}) {
    EXPECT_EQ(whole_number(number), "4471920") << number;
  }
  EXPECT_EQ(whole_number("0044"), "0044");
  EXPECT_EQ(whole_number("1.5e30").value_or("").size(), 31u);
  for (const char* other :
       {"", ".", ".0", "4.5", "4.47192E4", "1.0e-3", "1.0e31", "1.0e", "12E4", "1e3", "471.000",
        "12.0E4", "-4", "4,0", "4.0.0", "RX4", "1.0e99999999999999999999"}) {
    EXPECT_EQ(whole_number(other), std::nullopt) << other;
  }
}

}  // namespace redact::whole_number_test
