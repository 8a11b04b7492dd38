// SPDX-License-Identifier: Apache-2.0
#include "redactor/agreement.h"

#include <gtest/gtest.h>

#include <random>

#include "redactor/span/merge_spans.h"

namespace redact::agreement_test {

using Ranges = std::vector<std::pair<size_t, size_t>>;

Ranges ranges_of(const std::vector<Span>& spans) {
  Ranges ranges;
  for (const Span& span : spans) ranges.emplace_back(span.begin, span.end);
  return ranges;
}

Findings found(std::vector<Span> spans) { return {std::move(spans), 1}; }

const std::string_view kText = "Ana Maria Ruiz from Ely, 3 May";

TEST(Agreement, ByAnyModelAllFindingsCount) {
  const Findings all = agree(kText,
                             {found({{0, 9, Label::kPatient, 2}, {25, 30, Label::kDate, 1}}),
                              found({{4, 14, Label::kName, 3}})},
                             Agreement::kAny);
  EXPECT_EQ(ranges_of(merge_spans(all.spans)), (Ranges{{0, 14}, {25, 30}}));
  EXPECT_TRUE(all.near_misses.empty());
}

TEST(Agreement, ByAllModelsOnlyWhatEachFoundCountsAndTheRestIsReviewed) {
  const Findings all = agree(kText,
                             {found({{0, 9, Label::kPatient, 2}, {25, 30, Label::kDate, 1}}),
                              found({{4, 14, Label::kName, 3}})},
                             Agreement::kAll);
  EXPECT_EQ(ranges_of(merge_spans(all.spans)), (Ranges{{4, 9}}));
  EXPECT_EQ(ranges_of(all.near_misses), (Ranges{{0, 4}, {25, 30}, {9, 14}}));
  for (const Span& miss : all.near_misses) EXPECT_EQ(miss.score, 0);
}

// Models cut words differently: what they share of a word is the word.
TEST(Agreement, VotesAreOnWholeWords) {
  const Findings all =
      agree(kText, {found({{10, 12, Label::kPatient, 2}}), found({{11, 14, Label::kCity, 1}})},
            Agreement::kAll);
  EXPECT_EQ(ranges_of(merge_spans(all.spans)), (Ranges{{10, 14}}));
}

TEST(Agreement, AMajorityIsMoreThanHalf) {
  const Findings ana = found({{0, 3, Label::kPatient, 1}}), none = found({});
  EXPECT_EQ(agree(kText, {ana, none}, Agreement::kMajority).spans.size(), 0u);
  EXPECT_EQ(agree(kText, {ana, none, ana}, Agreement::kMajority).spans.size(), 2u);
  EXPECT_EQ(agree(kText, {ana, none, ana, none}, Agreement::kMajority).spans.size(), 0u);
  EXPECT_EQ(agree(kText, {ana, none, ana}, Agreement::kAll).spans.size(), 0u);
}

TEST(Agreement, AMergedSpanNamesTheModelsThatFoundIt) {
  const Findings all = agree(kText,
                             {found({{0, 9, Label::kPatient, 2}}), found({}),
                              found({{4, 14, Label::kName, 3}, {20, 23, Label::kCity, 1}})},
                             Agreement::kAny);
  const std::vector<Span> merged = merge_spans(all.spans);
  ASSERT_EQ(merged.size(), 2u);
  const auto finders = [](const Span& span) {
    return std::vector{span.support.has_finder(0), span.support.has_finder(1),
                       span.support.has_finder(2)};
  };
  EXPECT_EQ(finders(merged[0]), (std::vector{true, false, true}));
  EXPECT_EQ(finders(merged[1]), (std::vector{false, false, true}));
  const Findings alone = agree(kText, {found({{0, 3, Label::kPatient, 1}})}, Agreement::kAll);
  EXPECT_FALSE(alone.spans.at(0).support.has_finder(0));
}

// Counted byte by byte, in a text of words of one letter, which no span is widened over.
TEST(Agreement, CountsEachByteLikeACountOfBytes) {
  const std::string text = "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t";
  std::mt19937 random(29);
  for (int trial = 0; trial < 2000; ++trial) {
    const size_t n = 2 + random() % 4;
    std::vector<Findings> findings;
    std::vector<size_t> votes(text.size());
    for (size_t i = 0; i < n; ++i) {
      std::vector<Span> spans;
      for (size_t at = 2 * (random() % 6); at < text.size();) {
        const size_t end = std::min(text.size(), at + 1 + 2 * (random() % 3));
        spans.push_back({at, end, Label::kName, 1});
        for (size_t b = at; b < end; ++b) ++votes[b];
        at = end + 1 + 2 * (random() % 4);
      }
      findings.push_back(found(std::move(spans)));
    }
    for (const Agreement how : {Agreement::kAny, Agreement::kMajority, Agreement::kAll}) {
      const size_t needed = how == Agreement::kAny ? 1 : how == Agreement::kAll ? n : n / 2 + 1;
      const Findings all = agree(text, findings, how);
      std::vector<bool> hidden(text.size()), missed(text.size());
      for (const Span& span : all.spans) {
        for (size_t b = span.begin; b < span.end; ++b) hidden[b] = true;
      }
      for (const Span& span : all.near_misses) {
        for (size_t b = span.begin; b < span.end; ++b) missed[b] = true;
      }
      for (size_t b = 0; b < text.size(); ++b) {
        ASSERT_EQ(hidden[b], votes[b] >= needed);
        ASSERT_EQ(missed[b], votes[b] > 0 && votes[b] < needed);
      }
    }
  }
}

}  // namespace redact::agreement_test
