// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/markup_decoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>

#include "tests/support/scripted_run.h"

namespace redact {
namespace {

using testing::random_scorer;
using testing::run_scripted;
using testing::Scorer;

constexpr int32_t kBos = 1, kSep = 2, kCopy = 3, kClose = 4, kOpenA = 5, kOpenB = 6;

MarkupFormat tiny_format() {
  return {kBos,
          kSep,
          kCopy,
          kClose,
          {kOpenA, kOpenB},
          {Label::kPatient, Label::kDate},
          16,
          0,
          17,
          0,
          false,
          0,
          -1,
          -1,
          {}};
}

std::vector<int32_t> source_of(size_t n) {
  std::vector<int32_t> source;
  for (size_t i = 0; i < n; ++i) source.push_back(static_cast<int32_t>(100 + i % 3));
  return source;
}

// A decision sequence as text: '.' copy, 'A'/'B' open, ')' close.
std::string decisions_of(const std::vector<TokenSpan>& spans, size_t n) {
  std::string out;
  size_t next = 0;
  for (size_t i = 0; i < n; ++i) {
    if (next < spans.size() && spans[next].begin == i) {
      out += spans[next].label == Label::kPatient ? 'A' : 'B';
    }
    out += '.';
    if (next < spans.size() && spans[next].end == i + 1) {
      if (i + 1 < n) out += ')';
      ++next;
    }
  }
  return out;
}

// All outputs of the grammar for n tokens, written down from its definition: every token once, tags
// between, no empty span, no tag after the last token.
void enumerate(size_t n, size_t copied, char mode, std::string so_far,
               std::vector<std::string>& all) {
  if (copied == n) {
    all.push_back(so_far);
    return;
  }
  if (mode != 'i') {
    for (const char tag : {'A', 'B'}) enumerate(n, copied + 1, 'i', so_far + tag + '.', all);
  } else {
    enumerate(n, copied, 'c', so_far + ')', all);
  }
  enumerate(n, copied + 1, mode == 'i' ? 'i' : 'o', so_far + '.', all);
}

TEST(MarkupDecoder, EveryOutputOfTheGrammarIsReachedAndNoOther) {
  const MarkupFormat format = tiny_format();
  for (size_t n = 1; n <= 6; ++n) {
    std::vector<std::string> all;
    enumerate(n, 0, 'o', "", all);
    const std::vector<int32_t> source = source_of(n);
    for (const std::string& want : all) {
      // A scorer that wants exactly `want`: it counts the forks it has been asked about.
      std::string forks;  // forced copies are not asked for
      for (size_t i = 0; i < want.size(); ++i) {
        const bool forced = i > 0 && (want[i - 1] == 'A' || want[i - 1] == 'B');
        if (!forced) forks += want[i];
      }
      size_t fork = 0;
      uint64_t last_hash = 0;
      const Scorer scorer = [&](uint64_t hash, int32_t id) {
        if (last_hash != 0 && hash != last_hash) ++fork;
        last_hash = hash;
        const std::map<char, int32_t> ids{
            {'.', kCopy}, {'A', kOpenA}, {'B', kOpenB}, {')', kClose}};
        return id == ids.at(forks.at(fork)) ? 5.0f : -5.0f;
      };
      MarkupDecoder decoder(format, source, 0, 0, 1);
      ASSERT_TRUE(run_scripted(decoder, scorer, 64, 64).ok());
      ASSERT_TRUE(decoder.finished());
      EXPECT_EQ(decisions_of(decoder.spans(), n), want);
    }
  }
}

TEST(MarkupDecoder, RandomLogitsGiveSortedDisjointNonEmptySpansInsideTheSource) {
  const MarkupFormat format = tiny_format();
  std::mt19937 random(7);
  for (int trial = 0; trial < 100000; ++trial) {
    const size_t n = 1 + random() % 16;
    const std::vector<int32_t> source = source_of(n);
    const size_t n_context = random() % n;
    MarkupDecoder decoder(format, source, n_context, 0, 1 + random() % 5);
    ASSERT_TRUE(run_scripted(decoder, random_scorer(random(), 4), 1 + random() % 20, 200).ok());
    ASSERT_TRUE(decoder.finished());
    size_t reached = n_context;
    for (const TokenSpan& span : decoder.spans()) {
      ASSERT_GE(span.begin, reached);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, n);
      reached = span.end;
    }
  }
}

void expect_same(const MarkupDecoder& got, const MarkupDecoder& want) {
  EXPECT_EQ(got.least_margin(), want.least_margin());
  ASSERT_EQ(got.spans().size(), want.spans().size());
  for (size_t i = 0; i < want.spans().size(); ++i) {
    EXPECT_EQ(got.spans()[i].begin, want.spans()[i].begin);
    EXPECT_EQ(got.spans()[i].end, want.spans()[i].end);
    EXPECT_EQ(got.spans()[i].label, want.spans()[i].label);
    EXPECT_EQ(got.spans()[i].score, want.spans()[i].score);
  }
}

TEST(MarkupDecoder, DraftLengthAndPassSizeDoNotChangeSpansOrScores) {
  const MarkupFormat format = tiny_format();
  std::mt19937 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::vector<int32_t> source = source_of(1 + random() % 16);
    const Scorer scorer = random_scorer(random(), 3);
    const size_t n_context = random() % source.size();
    MarkupDecoder plain(format, source, n_context, 0.5f, 1);
    ASSERT_TRUE(run_scripted(plain, scorer, 64, 200).ok());
    for (const size_t max_draft : {2, 3, 100}) {
      for (const size_t max_rows : {1, 4, 64}) {
        MarkupDecoder drafted(format, source, n_context, 0.5f, max_draft);
        ASSERT_TRUE(run_scripted(drafted, scorer, max_rows, 400).ok());
        expect_same(drafted, plain);
      }
    }
  }
}

// Guesses right, wrong and absurd: they cost passes and decide nothing. A right one needs a single
// pass.
TEST(MarkupDecoder, GuessesDoNotChangeSpansOrScores) {
  const MarkupFormat format = tiny_format();
  std::mt19937 random(13);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::vector<int32_t> source = source_of(1 + random() % 16);
    const Scorer scorer = random_scorer(random(), 3);
    MarkupDecoder plain(format, source, 0, 0.5f, 1);
    ASSERT_TRUE(run_scripted(plain, scorer, 64, 200).ok());
    std::vector<TokenSpan> absurd;
    for (size_t at = random() % 3; at < source.size();) {
      const size_t end = std::min<size_t>(at + 1 + random() % 4, source.size());
      absurd.push_back({at, end, random() % 4 ? Label::kDate : Label::kIp, 0});
      at = end + random() % 3;
    }
    const std::vector<std::vector<TokenSpan>> guesses = {plain.spans(), absurd, {}};
    for (size_t g = 0; g < guesses.size(); ++g) {
      MarkupDecoder guided(format, source, 0, 0.5f, 100);
      guided.guess(guesses[g]);
      ASSERT_TRUE(run_scripted(guided, scorer, 64, g == 0 ? 2 : 400).ok());  // 1, and one to say so
      expect_same(guided, plain);
    }
  }
}

// Random forced tags and copies over random logits: they stand, nothing crosses them, the rest is
// the model's, and drafts still change nothing.
TEST(MarkupDecoder, ForcedTagsAndCopiesStandWhateverTheModelSays) {
  const MarkupFormat format = tiny_format();
  std::mt19937 random(17);
  size_t n_own = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const std::vector<int32_t> source = source_of(1 + random() % 16);
    const Scorer scorer = random_scorer(random(), 3);
    std::vector<TokenSpan> tags, copies;
    for (size_t at = random() % 4; at < source.size();) {
      const size_t end = std::min<size_t>(at + 1 + random() % 3, source.size());
      const Label label = random() % 2 ? Label::kDate : Label::kIp;  // one the format does not know
      (random() % 2 ? tags : copies).push_back({at, end, label, 0});
      at = end + random() % 4;
    }
    std::vector<std::vector<TokenSpan>> results;
    for (const size_t max_draft : {1, 3, 100}) {
      MarkupDecoder decoder(format, source, 0, 0, max_draft);
      decoder.force(tags, copies);
      ASSERT_TRUE(run_scripted(decoder, scorer, 64, 400).ok());
      ASSERT_TRUE(decoder.finished());
      results.push_back(decoder.spans());
    }
    std::string covered(source.size(), '.');
    size_t reached = 0, n_forced = 0;
    for (size_t i = 0; i < results[0].size(); ++i) {
      const TokenSpan& span = results[0][i];
      ASSERT_GE(span.begin, reached);
      ASSERT_LT(span.begin, span.end);
      reached = span.end;
      n_forced += span.forced;
      n_own += !span.forced;
      for (size_t t = span.begin; t < span.end; ++t) covered[t] = span.forced ? 'F' : 'm';
      for (const auto& other : results) {
        ASSERT_EQ(other.size(), results[0].size());
        ASSERT_EQ(other[i].begin, span.begin);
        ASSERT_EQ(other[i].end, span.end);
        ASSERT_EQ(other[i].score, span.score);
      }
    }
    ASSERT_EQ(n_forced, tags.size());
    std::erase_if(results[0], [](const TokenSpan& span) { return !span.forced; });
    for (size_t i = 0; i < tags.size(); ++i) EXPECT_EQ(results[0][i].label, tags[i].label);
    for (const TokenSpan& span : tags) {
      for (size_t t = span.begin; t < span.end; ++t) ASSERT_EQ(covered[t], 'F');
    }
    for (const TokenSpan& span : copies) {
      for (size_t t = span.begin; t < span.end; ++t) ASSERT_EQ(covered[t], '.');
    }
  }
  EXPECT_GT(n_own, 1000u);
}

TEST(MarkupDecoder, PositionsFollowTheLayoutOfTheFormat) {
  const MarkupFormat format = tiny_format();
  const std::vector<int32_t> source = source_of(3);
  MarkupDecoder decoder(format, source, 0, 0, 1);
  Draft draft;
  decoder.propose(64, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{kBos, 100, 101, 102, kSep}));
  EXPECT_EQ(draft.positions, (std::vector<int32_t>{0, 1, 2, 3, 17}));
  EXPECT_EQ(draft.candidate_ids, (std::vector<int32_t>{kCopy, kOpenA, kOpenB}));
  const float open_b[] = {0, 1, 2};
  ASSERT_EQ(*decoder.judge(draft, open_b), 5u);
  draft.clear();
  decoder.propose(64, draft);  // the tag stands at the position of the token before it
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{kOpenB}));
  EXPECT_EQ(draft.positions, (std::vector<int32_t>{17}));
  EXPECT_TRUE(draft.candidate_ids.empty());
  ASSERT_EQ(*decoder.judge(draft, {}), 1u);
  draft.clear();
  decoder.propose(64, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{100}));
  EXPECT_EQ(draft.positions, (std::vector<int32_t>{18}));
  EXPECT_EQ(draft.candidate_ids, (std::vector<int32_t>{kCopy, kClose}));
}

TEST(MarkupDecoder, ContextIsReadAndTheCopyBeginsBehindIt) {
  const MarkupFormat format = tiny_format();
  const std::vector<int32_t> source = source_of(4);
  MarkupDecoder decoder(format, source, 2, 0, 1);
  Draft draft;
  decoder.propose(64, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{kBos, 100, 101, 102, 100, kSep}));
  EXPECT_EQ(draft.positions, (std::vector<int32_t>{0, 1, 2, 3, 4, 19}));
  const float copy[] = {1, 0, 0};
  ASSERT_EQ(*decoder.judge(draft, copy), 6u);
  draft.clear();
  decoder.propose(64, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{102}));
  EXPECT_EQ(draft.positions, (std::vector<int32_t>{20}));
  const float open_a[] = {0, 2, 1};
  ASSERT_EQ(*decoder.judge(draft, open_a), 1u);
  draft.clear();
  decoder.propose(64, draft);
  ASSERT_EQ(*decoder.judge(draft, {}), 1u);  // the copy behind a tag is forced, and the last
  EXPECT_TRUE(decoder.finished());
  ASSERT_EQ(decoder.spans().size(), 1u);
  EXPECT_EQ(decoder.spans()[0].begin, 3u);
  EXPECT_EQ(decoder.spans()[0].end, 4u);
}

// The ids that a random model's draft head has, in a format whose source reads in both directions.
MarkupFormat bidirectional_format(size_t lag) {
  MarkupFormat format = tiny_format();
  format.bidirectional_source = true;
  format.draft_lag = lag;
  format.draft_outside = 7, format.draft_inside = 8, format.draft_begin = {9, 10};
  return format;
}

TEST(MarkupDecoder, ABidirectionalSourceIsOneDraftOfItsOwn) {
  const MarkupFormat format = bidirectional_format(0);
  const std::vector<int32_t> source = source_of(3);
  for (const size_t max_draft : {1, 8}) {
    MarkupDecoder decoder(format, source, 0, 0, max_draft);
    EXPECT_EQ(decoder.min_rows(), 4u);
    Draft draft;
    decoder.propose(4, draft);
    EXPECT_EQ(draft.ids, (std::vector<int32_t>{kBos, 100, 101, 102}));
    EXPECT_TRUE(draft.bidirectional);
    // Each row names the tag of its own token; one-token decoding does not ask.
    const std::vector<uint32_t> asked{0, 0, 4, 8, 12}, nothing(5, 0);
    EXPECT_EQ(draft.candidate_offsets, max_draft == 1 ? nothing : asked);
    const std::vector<float> heads{0, 0, 1, 0, /**/ 0, 1, 0, 0, /**/ 1, 0, 0, 0};
    ASSERT_EQ(*decoder.judge(draft, {heads.data(), draft.candidate_ids.size()}), 4u);
    draft.clear();
    EXPECT_EQ(decoder.min_rows(), 1u);
    decoder.propose(8, draft);
    EXPECT_FALSE(draft.bidirectional);
    const std::vector<int32_t> copy{kSep, kOpenA, 100, 101, kClose};
    EXPECT_EQ(draft.ids, max_draft == 1 ? std::vector<int32_t>{kSep} : copy);
  }
}

TEST(MarkupDecoder, WhatADraftHeadSaysDoesNotChangeSpansOrScores) {
  std::mt19937 random(19);
  for (int trial = 0; trial < 2000; ++trial) {
    const MarkupFormat format = bidirectional_format(random() % 3);
    const std::vector<int32_t> source = source_of(1 + random() % 16);
    const Scorer scorer = random_scorer(random(), 3);
    const size_t n_context = random() % source.size();
    MarkupDecoder plain(format, source, n_context, 0.5f, 1);
    ASSERT_TRUE(run_scripted(plain, scorer, 64, 200).ok());
    for (const size_t max_draft : {2, 100}) {
      MarkupDecoder drafted(format, source, n_context, 0.5f, max_draft);
      ASSERT_TRUE(run_scripted(drafted, scorer, 1 + random() % 64, 400).ok());
      expect_same(drafted, plain);
    }
  }
}

TEST(MarkupDecoder, ScoreIsLogSumExpOfTheTagsMinusTheCopyPlusBias) {
  const MarkupFormat format = tiny_format();
  const std::vector<int32_t> source = source_of(1);
  MarkupDecoder decoder(format, source, 0, 0.25f, 1);
  const Scorer scorer = [](uint64_t, int32_t id) { return id == kCopy ? 1.0f : 0.5f; };
  ASSERT_TRUE(run_scripted(decoder, scorer, 64, 8).ok());
  ASSERT_EQ(decoder.spans().size(), 1u);  // each tag loses to the copy, together they win
  EXPECT_NEAR(decoder.spans()[0].score, 0.5 + std::log(2.0) - 1 + 0.25, 1e-6);
  EXPECT_EQ(decoder.spans()[0].label, Label::kPatient);
}

TEST(MarkupDecoder, LargerBiasOpensWhatASmallerOneCopies) {
  const MarkupFormat format = tiny_format();
  const std::vector<int32_t> source = source_of(8);
  const Scorer scorer = [](uint64_t, int32_t id) { return id == kCopy ? 2.0f : -2.0f; };
  MarkupDecoder careful(format, source, 0, 0, 4), eager(format, source, 0, 10, 4);
  ASSERT_TRUE(run_scripted(careful, scorer, 64, 100).ok());
  ASSERT_TRUE(run_scripted(eager, scorer, 64, 100).ok());
  EXPECT_TRUE(careful.spans().empty());
  EXPECT_EQ(eager.spans().size(), 1u);  // bias opens spans, and leaves closing to the model
}

}  // namespace
}  // namespace redact
