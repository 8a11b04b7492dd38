// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/label_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <random>

#include "redactor/labelling/best_labels.h"
#include "tests/support/single_rows.h"

namespace redact::label_decoder_test {

using testing::single_rows;

LabelFormat tiny_format(size_t lag = 0) {
  LabelFormat format{};
  format.lag = lag;
  format.bos = 1;
  format.labels = {Label::kPatient, Label::kDate};
  format.outputs = {50, 51, 52, 53, 54, 55, 56, 57, 58};
  format.window_tokens = 64;
  format.context_tokens = 16;
  format.label_bias = {0, 0};
  return format;
}

struct Case {
  std::vector<int32_t> source;
  size_t first, end;
  std::vector<float> bias;
};

Case random_case(std::mt19937& random) {
  Case c;
  c.source.resize(1 + random() % 40);
  std::iota(c.source.begin(), c.source.end(), 100);
  c.first = random() % c.source.size();
  c.end = c.first + 1 + random() % (c.source.size() - c.first);
  c.bias = {static_cast<float>(random() % 5) - 2, static_cast<float>(random() % 5) - 2};
  return c;
}

// The draft of a decoder and the random logits that it got. `by_token[i]` has those of token i; it
// is empty if none were requested.
struct Answered {
  Draft draft;
  std::vector<std::vector<float>> by_token;
};

Answered answer(LabelDecoder& decoder, size_t lag, std::mt19937& random) {
  Answered out;
  decoder.propose(decoder.min_rows(), out.draft);
  std::vector<float> logits(out.draft.n_logits());
  for (float& x : logits) x = static_cast<float>(static_cast<int>(random() % 4097) - 2048) / 512;
  for (size_t row = 1 + lag; row < out.draft.n_rows(); ++row) {
    out.by_token.emplace_back(logits.begin() + out.draft.candidate_offsets[row],
                              logits.begin() + out.draft.candidate_offsets[row + 1]);
  }
  const auto standing = decoder.judge(out.draft, logits);
  EXPECT_TRUE(standing.ok());
  EXPECT_EQ(*standing, out.draft.n_rows());
  EXPECT_TRUE(decoder.decide().ok());
  return out;
}

TEST(LabelDecoder, ReadsTheWindowOnceInBothDirections) {
  const LabelFormat format = tiny_format();
  const std::vector<int32_t> source = {7, 8, 9, 10, 11};
  const std::vector<float> bias = {0, 0};
  LabelDecoder decoder(format, single_rows(source), 1, 4, bias);
  EXPECT_EQ(decoder.min_rows(), 6u);
  Draft draft;
  decoder.propose(100, draft);
  EXPECT_TRUE(draft.bidirectional);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{1, 7, 8, 9, 10, 11}));
  // No logits are requested for BOS and context.
  EXPECT_EQ(draft.candidate_offsets, (std::vector<uint32_t>{0, 0, 0, 9, 18, 27, 27}));
  EXPECT_FALSE(decoder.finished());
  ASSERT_TRUE(decoder.judge(draft, std::vector<float>(27, 0.0f)).ok());
  EXPECT_TRUE(decoder.decide().ok());
  EXPECT_TRUE(decoder.finished());
  draft.clear();
  decoder.propose(100, draft);
  EXPECT_EQ(draft.n_rows(), 0u);
}

// The thread that decides looks for broken logits, not the engine's.
TEST(LabelDecoder, ABrokenLogitIsAnErrorOfTheDecision) {
  const LabelFormat format = tiny_format();
  const std::vector<int32_t> source = {7, 8};
  const std::vector<float> bias = {0, 0};
  LabelDecoder decoder(format, single_rows(source), 0, 2, bias);
  Draft draft;
  decoder.propose(100, draft);
  EXPECT_EQ(draft.candidate_ids, format.outputs);  // once for all rows
  const std::shared_ptr<float[]> memory = std::make_shared<float[]>(draft.n_logits());
  memory[11] = std::numeric_limits<float>::quiet_NaN();
  ASSERT_TRUE(decoder.receive(draft, {{memory.get(), draft.n_logits()}, memory}).ok());
  EXPECT_EQ(memory.use_count(), 2);
  EXPECT_EQ(decoder.decide().error().kind, ErrorKind::kBadInput);
  EXPECT_TRUE(decoder.spans().empty());
}

TEST(LabelDecoder, ALagMovesWhatIsAskedBehindTheTokens) {
  const LabelFormat format = tiny_format(2);
  const std::vector<int32_t> source = {7, 8, 9, 10, 11};
  const std::vector<float> bias = {0, 0};
  LabelDecoder decoder(format, single_rows(source), 1, 5, bias);
  EXPECT_EQ(decoder.min_rows(), 8u);
  Draft draft;
  decoder.propose(100, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{1, 7, 8, 9, 10, 11, 1, 1}));
  EXPECT_EQ(draft.candidate_offsets, (std::vector<uint32_t>{0, 0, 0, 0, 0, 9, 18, 27, 36}));
}

TEST(LabelDecoder, AnEncodersSequenceEndsWithItsEos) {
  LabelFormat format = tiny_format();
  format.eos = 2;
  const std::vector<int32_t> source = {7, 8, 9};
  const std::vector<float> bias = {0, 0};
  LabelDecoder decoder(format, single_rows(source), 0, 3, bias);
  EXPECT_EQ(decoder.min_rows(), 5u);
  Draft draft;
  decoder.propose(100, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{1, 7, 8, 9, 2}));
  EXPECT_EQ(draft.candidate_offsets, (std::vector<uint32_t>{0, 0, 9, 18, 27, 27}));
}

TEST(LabelDecoder, WithoutBosASequenceBeginsWithTheSource) {
  LabelFormat format = tiny_format();
  format.bos = -1;
  const std::vector<int32_t> source = {7, 8, 9};
  const std::vector<float> bias = {0, 0};
  LabelDecoder decoder(format, single_rows(source), 0, 2, bias);
  decoder.add_hints({-1, 4, -1});
  EXPECT_EQ(decoder.min_rows(), 3u);
  Draft draft;
  decoder.propose(100, draft);
  EXPECT_EQ(draft.ids, source);
  EXPECT_EQ(draft.added_ids, (std::vector<int32_t>{4}));
  EXPECT_EQ(draft.added_offsets, (std::vector<uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(draft.candidate_offsets, (std::vector<uint32_t>{0, 9, 18, 18}));
}

// The ids of a word are summed in its row, the hint last.
TEST(LabelDecoder, ARowMayHaveSeveralIds) {
  const LabelFormat format = tiny_format(1);
  const std::vector<int32_t> ids = {7, 8, 9, 10, 11, 12};
  const std::span<const int32_t> all = ids;
  const std::vector<float> bias = {0, 0};
  LabelDecoder decoder(format, {all.first(3), all.subspan(3, 1), all.last(2)}, 0, 2, bias);
  decoder.add_hints({20, -1, 21});
  EXPECT_EQ(decoder.min_rows(), 5u);
  Draft draft;
  decoder.propose(100, draft);
  EXPECT_EQ(draft.ids, (std::vector<int32_t>{1, 7, 10, 11, 1}));
  EXPECT_EQ(draft.added_ids, (std::vector<int32_t>{8, 9, 20, 12, 21}));
  EXPECT_EQ(draft.added_offsets, (std::vector<uint32_t>{0, 0, 3, 3, 5, 5}));
  EXPECT_EQ(draft.candidate_offsets, (std::vector<uint32_t>{0, 0, 0, 9, 18, 18}));
}

// A given name and a surname are two kinds with one label.
TEST(LabelDecoder, NeighboursOfTwoKindsWithOneLabelAreOneSpan) {
  LabelFormat format = tiny_format();
  const std::vector<int32_t> source = {7, 8, 9, 10, 11};
  const std::vector<float> bias = {0, 0};
  // Outside, begin, begin, inside, inside, end, end, single, single of the two kinds.
  std::vector<float> logits(45, -9.0f);
  const auto set = [&](size_t token, size_t output, float value) {
    logits[token * 9 + output] = value;
  };
  set(0, 7, 5), set(1, 8, 3), set(2, 7, 4), set(3, 7, 5), set(4, 0, 5);
  const auto spans = [&](std::vector<Label> labels, std::vector<size_t> walls) {
    format.labels = std::move(labels);
    LabelDecoder decoder(format, single_rows(source), 0, 5, bias);
    decoder.add_walls(std::move(walls));
    Draft draft;
    decoder.propose(100, draft);
    EXPECT_TRUE(decoder.judge(draft, logits).ok());
    EXPECT_TRUE(decoder.decide().ok());
    std::vector<std::pair<size_t, size_t>> out;
    for (const TokenSpan& span : decoder.spans()) out.push_back({span.begin, span.end});
    return out;
  };
  using Spans = std::vector<std::pair<size_t, size_t>>;
  const std::vector<Label> names = {Label::kName, Label::kName};
  EXPECT_EQ(spans({Label::kName, Label::kCity}, {}), (Spans{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(spans(names, {}), (Spans{{0, 3}, {3, 4}}));  // two of one kind stay apart
  EXPECT_EQ(spans(names, {1}), (Spans{{0, 1}, {1, 3}, {3, 4}}));
}

// P1 and P2: spans are sorted, disjoint, not empty and inside the decided tokens, and every token
// is decided.
TEST(LabelDecoder, AnyLogitsGiveSpansInsideWhatIsDecided) {
  std::mt19937 random(37);
  size_t n_spans = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const LabelFormat format = tiny_format(trial % 3);
    const Case c = random_case(random);
    LabelDecoder decoder(format, single_rows(c.source), c.first, c.end, c.bias);
    answer(decoder, format.lag, random);
    ASSERT_TRUE(decoder.finished());
    size_t reached = c.first;
    for (const TokenSpan& span : decoder.spans()) {
      ASSERT_GE(span.begin, reached);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, c.end);
      ASSERT_GE(span.score, 0);
      reached = span.end;
    }
    n_spans += decoder.spans().size();
  }
  EXPECT_GT(n_spans, 5000u);
}

// The spans are those of the best sequence of labels (best_labels_test.cc) over what is decided.
TEST(LabelDecoder, SpansAreThoseOfTheBestSequence) {
  std::mt19937 random(41);
  for (int trial = 0; trial < 3000; ++trial) {
    const LabelFormat format = tiny_format(trial % 3);
    const Case c = random_case(random);
    LabelDecoder decoder(format, single_rows(c.source), c.first, c.end, c.bias);
    const Answered ran = answer(decoder, format.lag, random);
    std::vector<float> whole;
    for (size_t i = c.first; i < c.end; ++i) {
      const std::vector<float>& token = ran.by_token[i];
      whole.insert(whole.end(), token.begin(), token.end());
    }
    const auto labels = best_labels(whole, c.bias);
    std::vector<TokenSpan> spans;
    for (size_t i = c.first; i < c.end; ++i) {
      const TokenLabel& token = labels[i - c.first];
      if (token.label == TokenLabel::kOutside) continue;
      if (token.opens) {
        spans.push_back({i, i + 1, format.labels[token.label], token.score});
      } else {
        spans.back().end = i + 1;
        spans.back().score = std::min(spans.back().score, token.score);
      }
    }
    ASSERT_EQ(decoder.spans().size(), spans.size());
    for (size_t i = 0; i < spans.size(); ++i) {
      EXPECT_EQ(decoder.spans()[i].begin, spans[i].begin);
      EXPECT_EQ(decoder.spans()[i].end, spans[i].end);
      EXPECT_EQ(decoder.spans()[i].label, spans[i].label);
      EXPECT_EQ(decoder.spans()[i].score, spans[i].score);
    }
  }
}

// One label and four tokens: the first two are a span, the third is nearly one, the last is not.
TEST(LabelDecoder, ASpanScoresAsItsWeakestTokenAndNearTokensAreReported) {
  LabelFormat format = tiny_format();
  format.labels = {Label::kPatient};
  format.outputs = {50, 51, 52, 53, 54};
  const std::vector<int32_t> source = {7, 8, 9, 10};
  const std::vector<float> bias = {0};
  LabelDecoder decoder(format, single_rows(source), 0, 4, bias);
  Draft draft;
  decoder.propose(10, draft);
  const std::vector<float> logits = {
      0, 3,   -9,  -9,  1,   // begin 3, single 1
      0, -9,  -9,  2,   -9,  // end 2: the span scores 5, its first token alone 1
      0, -9,  -9,  -9,  -4,  // nearly a span
      0, -99, -99, -99, -99};
  ASSERT_TRUE(decoder.judge(draft, logits).ok());
  EXPECT_TRUE(decoder.decide().ok());
  ASSERT_EQ(decoder.spans().size(), 1u);
  EXPECT_EQ(decoder.spans()[0].end, 2u);
  EXPECT_EQ(decoder.spans()[0].score, 4);  // the second token's; the first one's is 5
  ASSERT_EQ(decoder.near_misses().size(), 1u);
  EXPECT_EQ(decoder.near_misses()[0].begin, 2u);
  EXPECT_EQ(decoder.near_misses()[0].score, -4);
  EXPECT_EQ(decoder.least_margin(), 4);
}

}  // namespace redact::label_decoder_test
