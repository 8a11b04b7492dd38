// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/zip_areas.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::zip_areas_test {

std::string three_digits(int area) {
  const std::string digits = std::to_string(area);
  return std::string(3 - digits.size(), '0') + digits;
}

// Of the 894 areas of the 2020 census, 18 have 20,000 people or fewer.
TEST(ZipAreas, OfAllThreeDigitsThoseOfPopulousAreasStay) {
  int n_populous = 0;
  for (int area = 0; area < 1000; ++area) n_populous += is_populous_zip_area(three_digits(area));
  EXPECT_EQ(n_populous, 894 - 18);
}

TEST(ZipAreas, ThePopulationOfTheCurrentCensusCounts) {
  // By the 2000 census these were small, too.
  for (const char* grown : {"063", "790", "830", "831", "890"}) {
    EXPECT_TRUE(is_populous_zip_area(grown)) << grown;
  }
  for (const char* small : {"036", "059", "102", "202", "203", "204", "205", "369", "556", "692",
                            "753", "772", "821", "823", "878", "879", "884", "893"}) {
    EXPECT_FALSE(is_populous_zip_area(small)) << small;
  }
  EXPECT_TRUE(is_populous_zip_area("576"));  // 20,310 people
}

TEST(ZipAreas, WhereNobodyIsCountedNoDigitStays) {
  for (const char* nobody : {"000", "090", "098", "340", "555", "885", "962", "969", "987"}) {
    EXPECT_FALSE(is_populous_zip_area(nobody)) << nobody;
  }
  for (const char* none : {"", "02", "0214", "02a"}) EXPECT_FALSE(is_populous_zip_area(none));
}

TEST(ZipAreas, FiveAndNineDigitsAreCodesInAnyForm) {
  for (const char* code : {"02139", "02139-4307", "02139 4307", "021394307", "02139 - 4307"}) {
    EXPECT_EQ(generalised_zip(code), "021**") << code;
  }
  EXPECT_EQ(generalised_zip("03601-1234"), "000**");
  EXPECT_EQ(generalised_zip("09012"), "000**");
  for (const char* none : {"", "0213", "021394", "02139-43", "02139-43071", "02139/4307", "BS6 5QT",
                           "MA 02139", "02139 Bath"}) {
    EXPECT_EQ(generalised_zip(none), "") << none;
  }
}

}  // namespace redact::zip_areas_test
