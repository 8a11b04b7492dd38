// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/date_shift.h"

#include <gtest/gtest.h>

namespace redact::date_shift_test {

std::string moved(int days, const std::string& date, bool differs) {
  const auto parts = DateParts::read(date, DateOrder::kDayFirst, "en").value();
  return moved_date(parts, date, std::chrono::days(days), differs);
}

TEST(DateShift, AMonthThatItLeavesMovesByOneInItsDirection) {
  for (const int by : {1, 7, 14}) {
    for (const bool differs : {false, true}) {
      EXPECT_EQ(moved(by, "March 2020", differs), "April 2020");
      EXPECT_EQ(moved(-by, "March 2020", differs), "February 2020");
      EXPECT_EQ(moved(-by, "2020-01", differs), "2019-12");
    }
    EXPECT_EQ(moved(by, "2015", true), "2016");
    EXPECT_EQ(moved(-by, "2015", true), "2014");
    EXPECT_EQ(moved(by, "2015", false), "2015");
  }
  EXPECT_EQ(moved(7, "Monday", true), "Tuesday");
  EXPECT_EQ(moved(-7, "Monday", true), "Sunday");
  EXPECT_EQ(moved(7, "Monday", false), "Monday");
  EXPECT_EQ(moved(365, "14 March", true), "15 March");
  EXPECT_EQ(moved(180, "2015", true), "2016");  // the middle of 2015 stays in 2015
  EXPECT_EQ(moved(-300, "2015", true), "2014");
}

}  // namespace redact::date_shift_test
