// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate_lists.h"

#include <gtest/gtest.h>

#include "language/words.h"

namespace redact::surrogate_lists_test {

TEST(SurrogateLists, ArabicNamesAreKnownInOtherSpellings) {
  EXPECT_EQ(language_of_name(fold("الخطيب")), "ar");
  EXPECT_EQ(gender_of_name(fold("فاطمه")), "female");  // a spelling of فاطمة
}

TEST(SurrogateLists, NamesTellTheirGenderAndLanguage) {
  EXPECT_EQ(gender_of_name("anna"), "female");
  EXPECT_EQ(gender_of_name("owen"), "male");
  EXPECT_EQ(gender_of_name("simone"), "female");
  EXPECT_EQ(gender_of_name("andrea"), "female");
  EXPECT_EQ(gender_of_name("mehmet"), "male");
  EXPECT_EQ(gender_of_name("ruxandra"), "female");
  EXPECT_EQ(gender_of_name("stefan"), "male");
  EXPECT_EQ(gender_of_name("greco"), "");
  EXPECT_EQ(gender_of_name("pinar"), "female");
  EXPECT_EQ(gender_of_name("cagla"), "female");
  for (const auto& [name, language] :
       {std::pair("greco", "it"), std::pair("ellison", "en"), std::pair("garcia", "es"),
        std::pair("lefevre", "fr"), std::pair("muller", "de"), std::pair("schwarzenbach", "de"),
        std::pair("castellini", "it"), std::pair("hollingworth", "en"), std::pair("popescu", "ro"),
        std::pair("vasilescu", "ro"), std::pair("barbulescu", "ro"), std::pair("yilmaz", "tr"),
        std::pair("karakoyunlu", "tr")}) {
    EXPECT_EQ(language_of_name(name), language) << name;
  }
  // Their letters are in no list, nor are those of Arabic.
  for (const char* name : {"Łukasz", "Brzęczyszczykiewicz", "Þórsdóttir", "Иван"}) {
    EXPECT_NE(language_of_name(fold(name)), "ar") << name;
  }
}

}  // namespace redact::surrogate_lists_test
