// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/pseudonyms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <random>

#include "language/language.h"
#include "language/words.h"
#include "redactor/policy/surrogate_lists.h"
#include "tests/support/made_up_names.h"
#include "tests/support/test_key.h"

namespace redact::pseudonyms_test {

struct Name {
  std::string name;
  bool is_patients = false;
  auto operator<=>(const Name&) const = default;
};
using Names = std::vector<Name>;

Secret secret_of(int patient) {
  return testing::test_key("pseudonyms").derive("patient", std::to_string(patient)).value();
}

// The replacements of the names of a note, requested in their order.
std::vector<std::string> note(const Secret& secret, const Names& names) {
  Pseudonyms pseudonyms(secret);
  for (const auto& [name, own] : names) pseudonyms.expect(name_parts(name), own);
  std::vector<std::string> out;
  for (const auto& [name, own] : names) {
    out.push_back(pseudonyms.replace(name, name_parts(name), name_parts(name)).value());
  }
  return out;
}

std::string alone(const Secret& secret, const std::string& name) {
  return note(secret, {{name}})[0];
}

// The Turkish capital of i is İ, which folds to the same letter as I.
std::string capitals(std::string_view text) { return with_case_of("XX", text); }

struct Person {
  std::string given, last, title;
};

const Person kPeople[] = {{"Margaret", "Ellison", "Mrs"}, {"José", "Fernández", "Sr."},
                          {"Anna", "Greco", "Sig.ra"},    {"Étienne", "Lefèvre", "Monsieur"},
                          {"Jürgen", "Müller", "Herr"},   {"Ioana", "Popescu", "Dr."},
                          {"Ayşe", "Yılmaz", "Mrs"}};

// Each form is in a note of its own, without any other name.
TEST(Pseudonyms, OnePersonKeepsOneNameInEveryFormAndNote) {
  for (int patient = 0; patient < 40; ++patient) {
    const Secret secret = secret_of(patient);
    for (const auto& [given, last, title] : kPeople) {
      const std::string whole = alone(secret, given + " " + last);
      const std::string new_given = whole.substr(0, whole.find(' '));
      const std::string new_last = whole.substr(whole.find(' ') + 1);
      EXPECT_NE(fold(new_given), fold(given));
      EXPECT_NE(fold(new_last), fold(last));
      EXPECT_EQ(alone(secret, last), new_last);
      EXPECT_EQ(alone(secret, given), new_given);
      EXPECT_EQ(fold(alone(secret, capitals(last) + " " + given)),
                fold(new_last + " " + new_given));
      EXPECT_EQ(alone(secret, last + ", " + given), new_last + ", " + new_given);
      EXPECT_EQ(alone(secret, title + " " + last), title + " " + new_last);
      EXPECT_NE(fold(new_given)[0], fold(given)[0]);
      EXPECT_NE(fold(new_last)[0], fold(last)[0]);
    }
  }
}

// People cannot be told apart for certain, so a word has one replacement, whoever bears it.
TEST(Pseudonyms, InitialsAgreeWithTheNamesOfTheirDocument) {
  for (int patient = 0; patient < 40; ++patient) {
    const Secret secret = secret_of(patient);
    const std::vector<NamePart> full = name_parts("Anna Greco");
    Pseudonyms pseudonyms(secret);
    pseudonyms.expect(full, true);
    const auto replaced = [&](const std::string& name) {
      return pseudonyms.replace(name, name_parts(name), full).value();
    };
    const std::string whole = replaced("Anna Greco");
    const std::string a = whole.substr(0, 1), g = whole.substr(whole.find(' ') + 1, 1);
    EXPECT_EQ(replaced("A. G."), a + ". " + g + ".");
    EXPECT_EQ(replaced("AG"), a + g);
    EXPECT_EQ(replaced("G. A."), g + ". " + a + ".");
    // An initial of another name, and one in a document without the name, are drawn by themselves.
    EXPECT_EQ(replaced("M."), alone(secret, "M."));
    EXPECT_NE(replaced("M."), "M.");
  }
}

TEST(Pseudonyms, PeopleOfOneSurnameShareItInAllNotes) {
  for (int patient = 0; patient < 300; ++patient) {
    const Secret secret = secret_of(patient);
    const std::string own = alone(secret, "Greco");
    const auto together = note(secret, {{"Dr. GRECO"}, {"Anna Greco", true}, {"Marco Greco"}});
    EXPECT_EQ(fold(together[0]), fold("Dr. " + own));
    EXPECT_TRUE(together[1].ends_with(" " + own));
    EXPECT_TRUE(together[2].ends_with(" " + own));
  }
}

TEST(Pseudonyms, WhatNamesBecomeDoesNotDependOnTheirOrder) {
  Names names = {{"Anna Greco", true}, {"A. G.", true}, {"Dr. Greco"},
                 {"Giulia Gallo"},     {"Guido Gatti"}, {"Gino Grassi"},
                 {"Gemma Galli"},      {"Anna Gallo"},  {"Greta Giordano"}};
  std::mt19937 random(3);
  for (int patient = 0; patient < 50; ++patient) {
    const Secret secret = secret_of(patient);
    std::map<Name, std::string> first;
    for (int order = 0; order < 5; ++order) {
      const auto replaced = note(secret, names);
      for (size_t i = 0; i < names.size(); ++i) {
        const auto [at, is_new] = first.emplace(names[i], replaced[i]);
        EXPECT_EQ(at->second, replaced[i]) << names[i].name;
      }
      std::shuffle(names.begin(), names.end(), random);
    }
  }
}

TEST(Pseudonyms, ThePatientKeepsTheNameOfEveryNoteWhoeverElseIsInIt) {
  for (int patient = 0; patient < 200; ++patient) {
    const Secret secret = secret_of(patient);
    const std::string own = alone(secret, "Anna Greco");
    Names names;
    for (char c = 'a'; c <= 'z'; ++c) names.push_back({std::string("G") + c + "zzo"});
    names.push_back({"Anna Greco", true});
    EXPECT_EQ(note(secret, names).back(), own);
  }
}

TEST(Pseudonyms, NamesOfANoteStayApart) {
  for (int patient = 0; patient < 20; ++patient) {
    Names names;
    for (int i = 0; i < 90; ++i) {
      std::string name = "G";
      name += static_cast<char>('a' + i % 26);
      name += static_cast<char>('a' + i / 26);
      names.push_back({name + "o"});
    }
    std::set<std::string> became;
    for (const std::string& name : note(secret_of(patient), names)) became.insert(name);
    EXPECT_EQ(became.size(), names.size());
  }
}

bool is_of(const std::string& name, const char* list) {
  const std::string_view language = language_of_name(fold(name));
  const auto small = [&](std::string_view in) { return with_case_of("x", name, in); };
  for (const std::string_view of : kLanguages) {
    const std::string small_name = small(of == "tr" ? of : language);
    if (testing::may_be_made_up(small_name, std::string(of), list)) return true;
  }
  return false;
}

TEST(Pseudonyms, FirstNamesBecomeFirstNamesOfTheirGender) {
  for (int patient = 0; patient < 5; ++patient) {
    const Secret secret = secret_of(patient);
    for (const char* name :
         {"Helga", "Giulia", "Lucía", "Margaret", "Ayşe", "Thérèse", "Ruxandra"}) {
      EXPECT_TRUE(is_of(alone(secret, name), "female")) << name;
    }
    for (const char* name : {"Jürgen", "Giuseppe", "Owen", "Mehmet", "Étienne", "Ștefan"}) {
      EXPECT_TRUE(is_of(alone(secret, name), "male")) << name;
    }
    EXPECT_TRUE(is_of(alone(secret, "Greco"), "last"));
  }
}

TEST(Pseudonyms, ArabicNamesBecomeArabicOnes) {
  for (int patient = 0; patient < 50; ++patient) {
    const Secret secret = secret_of(patient);
    const std::string whole = alone(secret, "فاطمة الخطيب");
    const std::string given = whole.substr(0, whole.find(' '));
    EXPECT_EQ(language_of_name(fold(given)), "ar");
    EXPECT_EQ(alone(secret, "فـاطمه"), given);  // the same name in another spelling
    EXPECT_EQ(alone(secret, "الدكتورة فاطمة"), "الدكتورة " + given);
    EXPECT_EQ(alone(secret, "فاطمة بنت محمود"), given + " بنت " + alone(secret, "محمود"));
  }
}

// Whoever knows that Anna became Bruna must not learn with which letter Alfieri's new name begins.
TEST(Pseudonyms, ANameDoesNotFollowFromAnotherOneOfThePatient) {
  size_t same = 0;
  std::set<std::string> letters;
  for (int patient = 0; patient < 200; ++patient) {
    const std::string whole = alone(secret_of(patient), "Anna Alfieri");
    const std::string given = whole.substr(0, 1), last = whole.substr(whole.find(' ') + 1, 1);
    same += given == last;
    letters.insert(given + last);
  }
  EXPECT_LT(same, 40u);  // by chance about one in ten
  EXPECT_GT(letters.size(), 60u);
}

TEST(Pseudonyms, ArePatientsOwn) {
  std::set<std::string> names;
  for (int patient = 0; patient < 200; ++patient)
    names.insert(alone(secret_of(patient), "Anna Greco"));
  EXPECT_GT(names.size(), 190u);
}

TEST(Pseudonyms, CaseAndWhatLiesBetweenStay) {
  const Secret secret = secret_of(1);
  const std::string whole = alone(secret, "García de la Vega");
  EXPECT_EQ(alone(secret, "GARCÍA DE LA VEGA"), capitals(whole.substr(0, whole.find(' '))) +
                                                    " DE LA " +
                                                    capitals(whole.substr(whole.rfind(' ') + 1)));
  EXPECT_NE(whole.find(" de la "), whole.npos);
  EXPECT_EQ(alone(secret, "D'Angelo").substr(0, 2), "D'");
  EXPECT_EQ(alone(secret, "greco"), with_case_of("x", alone(secret, "Greco")));
  EXPECT_EQ(alone(secret, ""), "");
}

}  // namespace redact::pseudonyms_test
