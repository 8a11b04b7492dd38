// SPDX-License-Identifier: Apache-2.0
#include "language/regions.h"

#include <gtest/gtest.h>

namespace redact::regions_test {

TEST(Regions, AreNamesOfStatesAndCountriesInAnySpelling) {
  for (const char* name :
       {"Ohio", "OHIO", "New Hampshire", "the State of Ohio", "CALIFORNIA, USA", "Castilla y León",
        "Emilia Romagna", "Nordrhein-Westfalen", "Provence-Alpes-Côte d'Azur", "Österreich",
        "Türkiye", "مصر", "Stati Uniti d'America"}) {
    EXPECT_TRUE(is_region(name, "en")) << name;
  }
  for (const char* name : {"Bristol", "Bristol, UK", "New York", "Kern County", "Milano", "", "of",
                           "Ohioan", "North"}) {
    EXPECT_FALSE(is_region(name, "en")) << name;
  }
  EXPECT_TRUE(is_region("MI", "en"));
  EXPECT_FALSE(is_region("MI", "it"));
}

}  // namespace redact::regions_test
