// SPDX-License-Identifier: Apache-2.0
#include "redactor/weekdays.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::weekdays_test {

// The spans of a text in which dates are marked as [this], and what they hold once they are
// widened.
std::vector<std::string> widened(const std::string& marked, const std::string& policy = "linked",
                                 const std::vector<size_t>& walls = {}) {
  std::string text;
  std::vector<Span> spans;
  for (const char c : marked) {
    if (c == '[') spans.push_back({text.size(), 0, Label::kDate, 1});
    if (c == ']') spans.back().end = text.size();
    if (c != '[' && c != ']') text += c;
  }
  std::vector<std::string> surfaces;
  for (const Span& span : with_weekdays(text, spans, Policy::open(policy).value(), walls)) {
    surfaces.push_back(text.substr(span.begin, span.end - span.begin));
  }
  return surfaces;
}

using Surfaces = std::vector<std::string>;

TEST(Weekdays, ADateIsWidenedOverTheDayBesideIt) {
  const std::pair<std::string, std::string> expected[] = {
      {"The patient was seen on Mon [04/11/2024].", "Mon 04/11/2024"},
      {"She was seen on Monday, [4 November 2024] for the knee.", "Monday, 4 November 2024"},
      {"She was seen on Monday the [4th of November].", "Monday the 4th of November"},
      {"The clinic is on [04/11/2024] (Mon) at the hospital.", "04/11/2024 (Mon)"},
      {"The clinic is on [04/11/2024], Monday, at the hospital.", "04/11/2024, Monday"},
      {"Vista el lunes, [4 de noviembre] por la tos.", "lunes, 4 de noviembre"},
      {"La paciente fue vista el mar. [5/11/2024] con tos.", "mar. 5/11/2024"},
      {"Aufnahme am Mo, [04.11.2024] wegen der Schmerzen.", "Mo, 04.11.2024"},
      {"Aufnahme am Montag, den [4. November 2024] wegen der Schmerzen.",
       "Montag, den 4. November 2024"},
      {"Vue le mardi [5 novembre 2024] pour la toux.", "mardi 5 novembre 2024"},
      {"La paziente è stata vista lunedì [4 novembre] per la tosse.", "lunedì 4 novembre"},
      {"Pacienta a fost văzută marți, [5 noiembrie 2024] cu tuse.", "marți, 5 noiembrie 2024"},
      {"Hasta [4 Kasım 2024] Pazartesi günü görüldü.", "4 Kasım 2024 Pazartesi"},
      {"تمت المعاينة يوم الاثنين الموافق [4/11/2024] في المستشفى", "الاثنين الموافق 4/11/2024"},
  };
  for (const auto& [text, surface] : expected) EXPECT_EQ(widened(text), Surfaces{surface}) << text;
}

TEST(Weekdays, WholeNamesThatStandAloneAreDates) {
  const Policy linked = Policy::open("linked").value();
  const auto found = [&](const std::string& text) {
    std::vector<std::string> days;
    for (const Span& span : find_weekdays(text, linked)) {
      days.push_back(text.substr(span.begin, span.end - span.begin));
    }
    return days;
  };
  EXPECT_EQ(found("I saw the patient today, Monday, and she comes again on FRIDAY."),
            (Surfaces{"Monday", "FRIDAY"}));
  // A holiday tells its weekday, so it is hidden whole.
  EXPECT_EQ(found("He was hurt on Black Friday and seen on Shrove Tuesday and on a cold Monday."),
            (Surfaces{"Black Friday", "Shrove Tuesday", "Monday"}));
  EXPECT_EQ(
      found("The stool was black\nMonday: pain control good Wednesday, redness of palm Sunday."),
      (Surfaces{"Monday", "Wednesday", "Sunday"}));
  EXPECT_EQ(found("La paciente viene el lunes con su marido Domingo."), Surfaces{"lunes"});
  EXPECT_EQ(found("La paziente torna il sabato con la figlia."), Surfaces{"sabato"});
  EXPECT_EQ(found("Die Patientin kommt am Montag mit der Tochter."), Surfaces{"Montag"});
  EXPECT_EQ(found("La patiente revient mardi avec sa fille."), Surfaces{"mardi"});
  EXPECT_EQ(found("Hasta Salı günü kontrol için gelecek."), Surfaces{"Salı"});
  EXPECT_EQ(found("Pacienta revine marți la control, după 6 luni."), Surfaces{"marți"});
  EXPECT_EQ(found("تأتي المريضة إلى المستشفى يوم الاثنين"), Surfaces{"الاثنين"});
  EXPECT_EQ(found("The patient sat in the sun on Mondays with mon ami."), Surfaces{});
  EXPECT_TRUE(find_weekdays("I saw her on Monday.", Policy::open("default").value()).empty());
}

TEST(Weekdays, OtherWordsBesideADateStay) {
  for (const std::string text :
       {"The patient had O2 sat [04/11/2024] of 98%.", "The car [04/11/2024] of the patient",
        "La paziente torna per [4/11/2024] con la figlia.", "She came Friday. [04/11/2024] seen",
        "every Monday\n[04/11/2024] seen", "Mondays [04/11/2024]", "after 6 luni ([04.11.2024])"}) {
    EXPECT_EQ(widened(text).at(0).size(), 10u - (text.find("[4/") != text.npos)) << text;
  }
}

TEST(Weekdays, ADayBetweenTwoDatesBelongsToTheNext) {
  EXPECT_EQ(widened("She was seen on [04/11/2024], Tue [05/11/2024] and later."),
            (Surfaces{"04/11/2024", "Tue 05/11/2024"}));
  EXPECT_EQ(widened("She was seen on [04/11/2024] (Mon), [05/11/2024] and later."),
            (Surfaces{"04/11/2024 (Mon)", "05/11/2024"}));
}

TEST(Weekdays, ADayInTheCellBesideTheDateIsASpanOfItsOwn) {
  EXPECT_EQ(widened("Mon\t[04/11/2024]", "linked", {4}), (Surfaces{"Mon", "04/11/2024"}));
  EXPECT_EQ(widened("[04/11/2024]\tMon\t5", "linked", {11, 15}), (Surfaces{"04/11/2024", "Mon"}));
}

TEST(Weekdays, TagsAreNotWidened) {
  EXPECT_EQ(widened("She was seen on Mon [04/11/2024].", "default"), Surfaces{"04/11/2024"});
  EXPECT_EQ(widened("She was seen on Mon [04/11/2024].", "hipaa-safe-harbor"),
            Surfaces{"Mon 04/11/2024"});
}

}  // namespace redact::weekdays_test
