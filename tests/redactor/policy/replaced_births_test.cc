// SPDX-License-Identifier: Apache-2.0
// What policies write for dates of birth.
#include <gtest/gtest.h>

#include "redactor/policy/replacer.h"
#include "tests/support/test_key.h"

namespace redact::replaced_births_test {

TEST(ReplacedBirths, ADateOfBirthLosesDayAndMonthAndOtherDatesStay) {
  const Policy policy = Policy::open("patient").value();
  const auto written = [&](const std::string& before, std::string_view surface,
                           const std::string& behind = "") {
    const std::string text = before + std::string(surface) + behind;
    Replacer replacer(policy, text, nullptr, "");
    const std::string_view view = text;
    return replacer
        .replace(view.substr(before.size(), surface.size()), Label::kDate,
                 view.substr(before.size() + surface.size()))
        .value()
        .value_or(std::string(surface));
  };
  const std::string tag = "***patient_Date_of_Birth(DOB)***";
  EXPECT_EQ(written("DOB: ", "14/03/1948", " (76)"), tag + " 1948");
  EXPECT_EQ(written("Margaret, born on ", "14 March 1948"), tag + " 1948");
  EXPECT_EQ(written("nata a Reggio nell'Emilia il ", "14/03/1948"), tag + " 1948");
  EXPECT_EQ(written("Fecha de nacimiento: ", "1948-03-14"), tag + " 1948");
  EXPECT_EQ(written("née le ", "14 mars 1948"), tag + " 1948");
  EXPECT_EQ(written("Paul, né le ", "14 mars 1948"), tag + " 1948");
  EXPECT_EQ(written("geb. ", "14.03.48"), tag);
  EXPECT_EQ(written("born in ", "1948"), "1948");
  EXPECT_EQ(written("seen on ", "02/11/2024"), "02/11/2024");
  EXPECT_EQ(written("born 14/03/1948, seen ", "02/11/2024"), "02/11/2024");
  EXPECT_EQ(written("on ", "03/05", "/1984"), tag);  // as an instruct model marks it
}

TEST(ReplacedBirths, AFieldOfABirthDateKeepsItsYear) {
  const Policy policy = Policy::open("patient").value();
  const std::string text = "ELLISON\n1948-03-14\n2024-11-02";
  Replacer replacer(policy, text, nullptr, "");
  replacer.expect_births({8});
  const std::string_view view = text;
  const auto written = [&](size_t begin) {
    return replacer.replace(view.substr(begin, 10), Label::kDate, view.substr(begin + 10)).value();
  };
  EXPECT_EQ(written(8), "1948");
  EXPECT_EQ(written(19), std::nullopt);  // a date of a visit stays
}

TEST(ReplacedBirths, AYearOnTheNextLineIsNoPartOfADate) {
  const Policy policy = Policy::open("patient").value();
  for (const std::string behind : {"\n4470912", "\r\n1984", "\n1984", " 4470912", "/198", ""}) {
    const std::string text = "on 03/05" + behind;
    Replacer replacer(policy, text, nullptr, "");
    const std::string_view view = text;
    EXPECT_EQ(replacer.replace(view.substr(3, 5), Label::kDate, view.substr(8)).value(),
              std::nullopt)
        << behind;
  }
  const std::string whole = "seen 03/05/2024 1984 mg";
  Replacer replacer(policy, whole, nullptr, "");
  EXPECT_EQ(replacer.replace("03/05/2024", Label::kDate, " 1984 mg").value(), std::nullopt);
}

TEST(ReplacedBirths, AMadeUpDateOfBirthHasADay) {
  const Policy policy = Policy::open("surrogate").value();
  const Secret key = testing::test_key("births");
  const auto is_tag = [&](const std::string& before, const std::string& date, bool in_field) {
    const std::string text = before + date;
    Replacer replacer(policy, text, &key, "p");
    if (in_field) replacer.expect_births({before.size()});
    return *replacer.replace(std::string_view(text).substr(before.size()), Label::kDate).value() ==
           "[DATE]";
  };
  for (const char* date : {"1990", "March 1990", "03/1990", "1990-03"}) {
    EXPECT_TRUE(is_tag("born in ", date, false)) << date;
    EXPECT_TRUE(is_tag("GRECO\n", date, true)) << date;
    EXPECT_FALSE(is_tag("seen in ", date, false)) << date;
  }
  for (const char* date : {"14/03/1990", "14 March"}) {
    EXPECT_FALSE(is_tag("born on ", date, false)) << date;
  }
}

}  // namespace redact::replaced_births_test
