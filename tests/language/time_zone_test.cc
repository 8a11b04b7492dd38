// SPDX-License-Identifier: Apache-2.0
#include "language/time_zone.h"

#include <gtest/gtest.h>

#include "language/date_parts.h"

namespace redact::time_zone_test {

// The zone of the date of 10 characters at the beginning of a text; empty if there is none.
std::string zone_in(std::string_view text) {
  const auto zone = find_zone(text, 0, 10);
  return zone ? std::string(text.substr(zone->begin, zone->end - zone->begin)) : "";
}

TEST(TimeZone, IsBehindTheTimeOfDayOfADate) {
  EXPECT_EQ(zone_in("2024-03-30T08:00:00+01:00"), "+01:00");
  EXPECT_EQ(zone_in("2024-03-30T08:00:00.250-05:00"), "-05:00");
  EXPECT_EQ(zone_in("2024-03-30T08:00-05:00"), "-05:00");
  EXPECT_EQ(zone_in("2024-03-30T0800+0100 seen"), "+0100");
  EXPECT_EQ(zone_in("2024-03-30 08:00:00+01"), "+01");
  EXPECT_EQ(zone_in("30.03.2024, 08:15 CET, ward 4"), "CET");
  EXPECT_EQ(zone_in("30.03.2024 08:15 (seen)"), "");
  EXPECT_EQ(zone_in("30.03.2024 08:15 MESZ"), "MESZ");
  EXPECT_EQ(zone_in("30.03.2024 08:15:00 GMT+0100"), "GMT+0100");
  EXPECT_EQ(zone_in("30.03.2024 08:15 UTC+2, ward 4"), "UTC+2");
  EXPECT_EQ(zone_in("30.03.2024 08:15:00 EDT"), "EDT");
  EXPECT_EQ(zone_in("30.03.2024 at 08:15 CET"), "CET");
  EXPECT_EQ(zone_in("30.03.2024, um 08:15 Uhr MESZ"), "MESZ");
  EXPECT_EQ(zone_in("30.03.2024 a las 08:15 h CET"), "CET");
  EXPECT_EQ(zone_in("30.03.2024 à 08:15+01:00"), "+01:00");
}

TEST(TimeZone, MayBeAComment) {
  EXPECT_EQ(zone_in("30.03.2024 08:15 (CEST)"), "CEST");
  EXPECT_EQ(zone_in("30.03.2024 08:15:00 (PDT)"), "PDT");
  for (const char* zone :
       {"+0100 (CET)", "-0700 (PDT)", "+0300 (GMT+03:00)", "+0100 (W. Europe Standard Time)",
        "+0100 (Mitteleurop\u00e4ische Zeit)", "+0200 (heure d\u2019\u00e9t\u00e9)",
        "GMT+0200 (hora de verano de Europa central)", "+0000 (\u062a\u0648\u0642\u064a\u062a)"}) {
    EXPECT_EQ(zone_in("30.03.2024 08:15:00 " + std::string(zone) + " seen"), zone);
  }
  EXPECT_EQ(zone_in("30.03.2024 08:15:00 +0100 (seen)"), "+0100");
  EXPECT_EQ(zone_in("30.03.2024 08:15:00 +0000 (UTC)"), "");
}

TEST(TimeZone, OtherTimesAbbreviationsAndNumbersAreNone) {
  for (const char* text :
       {"30.03.2024 08:00-09:30", "30.03.2024 08:15 MDT with surgeons", "30.03.2024 08:15 AST 45",
        "30.03.2024 08:15 (MDT)", "30.03.2024 08:15 (no time)", "30.03.2024 08:15 +02 l",
        "30.03.2024 08:15 CETIRIZINE", "30.03.2024 and 08:15 CET", "30.03.2024 +0100",
        "30.03.2024-0500"}) {
    EXPECT_EQ(zone_in(text), "") << text;
  }
}

TEST(TimeZone, UtcSaysNothingOfTheSeason) {
  EXPECT_EQ(zone_in("2024-03-30T08:00:00Z"), "");
  EXPECT_EQ(zone_in("2024-03-30T08:00:00+00:00"), "");
  EXPECT_EQ(zone_in("30.03.2024 08:15 UTC"), "");
}

TEST(TimeZone, IsReplacedByUtcInTheSameForm) {
  for (const auto& [zone, utc] : {std::pair{"+01:00", "+00:00"},
                                  {"-0500", "+0000"},
                                  {"+02", "+00"},
                                  {"CEST", "UTC"},
                                  {"UTC+1000", "UTC"},
                                  {"+0200 (CEST)", "+0000 (UTC)"}}) {
    EXPECT_TRUE(is_zone(zone)) << zone;
    EXPECT_EQ(utc_like(zone), utc);
  }
  for (const char* other : {"", "2024", "MDTS", "+1", "CET 2024"}) EXPECT_FALSE(is_zone(other));
}

TEST(TimeZone, DatesThatMoveLoseIt) {
  const auto moved = [](const char* date) {
    const auto parts = DateParts::read(date, DateOrder::kDayFirst, "en");
    return parts ? parts->write(parts->day() + std::chrono::days(300)) : "";
  };
  EXPECT_EQ(moved("20240330080000+0100"), "20250124080000+0000");
  EXPECT_EQ(moved("2024-03-30T08:00:00+01:00"), "2025-01-24T08:00:00+00:00");
  EXPECT_EQ(moved("Sat, 30 Mar 2024 08:00:00 +0100"), "Fri, 24 Jan 2025 08:00:00 +0000");
  EXPECT_EQ(moved("Sat Mar 30 08:00:00 EST 2024"), "Fri Jan 24 08:00:00 UTC 2025");
  EXPECT_EQ(moved("30 Mar 2024 08:00:00 -0700 (PDT)"), "24 Jan 2025 08:00:00 +0000 (UTC)");
}

}  // namespace redact::time_zone_test
