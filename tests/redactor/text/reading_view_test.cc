// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/reading_view.h"

#include <gtest/gtest.h>

#include <random>

namespace redact::reading_view_test {

TEST(ReadingView, ShowsWhatAReaderSees) {
  const std::pair<std::string, std::string> expected[] = {
      {"Jos\u00e9 G\u00f3mez, 38 \u00bdC 3\u00ba \u00b5g 10\u00b2",
       "Jos\u00e9 G\u00f3mez, 38 \u00bdC 3\u00ba \u00b5g 10\u00b2"},
      {"Ma\u200bria\u00ad G\u2060omez", "Maria Gomez"},
      {"\u202eAna\u202c", "Ana"},
      {"\uff21\uff4e\uff41 \uff11\uff12\uff0f\uff10\uff13", "Ana 12/03"},
      {"Jose\u0301 M\u0301\u0327\u0301x", "Jos\u00e9 \u1e3ex"},
      {"\U0001d400\U0001d427\U0001d41a", "Ana"},
      {"\u0410n\u0430 P\u0435t\u0440ov", "Ana Petpov"},
      {"\u0410\u043d\u043d\u0430 TNF-\u03b1", "\u0410\u043d\u043d\u0430 TNF-\u03b1"},
      {"A\U000e0041\ufe0fna", "Ana"},
      {"of\ufb01ce \u2460", "office 1"},
      {"\u0928\u093f\u0930\u094d \u05e9\u05b8", "\u0928\u093f\u0930\u094d \u05e9\u05b8"},
      {"\u00e1\u00e9\xff"
       "A\u200bna\xc3",
       "\u00e1\u00e9\xff"
       "Ana\xc3"},
      // Other kinds of spaces and hyphens; dashes between clauses stay.
      {"Dr\u00a0Owen\u202fPryce,\u20092\u300055", "Dr Owen Pryce, 2 55"},
      {"555\u20101234 536\u221222 8\u20134 a \u2013 b\u2014c",
       "555-1234 536-22 8-4 a \u2013 b\u2014c"},
      // Windows-1252: more invalid bytes than characters beyond ASCII.
      {"Bego\xf1"
       "a \xc1lvarez, \x93s\xed.\x94\xa0\x96 \x81",
       "Bego\u00f1a \u00c1lvarez, \u201cs\u00ed.\u201d \u2013 \x81"},
      {"Mu\u00f1oz \xf1", "Mu\u00f1oz \xf1"},
  };
  for (const auto& [source, view] : expected) EXPECT_EQ(ReadingView(source).text(), view) << source;
}

TEST(ReadingView, EscapesOfLinksAreLettersAndSigns) {
  for (const auto& [source, view] : {std::pair{"brief%20M%C3%BCller.pdf", "brief-M\u00fcller.pdf"},
                                     {"M%FCller%2c%20Ana", "M\u00fcller--Ana"},
                                     {"a/%D8%A7%D8%A8%c3%a9.pdf", "a/\u0627\u0628\u00e9.pdf"},
                                     {"x%E2%80%93Ana", "x-Ana"}}) {
    EXPECT_EQ(ReadingView(source).text(), view);
  }
  EXPECT_EQ(ReadingView("M%C3%BCller%20Ana").ends_of_escapes(), std::vector<size_t>{14});
  // Turkish writes the sign before the number.
  for (const char* text :
       {"EF %55, SpO2%95", "HbA1c %7.2 ve %20'si", "%20 dekstroz", "20% of", "a%20 b", "100%"}) {
    EXPECT_EQ(ReadingView(text).text(), text);
  }
}

TEST(ReadingView, AnApostropheMayHaveOtherSigns) {
  for (const std::string sign : {"\u2018", "\u201b", "\u2032", "\u02bc"}) {
    EXPECT_EQ(ReadingView("Sean O" + sign + "Malley, 5" + sign).text(), "Sean O'Malley, 5" + sign);
    EXPECT_EQ(ReadingView(sign + "so" + sign + " he said").text(), sign + "so" + sign + " he said");
  }
  EXPECT_EQ(ReadingView("O\u2019Malley").text(), "O\u2019Malley");
}

TEST(ReadingView, ArabicIsReadInItsPlainForm) {
  const std::pair<std::string, std::string> expected[] = {
      {"\u0645\u0640\u0640\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"},  // tatweel
      {"\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f\u064c",
       "\u0645\u062d\u0645\u062f"},  // vowel marks
      {"\u0627\u0654\u062d\u0645\u062f \u0627\u0653\u0645\u0646\u0629",
       "\u0623\u062d\u0645\u062f \u0622\u0645\u0646\u0629"},  // hamza and madda apart
      {"\u0661\u0662/\u0660\u0663/\u0662\u0660\u0662\u0664 \u06f4\u06f5",
       "12/03/2024 45"},  // Arabic-Indic digits of both sets
      {"\u0663\u066b\u0665\u066a \u0661\u066c\u0660", "3.5% 1,0"},
      {"\ufee3\ufea4\ufee4\ufeaa \ufefb", "\u0645\u062d\u0645\u062f \u0644\u0627"},
      {"\ufdf2", "\u0627\u0644\u0644\u0647"},                    // a word in one character
      {"\u06a9\u0631\u06cc\u0645", "\u0643\u0631\u064a\u0645"},  // a Persian keyboard
      {"\u200f\u0639\u0644\u064a\u061c", "\u0639\u0644\u064a"},  // marks of direction
      {"\u0645\u062d\u0645\u062f\u060c \u0639\u0644\u064a\u061f",
       "\u0645\u062d\u0645\u062f\u060c \u0639\u0644\u064a\u061f"},  // marks that stay
  };
  for (const auto& [source, view] : expected) EXPECT_EQ(ReadingView(source).text(), view) << source;
  // A span of the plain form covers the word with all the characters that were left out.
  const std::string source = "x \u200f\u0639\u0640\u0644\u064a\u064c y \u0667\u0668";
  const ReadingView view(source);
  ASSERT_EQ(view.text(), "x \u0639\u0644\u064a y 78");
  const auto spans = view.to_source({{2, 8, Label::kName, 1}, {11, 13, Label::kAge, 1}});
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(source.substr(spans[0].begin, spans[0].end - spans[0].begin),
            "\u200f\u0639\u0640\u0644\u064a\u064c");
  EXPECT_EQ(source.substr(spans[1].begin), "\u0667\u0668");
}

TEST(ReadingView, SpansComeBackWithWhatWasLeftOut) {
  const std::string source = "x \u202eA\u200bna\u202c y";
  const ReadingView view(source);
  const size_t at = view.text().find("Ana");
  const auto spans = view.to_source({{at, at + 3, Label::kName, 1}});
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(source.substr(spans[0].begin, spans[0].end - spans[0].begin), "\u202eA\u200bna\u202c");
  const std::string marked =
      "\xef\xbb\xbf"
      "Ana";
  EXPECT_EQ(ReadingView(marked).to_source({{0, 3, Label::kName, 1}})[0].begin, 3u);
  // A span over half of a ligature hides the whole.
  const std::string ligature = "a\ufb01b";
  const auto half = ReadingView(ligature).to_source({{2, 3, Label::kName, 1}});
  EXPECT_EQ(ligature.substr(half[0].begin, half[0].end - half[0].begin), "\ufb01");
}

TEST(ReadingView, NamesGoOnBehindWrappedLineEnds) {
  for (const std::string end : {"\n", "\r\n"}) {
    const std::string source =
        "Seen today in the clinic with a cough and a low fever by Doctor Owen" + end +
        "Pritchard, who asks for a film of the chest, an ECG, some bloods and" + end +
        "for a second look; he will see her again on Monday, and asks to be" + end +
        "told of any fever." + end + "Plan: rest";
    const ReadingView view(source);
    const size_t at = view.text().find("Owen Pritchard,");
    ASSERT_NE(at, view.text().npos);
    EXPECT_NE(view.text().find("fever." + end + "Plan"), view.text().npos);
    const auto spans = view.to_source({{at, at + 14, Label::kDoctor, 1}});
    EXPECT_EQ(source.substr(spans[0].begin, spans[0].end - spans[0].begin),
              "Owen" + end + "Pritchard");
    // A span that ends before a line end leaves it.
    const auto one = view.to_source({{at, at + 4, Label::kDoctor, 1}});
    EXPECT_EQ(source.substr(one[0].begin, one[0].end - one[0].begin), "Owen");
  }
}

TEST(ReadingView, AnySpansOfAnyBytesComeBackSortedDisjointAndInside) {
  std::mt19937 random(3);
  const std::string pieces[] = {"A",      "n\u0303", "\u200b", "\uff21", "\u0430",   "\xff",
                                " ",      "\ufb01",  "\u202e", "7",      "\xe2\x80", "\u0627",
                                "\u0654", "\u0640",  "\u0661", "\ufdf2"};
  for (int round = 0; round < 2000; ++round) {
    std::string source;
    for (size_t n = random() % 30; n > 0; --n) source += pieces[random() % std::size(pieces)];
    const ReadingView view(source);
    std::vector<Span> spans;
    for (size_t at = random() % 3; at < view.text().size();) {
      const size_t end = std::min(view.text().size(), at + 1 + random() % 4);
      spans.push_back({at, end, Label::kName, 1});
      at = end + random() % 3;
    }
    size_t reached = 0;
    for (const Span& span : view.to_source(spans)) {
      EXPECT_GE(span.begin, reached);
      EXPECT_LT(span.begin, span.end);
      EXPECT_LE(span.end, source.size());
      reached = span.end;
    }
  }
}

}  // namespace redact::reading_view_test
