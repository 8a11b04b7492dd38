// SPDX-License-Identifier: Apache-2.0
#include "language/date_parts.h"

#include <gtest/gtest.h>

namespace redact::date_parts_test {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

std::string moved(const std::string& text, int by, DateOrder order = DateOrder::kDayFirst) {
  const auto date = DateParts::read(text, order);
  return date ? date->write(date->day() + days(by)) : "none";
}

TEST(DateParts, AnotherDayKeepsTheForm) {
  const std::pair<std::string, std::string> expected[] = {
      {"14/03/1948", "25/03/1948"},
      {"2024-11-28", "2024-12-09"},
      {"28.2.2023", "11.3.2023"},
      {"28.02.23", "11.03.23"},
      {"3.5.", "14.5."},
      {"25/12/99", "05/01/00"},
      {"March 25, 2020", "April 5, 2020"},
      {"25 MAR 2020", "5 APR 2020"},
      {"25th of March 2020", "5th of April 2020"},
      {"25 de diciembre de 2019", "5 de enero de 2020"},
      {"25 dicembre", "5 gennaio"},
      {"1er février 2012", "12 février 2012"},
      {"21er février 2012", "3 mars 2012"},
      {"1° marzo 2024", "12 marzo 2024"},
      {"1ᵉʳ mars 2024", "12 mars 2024"},
      {"1 er avril 2024", "12 avril 2024"},
      {"1 st March 2024", "12 th March 2024"},
      {"1ˢᵗ March 2024", "12th March 2024"},
      {"21ST March 2024", "1ST April 2024"},
      {"1st March 2024", "12th March 2024"},
      {"11th March 2024", "22nd March 2024"},
      {"March 12th, 2024", "March 23rd, 2024"},
      {"25. August 2011", "5. September 2011"},
      {"Sept. 25, 2001", "Octo. 6, 2001"},
      {"25MAR2020", "5APR2020"},
      {"25 août 2011", "5 septembre 2011"},
      {"2004-11-28 07:31:06", "2004-12-09 07:31:06"},
      {"2019-08-30T23:59:59.120Z", "2019-09-10T23:59:59.120Z"},
      {"25/12/1999 9:05", "05/01/2000 9:05"},
      {"25 februarie 2011", "8 martie 2011"},
      {"25 DECEMBRIE 2019", "5 IANUARIE 2020"},
      {"25 noi. 2011", "6 dec. 2011"},
      {"25.XII.2019", "5.I.2020"},
      {"25-vi-22", "6-vii-22"},
      {"25 Mart 2020", "5 Nisan 2020"},
      {"25 Aralık", "5 Ocak"},
      {"25 MAYIS 2011", "5 HAZİRAN 2011"},
      {"25 mayis 2011", "5 haziran 2011"},
      {"25 Kas 2011", "6 Ara 2011"},
  };
  for (const auto& [text, want] : expected) EXPECT_EQ(moved(text, 11), want) << text;
}

TEST(DateParts, DaysOfAListAreNoDate) {
  for (const char* text : {"12., 13.", "12, 13 March", "12,13"}) EXPECT_EQ(moved(text, 11), "none");
}

TEST(DateParts, AMissingYearDecidesWhetherFebruaryHas29Days) {
  const auto in = [](int year, std::string_view text) {
    const auto date = DateParts::read(text, DateOrder::kDayFirst, "en", year);
    return date ? date->write(date->day() + days(2)) : "none";
  };
  EXPECT_EQ(in(2023, "27 February"), "1 March");
  EXPECT_EQ(in(2024, "27 February"), "29 February");
  EXPECT_EQ(in(2024, "29/02"), "02/03");
  EXPECT_EQ(in(kAnyYear, "29/02"), "none");
  EXPECT_EQ(in(2024, "27 February 2023"), "1 March 2023");
}

TEST(DateParts, AMonthThatLanguagesShareIsOneOfTheTextsLanguage) {
  const auto moved_in = [](std::string_view language, std::string_view text) {
    const auto date = DateParts::read(text, DateOrder::kDayFirst, language);
    return date ? date->write(date->day() + days(30)) : "none";
  };
  EXPECT_EQ(moved_in("fr", "12 mai 2024"), "11 juin 2024");
  EXPECT_EQ(moved_in("ro", "12 mai 2024"), "11 iunie 2024");
  EXPECT_EQ(moved_in("de", "12. Mai 2024"), "11. Juni 2024");
  EXPECT_EQ(moved_in("ro", "12 august 2024"), "11 septembrie 2024");
  EXPECT_EQ(moved_in("ro", "12 September 2024"), "12 October 2024");
  EXPECT_EQ(moved_in("", "12 mai 2024"), "11 juin 2024");
}

TEST(DateParts, ArabicMonthsKeepTheirCalendarAndTheirWords) {
  const std::pair<std::string, std::string> expected[] = {
      {"25 مارس 2020", "5 أبريل 2020"},
      {"25 آذار 2020", "5 نيسان 2020"},
      {"25 أفريل 2020", "6 ماي 2020"},
      {"25 غشت", "5 شتنبر"},
      {"28 كانون الأول 2019", "8 كانون الثاني 2020"},
      {"28 تشرين الاول 2019", "8 تشرين الثاني 2019"},
      {"25 من يوليو سنة 2020م", "5 من أغسطس سنة 2020م"},
      {"شهر حزيران 2020", "شهر حزيران 2020"},
      {"12 رمضان 1445", "none"},  // another calendar
      {"12/03/1445", "none"},
      {"الثاني 2020", "none"},
      {"ما 2020", "none"},  // two letters of مارس, "what"
  };
  for (const auto& [text, want] : expected) EXPECT_EQ(moved(text, 11), want) << text;
}

TEST(DateParts, NoMoveWritesTheSameBytes) {
  for (const std::string text :
       {"14/03/1948", "3/4/21", "2024-11-28", "1.2.", "März 2020", "sep-04", "2015", "12/2020",
        "el 3 de mayo de 2020", "JULY 4, 1976", "DÉCEMBRE 2001", "31. Dez. 2019"}) {
    EXPECT_EQ(moved(text, 0), text);
  }
}

TEST(DateParts, PartsThatAreMissingMoveOverTheMiddle) {
  EXPECT_EQ(moved("March 2020", 20), "April 2020");
  EXPECT_EQ(moved("March 2020", 10), "March 2020");
  EXPECT_EQ(moved("2015", 300), "2016");
  EXPECT_EQ(moved("sep-04", 30), "oct-04");
}

TEST(DateParts, OrderDecidesOnlyWhereNumbersDoNot) {
  EXPECT_EQ(moved("03/04/2024", 1), "04/04/2024");
  EXPECT_EQ(moved("03/04/2024", 1, DateOrder::kMonthFirst), "03/05/2024");
  EXPECT_EQ(moved("13/04/2024", 1, DateOrder::kMonthFirst), "14/04/2024");
  EXPECT_EQ(moved("04/13/2024", 1), "04/14/2024");
}

TEST(DateParts, AYearOfTwoDigitsIsAYear) {
  const std::pair<std::string, std::string> expected[] = {
      {"03/21", "05/22"},      {"3/21", "5/22"},
      {"ED 03/21", "none"},    {"11/98", "01/00"},
      {"03/12", "27/01"},      {"maggio 21", "luglio 22"},
      {"mayo 21", "julio 22"}, {"Mai '21", "Juillet '22"},
      {"May '21", "July '22"}, {"May \u201921", "July \u201922"},
      {"May 21", "July 15"},   {"03/48", "05/49"},
  };
  for (const auto& [text, want] : expected) EXPECT_EQ(moved(text, 420), want) << text;
  EXPECT_EQ(moved("03/21", 11, DateOrder::kMonthFirst), "04/01");
}

TEST(DateParts, MayIsAnAbbreviationBesideAShortWeekdayOrATime) {
  EXPECT_EQ(moved("Sat, 11 May 2024", 40), "Thu, 20 Jun 2024");
  EXPECT_EQ(moved("11 May 2024 10:11:12", 40), "20 Jun 2024 10:11:12");
  EXPECT_EQ(moved("Saturday, 11 May 2024", 40), "Thursday, 20 June 2024");
  EXPECT_EQ(moved("Wed 13.III.2024", 150), "Sat 10.VIII.2024");
}

TEST(DateParts, OtherDatesOfATextTellTheirOrder) {
  const auto order = [](std::string_view text) {
    return order_of_dates(text, DateOrder::kDayFirst);
  };
  EXPECT_EQ(order("Admitted: 03/04/2024. Discharged: 03/14/24."), DateOrder::kMonthFirst);
  EXPECT_EQ(order("BP 03/14/2024, 14.3.2024"), DateOrder::kDayFirst);
  EXPECT_EQ(order("1-0-1, 120/80/14, 3/14, 5/30/x, 1.2.3.20, 2024-03-14"), DateOrder::kDayFirst);
  EXPECT_EQ(order_of_dates("14-03-2024", DateOrder::kMonthFirst), DateOrder::kDayFirst);
}

TEST(DateParts, IntervalsStay) {
  const auto a = DateParts::read("20/12/2019", DateOrder::kDayFirst);
  const auto b = DateParts::read("3 March 2020", DateOrder::kDayFirst);
  ASSERT_TRUE(a && b);
  for (const int by : {-365, -60, 1, 59, 365}) {
    const auto a2 = DateParts::read(a->write(a->day() + days(by)), DateOrder::kDayFirst);
    const auto b2 = DateParts::read(b->write(b->day() + days(by)), DateOrder::kDayFirst);
    ASSERT_TRUE(a2 && b2);
    EXPECT_EQ(b2->day() - a2->day(), b->day() - a->day());
  }
}

TEST(DateParts, DatesWithoutSeparatorsKeepTheirFormAndTheirTime) {
  const std::pair<std::string, std::string> expected[] = {
      {"20241128", "20241209"},
      {"2024112808", "2024120908"},
      {"202411280830", "202412090830"},
      {"20241128083015", "20241209083015"},
      {"20241128083015.1234+0100", "20241209083015.1234+0000"},
      {"20241128+0100", "20241209+0100"},
      {"20241128T083015Z", "20241209T083015Z"},
      {"20241128_083015", "20241209_083015"},
      {"20241128 08:30", "20241209 08:30"},
      {"28112024", "09122024"},
      {"11282024", "12092024"},
      {"Thu 20241128", "Mon 20241209"},
      {"20241328", "none"},  // no month
      {"20240231", "none"},
      {"202411282530", "none"},  // no time
      {"2024112808301", "none"},
      {"202411", "none"},  // a month, or a day of 2020 or 2011
      {"17991231", "none"},
      {"20241128 12 7", "none"},
      {"20241128 in all", "none"},
  };
  for (const auto& [text, want] : expected) EXPECT_EQ(moved(text, 11), want) << text;
  EXPECT_EQ(moved("03042024", 1), "04042024");
  EXPECT_EQ(moved("03042024", 1, DateOrder::kMonthFirst), "03052024");
}

TEST(DateParts, DaysOfTheWeekMoveWithTheDate) {
  const std::tuple<std::string, std::string, std::string> expected[] = {
      {"en", "Mon 04/11/2024", "Tue 05/11/2024"},
      {"en", "Tues, 5 Nov 2024", "Wed, 6 Nov 2024"},
      {"en", "MONDAY 4th November 2024", "TUESDAY 5th November 2024"},
      {"en", "04/11/2024 (Mon)", "05/11/2024 (Tue)"},
      {"en", "Sunday 3 November", "Monday 4 November"},  // of whatever year
      {"es", "lunes, 4 de noviembre de 2024", "martes, 5 de noviembre de 2024"},
      {"es", "mar 5 nov 2024", "mié 6 nov 2024"},
      {"es", "sáb 9/11/2024", "dom 10/11/2024"},
      {"de", "Mo, 04.11.2024", "Di, 05.11.2024"},
      {"de", "Di, den 5. November 2024", "Mi, den 6. November 2024"},
      {"de", "Sonnabend, 9.11.2024", "Sonntag, 10.11.2024"},
      {"fr", "mar. 05/11/2024", "mer. 06/11/2024"},
      {"fr", "dimanche 3 mars 2024", "lundi 4 mars 2024"},
      {"it", "lunedì 4 novembre 2024", "martedì 5 novembre 2024"},
      {"it", "mar 5 mar 2024", "mer 6 mar 2024"},
      {"ro", "marți, 5 noiembrie 2024", "miercuri, 6 noiembrie 2024"},
      {"ro", "duminică 3.11.2024", "luni 4.11.2024"},
      {"tr", "4 Kasım 2024 Pazartesi", "5 Kasım 2024 Salı"},
      {"tr", "10 Kas 2024 Paz", "11 Kas 2024 Pzt"},
      {"ar", "الاثنين 4 نوفمبر 2024", "الثلاثاء 5 نوفمبر 2024"},
      {"en", "Wednesday", "Thursday"},
      {"en", "sat", "sun"},
      {"en", "4 mar 2024", "5 mar 2024"},
      {"it", "14 di marzo", "15 di marzo"},
      {"en", "Mon Tue 4 Nov 2024", "none"},
      {"en", "Mondays", "none"},
      {"ro", "6 luni", "none"},
  };
  for (const auto& [language, text, want] : expected) {
    const auto date = DateParts::read(text, DateOrder::kDayFirst, language);
    EXPECT_EQ(date ? date->write(date->day() + days(1)) : "none", want) << text;
  }
}

TEST(DateParts, WhatIsNoDateIsNone) {
  for (const std::string text : {"", "7", "31/02/2020", "00/00/0000", "yesterday", "1/2/3/4",
                                 "45/67/2020", "Mayor", "3 of them", "99999"}) {
    EXPECT_FALSE(DateParts::read(text, DateOrder::kDayFirst)) << text;
  }
}

}  // namespace redact::date_parts_test
