// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/rule_set.h"

#include <gtest/gtest.h>

#include <random>

#include "redactor/span/merge_spans.h"

namespace redact::rule_set_test {

TEST(RuleSet, EveryShippedRuleCatchesAndLeavesItsExamples) {
  const auto rules = RuleSet::builtin();
  ASSERT_TRUE(rules.ok()) << rules.error().message();
  size_t n_caught = 0, n_left = 0;
  for (const auto& example : rules->examples()) {
    EXPECT_EQ(rules->find_with(example.rule, example.text).size(), example.catches ? 1u : 0u)
        << "rule " << example.rule + 1 << ": " << example.text;
    ++(example.catches ? n_caught : n_left);
  }
  EXPECT_GT(n_caught, 20u);
  EXPECT_GT(n_left, 20u);
}

// A rule that caught only a part would keep the model from finding the rest.
TEST(RuleSet, NumbersAreCaughtWhole) {
  const auto rules = RuleSet::builtin();
  ASSERT_TRUE(rules.ok());
  for (const std::string text :
       {"targa <AB 123 CD> del", "immatriculation <AB-123-CD>", "number plate <AB12 CDE>, grey",
        "number plate: <LK53 WXT>", "Kennzeichen <M-AB 1234>", "matrícula <4821 KLM>",
        "license plate <8ABC123>", "from <10.21.4.1-10.21.4.9>", "at <192.168.0.10/24>.",
        "host <2001:db8::8a2e:370:7334>", "NIR <2 55 08 14 168 025 38>",
        "cuenta <2100 0418 45 0200051332>", "CNP <1520911221146>", "tel. <0744.555.911>,",
        "la <+40 744 555 911>", "<str. Salciei nr. 14, bl. C3, sc. B, ap. 12>, Iași",
        "<Șos. Iancului nr. 9>, parter", "CI <RX 481122>, eliberat"}) {
    const size_t begin = text.find('<'), end = text.find('>');
    const std::string note =
        text.substr(0, begin) + text.substr(begin + 1, end - begin - 1) + text.substr(end + 1);
    const auto spans = merge_spans(rules->find(note));
    ASSERT_EQ(spans.size(), 1u) << note;
    EXPECT_EQ(note.substr(spans[0].begin, spans[0].end - spans[0].begin),
              text.substr(begin + 1, end - begin - 1));
  }
}

// Expressions that are common in clinical text.
TEST(RuleSet, NothingClinicalIsCaught) {
  const auto rules = RuleSet::builtin();
  ASSERT_TRUE(rules.ok());
  for (const char* text :
       {"Vitamin D3 1000 IU daily, metformin 500 mg twice daily",
        "H1N1 negative, CD4 350, CA 19-9 37 U/mL", "BP 128/76 mmHg, HR 88 bpm, SpO2 97% on air",
        "Na 139, K 4.1, creatinine 88, HbA1c 58 mmol/mol",
        "Hb 11,2 g/dl, leucocitos 7.400, plaquetas 250.000/mm3",
        "TNM: pT2 N0 M0, Gleason 3+4=7, PSA 4.2",
        "L4-L5, ICD-10 E11.9, NYHA III, TA 130/80, 0.5-1 mg/kg/8 h",
        "14/03/1948 10:30, 2024-13-02, 12.05.2024",
        "1-0-1 Ramipril 5 mg, EF 55 %, NT-proBNP 1.234 pg/ml",
        "paracetamol 1 g @ 8 h; pH 7.35; pO2 68.4",
        "TA 130/80 mmHg, AV 78/min, bloc AV gr. 2, BI-RADS 4, str. nodulară, nr. 3 imagini",
        "Concor 5 mg 1-0-1, Algocalmin 1 f la 8 ore, calea orală, EKG: RS 72/min",
        "Leucocite 7.400, Trombocite 250.000, VSH 40 mm/h, 10^5 UFC/ml"}) {
    EXPECT_TRUE(rules->find(text).empty()) << text;
  }
}

// A policy may leave the label of one rule and hide that of another.
TEST(RuleSet, EachRuleFindsWhatOverlapsTheMatchOfAnother) {
  const auto rules = RuleSet::parse(R"(
rules:
  - {label: ID, pattern: 'bc'}
  - {label: NAME, pattern: 'bcd'}
  - {label: DATE, pattern: 'ab'}
)");
  ASSERT_TRUE(rules.ok()) << rules.error().message();
  std::string found;
  for (const Span& span : rules->find("abcd bcd")) {
    found += std::string(label_name(span.label)) + " " + std::to_string(span.begin) + "-" +
             std::to_string(span.end) + " line " + std::to_string(span.line) + "; ";
  }
  EXPECT_EQ(found,
            "ID 1-3 line 3; ID 5-7 line 3; NAME 1-4 line 4; NAME 5-8 line 4; DATE 0-2 line 5; ");
}

TEST(RuleSet, MistakesNameTheRuleAndTheField) {
  const std::pair<const char*, const char*> cases[] = {
      {"rules:\n  - {label: NOBODY, pattern: 'a'}", "rule 1 label"},
      {"rules:\n  - {label: ID, pattern: '('}", "rule 1 pattern"},
      {"rules:\n  - {label: ID, pattern: 'a', checksum: none}", "rule 1 checksum"},
      {"rules:\n  - {label: ID, pattern: 'a', catch: ['a']}", "rules line 2"},
      {"rules:\n  - label: ID\n    pattern: 'a'\n    pattern: 'b'", "rules line 4"},
      {"rules:\n  - label: ID\n    pattern: 'a'\n    checksum:", "rules line 4"},
      {"rules: [{label: ID, pattern: 'a'}]\nrules: [{label: ID, pattern: 'b'}]", "rules line 2"},
      {"rules:\n  - {label: ID, pattern: 'a'}\n  -", "rules line 3"},
      {"rule:\n  - {label: ID, pattern: 'a'}", "rules line 1"},
      {"rules:\n  - {label: ID, pattern: 'a', catches: 'a'}", "rule 1 catches"},
      {"rules:\n  - {label: ID, stays: true, pattern: 'a'}", "rule 1 stays"},
      {"rules:\n  - {stays: false, pattern: 'a'}", "rules line"},
      {"rules: 3", "rules"},
      {"rules:\n  - {label: ID}", "rules line"},
  };
  for (const auto& [yaml, where] : cases) {
    const auto rules = RuleSet::parse(yaml);
    ASSERT_FALSE(rules.ok()) << yaml;
    EXPECT_TRUE(rules.error().where.starts_with(where)) << rules.error().where;
  }
}

// A pattern may contain a name, so an error describes the mistake without quoting the pattern (P5).
TEST(RuleSet, AMistakeInAPatternIsToldWithoutThePattern) {
  const std::pair<const char*, const char*> cases[] = {
      {"Ellison(", "lacks a )"},
      {"Ellison)", "has a ) without its ("},
      {"Ellison[a", "lacks a ]"},
      {"Ellison[z-a]", "has a character class or range that is not valid"},
      {"*Ellison", "repeats nothing: *, + or ? follows no expression"},
      {"Ellison**", "has two repetition operators in a row"},
      {"Ellison{1,9999}", "has a repetition count that is not valid or too large"},
      {"Ellison\\", "ends with a backslash"},
      {"Ellison\\q", "has an escape that RE2 does not know"},
      {"(?<=Ellison)", "has a (? that RE2 does not know, such as a look-around"},
      {"(?P<E lison>a)", "has a named group that is not valid"},
      {"((((Ellison{100}){100}){100}){100})",
       "has a repetition count that is not valid or too large"},
  };
  for (const auto& [pattern, what] : cases) {
    const auto rules =
        RuleSet::parse("rules:\n  - {label: ID, pattern: '" + std::string(pattern) + "'}");
    ASSERT_FALSE(rules.ok()) << pattern;
    EXPECT_EQ(rules.error().message(), "rule 1 pattern: " + std::string(what)) << pattern;
  }
}

TEST(RuleSet, WhatStaysIsNoneOfWhatIsFound) {
  const auto rules = RuleSet::parse(R"(
rules:
  - {label: ID, pattern: 'b'}
  - {stays: true, pattern: 'ab'}
  - {stays: true, pattern: 'bc'}
)");
  ASSERT_TRUE(rules.ok()) << rules.error().message();
  EXPECT_EQ(rules->labels(), std::set<Label>{Label::kId});
  const auto found = rules->find("abc"), staying = rules->find_staying("abc");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].begin, 1u);
  ASSERT_EQ(staying.size(), 1u);
  EXPECT_EQ(staying[0].begin, 0u);
  EXPECT_EQ(staying[0].end, 3u);
}

// Rules are looked for many at once; each finds what it finds alone, in the order of the rules.
TEST(RuleSet, ManyRulesFindWhatEachFindsAlone) {
  std::string yaml = "rules:\n";
  for (int i = 0; i < 40; ++i) {
    yaml += "  - {label: ID, pattern: '\\bw" + std::to_string(i) + "\\b'}\n";
    if (i % 9 == 0) yaml += "  - {stays: true, pattern: 's" + std::to_string(i) + "'}\n";
  }
  const auto rules = RuleSet::parse(yaml);
  ASSERT_TRUE(rules.ok());
  const auto lines = [&](std::string_view text) {
    std::vector<uint32_t> out;
    for (const Span& span : rules->find(text)) out.push_back(span.line);
    return out;
  };
  const std::string text = "w39 w14 w0 w13 w14 s18 w1x";
  EXPECT_EQ(lines(text), (std::vector<uint32_t>{2, 17, 18, 18, 46}));
  EXPECT_EQ(rules->find_staying(text).size(), 1u);
  EXPECT_EQ(lines(std::string(size_t{3} << 20, '.') + text), lines(text));
  EXPECT_TRUE(lines("w40").empty());
}

TEST(RuleSet, AnyBytesGiveSpansInsideThem) {
  const auto rules = RuleSet::builtin();
  ASSERT_TRUE(rules.ok());
  const std::vector<std::string> pieces = {
      "4111 1111 1111 1111", "a@b.es", "10.0.0.1", "\xff", "1", "12345678Z", " ", "www.x.org",
      std::string(1, '\0'),  "é"};
  std::mt19937 random(41);
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text;
    for (size_t i = random() % 12; i > 0; --i) text += pieces[random() % pieces.size()];
    for (const Span& span : rules->find(text)) {
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, text.size());
    }
  }
}

}  // namespace redact::rule_set_test
