// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/tag_decoder.h"

#include <random>

#include "tests/support/answers.h"
#include "tests/support/scripted_run.h"
#include "tests/support/tag_world.h"

namespace redact::tag_decoder_test {

using testing::expect_promises;
using testing::expect_same;
using testing::random_scorer;
using testing::random_spans;
using testing::run_scripted;
using testing::TagWorld;

// A vocabulary in which tokens cross the borders of tags and words, as in real ones.
const std::vector<std::string> kTokens = {"ab",   "the",      " Ana", "</s>", "[NO",  "ME]",
                                          "\n\n", "\xc3\xb1", " [",   "],",   "]a",   " <",
                                          ">a",   "</",       "<P",   "P>",   "ANON", "DATA"};

const TagWorld& replaces() {
  static const TagWorld world(kTokens, TagGrammar::Kind::kReplace,
                              {{"[NOME]", "", Label::kPatient}, {"[DATA]", "", Label::kDate}}, 12);
  return world;
}
const TagWorld& marks() {
  static const TagWorld world(
      kTokens, TagGrammar::Kind::kMark,
      {{"<P>", "</P>", Label::kPatient}, {"<DATA>", "</DATA>", Label::kDate}}, 12);
  return world;
}
const TagWorld& verdicts() {
  static const TagWorld world(kTokens, TagGrammar::Kind::kReplace, {{"[XX]", "", Label::kOther}},
                              12, "ANONYMOUS");
  return world;
}
const TagWorld* const kWorlds[] = {&replaces(), &marks(), &verdicts()};

std::string random_source(std::mt19937& random, size_t most) {
  static const std::vector<std::string> kPieces = {
      "ab",  " Ana", "[NOME]",     "</s>", "\n\n", "\xff", "\xc3\xb1", std::string(1, '\0'),
      "the", " ",    "<|eot_id|>", "\r\n", "a",    "<P>",  "]",        "ANONYMOUS"};
  std::string source;
  for (size_t i = random() % (most + 1); i > 0; --i) source += kPieces[random() % kPieces.size()];
  return source;
}

std::unique_ptr<TagDecoder> decoder_of(const TagWorld& world, std::string_view source,
                                       size_t max_draft) {
  return std::make_unique<TagDecoder>(world.grammar, world.text(source),
                                      AnswerPrompt{0, 0, {5, 6, 7}, 1 << 20}, 0, max_draft);
}

TEST(TagDecoder, RandomBytesAndLogitsGiveTheSourceWithTagsAndNothingElse) {
  std::mt19937 random(19);
  for (int trial = 0; trial < 100000; ++trial) {
    const TagWorld& world = *kWorlds[trial % 3];
    const std::string source = random_source(random, 6);
    const auto decoder = decoder_of(world, source, 1 + random() % 4);
    const auto done = run_scripted(*decoder, random_scorer(random(), 3), 1 + random() % 9, 4000);
    ASSERT_TRUE(done.ok()) << done.error().message();
    ASSERT_TRUE(decoder->finished());
    expect_promises(world, source, decoder->spans());
  }
}

// Drafts of any length, with right, wrong or absurd guesses, give the spans, scores and margins of
// decoding one token at a time.
TEST(TagDecoder, DraftsAndGuessesChangeNothing) {
  std::mt19937 random(37);
  for (int trial = 0; trial < 4500; ++trial) {
    const TagWorld& world = *kWorlds[trial % 3];
    const std::string source = random_source(random, 12);
    const auto scorer = random_scorer(random(), 3);
    const auto plain = decoder_of(world, source, 1);
    ASSERT_TRUE(run_scripted(*plain, scorer, 8, 4000).ok());
    for (const auto& guess : {plain->spans(), random_spans(source.size(), random, Label::kPatient),
                              std::vector<Span>()}) {
      for (const size_t max_draft : {2, 5, 100}) {
        const auto drafted = decoder_of(world, source, max_draft);
        drafted->guess(guess);
        const auto done = run_scripted(*drafted, scorer, 1 + random() % 40, 4000);
        ASSERT_TRUE(done.ok()) << done.error().message();
        expect_same(*drafted, *plain);
      }
    }
  }
}

// With drafts, the plain copy of a long text takes a few passes instead of one per token.
TEST(TagDecoder, ADraftedCopyTakesFewPasses) {
  std::string source;
  for (int i = 0; i < 100; ++i) source += "the Ana ab x";
  for (const TagWorld* world : kWorlds) {
    const testing::Scorer copies = [&](uint64_t, int32_t id) {
      const std::string_view bytes = world->tokenizer.token_bytes(id);
      return bytes.find_first_of("[<A") != bytes.npos && bytes != " Ana" ? -9.0f : 0.0f;
    };
    const auto decoder = decoder_of(*world, source, 64);
    ASSERT_TRUE(run_scripted(*decoder, copies, 200, 12).ok());  // more than 600 tokens
    EXPECT_TRUE(decoder->spans().empty());
  }
}

// If the model agrees with the guess, tags cost no passes of their own.
TEST(TagDecoder, ARightGuessTakesFewPasses) {
  std::string source;
  std::vector<Span> gold;
  for (int i = 0; i < 40; ++i) {
    source += "the ab x";
    gold.push_back({source.size(), source.size() + 4, i % 2 ? Label::kPatient : Label::kDate, 0});
    source += " Ana, x";
    ++gold.back().begin;  // the blank is not part of the span
  }
  for (const TagWorld* world : {&replaces(), &marks()}) {
    // The scripted model follows the rendered text.
    const std::string wanted = world->rendered(source, gold);
    const auto run = [&](bool guessed) {
      const auto decoder = decoder_of(*world, source, 64);
      if (guessed) decoder->guess(gold);
      const size_t n_passes = testing::count_passes(*decoder, world->tokenizer, wanted, 3);
      const auto spans = decoder->spans();
      EXPECT_EQ(spans.size(), gold.size());
      for (size_t i = 0; i < std::min(spans.size(), gold.size()); ++i) {
        EXPECT_EQ(spans[i].begin, gold[i].begin) << i;
        EXPECT_EQ(spans[i].end, gold[i].end) << i;
        EXPECT_EQ(spans[i].label, gold[i].label) << i;
      }
      return n_passes;
    };
    const size_t guessed = run(true), alone = run(false);
    EXPECT_LE(guessed, 30u);  // some 1,000 rows, 64 at a time, and a few drafts cut short
    EXPECT_GT(alone, guessed);
  }
}

}  // namespace redact::tag_decoder_test
