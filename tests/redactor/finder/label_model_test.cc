// SPDX-License-Identifier: Apache-2.0
// Models with the label grammar and random weights, through the finder's interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "kernels/cpu/cpu_features.h"
#include "redactor/finder/redaction_model.h"
#include "tests/support/label_keys.h"
#include "tests/support/tiny_model.h"

namespace redact::label_model_test {

using testing::LabelKeys;

constexpr size_t kWindow = 40, kContext = 6, kLag = 2;

class LabelModel : public ::testing::Test {
 protected:
  LabelModel() {
    model_.seed = 7;
    model_.type = "q8_0";
    options_.n_threads = 1;
  }

  Result<SpanFinder> try_open() {
    model_.extra = [this](testing::VocabBuilder& vocab) { keys_.add_to(vocab); };
    options_.model_path = model_.write("label_finder_test.gguf");
    return SpanFinder::open(options_, decoding_);
  }
  SpanFinder open() {
    auto finder = try_open();
    EXPECT_TRUE(finder.ok()) << finder.error().message();
    return std::move(*finder);
  }

  // Texts of all lengths, from about the window's to many times that, and of any bytes.
  std::vector<std::string> documents() {
    std::vector<std::string> out = {"", "x", std::string(kWindow, 'a'),
                                    std::string(kWindow + 1, 'b')};
    for (int i = 0; i < 36; ++i) {
      std::string text(random_() % (i % 3 == 0 ? 400 : 60), ' ');
      for (char& c : text) {
        c = i % 4 == 0 ? static_cast<char>(random_()) : "abcde fgh. ijk\n"[random_() % 15];
      }
      out.push_back(text);
    }
    return out;
  }

  void expect_that_packing_changes_nothing();

  std::mt19937 random_{47};
  LabelKeys keys_{kWindow, kContext};
  testing::TinyModel model_;
  ModelOptions options_;
  DecodingOptions decoding_;
};

// Spans and near misses with the bits of their scores, and the least margin.
std::string fingerprint(const Result<Findings>& found) {
  if (!found.ok()) return found.error().message();
  std::string out;
  const auto add = [&](const auto& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(found->least_margin);
  for (const Span& span : found->spans) {
    add(span.begin), add(span.end), add(span.label), add(span.score);
  }
  for (const Span& near : found->near_misses) add(near.begin), add(near.score);
  return out;
}

// P4: the oracle runs one document at a time, with one window in flight.
void LabelModel::expect_that_packing_changes_nothing() {
  const std::vector<std::string> texts = documents();
  options_.max_sequences = 1;
  options_.max_rows = 1;  // is raised to the rows of a window
  auto oracle = open();
  std::vector<std::string> want;
  size_t n_spans = 0;
  for (const std::string& text : texts) {
    const auto found = oracle.find({text});
    ASSERT_TRUE(found.ok()) << found.error().message();
    n_spans += found->spans.size();
    want.push_back(fingerprint(found));
  }
  EXPECT_GT(n_spans, 100u);
  struct Packing {
    size_t max_sequences, max_rows;
    int n_threads;
  };
  for (const Packing& p : {Packing{2, 100, 1}, Packing{7, 64, 2}, Packing{32, 512, 2}}) {
    options_.max_sequences = p.max_sequences;
    options_.max_rows = p.max_rows;
    options_.n_threads = p.n_threads;
    auto finder = open();
    std::vector<size_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    std::vector<Query> queries;
    for (const size_t i : order) queries.push_back({texts[i]});
    const auto found = finder.find_all(queries);
    for (size_t i = 0; i < order.size(); ++i) {
      EXPECT_EQ(fingerprint(found[i]), want[order[i]]) << order[i] << " " << p.max_sequences;
    }
  }
}

TEST_F(LabelModel, PackingThreadsAndOrderChangeNothing) { expect_that_packing_changes_nothing(); }

TEST_F(LabelModel, NorDoTheyIfRowsAreWords) {
  keys_.words(6, 2);
  expect_that_packing_changes_nothing();
}

TEST_F(LabelModel, APassHasTheRowsThatKeepACpuBusyAndAtLeastAWindow) {
  EXPECT_EQ(open().model->max_rows(), 512u);
  keys_ = LabelKeys(600, kContext);
  model_.n_context = 1024;
  EXPECT_EQ(open().model->max_rows(), 600 + kLag + 1);
}

TEST_F(LabelModel, EveryCpuLevelFindsTheSameSpansAndScores) {
  const std::vector<std::string> texts = documents();
  std::vector<Query> queries;
  for (const std::string& text : texts) queries.push_back({text});
  options_.device = "cpu:scalar";
  const auto want = open().find_all(queries);
  for (const CpuLevel level : kCpuLevels) {
    if (!cpu_has(level)) continue;
    options_.device = "cpu:" + std::string(cpu_level_name(level));
    const auto got = open().find_all(queries);
    for (size_t i = 0; i < texts.size(); ++i) {
      EXPECT_EQ(fingerprint(got[i]), fingerprint(want[i])) << options_.device << " " << i;
    }
  }
}

TEST_F(LabelModel, ALongPassageIsReadAsIfItWereATextOfItsOwn) {
  const std::vector<std::string> texts = documents();
  auto finder = open();
  std::string all;
  std::vector<size_t> passages;
  std::vector<Span> apart;
  for (const std::string& text : texts) {
    if (text.size() < 100) continue;
    if (!all.empty()) passages.push_back(all.size());
    const auto found = finder.find({text});
    ASSERT_TRUE(found.ok());
    for (Span span : found->spans) {
      span.begin += all.size(), span.end += all.size();
      apart.push_back(span);
    }
    all += text;
  }
  ASSERT_GT(passages.size(), 3u);
  ASSERT_GT(apart.size(), 20u);
  const auto found = finder.find({all, {}, passages});
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->spans.size(), apart.size());
  for (size_t i = 0; i < apart.size(); ++i) {
    EXPECT_EQ(found->spans[i].begin, apart[i].begin);
    EXPECT_EQ(found->spans[i].end, apart[i].end);
    EXPECT_EQ(found->spans[i].score, apart[i].score);
  }
}

TEST_F(LabelModel, EachTokenIsOneRowAndEachWindowOnePass) {
  auto finder = open();
  const std::string text(kWindow * 5, 'a');
  ASSERT_TRUE(finder.find({text}).ok());
  const FindingCounts counts = finder.counts();
  const size_t decided = kWindow - 2 * kContext, n_windows = (text.size() + decided - 1) / decided;
  EXPECT_EQ(counts.source_tokens, text.size());
  EXPECT_EQ(counts.windows, n_windows);
  EXPECT_EQ(counts.window_passes, n_windows);
  // Each window has BOS, the lag and twice the context, except at the ends of the text. The first
  // window has no context in front. The last one, of 4 tokens, has none behind, and the window
  // before it has 2 fewer tokens behind.
  EXPECT_EQ(counts.rows, text.size() + (1 + kLag) * n_windows + 2 * kContext * (n_windows - 1) - 2);
  EXPECT_EQ(counts.accepted_rows, counts.rows);
}

TEST_F(LabelModel, EachWordIsOneRow) {
  keys_.words(6, 2);
  auto finder = open();
  std::string text;
  for (size_t i = 0; i < 12; ++i) text += "abc def. 12";  // 4 rows
  text += "abcdefgh";                                     // 2 rows
  ASSERT_TRUE(finder.find({text.substr(0, 66)}).ok());
  EXPECT_EQ(finder.counts().source_tokens, 66u);
  EXPECT_EQ(finder.counts().rows, 6 * 4 + 1 + kLag);
  EXPECT_EQ(finder.counts().windows, 1u);
  ASSERT_TRUE(finder.find({text}).ok());
  EXPECT_EQ(finder.counts().windows, 3u);  // two of them for 50 rows
}

// Spans begin and end with words, at the walls of fields too.
TEST_F(LabelModel, SpansOfRowsOfWordsAreWords) {
  keys_.words(6, 2);
  decoding_.bias = 3;
  auto finder = open();
  std::mt19937 random(7);
  size_t n_spans = 0;
  for (int trial = 0; trial < 30; ++trial) {
    std::string text;
    std::vector<size_t> walls;
    for (size_t i = 0; i < 60; ++i) {
      if (random() % 5 == 0) walls.push_back(text.size());
      text += std::vector<std::string>{"abc", "é", "ab", "12"}[random() % 4] + " \n"[random() % 2];
    }
    const auto found = finder.find({text, {}, {}, walls});
    ASSERT_TRUE(found.ok());
    for (const Span& span : found->spans) {
      EXPECT_TRUE(span.begin == 0 || text[span.begin - 1] == ' ' || text[span.begin - 1] == '\n');
      EXPECT_TRUE(span.end == text.size() || text[span.end] == ' ' || text[span.end] == '\n');
      for (const size_t wall : walls) EXPECT_FALSE(span.begin < wall && wall < span.end);
      ++n_spans;
    }
  }
  EXPECT_GT(n_spans, 100u);
}

// The context that is read before and behind the decided tokens affects their scores; text outside
// the context does not.
TEST_F(LabelModel, AWindowReadsItsContextOnBothSidesAndNoMore) {
  auto finder = open();
  const size_t decided = kWindow - 2 * kContext;
  const std::string text(decided * 3, 'a');
  const auto scores = [&](size_t changed) {
    std::string other = text;
    other[changed] = 'b';
    const Findings found = finder.find({other}).value();
    std::string out;  // the findings of the middle window
    for (const Span& span : found.spans) {
      if (span.begin < decided || span.begin >= 2 * decided) continue;
      out.append(reinterpret_cast<const char*>(&span.score), sizeof span.score);
    }
    for (const Span& near : found.near_misses) {
      if (near.begin < decided || near.begin >= 2 * decided) continue;
      out.append(reinterpret_cast<const char*>(&near.score), sizeof near.score);
    }
    return out;
  };
  const std::string far = scores(0);
  EXPECT_EQ(scores(decided - kContext - 1), far);
  EXPECT_NE(scores(decided - kContext), far);
  EXPECT_NE(scores(2 * decided + kContext - 1), far);
  EXPECT_EQ(scores(2 * decided + kContext), far);
}

TEST_F(LabelModel, BiasesMoveTheDecisionToOpenASpan) {
  const auto tagged = [&](Label label) {
    size_t n_bytes = 0;
    const std::string text = std::string(300, 'a') + "bcdefghi";
    const Findings found = open().find({text}).value();
    for (const Span& span : found.spans) {
      n_bytes += span.label == label ? span.end - span.begin : 0;
    }
    return n_bytes;
  };
  decoding_.bias = -1000;
  EXPECT_EQ(tagged(Label::kPatient) + tagged(Label::kDate) + tagged(Label::kCity), 0u);
  decoding_.bias = 1000;
  EXPECT_EQ(tagged(Label::kPatient) + tagged(Label::kDate) + tagged(Label::kCity), 308u);
  keys_.floats("redact.label_bias", {-500, -500, 500});
  EXPECT_EQ(tagged(Label::kCity), 308u);
  decoding_.bias = 400;  // with the label biases below, the other labels stay negative
  keys_.floats("redact.label_bias", {-1000, 500, -1000});
  EXPECT_EQ(tagged(Label::kDate), 308u);
  decoding_.bias.reset();  // the file's own
  keys_.floats("redact.bias", {}, -1000);
  EXPECT_EQ(tagged(Label::kDate), 0u);
  EXPECT_EQ(open().bias(), -1000);
}

TEST_F(LabelModel, AModelThatCannotRunIsRefusedByItsKey) {
  const auto expect_refused = [&](ErrorKind kind, const std::string& key) {
    const auto finder = try_open();
    ASSERT_FALSE(finder.ok()) << key;
    EXPECT_EQ(finder.error().kind, kind);
    EXPECT_EQ(finder.error().where, key);
  };
  model_.n_context = kWindow + kLag;  // BOS needs a position too
  expect_refused(ErrorKind::kBadInput, "redact.window_tokens");
  model_.n_context = kWindow + kLag + 1;
  EXPECT_TRUE(try_open().ok());
  keys_.ints("redact.token.end", {17, 18, 258});  // the vocabulary has 258 tokens
  expect_refused(ErrorKind::kBadInput, "redact.token.end");
  keys_.text("redact.grammar", "labels");
  expect_refused(ErrorKind::kUnsupported, "redact.grammar");
  keys_.number("redact.grammar", 1);
  expect_refused(ErrorKind::kBadInput, "redact.grammar");
}

// A file has a bias for each choice of recall. A choice without one is refused.
TEST_F(LabelModel, RecallChoosesABiasOfTheFile) {
  keys_.floats("redact.bias_high", {}, 2.5f);
  for (const auto& [recall, bias] : {std::pair("", 0.5f), {"balanced", 0.5f}, {"high", 2.5f}}) {
    decoding_.recall = recall;
    EXPECT_EQ(open().bias(), bias) << recall;
  }
  for (const char* recall : {"precise", "low"}) {
    decoding_.recall = recall;
    const auto refused = try_open();
    ASSERT_FALSE(refused.ok()) << recall;
    EXPECT_EQ(refused.error().where, "recall");
  }
  decoding_.recall = "high";
  decoding_.bias = 1;
  EXPECT_EQ(open().bias(), 1);
}

}  // namespace redact::label_model_test
