// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate.h"

#include <gtest/gtest.h>

#include <set>

#include "redactor/text/language.h"
#include "redactor/text/words.h"

namespace redact {
namespace {

TEST(Surrogates, NeverTheOriginalAndTheSameForTheSame) {
  const std::pair<std::string, Label> identifiers[] = {
      {"Margaret Ellison", Label::kPatient},
      {"Owen Pritchard", Label::kDoctor},
      {"14/03/1948", Label::kDate},
      {"March 2020", Label::kDate},
      {"2015", Label::kDate},
      {"76 year old", Label::kAge},
      {"27 Larkfield Road", Label::kStreet},
      {"Bristol", Label::kCity},
      {"BS6 5QT", Label::kZip},
      {"0117 496 0382", Label::kPhone},
      {"RX4471920", Label::kMedicalRecord},
      {"o.pritchard@brannocks.example", Label::kEmail},
      {"https://a.example/7", Label::kUrl},
      {"10.0.0.7", Label::kIp},
      {"St Brannock's Hospital", Label::kHospital},
      {"librarian", Label::kProfession},
      {"9", Label::kId},
      {"z", Label::kId},
  };
  for (int d = 0; d < 200; ++d) {
    const Secret secret = Secret::of_document("document " + std::to_string(d));
    Surrogates one(secret, "p", "en", DateOrder::kDayFirst),
        two(secret, "p", "en", DateOrder::kDayFirst);
    for (const auto& [surface, label] : identifiers) {
      const auto first = one.replace(surface, label);
      ASSERT_TRUE(first) << surface;
      EXPECT_NE(fold(*first), fold(surface));
      EXPECT_EQ(*one.replace(surface, label), *first);
      EXPECT_EQ(*two.replace(surface, label), *first);
    }
  }
}

TEST(Surrogates, NoWholeEntryIsAPartOfTheOriginal) {
  for (int d = 0; d < 200; ++d) {
    const Secret secret = Secret::of_document(std::to_string(d));
    Surrogates surrogates(secret, "", "en", DateOrder::kDayFirst);
    EXPECT_EQ(surrogates.replace("14 Station Road", Label::kStreet)->find("Station Road"),
              std::string::npos);
    EXPECT_NE(*surrogates.replace("retired librarian", Label::kProfession), "librarian");
  }
}

TEST(Surrogates, ANumberGroupedInAnotherWayIsTheSame) {
  const Secret secret = Secret::of_document("x");
  Surrogates surrogates(secret, "", "en", DateOrder::kDayFirst);
  const std::string number = *surrogates.replace("9434765919", Label::kSsn);
  const std::string grouped =
      number.substr(0, 3) + " " + number.substr(3, 3) + "-" + number.substr(6);
  EXPECT_EQ(*surrogates.replace("943 476-5919", Label::kSsn), grouped);
}

TEST(Surrogates, PartsOfANameStayTogether) {
  for (int d = 0; d < 50; ++d) {
    const Secret secret = Secret::of_document(std::to_string(d));
    Surrogates surrogates(secret, "", "en", DateOrder::kDayFirst);
    const std::string whole = *surrogates.replace("Margaret Ellison", Label::kPatient);
    const size_t space = whole.find(' ');
    ASSERT_NE(space, whole.npos);
    EXPECT_EQ(*surrogates.replace("Ellison", Label::kPatient), whole.substr(space + 1));
    EXPECT_EQ(*surrogates.replace("ELLISON, Margaret", Label::kName), [&] {
      std::string last = whole.substr(space + 1);
      for (char& c : last) c = static_cast<char>(std::toupper(c));
      return last + ", " + whole.substr(0, space);
    }());
    EXPECT_EQ(surrogates.replace("M. Ellison", Label::kPatient)->substr(0, 2),
              whole.substr(0, 1) + ".");
  }
}

TEST(Surrogates, AWomanStaysAWomanInTheLanguageOfTheText) {
  for (int d = 0; d < 50; ++d) {
    const Secret secret = Secret::of_document(std::to_string(d));
    Surrogates surrogates(secret, "", "de", DateOrder::kDayFirst);
    // "Helga" is in no other list than that of German women.
    const std::string name = *surrogates.replace("Helga", Label::kPatient);
    Surrogates back(secret, "", "en", DateOrder::kDayFirst);
    const std::string english = *back.replace("Helga", Label::kPatient);
    EXPECT_NE(name, "Helga");
    static const std::set<std::string> kMen = {"Adam", "Brian", "George", "William", "Peter"};
    EXPECT_FALSE(kMen.contains(english)) << english;
  }
}

TEST(Surrogates, FormsAreKept) {
  const Secret secret = Secret::of_document("x");
  Surrogates surrogates(secret, "", "es", DateOrder::kDayFirst);
  const std::string phone = *surrogates.replace("0117 496-0382", Label::kPhone);
  ASSERT_EQ(phone.size(), 13u);
  EXPECT_EQ(phone[0], '0');
  EXPECT_EQ(phone[4], ' ');
  EXPECT_EQ(phone[8], '-');
  const std::string record = *surrogates.replace("AB-12c", Label::kMedicalRecord);
  EXPECT_TRUE(std::isupper(record[0]) && std::isupper(record[1]) && record[2] == '-' &&
              std::isdigit(record[3]) && std::isdigit(record[4]) && std::islower(record[5]));
  EXPECT_EQ(fold(*surrogates.replace("GARCÍA DE LA VEGA", Label::kPatient)).find("garcia"),
            std::string::npos);
  EXPECT_FALSE(surrogates.replace("ninety", Label::kAge));
  EXPECT_FALSE(surrogates.replace("a tattoo", Label::kOther));
}

TEST(Surrogates, WhatCannotBeReplacedWhollyIsNotReplacedAtAll) {
  const Secret key = Secret::of_document("key");
  Surrogates surrogates(key, "p", "en", DateOrder::kDayFirst);
  EXPECT_FALSE(surrogates.replace("０１１７ ４９６ ０３８２", Label::kPhone));  // full-width digits
  EXPECT_FALSE(surrogates.replace("٥٥١٢٣٤٥", Label::kPhone));                   // Arabic-Indic ones
  EXPECT_FALSE(surrogates.replace("анна77", Label::kUsername));
  EXPECT_FALSE(surrogates.replace("2 years 11 months", Label::kAge));
  EXPECT_TRUE(surrogates.replace("06 12–34", Label::kPhone));
}

TEST(Surrogates, TwoPeopleOfADocumentStayTwo) {
  const Secret secret = Secret::of_document("x");
  Surrogates surrogates(secret, "", "fr", DateOrder::kDayFirst);
  std::set<std::string> names;
  for (int i = 0; i < 30; ++i) {
    std::string name = "Zx";
    name += static_cast<char>('a' + i % 26);
    name += static_cast<char>('a' + i / 26);
    names.insert(*surrogates.replace(name, Label::kName));
  }
  EXPECT_EQ(names.size(), 30u);
}

TEST(Language, IsThatOfTheFunctionWords) {
  EXPECT_EQ(guess_language("The patient was seen by her doctor."), "en");
  EXPECT_EQ(guess_language("El paciente acude con los resultados y sin fiebre."), "es");
  EXPECT_EQ(guess_language("Il paziente è stato visto nel reparto per una tosse."), "it");
  EXPECT_EQ(guess_language("Le patient est vu pour des douleurs dans les jambes."), "fr");
  EXPECT_EQ(guess_language("Die Patientin wurde mit der Therapie nicht besser."), "de");
  EXPECT_EQ(guess_language(""), "en");
}

}  // namespace
}  // namespace redact
