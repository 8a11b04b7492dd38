// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/list_decoder.h"

#include <cstdlib>
#include <random>

#include "tests/support/answers.h"
#include "tests/support/list_world.h"
#include "tests/support/scripted_run.h"

namespace redact::list_decoder_test {

using testing::expect_pieces;
using testing::expect_same;
using testing::ListWorld;
using testing::random_scorer;
using testing::random_spans;
using testing::run_scripted;

// A vocabulary in which tokens cross the borders of labels and words, as in real ones.
const ListWorld& world() {
  static const ListWorld world({"ab", "the", " Ana", "</s>", "NA", "ME", "\tD", "ATE\n", "\n\n",
                                "\xc3\xb1", "]a", "a b", "--", "---", "12", "/12"},
                               24);
  return world;
}

std::string random_source(std::mt19937& random, size_t most) {
  static const std::vector<std::string> kPieces = {
      "ab",  " Ana", "Ana ", "</s>",       "\n",   "\xff", "\xc3\xb1", std::string(1, '\0'),
      "the", " ",    "\t",   "<|eot_id|>", "\r\n", "a",    "---\n",    "Ana\tNAME\n",
      "12",  "/12",  ", "};
  std::string source;
  for (size_t i = random() % (most + 1); i > 0; --i) source += kPieces[random() % kPieces.size()];
  return source;
}

std::unique_ptr<ListDecoder> decoder_of(std::string_view source, size_t max_draft, float bias = 0) {
  return std::make_unique<ListDecoder>(world().grammar, world().index(source),
                                       AnswerPrompt{0, 0, {5, 6, 7}, 1 << 20}, bias, max_draft);
}

// Set REDACT_RANDOM_DOCUMENTS for a longer run.
int n_documents() {
  const char* asked = std::getenv("REDACT_RANDOM_DOCUMENTS");
  return asked != nullptr ? std::atoi(asked) : 100000;
}

TEST(ListDecoder, RandomBytesAndLogitsGivePiecesOfTheSourceAndNothingElse) {
  std::mt19937 random(19);
  size_t n_spans = 0;
  for (int trial = 0; trial < n_documents(); ++trial) {
    const std::string source = random_source(random, 10);
    const auto decoder = decoder_of(source, 1 + random() % 9, trial % 3 * 2.0f);
    if (trial % 2 == 0) decoder->guess(random_spans(source.size(), random, Label::kName));
    const auto done = run_scripted(*decoder, random_scorer(random(), 3), 1 + random() % 16, 4000);
    ASSERT_TRUE(done.ok()) << done.error().message();
    ASSERT_TRUE(decoder->finished());
    const auto spans = decoder->spans();
    expect_pieces(source, spans);
    n_spans += spans.size();
  }
  EXPECT_GT(n_spans, static_cast<size_t>(n_documents()));
}

// Drafts of any length, with right, wrong or absurd guesses, give the spans, scores and margins of
// decoding one token at a time.
TEST(ListDecoder, DraftsAndGuessesChangeNothing) {
  std::mt19937 random(37);
  size_t n_spans = 0, n_nearly = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string source = random_source(random, 20);
    const auto scorer = random_scorer(random(), 3);
    const float bias = static_cast<float>(random() % 5) - 2;
    const auto plain = decoder_of(source, 1, bias);
    ASSERT_TRUE(run_scripted(*plain, scorer, 8, 4000).ok());
    n_spans += plain->spans().size(), n_nearly += plain->near_misses().size();
    for (const auto& guess :
         {plain->spans(), random_spans(source.size(), random, Label::kName), std::vector<Span>()}) {
      for (const size_t max_draft : {2, 5, 100}) {
        const auto drafted = decoder_of(source, max_draft, bias);
        drafted->guess(guess);
        const auto done = run_scripted(*drafted, scorer, 1 + random() % 40, 4000);
        ASSERT_TRUE(done.ok()) << done.error().message();
        expect_same(*drafted, *plain);
      }
    }
  }
  EXPECT_GT(n_spans, 1500u);
  EXPECT_GT(n_nearly, 500u);
}

struct Cost {
  size_t n_passes;
  std::vector<Span> spans;
};

Cost cost_of(std::string_view source, const std::string& list, const std::vector<Span>* guess) {
  const auto decoder = decoder_of(source, 64);
  if (guess != nullptr) decoder->guess(*guess);
  const size_t n_passes = testing::count_passes(*decoder, world().tokenizer, list, 3);
  return {n_passes, decoder->spans()};
}

// If the model agrees with the guess, a list takes a few passes; what it skips, adds or labels
// otherwise costs some rows.
TEST(ListDecoder, ARightGuessTakesFewPasses) {
  std::string source, list, another;
  std::vector<Span> gold;
  for (int i = 0; i < 20; ++i) {
    source += "the ab ";
    const std::string item = "Ana " + std::to_string(100 + i);
    const bool dated = i % 2 == 0;
    gold.push_back(
        {source.size(), source.size() + item.size(), dated ? Label::kDate : Label::kName, 0});
    source += item + ", x\n";
    list += item + (dated ? "\tDATE\n" : "\tNAME\n");
    if (i != 7) another += item + "\tNAME\n";
    if (i == 11) another += "the ab\tDATE\n";
  }
  list += "---", another += "---";
  const Cost guessed = cost_of(source, list, &gold), alone = cost_of(source, list, nullptr);
  EXPECT_EQ(guessed.spans.size(), 20u);
  EXPECT_EQ(alone.spans.size(), 20u);
  EXPECT_LE(guessed.n_passes, 6u);  // some 200 rows, 64 at a time
  EXPECT_GT(alone.n_passes, 2 * guessed.n_passes);
  const Cost corrected = cost_of(source, another, &gold);
  EXPECT_EQ(corrected.spans.size(), 39u);  // "the ab" is in every line
  EXPECT_LT(corrected.n_passes, alone.n_passes / 2);
}

TEST(ListDecoder, AListThatOutgrowsItsContextIsAnError) {
  ListDecoder decoder(world().grammar, world().index("ab the ab the Ana"),
                      AnswerPrompt{0, 0, {5, 6, 7}, 9}, 50, 8);
  const auto done = run_scripted(decoder, random_scorer(1, 3), 16, 4000);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind, ErrorKind::kExhausted);
}

}  // namespace redact::list_decoder_test
