// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/term_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "language/words.h"
#include "redactor/span/merge_spans.h"

namespace redact::term_list_test {

// The text with the found terms in angle brackets.
std::string marked(const TermList& terms, const std::string& text) {
  std::string out;
  size_t at = 0;
  for (const Span& span : merge_spans(terms.find(text, SpanSource::kDeny))) {
    out += text.substr(at, span.begin - at) + "<" + text.substr(span.begin, span.end - span.begin) +
           ">";
    at = span.end;
  }
  return out + text.substr(at);
}

TEST(TermList, AListThatIsNotUtf8IsRefusedByItsLine) {
  const auto terms = TermList::read_deny(UserFile::in_memory("OTHER\tfine\nOTHER\ta\xf1il\n"));
  ASSERT_FALSE(terms.ok());
  EXPECT_EQ(terms.error().message(), "list line 2: is not UTF-8");
}

TEST(TermList, ASpanNamesTheLineOfItsTerm) {
  const TermList deny =
      TermList::read_deny(UserFile::in_memory("# names\n\nOTHER\tRuiz\nCITY\tElx\n")).value();
  const std::vector<Span> found = deny.find("Elx: Ruiz", SpanSource::kDeny);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].line, 4u);
  EXPECT_EQ(found[1].line, 3u);
}

// A policy may hide one label of a term and leave the other.
TEST(TermList, FindsATermUnderEachOfItsLabels) {
  TermList terms;
  terms.add("Csonka", Label::kPatient);
  terms.add("Ubul Csonka", Label::kDoctor);
  terms.add("csonka", Label::kDoctor);
  const std::vector<Span> found = terms.find("Ubul Csonka", SpanSource::kField);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].begin, 0u);
  EXPECT_EQ(found[0].label, Label::kDoctor);
  EXPECT_EQ(found[1].begin, 5u);
  EXPECT_EQ(found[1].label, Label::kPatient);
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
  EXPECT_EQ(merge_spans(terms.find("St Mary Street 4", SpanSource::kDeny))[0].label,
            Label::kStreet);
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

TEST(TermList, AKnownNameIsFoundWithAndWithoutItsUmlauts) {
  TermList known;
  known.add_known("GROESSL^JOERG", Label::kPatient);
  known.add_known("Åse Sørensen", Label::kDoctor);
  known.add_known("Manuel Mueller", Label::kName);
  EXPECT_EQ(marked(known, "Größl, Jörg; Herr Größl or Groessl, but Grossl: größl"),
            "<Größl, Jörg>; Herr <Größl> or <Groessl>, but Grossl: größl");
  EXPECT_EQ(marked(known, "Aase SOERENSEN, Sorensen"), "<Aase SOERENSEN>, <Sorensen>");
  EXPECT_EQ(marked(known, "Manuel and Müller, manul and Muller"),
            "<Manuel> and <Müller>, manul and Muller");
}

TEST(TermList, AWordOfAKnownNameNeedsItsCapitalButInPaths) {
  TermList known;
  known.add_known("Ana Long", Label::kPatient);
  EXPECT_EQ(marked(known, "Mr Long and LONG: a long list, not long."),
            "Mr <Long> and <LONG>: a long list, not long.");
  EXPECT_EQ(marked(known, "ct_long.png, a/long/b, j.long@x and long.md"),
            "ct_<long>.png, a/<long>/b, j.<long>@x and <long>.md");
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
  const auto deny =
      TermList::read_deny(UserFile::in_memory("# ours\nHOSPITAL\tWard 7\n\nPATIENT\tBo Li\n"));
  ASSERT_TRUE(deny.ok());
  EXPECT_EQ(marked(*deny, "ward 7: Bo Li"), "<ward 7>: <Bo Li>");
  const auto bad = TermList::read_deny(UserFile::in_memory("HOSPITAL\tWard 7\nWard Bo Li\n"));
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().message().find("line 2"), std::string::npos);
  EXPECT_EQ(bad.error().message().find("Bo"), std::string::npos);
  EXPECT_FALSE(TermList::read_deny(UserFile::in_memory("WARD\tx\n")).ok());
  EXPECT_EQ(marked(*TermList::read_allow(UserFile::in_memory("Parkinson\r\n")), "PARKINSON's"),
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
  const auto deny = TermList::read_deny(
      UserFile::in_memory("\xef\xbb\xbfPATIENT\tBo Li\r\nHOSPITAL\tWard 7\r\n"));
  ASSERT_TRUE(deny.ok()) << deny.error().message();
  EXPECT_EQ(marked(*deny, "Bo Li, Ward 7"), "<Bo Li>, <Ward 7>");
  const auto allow = TermList::read_allow(UserFile::in_memory("\xef\xbb\xbf# ours\nParkinson\n"));
  ASSERT_TRUE(allow.ok());
  EXPECT_EQ(marked(*allow, "ours: Parkinson"), "ours: <Parkinson>");
}

TEST(TermList, LinesThatCanMatchNothingAreMistakes) {
  for (const auto& [content, message] :
       {std::pair<std::string, const char*>("OTHER\tx\nOTHER\t---\n",
                                            "list line 2: has a term without a letter or digit"),
        {"OTHER\t\n", "list line 1: has a term without a letter or digit"},
        {std::string("OTHER\ta\0b\n", 11), "list line 1: is not UTF-8"}}) {
    const auto deny = TermList::read_deny(UserFile::in_memory(content));
    ASSERT_FALSE(deny.ok());
    EXPECT_EQ(deny.error().message(), message);
  }
  EXPECT_FALSE(TermList::read_allow(UserFile::in_memory("Parkinson\n--\n")).ok());
}

// What a search from each word of a text finds, which takes time with the square of its length. A
// blank joins words, two line ends part them.
std::vector<Span> found_from_each_word(const std::set<std::pair<std::string, Label>>& terms,
                                       const std::string& text) {
  std::map<Label, std::vector<Span>> found;
  const std::vector<Word> words = find_words(text);
  for (size_t i = 0; i < words.size(); ++i) {
    std::string key;
    for (size_t j = i; j < words.size(); ++j) {
      if (j > i && text.substr(words[j - 1].end, words[j].begin - words[j - 1].end) != " ") break;
      key += fold(text, words[j]);
      for (const Label label : {Label::kCity, Label::kHospital}) {
        if (!terms.contains({key, label})) continue;
        found[label].push_back({words[i].begin, words[j].end, label, 0, SpanSource::kDeny});
      }
    }
  }
  std::vector<Span> all = merge_spans(found[Label::kCity]);
  const std::vector<Span> hospitals = merge_spans(found[Label::kHospital]);
  all.insert(all.end(), hospitals.begin(), hospitals.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return all;
}

TEST(TermList, FindsWhatASearchFromEachWordFinds) {
  // A mark alone is a word that folds to nothing.
  constexpr std::array<const char*, 5> kLetters = {"a", "A", "b", "\xc3\xa1", "\xcc\x81"};
  std::mt19937 random(54);
  const auto draw = [&random](size_t n) { return random() % n; };
  const auto text_of = [&](size_t n_letters, const char* other_gap) {
    std::string text;
    for (size_t i = 0; i < n_letters; ++i) {
      text += kLetters[draw(kLetters.size())];
      if (draw(3) == 0) text += draw(4) == 0 ? other_gap : " ";
    }
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    TermList list;
    std::set<std::pair<std::string, Label>> terms;
    for (size_t i = draw(5) + 1; i > 0; --i) {
      const std::string term = text_of(draw(6) + 1, " ");
      const Label label = draw(2) == 0 ? Label::kCity : Label::kHospital;
      list.add(term, label);
      if (!squeeze(term).empty()) terms.emplace(squeeze(term), label);
    }
    const std::string text = text_of(30, "\n\n");
    const std::vector<Span> want = found_from_each_word(terms, text);
    const std::vector<Span> got = list.find(text, SpanSource::kDeny);
    ASSERT_EQ(got.size(), want.size()) << text;
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i].begin, want[i].begin) << text;
      EXPECT_EQ(got[i].end, want[i].end) << text;
      EXPECT_EQ(got[i].label, want[i].label) << text;
      EXPECT_EQ(got[i].support.labels(SpanSource::kDeny),
                want[i].support.labels(SpanSource::kDeny));
    }
  }
}

std::string repeated(const std::string& part, size_t n) {
  std::string all;
  for (size_t i = 0; i < n; ++i) all += part;
  return all;
}

// A search from each word would look at 10^11 words.
TEST(TermList, LongTermsAreFoundInTimeLinearInTheText) {
  TermList terms;
  terms.add(repeated("a ", 1 << 19), Label::kOther);
  const std::string text = repeated("a ", 1 << 20) + "b";
  const std::vector<Span> found = terms.find(text, SpanSource::kDeny);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].end, text.size() - 2);
}

TEST(TermList, TheWorkGrowsWithTheTextAndOnlyTermsThatEndAlikeAddToIt) {
  const auto work = [](size_t n_words, size_t n_terms, bool end_alike) {
    TermList terms;
    for (size_t i = 1; i <= n_terms; ++i) {
      terms.add(repeated("a ", i) + (end_alike ? "" : std::to_string(i)), Label::kOther);
    }
    StopCheck counts;
    (void)terms.find(repeated("a ", n_words), SpanSource::kDeny, counts);
    return counts.n_units();
  };
  EXPECT_EQ(work(1000, 100, false), work(1000, 200, false));
  EXPECT_EQ(2 * work(1000, 100, false), work(2000, 100, false));
  EXPECT_LE(work(1000, 100, true), 1000u * 101);
}

TEST(TermList, AFindThatIsStoppedEndsWithinAnInterval) {
  TermList terms;
  terms.add("a", Label::kOther);
  terms.add_known("1948-03-14", Label::kDate);
  for (const char* part : {"a ", "a", "9 "}) {
    StopCheck stop([] { return Error{ErrorKind::kCancelled, {}, {}}; });
    (void)terms.find(repeated(part, 1 << 20), SpanSource::kDeny, stop);
    EXPECT_TRUE(stop.has_stopped());
    EXPECT_LE(stop.n_units(), 2 * StopCheck::kInterval) << part;
  }
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

}  // namespace redact::term_list_test
