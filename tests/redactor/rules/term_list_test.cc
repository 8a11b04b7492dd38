// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/term_list.h"

#include <gtest/gtest.h>

#include <fstream>

#include "redactor/span/merge_spans.h"

namespace redact {
namespace {

std::string file_with(const std::string& content) {
  const std::string path = ::testing::TempDir() + "/terms";
  std::ofstream(path) << content;
  return path;
}

// The text with the found terms in angle brackets.
std::string marked(const TermList& terms, const std::string& text) {
  std::string out;
  size_t at = 0;
  for (const Span& span : terms.find(text, SpanSource::kDeny)) {
    out += text.substr(at, span.begin - at) + "<" + text.substr(span.begin, span.end - span.begin) +
           ">";
    at = span.end;
  }
  return out + text.substr(at);
}

TEST(TermList, AListThatIsNotUtf8IsRefusedByItsLine) {
  const auto terms = TermList::read_deny(file_with("OTHER\tfine\nOTHER\ta\xf1il\n"));
  ASSERT_FALSE(terms.ok());
  EXPECT_EQ(terms.error().message(), "list line 2: is not UTF-8");
}

TEST(TermList, ASpanNamesTheLineOfItsTerm) {
  const TermList deny =
      TermList::read_deny(file_with("# names\n\nOTHER\tRuiz\nCITY\tElx\n")).value();
  const std::vector<Span> found = deny.find("Elx: Ruiz", SpanSource::kDeny);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].line, 4u);
  EXPECT_EQ(found[1].line, 3u);
}

TEST(TermList, FindsArabicNamesInAnySpellingAndTheirParts) {
  TermList terms;
  terms.add_known("فاطمة الخطيب", Label::kPatient);
  EXPECT_EQ(marked(terms, "حضرت فـاطمه الخَطيب، ثم فاطمة وحدها"),
            "حضرت <فـاطمه الخَطيب>، ثم <فاطمة> وحدها");
  terms.add("0100 555 0147", Label::kPhone);
  EXPECT_EQ(marked(terms, "ت ٠١٠٠٥٥٥٠١٤٧"), "ت <٠١٠٠٥٥٥٠١٤٧>");
}

TEST(TermList, FindsWholeWordsInAnySpelling) {
  TermList terms;
  terms.add("García-López", Label::kPatient);
  terms.add("0117 496 0382", Label::kPhone);
  EXPECT_EQ(marked(terms, "GARCIA LOPEZ, tel 01174960382."), "<GARCIA LOPEZ>, tel <01174960382>.");
  EXPECT_EQ(marked(terms, "garcía-lópez and 0117-496-0382"), "<garcía-lópez> and <0117-496-0382>");
  EXPECT_EQ(marked(terms, "Garcíaz López; García: López"), "Garcíaz López; García: López");
  EXPECT_EQ(marked(terms, "García\r\n  López, García\n\nLópez"),
            "<García\r\n  López>, García\n\nLópez");
  EXPECT_EQ(marked(terms, "10117 496 03821"), "10117 496 03821");
}

TEST(TermList, LongestTermWins) {
  TermList terms;
  terms.add("St Mary", Label::kHospital);
  terms.add("St Mary Street 4", Label::kStreet);
  EXPECT_EQ(marked(terms, "at St Mary Street 4 near St Mary"),
            "at <St Mary Street 4> near <St Mary>");
  EXPECT_EQ(terms.find("St Mary Street 4", SpanSource::kDeny)[0].label, Label::kStreet);
}

TEST(TermList, KnownPeopleAreFoundByPartAndDatesInAnyForm) {
  TermList known;
  known.add_known("Margaret Grey", Label::kPatient);
  known.add_known("1948-03-14", Label::kDate);
  EXPECT_EQ(marked(known, "Mrs Grey (margaret grey) has grey hair"),
            "Mrs <Grey> (<margaret grey>) has grey hair");
  EXPECT_EQ(marked(known, "born 14/03/1948, 14 March 1948 or 14.3.48; not 15/03/1948"),
            "born <14/03/1948>, <14 March 1948> or <14.3.48>; not 15/03/1948");
}

TEST(TermList, AKnownNameOfTwoLettersNeedsItsCapital) {
  TermList known;
  known.add_known("Le", Label::kPatient);
  EXPECT_EQ(marked(known, "Mr Le, vu le matin; MR LE"), "Mr <Le>, vu le matin; MR <LE>");
}

TEST(TermList, KnownDatesAreFoundBeforeTimesAndWithoutSeparators) {
  TermList known;
  known.add_known("14/03/1948", Label::kDate);
  EXPECT_EQ(marked(known, "19480314 or 14031948; not 15031948, 114031948"),
            "<19480314> or <14031948>; not 15031948, 114031948");
  EXPECT_EQ(marked(known, "born 1948-03-14T07:31:00, 14/03/1948: well"),
            "born <1948-03-14T07>:31:00, <14/03/1948>: well");
}

// A part of a date must not become a span of its own.
TEST(TermList, AKnownYearOrMonthHidesTheDatesInItWhole) {
  TermList year, month;
  year.add_known("1948", Label::kDate);
  month.add_known("March 1948", Label::kDate);
  const std::string text = "14/03/1948; 2 May 1948; March 1948; in 1948; 14/03/1949 and 14/03";
  EXPECT_EQ(marked(year, text),
            "<14/03/1948>; <2 May 1948>; <March 1948>; in <1948>; 14/03/1949 and 14/03");
  EXPECT_EQ(marked(month, text),
            "<14/03/1948>; 2 May 1948; <March 1948>; in 1948; 14/03/1949 and 14/03");
}

TEST(TermList, KnownDatesAreReadInTheOrderGiven) {
  for (const auto& [order, text] :
       {std::pair(DateOrder::kDayFirst, "<04/03/1948> and 03/04/1948"),
        std::pair(DateOrder::kMonthFirst, "04/03/1948 and <03/04/1948>")}) {
    TermList known(order);
    known.add_known("1948-03-04", Label::kDate);
    EXPECT_EQ(marked(known, "04/03/1948 and 03/04/1948"), text);
  }
}

TEST(TermList, FilesSayWhichLineIsWrong) {
  const auto deny = TermList::read_deny(file_with("# ours\nHOSPITAL\tWard 7\n\nPATIENT\tBo Li\n"));
  ASSERT_TRUE(deny.ok());
  EXPECT_EQ(marked(*deny, "ward 7: Bo Li"), "<ward 7>: <Bo Li>");
  const auto bad = TermList::read_deny(file_with("HOSPITAL\tWard 7\nWard Bo Li\n"));
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().message().find("line 2"), std::string::npos);
  EXPECT_EQ(bad.error().message().find("Bo"), std::string::npos);
  EXPECT_FALSE(TermList::read_deny(file_with("WARD\tx\n")).ok());
  EXPECT_EQ(marked(*TermList::read_allow(file_with("Parkinson\r\n")), "PARKINSON's"),
            "<PARKINSON>'s");
}

TEST(TermList, WordsOfANameAreCountedInLetters) {
  TermList known;
  known.add_known("Bö Ødegård", Label::kPatient);  // two letters in three bytes
  known.add_known("Ana Łaś", Label::kDoctor);
  EXPECT_EQ(marked(known, "Bö 3, Ødegård, Ana and Łaś"), "Bö 3, <Ødegård>, <Ana> and <Łaś>");
}

// FAMILY is not a label of names, but a caller may use it for a relative's name.
TEST(TermList, WordsOfAKnownFamilyValueAreNames) {
  TermList known;
  known.add_known("Helen Ellison", Label::kFamily);
  known.add_known("daughter", Label::kFamily);
  EXPECT_EQ(marked(known, "her daughter Helen; Mr Ellison; ellison"),
            "her <daughter> <Helen>; Mr <Ellison>; ellison");
  EXPECT_EQ(known.find("Helen", SpanSource::kDeny)[0].label, Label::kFamily);
}

TEST(TermList, WhatStandsBetweenTheWordsOfATermIsFoundAsItIsWritten) {
  TermList terms;
  terms.add("Project: \"Blue\" kestrel", Label::kOther);
  terms.add("Ward  --==>  7", Label::kHospital);
  EXPECT_EQ(marked(terms, "in Project: \"Blue\" kestrel and project blue kestrel"),
            "in <Project: \"Blue\" kestrel> and <project blue kestrel>");
  EXPECT_EQ(marked(terms, "Ward  --==>  7, Ward  -->   7"), "<Ward  --==>  7>, Ward  -->   7");
}

TEST(TermList, FilesOfSpreadsheetsAreRead) {
  const auto deny =
      TermList::read_deny(file_with("\xef\xbb\xbfPATIENT\tBo Li\r\nHOSPITAL\tWard 7\r\n"));
  ASSERT_TRUE(deny.ok()) << deny.error().message();
  EXPECT_EQ(marked(*deny, "Bo Li, Ward 7"), "<Bo Li>, <Ward 7>");
  const auto allow = TermList::read_allow(file_with("\xef\xbb\xbf# ours\nParkinson\n"));
  ASSERT_TRUE(allow.ok());
  EXPECT_EQ(marked(*allow, "ours: Parkinson"), "ours: <Parkinson>");
}

TEST(TermList, LinesThatCanMatchNothingAreMistakes) {
  for (const auto& [content, message] :
       {std::pair<std::string, const char*>("OTHER\tx\nOTHER\t---\n",
                                            "list line 2: has a term without a letter or digit"),
        {"OTHER\t\n", "list line 1: has a term without a letter or digit"},
        {std::string("OTHER\ta\0b\n", 11), "list line 1: is not UTF-8"}}) {
    std::ofstream(::testing::TempDir() + "/terms", std::ios::binary) << content;
    const auto deny = TermList::read_deny(::testing::TempDir() + "/terms");
    ASSERT_FALSE(deny.ok());
    EXPECT_EQ(deny.error().message(), message);
  }
  EXPECT_FALSE(TermList::read_allow(file_with("Parkinson\n--\n")).ok());
}

TEST(MergeSpans, CoverWhatAllCoverAndKeepTheLongestLabel) {
  const auto merged =
      merge_spans({{5, 9, Label::kIp, 0}, {0, 6, Label::kPhone, 0}, {9, 12, Label::kDate, 0}});
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_EQ(merged[0].begin, 0u);
  EXPECT_EQ(merged[0].end, 9u);
  EXPECT_EQ(merged[0].label, Label::kPhone);
  EXPECT_EQ(merged[1].begin, 9u);
}

}  // namespace
}  // namespace redact
