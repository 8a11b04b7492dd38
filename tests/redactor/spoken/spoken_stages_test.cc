// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/support/redact_with.h"

namespace redact::spoken_stages_test {

// The redaction of a text by the shipped rules and by what a test adds, without a model.
class Rules {
 public:
  Rules() { guides_.rules = RuleSet::builtin().value(); }

  Guides& guides() { return guides_; }
  TermList& known() { return known_; }

  Redaction redact(std::string_view text) {
    if (!configuration_) {
      configuration_.emplace(Configuration{*Policy::open("default"), std::move(guides_)});
    }
    DocumentInput input{text};
    if (!known_.empty()) input.known = {&known_};
    auto redaction = testing::redact_with({}, input, *configuration_);
    EXPECT_TRUE(redaction.ok());
    return *std::move(redaction);
  }
  std::string output(std::string_view text) { return redact(text).output; }

 private:
  Guides guides_;
  TermList known_;
  std::optional<const Configuration> configuration_;
};

struct Case {
  const char* text;
  const char* output;
};

TEST(SpokenRequest, RulesFindSpokenForms) {
  Rules rules;
  for (const auto& [text, output] : {
           Case{"Telefon zero șapte sute patruzeci și unu, cinci cinci cinci, zero treizeci și opt "
                "dimineața",
                "Telefon [PHONE] dimineața"},
           Case{"joignable au zéro six trente-neuf quatre-vingt-dix-huit vingt-neuf zéro six le "
                "soir",
                "joignable au [PHONE] le soir"},
           Case{"on extension five one seven nine now", "on extension [PHONE] now"},
           Case{"fax zero quattro sette uno tre cinque sei uno zero zero grazie",
                "fax [FAX] grazie"},
           Case{"born on the fourteenth of March nineteen forty-eight in Leeds",
                "born on the [DATE] in Leeds"},
           Case{"née le quatorze mars mille neuf cent quarante-huit à Lyon",
                "née le [DATE] à Lyon"},
           Case{"am vierzehnter dritter achtundvierzig in Köln", "am [DATE] in Köln"},
           Case{"doğum on iki eylül bin dokuz yüz seksen bir", "doğum [DATE]"},
           Case{"بتاريخ الرابع من شباط ألفين وخمسة وعشرين وقد", "بتاريخ [DATE] وقد"},
           Case{"mail s dot pickering at aldhelms dot example today", "mail [EMAIL] today"},
           Case{"mail fiore trattino basso apette chiocciola alveare punto example Il",
                "mail [EMAIL] Il"},
           Case{"IP cent quatre-vingt-douze point zéro point deux point quarante-quatre est",
                "IP [IP] est"},
       }) {
    EXPECT_EQ(rules.output(text), output);
  }
}

TEST(SpokenRequest, CheckDigitsAreReadInWords) {
  Rules rules;
  for (const auto& [text, output] : {
           // SSN, NHS number, DNI, codice fiscale, CNP, T.C. Kimlik, KVNR, IBAN
           Case{"it is five three six dash two two dash eight seven one four", "it is [SSN]"},
           Case{"NHS number nine four three, four seven six, five nine one nine",
                "NHS number [SSN]"},
           Case{"con uno dos tres cuatro cinco seis siete ocho letra zeta y", "con [SSN] y"},
           Case{"CF erre esse esse emme erre a ottantacinque ti dieci a cinque sei due esse",
                "CF [SSN]"},
           Case{"cod unu cinci doi zero nouă unu unu doi doi unu unu patru șase", "cod [SSN]"},
           Case{"Hasta bir sıfır sıfır sıfır sıfır sıfır sıfır sıfır bir dört altı yatırıldı",
                "Hasta [SSN] yatırıldı"},
           Case{"versichert A eins zwei drei vier fünf sechs sieben acht null",
                "versichert [HEALTH_PLAN]"},
       }) {
    EXPECT_EQ(rules.output(text), output);
  }
}

TEST(SpokenRequest, ANumberAloneStays) {
  Rules rules;
  for (const char* text :
       {"platelets two hundred and fifty thousand, at nineteen hundred hours",
        "leucocitos doce mil cuatrocientos, hace dos mil días", "seit dreihundertfünfzig Tagen",
        "diuresi duemilacinquecento, otto di sera", "quatre-vingt-dix-huit pour cent sous air"}) {
    EXPECT_EQ(rules.output(text), text);
  }
}

TEST(SpokenRequest, ListsAreReadInWords) {
  Rules rules;
  rules.guides().deny.add("0117 496", Label::kPhone);
  rules.guides().deny.add("Tabor", Label::kDoctor);
  rules.guides().allow.add("4155550199", Label::kOther);
  EXPECT_EQ(rules.output("say oh one one seven, four nine six"), "say [PHONE]");
  EXPECT_EQ(rules.output("that is T A B O R"), "that is [DOCTOR]");
  EXPECT_EQ(rules.output("T for tango, A for alpha, B for bravo, O for oscar, R for romeo"),
            "[DOCTOR]");
  EXPECT_EQ(rules.output("call four one five, five five five, oh one nine nine"),
            "call four one five, five five five, oh one nine nine");
}

TEST(SpokenRequest, WhatIsKnownIsReadInWords) {
  Rules rules;
  rules.known().add_known("1948-03-14", Label::kDate);
  rules.known().add_known("KL 40418", Label::kMedicalRecord);
  rules.known().add_known("Margaret Ellison", Label::kPatient);
  EXPECT_EQ(rules.output("on the fourteenth of March nineteen forty-eight"), "on [DATE]");
  EXPECT_EQ(rules.output("Kilo Lima four oh four one eight"), "[MEDICAL_RECORD]");
  EXPECT_EQ(rules.output("for E L L I S O N today"), "for [PATIENT] today");
}

TEST(SpokenRequest, TheCallersRulesMatchSpokenFormsOnly) {
  Rules rules;
  rules.guides().own_rules =
      RuleSet::parse("rules: [{label: ID, spoken: true, pattern: 'ward (\\d{4})'}]").value();
  EXPECT_EQ(rules.output("ward four oh one two"), "ward [ID]");
  EXPECT_EQ(rules.output("ward 4012"), "ward 4012");
}

// P1 and P2, on spoken words in any order: the program's own check runs on each.
TEST(SpokenRequest, AnyTextIsTheSameOutsideItsEdits) {
  Rules rules;
  rules.guides().deny.add("4012", Label::kId);
  const char* const words[] = {"four",    "oh",    "double", "nine",  "dot",   "at",
                               "example", "March", "first",  "email", "s",     "e",
                               "di",      "zero",  "twenty", "slash", "phone", "sette",
                               "mille",   "واحد",  "plus",   "\xff",  "born",  "number"};
  std::mt19937 random(3);
  size_t n_hidden = 0;
  for (int round = 0; round < 1500; ++round) {
    std::string text;
    for (size_t n = random() % 30; n > 0; --n) {
      text += words[random() % std::size(words)];
      text += random() % 5 == 0 ? ", " : random() % 9 == 0 ? "\r\n" : " ";
    }
    const Redaction redaction = rules.redact(text);
    size_t at = 0;
    std::string rebuilt;
    for (const Edit& edit : redaction.edits) {
      ASSERT_LE(at, edit.begin);
      rebuilt += text.substr(at, edit.begin - at) + edit.text;
      at = edit.end;
    }
    EXPECT_EQ(rebuilt + text.substr(at), redaction.output);
    n_hidden += redaction.edits.size();
  }
  EXPECT_GT(n_hidden, 300u);
}

}  // namespace redact::spoken_stages_test
