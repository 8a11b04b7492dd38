// SPDX-License-Identifier: Apache-2.0
#include "bench/replay.h"

#include <random>

#include "bench/list_replay.h"
#include "tests/support/scripted_run.h"
#include "tests/support/tag_world.h"

namespace redact::bench {
namespace {

using testing::random_scorer;
using testing::run_scripted;
using testing::TinyTokenizer;

// The vocabulary has a tag of several tokens, and tokens that include the blank before a word.
const TinyTokenizer& tokenizer() {
  static const TinyTokenizer kTokenizer({"the", " Ana", " Bo", "ab", "<NA", "ME>", " <", "</"});
  return kTokenizer;
}

struct World {
  TokenTrie trie{tokenizer()};
  TagGrammar grammar = replay_grammar(tokenizer(), trie);

  CopyText text(std::string_view source) const {
    return CopyText::make(source, tokenizer(), true).value();
  }
};

std::string random_note(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {"the", " Ana", " Bo", "ab",       " ",
                                                   "\n",  "x",    "?",   "\xc3\xb1", ","};
  std::string note;
  for (size_t i = random() % 40; i > 0; --i) note += kPieces[random() % kPieces.size()];
  return note;
}

// The spans are sorted and disjoint, and may begin and end at any byte.
std::vector<Span> random_spans(size_t size, std::mt19937& random) {
  std::vector<Span> spans;
  for (size_t at = random() % 9; at < size; at += 1 + random() % 12) {
    const size_t end = std::min<size_t>(at + 1 + random() % 6, size);
    spans.push_back({at, end, kReplayLabel, 0, SpanSource::kModel});
    at = end;
  }
  return spans;
}

void expect_spans(const std::vector<Span>& got, const std::vector<Span>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].begin, want[i].begin);
    EXPECT_EQ(got[i].end, want[i].end);
  }
}

// Holds for any logits, any guesses and any length of drafts.
TEST(Replay, WhatIsDecidedIsTheScript) {
  const World world;
  std::mt19937 random(53);
  size_t n_spans = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string note = random_note(random);
    std::erase(note, '\n');  // a tag cannot replace a blank line
    const CopyText text = world.text(note);
    const auto script = whole_tokens(random_spans(note.size(), random), text.tokens());
    const size_t max_draft = 1 + random() % 70;
    TagReplay replay(world.grammar, text, script, 1 << 16, max_draft);
    if (trial % 3 == 0) replay.guess(script);
    if (trial % 3 == 1) replay.guess(random_spans(note.size(), random));
    const auto done = run_scripted(replay, random_scorer(random(), 9), 1 + random() % 80, 4000);
    ASSERT_TRUE(done.ok()) << done.error().message();
    ASSERT_TRUE(replay.finished());
    expect_spans(replay.spans(), script);
    n_spans += script.size();
  }
  EXPECT_GT(n_spans, 5000u);
}

// A note that is read and copied takes two rows for each token, and the rows of the marks, which
// have 2 and 6 tokens.
TEST(Replay, ARightGuessCostsFewPassesAndRows) {
  const World world;
  std::string note;
  std::vector<Span> gold;
  for (int i = 0; i < 30; ++i) {
    note += "the ab x the ab x the ab x";
    gold.push_back({note.size() + 1, note.size() + 4, kReplayLabel, 0, SpanSource::kModel});
    note += " Ana";
  }
  const CopyText text = world.text(note);
  const auto script = whole_tokens(gold, text.tokens());
  const auto n_rows = [&](bool guessed) {
    TagReplay replay(world.grammar, text, script, 1 << 16, 64);
    if (guessed) replay.guess(script);
    size_t n = 0;
    Draft draft;
    for (; !replay.finished(); draft.clear()) {
      replay.propose(512, draft);
      n += draft.n_rows();
      EXPECT_TRUE(replay.judge(draft, {}).ok());
    }
    expect_spans(replay.spans(), script);
    return n;
  };
  const size_t n_tokens = text.tokens().ids.size(), guessed = n_rows(true);
  EXPECT_GE(guessed, 2 * n_tokens);
  EXPECT_LE(guessed, 2 * n_tokens + 8 * script.size() + 8);
  EXPECT_GT(n_rows(false), guessed);
}

// A list hides the words of the script, and wherever else they stand.
TEST(Replay, AListHidesItsScriptAndMoreOfTheSame) {
  const TokenTrie trie(tokenizer());
  const ListGrammar grammar = list_replay_grammar(tokenizer(), trie).value();
  std::mt19937 random(59);
  size_t n_spans = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string note = random_note(random);
    const PieceIndex index = PieceIndex::make(grammar, note, true).value();
    std::vector<Span> script;  // single words, which no line end divides
    for (const Word& word : index.words()) {
      if (random() % 4 == 0) script.push_back({word.begin, word.end, kReplayLabel, 0});
    }
    ListReplay replay(grammar, index, script, 1 << 16, 1 + random() % 70);
    if (trial % 3 == 0) replay.guess(script);
    if (trial % 3 == 1) replay.guess(random_spans(note.size(), random));
    const auto done = run_scripted(replay, random_scorer(random(), 9), 1 + random() % 80, 4000);
    ASSERT_TRUE(done.ok()) << done.error().message();
    ASSERT_TRUE(replay.finished());
    for (const Span& span : replay.spans()) {
      const auto text = note.substr(span.begin, span.end - span.begin);
      EXPECT_TRUE(std::any_of(script.begin(), script.end(), [&](const Span& s) {
        return note.substr(s.begin, s.end - s.begin) == text;
      }));
    }
    EXPECT_GE(replay.spans().size(), script.size());
    n_spans += script.size();
  }
  EXPECT_GT(n_spans, 1500u);
}

}  // namespace
}  // namespace redact::bench
