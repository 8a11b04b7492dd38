// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "language/arabic.h"
#include "language/language.h"
#include "language/words.h"
#include "redactor/policy/surrogate_lists.h"
#include "tests/support/test_key.h"

namespace redact::surrogate_test {

Surrogates surrogates_of(const Secret& secret, const std::string& patient, const char* language) {
  return Surrogates::create(secret, patient, language).value();
}

std::optional<std::string> replaced(Surrogates& surrogates, std::string_view surface, Label label) {
  if (!is_name(label)) return surrogates.replace(surface, label).value();
  const std::vector<NamePart> name = name_parts(surface);
  return surrogates.names().replace(surface, name, name).value();
}

TEST(Surrogates, NeverTheOriginalAndTheSameForTheSame) {
  const std::pair<std::string, Label> identifiers[] = {
      {"Margaret Ellison", Label::kPatient},
      {"Owen Pritchard", Label::kDoctor},
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
    const Secret secret = testing::test_key("document " + std::to_string(d));
    Surrogates one = surrogates_of(secret, "p", "en"), two = surrogates_of(secret, "p", "en");
    for (const auto& [surface, label] : identifiers) {
      const auto first = replaced(one, surface, label);
      ASSERT_TRUE(first) << surface;
      EXPECT_NE(fold(*first), fold(surface));
      EXPECT_EQ(replaced(one, surface, label), first);
      EXPECT_EQ(replaced(two, surface, label), first);
    }
  }
}

TEST(Surrogates, AnAddressOfDocumentationIsNotItsOwn) {
  for (int d = 0; d < 20; ++d) {
    const Secret secret = testing::test_key(std::to_string(d));
    Surrogates surrogates = surrogates_of(secret, "p", "en");
    for (int n = 1; n < 255; ++n) {
      for (const std::string net : {"198.51.100.", "2001:db8::", "2001:DB8::"}) {
        const std::string address = net + std::to_string(n);
        EXPECT_NE(fold(*replaced(surrogates, address, Label::kIp)), fold(address));
      }
    }
  }
}

TEST(Surrogates, NoWholeEntryIsAPartOfTheOriginal) {
  for (int d = 0; d < 200; ++d) {
    const Secret secret = testing::test_key(std::to_string(d));
    Surrogates surrogates = surrogates_of(secret, "", "en");
    EXPECT_EQ(replaced(surrogates, "14 Station Road", Label::kStreet)->find("Station Road"),
              std::string::npos);
    EXPECT_NE(*replaced(surrogates, "retired librarian", Label::kProfession), "librarian");
  }
}

TEST(Surrogates, ANumberGroupedInAnotherWayIsTheSame) {
  const Secret secret = testing::test_key("x");
  Surrogates surrogates = surrogates_of(secret, "", "en");
  const std::string number = *replaced(surrogates, "9434765919", Label::kSsn);
  EXPECT_EQ(replaced(surrogates, "9434765919.0", Label::kSsn), number + ".0");
  EXPECT_EQ(replaced(surrogates, "9.434765919e9", Label::kSsn), number);
  const std::string grouped =
      number.substr(0, 3) + " " + number.substr(3, 3) + "-" + number.substr(6);
  EXPECT_EQ(*replaced(surrogates, "943 476-5919", Label::kSsn), grouped);
}

TEST(Surrogates, PartsOfANameStayTogether) {
  for (int d = 0; d < 50; ++d) {
    const Secret secret = testing::test_key(std::to_string(d));
    Surrogates surrogates = surrogates_of(secret, "", "en");
    const std::string whole = *replaced(surrogates, "Margaret Ellison", Label::kPatient);
    const size_t space = whole.find(' ');
    ASSERT_NE(space, whole.npos);
    EXPECT_EQ(*replaced(surrogates, "Ellison", Label::kPatient), whole.substr(space + 1));
    EXPECT_EQ(*replaced(surrogates, "ELLISON, Margaret", Label::kPatient), [&] {
      std::string last = whole.substr(space + 1);
      for (char& c : last) c = static_cast<char>(std::toupper(c));
      return last + ", " + whole.substr(0, space);
    }());
  }
}

TEST(Surrogates, FormsAreKept) {
  const Secret secret = testing::test_key("x");
  Surrogates surrogates = surrogates_of(secret, "", "es");
  const std::string phone = *replaced(surrogates, "0117 496-0382", Label::kPhone);
  ASSERT_EQ(phone.size(), 13u);
  EXPECT_EQ(phone[0], '0');
  EXPECT_EQ(phone[4], ' ');
  EXPECT_EQ(phone[8], '-');
  const std::string record = *replaced(surrogates, "AB-12c", Label::kMedicalRecord);
  EXPECT_TRUE(std::isupper(record[0]) && std::isupper(record[1]) && record[2] == '-' &&
              std::isdigit(record[3]) && std::isdigit(record[4]) && std::islower(record[5]));
  EXPECT_EQ(fold(*replaced(surrogates, "GARCÍA DE LA VEGA", Label::kPatient)).find("garcia"),
            std::string::npos);
  EXPECT_FALSE(replaced(surrogates, "ninety", Label::kAge));
  EXPECT_FALSE(replaced(surrogates, "a tattoo", Label::kOther));
  EXPECT_FALSE(replaced(surrogates, "Moroccan", Label::kNationality));
}

TEST(Surrogates, WhatCannotBeReplacedWhollyIsNotReplacedAtAll) {
  const Secret key = testing::test_key("key");
  Surrogates surrogates = surrogates_of(key, "p", "en");
  EXPECT_FALSE(
      replaced(surrogates, "０１１７ ４９６ ０３８２", Label::kPhone));  // full-width digits
  EXPECT_FALSE(replaced(surrogates, "٥٥١٢٣٤٥", Label::kPhone));          // Arabic-Indic ones
  EXPECT_FALSE(replaced(surrogates, "анна77", Label::kUsername));
  EXPECT_FALSE(replaced(surrogates, "2 years 11 months", Label::kAge));
  EXPECT_TRUE(replaced(surrogates, "06 12–34", Label::kPhone));
}

// Its letters would be drawn one by one, each from all of them.
TEST(Surrogates, NothingIsMadeUpForATextThatIsTooLongForANumber) {
  const Secret secret = testing::test_key("long");
  Surrogates surrogates = surrogates_of(secret, "p", "en");
  EXPECT_TRUE(replaced(surrogates, std::string(256, '7'), Label::kId));
  EXPECT_FALSE(replaced(surrogates, std::string(257, '7'), Label::kId));
}

TEST(Surrogates, TwoPeopleOfADocumentStayTwo) {
  const Secret secret = testing::test_key("x");
  Surrogates surrogates = surrogates_of(secret, "", "fr");
  std::set<std::string> names;
  for (int i = 0; i < 30; ++i) {
    std::string name = "Zx";
    name += static_cast<char>('a' + i % 26);
    name += static_cast<char>('a' + i / 26);
    names.insert(*replaced(surrogates, name, Label::kName));
  }
  EXPECT_EQ(names.size(), 30u);
}

TEST(Surrogates, AgesInDaysAreNotCutAt89) {
  for (int d = 0; d < 50; ++d) {
    const Secret secret = testing::test_key(std::to_string(d));
    Surrogates surrogates = surrogates_of(secret, "", "it");
    const int days = std::stoi(*replaced(surrogates, "95 giorni", Label::kAge));
    EXPECT_TRUE(days >= 92 && days <= 98 && days != 95) << days;
    EXPECT_LE(std::stoi(*replaced(surrogates, "95 anni", Label::kAge)), 89);
    EXPECT_GT(std::stoi(*surrogates.replace("95", Label::kAge, " giorni").value()), 91);
  }
}

TEST(Surrogates, RomanianPlacesStayRomanian) {
  const Secret secret = testing::test_key("x");
  Surrogates surrogates = surrogates_of(secret, "", "ro");
  const auto& hospitals = surrogate_list("ro", "hospital");
  EXPECT_EQ(std::count(hospitals.begin(), hospitals.end(),
                       *replaced(surrogates, "Spitalul Județean Iași", Label::kHospital)),
            1);
  const std::string street = *replaced(surrogates, "str. Salciei nr. 14", Label::kStreet);
  EXPECT_TRUE(std::isdigit(street.back())) << street;
}

TEST(Surrogates, OfArabicTextsAreArabic) {
  const Secret secret = testing::test_key("1");
  Surrogates surrogates = surrogates_of(secret, "", "ar");
  const std::string town = *replaced(surrogates, "القاهرة", Label::kCity);
  EXPECT_NE(town, "القاهرة");
  EXPECT_TRUE(is_arabic_letter(decode_utf8(town, 0).code_point)) << town;
  const std::string address = *replaced(surrogates, "a.b@moh.gov.sa", Label::kEmail);
  EXPECT_TRUE(address.ends_with("@example.org"));
  EXPECT_EQ(std::count_if(address.begin(), address.end(), [](char c) { return c & 0x80; }), 0);
}

TEST(Language, IsThatOfTheFunctionWords) {
  EXPECT_EQ(guess_language("The patient was seen by her doctor."), "en");
  EXPECT_EQ(guess_language("El paciente acude con los resultados y sin fiebre."), "es");
  EXPECT_EQ(guess_language("Il paziente è stato visto nel reparto per una tosse."), "it");
  EXPECT_EQ(guess_language("Le patient est vu pour des douleurs dans les jambes."), "fr");
  EXPECT_EQ(guess_language("Die Patientin wurde mit der Therapie nicht besser."), "de");
  EXPECT_EQ(guess_language("Pacienta a fost internată pentru dureri în piept, fără febră."), "ro");
  EXPECT_EQ(guess_language("Bolnav cu febra, dupa tratament nu mai are dureri"), "ro");
  EXPECT_EQ(guess_language("Si dimette il paziente con terapia; si rivede dal curante."), "it");
  EXPECT_EQ(guess_language("Hasta ateş ve öksürük şikayeti ile başvurdu, ek hastalığı yok."), "tr");
  EXPECT_EQ(guess_language("HASTANIN GENEL DURUMU IYI, KIRK YASINDA."), "tr");
  EXPECT_EQ(guess_language(""), "en");
  EXPECT_EQ(guess_language("المريض: Metformin 500 mg BD, Amlodipine 5 mg، مراجعة بعد أسبوع"), "ar");
  EXPECT_EQ(guess_language("The patient منى was seen with her mother and is for discharge"), "en");
}

}  // namespace redact::surrogate_test
