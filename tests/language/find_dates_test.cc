// SPDX-License-Identifier: Apache-2.0
#include "language/find_dates.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::find_dates_test {

std::vector<std::string> dates_in(const std::string& text) {
  std::vector<std::string> dates;
  for (const Word& date : find_dates(text)) {
    dates.push_back(text.substr(date.begin, date.end - date.begin));
  }
  return dates;
}

using Dates = std::vector<std::string>;

TEST(FindDates, DatesOfAnyFormInNamesCodesAndIds) {
  const std::pair<std::string, std::string> expected[] = {
      {"20241104", "20241104"},
      {"20241104083000.123+0100", "20241104"},
      {"IMG_20241104_083000.jpg", "20241104"},
      {"IMG20241104083000.jpg", "20241104"},
      {"MSG20241104001", "20241104"},
      {"04112024", "04112024"},
      {"scan-2024-11-04-083000", "2024-11-04"},
      {"2024-11-04T08:30:00Z", "2024-11-04"},
      {"ORD/2024/11/04/7", "2024/11/04"},
      {"2024_11_04", "2024_11_04"},
      {"04.11.2024", "04.11.2024"},
      {"4-11-2024", "4-11-2024"},
      {"11/24/2024", "11/24/2024"},
      {"visit 2024-11", "2024-11"},
      {"Rev. 4 Nov 2024", "4 Nov 2024"},
      {"04NOV2024", "04NOV2024"},
      {"Nov 4, 2024", "Nov 4, 2024"},
      {"4 de noviembre de 2024", "4 de noviembre de 2024"},
      {"Kasım 2024", "Kasım 2024"},
      {"Mon 4 Nov 2024", "Mon 4 Nov 2024"},
  };
  for (const auto& [text, date] : expected) EXPECT_EQ(dates_in(text), Dates{date}) << text;
  EXPECT_EQ(dates_in("1^Q6H^D5^20241104^2024-11-09"), (Dates{"20241104", "2024-11-09"}));
}

TEST(FindDates, OtherNumbersAreNone) {
  for (const std::string text : {"",
                                 "7",
                                 "2.5.1",
                                 "2024",
                                 "12345-6",
                                 "2024-6",
                                 "20241304",
                                 "18991231",
                                 "21001231",
                                 "E11.9",
                                 "2.16.840.1.113883.10.20.22",
                                 "1.2.2024.11.04.3",
                                 "120/80",
                                 "2010/2011",
                                 "Q4 2024",
                                 "4 November",
                                 "4/11/24",
                                 "0117 496 0382",
                                 "rgb(20, 24, 110)",
                                 "MAR 5",
                                 "20240231"}) {
    EXPECT_EQ(dates_in(text), Dates{}) << text;
  }
}

}  // namespace redact::find_dates_test
