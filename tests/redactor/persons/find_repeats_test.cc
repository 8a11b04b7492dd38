// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/find_repeats.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

#include "language/gazetteer.h"

namespace redact::find_repeats_test {

// The words that repeat names of `hidden`, in order.
std::string repeats_in(const std::string& text, const std::vector<Span>& hidden,
                       const std::vector<Span>& nearly, const std::vector<Span>& left = {},
                       const Gazetteer* known = nullptr) {
  std::string out;
  size_t reached = 0;
  for (const Span& span : find_repeats(text, hidden, left, nearly, kDecisionThresholds, known)) {
    EXPECT_GE(span.begin, reached);
    EXPECT_EQ(span.source, SpanSource::kRepeat);
    reached = span.end;
    out += (out.empty() ? "" : "|") + text.substr(span.begin, span.end - span.begin);
  }
  return out;
}

Span near(const std::string& text, const std::string& token, float score, size_t from = 0) {
  const size_t at = text.find(token, from);
  return {at, at + token.size(), Label::kOther, score};
}

TEST(FindRepeats, ANameThatWasNearlyFoundAgainIsFound) {
  const std::string text =
      "Patient: Marisol Vega. Later MARISOL slept, vega and Vega woke; Mar rose.";
  EXPECT_EQ(repeats_in(text, {{9, 21, Label::kPatient, 4}},
                       {near(text, " MARISOL", -2), near(text, " vega", -1),
                        near(text, " Vega", -4.5f, 40), near(text, " Mar", -1, 60)}),
            "MARISOL|Vega");
}

TEST(FindRepeats, TwoWordsOfANameSideBySideAreThatName) {
  const std::string text = "Seen: Ana Ruiz Vega. Ana Ruiz, Ana, Ruiz and Vega. Vega Ana; RUIZ VEGA";
  EXPECT_EQ(repeats_in(text, {{6, 19, Label::kPatient, 3}, {21, 24, Label::kPatient, 3}}, {}),
            "Ruiz|RUIZ|VEGA");
}

TEST(FindRepeats, WhatTheModelRulesOutOrAnotherKindNamesStays) {
  const std::string text = "Dr Leber. Leber: normal. Seen in Jaen; Jaen is far. Leber";
  EXPECT_EQ(repeats_in(text, {{3, 8, Label::kDoctor, 3}, {33, 37, Label::kCity, 3}},
                       {near(text, " Leber", -7, 9), near(text, " Jaen", -1, 38)}),
            "");
}

TEST(FindRepeats, APatientsNameIsFoundAgainFurtherOffThanAnothers) {
  const std::string text = "Patient Ida Vega. Dr Horner. Later Ida slept; no Horner; Vega.";
  EXPECT_EQ(repeats_in(text, {{8, 16, Label::kPatient, 3}, {21, 27, Label::kDoctor, 3}},
                       {near(text, " Ida", -10, 20), near(text, " Horner", -6.5f, 30),
                        near(text, " Vega", -11, 30)}),
            "Ida");
}

TEST(FindRepeats, AWordInsideAHiddenSpanIsLeftToIt) {
  const std::string text = "Ana Ruiz, Hospital Ana Ruiz";
  EXPECT_EQ(repeats_in(text, {{0, 8, Label::kPatient, 3}, {10, 27, Label::kHospital, 2}},
                       {near(text, " Ana", -1, 15)}),
            "");
}

// A field that holds a name, a better score under another label: the word is worth as much as ever.
TEST(FindRepeats, OneMorePieceOfEvidenceTakesNoName) {
  const std::string text = "Ana Ruiz, Hospital Ana Ruiz, Dr Ruiz. Later Ruiz slept.";
  const Span patient = {0, 8, Label::kPatient, 3};
  const std::vector<Span> nearly = {near(text, " Ruiz", -10, 37)};
  EXPECT_EQ(repeats_in(text, {patient}, nearly), "Ana|Ruiz|Ruiz");
  EXPECT_EQ(repeats_in(text, {patient, {32, 36, Label::kDoctor, 20}}, nearly), "Ana|Ruiz|Ruiz");
  EXPECT_EQ(repeats_in(text, {{0, 27, Label::kHospital, 0, SpanSource::kDeny}, patient}, nearly),
            "Ruiz");
}

TEST(FindRepeats, LettersCountAndNotTheirBytes) {
  const std::string text = "\xc3\x89t\xc3\xa9 Li. Later \xc3\x89t\xc3\xa9, Li";  // Été: 3 letters
  EXPECT_EQ(repeats_in(text, {{0, 8, Label::kPatient, 3}},
                       {near(text, " \xc3\x89t\xc3\xa9", -1, 9), near(text, " Li", -1, 20)}),
            "\xc3\x89t\xc3\xa9");
  const std::string accents =
      "\xc3\x89\xc3\xa9 Vega. Later \xc3\x89\xc3\xa9";  // 2 letters in 4 bytes
  EXPECT_EQ(repeats_in(accents, {{0, 9, Label::kPatient, 3}},
                       {near(accents, " \xc3\x89\xc3\xa9", -1, 9)}),
            "");
}

// Arabic has no capitals, and writes "and" and "for" as a letter joined to the name.
TEST(FindRepeats, AnArabicNameIsFoundAgainWithAClitic) {
  const std::string text = "المريض كمال حداد. وكمال نائم، لحداد، وحده";
  const size_t name = text.find("كمال"), end = text.find('.');
  EXPECT_EQ(repeats_in(text, {{name, end, Label::kPatient, 3}},
                       {near(text, " وكمال", -1, end), near(text, " لحداد", -1, end),
                        near(text, " وحده", -1, end)}),
            "وكمال|لحداد");
  const std::string with = "المريض وكمال. كمال";
  const size_t first = with.find("وكمال"), dot = with.find('.');
  EXPECT_EQ(repeats_in(with, {{first, dot, Label::kPatient, 3}}, {near(with, " كمال", -1, dot)}),
            "كمال");
}

// A policy that leaves words of kinship must not leave a name inside such a span.
TEST(FindRepeats, ANameInsideASpanThatThePolicyLeavesIsFound) {
  const std::string text = "Ana Ruiz. Dr Ruiz. The sister of Ana Ruiz";
  const std::vector<Span> hidden = {{0, 8, Label::kPatient, 3}};
  const Span sister = {19, 41, Label::kFamily, 2}, doctor = {13, 17, Label::kDoctor, 4};
  EXPECT_EQ(repeats_in(text, hidden, {}, {doctor, sister}), "Ana|Ruiz");
}

// A list of words like the bundled model's.
Gazetteer list_of(std::initializer_list<const char*> words) {
  static constexpr uint8_t kEntry[] = {0, 0, 0, 1, 1};
  Gazetteer list = *Gazetteer::read(kEntry, {"word"});
  for (const char* word : words) EXPECT_TRUE(list.add({"word", word, "list"}).ok());
  return list;
}

std::vector<Span> first(const std::string& text, const std::string& name) {
  const size_t at = text.find(name);
  return {{at, at + name.size(), Label::kPatient, 4}};
}

TEST(FindRepeats, ANameThatIsNoKnownWordIsFoundInEveryPlace) {
  const Gazetteer known = list_of({"tarn", "hope", "luz", "gioia", "aube", "speranta", "umut"});
  for (const auto& [text, name, repeats] : std::vector<std::array<std::string, 3>>{
           {"Mr Alaric Tarn and Mrs Hope Tarn. Alaric is well. alaric; Hope rang.", "Alaric Tarn",
            "Alaric"},
           {"El señor Idoiar Tarn y Luz. Idoiar está bien. Luz llama.", "Idoiar Tarn", "Idoiar"},
           {"Il signor Osric Tarn. Osric dorme nel letto con la Gioia.", "Osric Tarn", "Osric"},
           {"Monsieur Quillon Tarn. Quillon dort dans le lit avec Aube.", "Quillon Tarn",
            "Quillon"},
           {"Domnul Leofwin Tarn cu Speranța. Leofwin doarme după masă.", "Leofwin Tarn",
            "Leofwin"},
           {"Bay Osric Tarn ve Umut. Osric bu sabah uyuyor.", "Osric Tarn", "Osric"},
       }) {
    EXPECT_EQ(repeats_in(text, first(text, name), {}, {}, &known), repeats);
    EXPECT_EQ(repeats_in(text, first(text, name), {}, {}), "");
  }
  const std::string ruled_out = "Dr Osric Tarn. Osric: none. Dr Hope.";
  EXPECT_EQ(repeats_in(ruled_out, first(ruled_out, "Osric Tarn"),
                       {near(ruled_out, " Osric", -10, 14)}, {}, &known),
            "Osric");
}

// A name that the lists know names that person again; a clinician's may also be a discoverer's.
TEST(FindRepeats, ANameThatTheListsKnowOnlyAsANameIsFoundInEveryPlace) {
  static constexpr uint8_t kEntry[] = {0, 0, 0, 1, 1};
  Gazetteer known = *Gazetteer::read(kEntry, {"word", "given", "surname", "town", "region"});
  for (const auto& [kind, word] :
       std::vector<std::pair<const char*, const char*>>{{"surname", "patel"},
                                                        {"given", "asha"},
                                                        {"given", "hope"},
                                                        {"word", "hope"},
                                                        {"town", "patel"},
                                                        {"surname", "jordan"},
                                                        {"region", "jordan"}}) {
    EXPECT_TRUE(known.add({kind, word, "list"}).ok());
  }
  const std::string patel = "Mrs Asha Patel was seen. PATEL refused the patel sign; asha patel.";
  EXPECT_EQ(repeats_in(patel, first(patel, "Asha Patel"), {}, {}, &known), "PATEL|asha|patel");
  const std::string hope = "Mrs Hope Jordan was seen. Hope: none. From Jordan. Hope Jordan left.";
  EXPECT_EQ(repeats_in(hope, first(hope, "Hope Jordan"), {}, {}, &known), "Hope|Jordan");
  const std::string doctor = "Dr Patel was seen. Patel sign: none.";
  EXPECT_EQ(repeats_in(doctor, {{3, 8, Label::kDoctor, 4}}, {}, {}, &known), "");
}

// Two ordinary words in small letters side by side are no name, even if a person has both.
TEST(FindRepeats, TwoOrdinaryWordsInSmallLettersAreNoName) {
  const Gazetteer known = list_of({"hope", "long"});
  const std::string text = "Mrs Hope Long and Mr Tom Long. They hope long; tom long slept.";
  EXPECT_EQ(
      repeats_in(text, {{4, 13, Label::kPatient, 4}, {21, 29, Label::kPatient, 4}}, {}, {}, &known),
      "tom|long");
}

TEST(FindRepeats, AWordThatTheListsKnowANounOfGermanAndAnArabicWordNeedTheModel) {
  const Gazetteer known = list_of({"hope"});
  for (const auto& [text, name] : std::vector<std::array<std::string, 2>>{
           {"Mrs Hope Tarn was seen. Hope: none.", "Hope"},
           {"Dr. Faden hat die Wunde genäht, und der Faden ist mit Knoten.", "Faden"},
           {"المريض كمال في السرير. كمال الجسم", "كمال"},
       }) {
    EXPECT_EQ(repeats_in(text, first(text, name), {}, {}, &known), "");
  }
}

}  // namespace redact::find_repeats_test
