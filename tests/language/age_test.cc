// SPDX-License-Identifier: Apache-2.0
#include "language/age.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::age_test {

bool in_years(const std::string& surface, const std::string& behind = "",
              const std::string& language = "en") {
  const auto age = read_age(surface, behind, language);
  EXPECT_TRUE(age) << surface;
  return !age || age->in_years;
}

TEST(Age, MonthsWeeksDaysHoursAndMinutesInEveryLanguage) {
  for (const char* surface :
       {"95 days",    "95-day-old",  "95 d",      "95d",         "DAYS 95",      "12 wks",
        "104 weeks",  "95 wk",       "96 hours",  "96 h",        "96 hrs",       "95 min.",
        "95 minutes", "100 months",  "100 mths",  "100 mo",      "95 días",      "95 DIAS",
        "95 semanas", "95 sem.",     "95 meses",  "100 mes",     "96 horas",     "96 hs",
        "95 giorni",  "95 gg",       "95gg.",     "giorni 95",   "95 settimane", "95 sett.",
        "95 mesi",    "96 ore",      "95 jours",  "95 semaines", "95 mois",      "96 heures",
        "95 mn",      "95 Tage",     "95 Tagen",  "95-tägig",    "95tägige",     "95 Tg.",
        "95 Wochen",  "95-wöchiger", "95 Monate", "95 Mon.",     "95monatiges",  "96 Std.",
        "96 Stunden", "95 Minuten",  "95 zile",   "95 de zile",  "95 săptămâni", "95 de luni",
        "96 ore",     "95 gün",      "95 günlük", "95 hafta",    "95 aylık",     "96 saatlik",
        "95 dk",      "95 يوما",     "95 أيام",   "95 أسبوع",    "95 شهرا",      "96 ساعة",
        "95 aylik",   "95 aylıkken", "95 GÜNLÜK"}) {
    EXPECT_FALSE(in_years(surface)) << surface;
  }
}

TEST(Age, EverythingElseCountsYears) {
  for (const char* surface :
       {"95",        "95 years",   "95-year-old", "95 yo", "95 y",       "95M",
        "95 m",      "95 F",       "95 años",     "95 a.", "95 anni",    "anni 95",
        "95 ans",    "95 Jahre",   "95-jährig",   "95 J.", "95j",        "95 w",
        "95 de ani", "95 yaşında", "95 سنة",      "d 95",  "95 Journal", "95 daycare"}) {
    EXPECT_TRUE(in_years(surface, "", "de")) << surface;
  }
}

TEST(Age, AnAbbreviationWithOneMeaningInALanguageHasItThere) {
  EXPECT_FALSE(in_years("95 j", "", "fr"));
  EXPECT_TRUE(in_years("95 j", "", "de"));
  EXPECT_FALSE(in_years("12 w", "", "en"));
  EXPECT_TRUE(in_years("95 w", "", "de"));
}

TEST(Age, TheUnitMayStandBehindTheSurface) {
  EXPECT_FALSE(in_years("95", " giorni, ricoverata"));
  EXPECT_FALSE(in_years("95", "-day-old"));
  EXPECT_FALSE(in_years("95", " gg"));
  EXPECT_FALSE(in_years("95", " de zile"));
  EXPECT_TRUE(in_years("95", ", day case"));
  EXPECT_TRUE(in_years("95", "\ndays later"));
  EXPECT_TRUE(in_years("95", " d/c home"));
  EXPECT_TRUE(in_years("95", ""));
  EXPECT_TRUE(in_years("95 anni", " giorni"));
  EXPECT_FALSE(in_years("95", " jours " + std::string(1000, 'x')));
}

TEST(Age, TheNumberIsReadWhereItStands) {
  const auto age = read_age("aged 76 years", "", "en");
  ASSERT_TRUE(age);
  EXPECT_EQ(age->value, 76);
  EXPECT_EQ(age->begin, 5u);
  EXPECT_EQ(age->end, 7u);
}

TEST(Age, SeveralNumbersOrNoneAreNoAge) {
  for (const char* surface : {"ninety", "2 years 11 months", "1948", "6/12", "٩٥ يوما", ""}) {
    EXPECT_FALSE(read_age(surface, "", "en")) << surface;
  }
}

}  // namespace redact::age_test
