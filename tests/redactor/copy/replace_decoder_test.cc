// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/replace_decoder.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "tests/support/scripted_run.h"

namespace redact {
namespace {

using testing::random_scorer;
using testing::run_scripted;

// A vocabulary of the given tokens; tokenises greedily by the longest token, any other byte alone,
// or byte by byte. Id 0 is the end, ids 1..256 the bytes.
class TinyTokenizer final : public Tokenizer {
 public:
  explicit TinyTokenizer(const std::vector<std::string>& longer, bool bytewise = false)
      : bytewise_(bytewise) {
    tokens_.emplace_back();
    for (int b = 0; b < 256; ++b) tokens_.emplace_back(1, static_cast<char>(b));
    tokens_.insert(tokens_.end(), longer.begin(), longer.end());
  }
  Result<TokenizedText> tokenize(std::string_view text) const override {
    TokenizedText out;
    for (size_t at = 0; at < text.size();) {
      size_t best = 1 + static_cast<uint8_t>(text[at]);
      for (size_t i = 257; i < tokens_.size() && !bytewise_; ++i) {
        if (text.substr(at).starts_with(tokens_[i]) && tokens_[i].size() > tokens_[best].size()) {
          best = i;
        }
      }
      out.ids.push_back(static_cast<int32_t>(best));
      out.begin.push_back(static_cast<uint32_t>(at));
      at += tokens_[best].size();
      out.end.push_back(static_cast<uint32_t>(at));
    }
    return out;
  }
  size_t n_vocab() const override { return tokens_.size(); }
  std::string_view token_bytes(int32_t id) const override {
    return tokens_[static_cast<size_t>(id)];
  }
  int32_t bos_id() const override { return -1; }
  int32_t eos_id() const override { return 0; }
  bool add_bos() const override { return false; }
  int32_t special_id(std::string_view) const override { return -1; }
  std::span<const int32_t> end_ids() const override { return {}; }

 private:
  bool bytewise_;
  std::vector<std::string> tokens_;
};

struct World {
  TinyTokenizer tokenizer;
  TokenTrie trie{tokenizer};
  ReplaceGrammar grammar;

  World(const std::vector<std::string>& longer, std::vector<ReplaceTag> tags, size_t max_span,
        bool bytewise = false)
      : tokenizer(longer, bytewise), grammar{&tokenizer, &trie, std::move(tags), 0, max_span, 0} {}
};

std::string tag_text(const World& world, Label label) {
  for (const ReplaceTag& tag : world.grammar.tags) {
    if (tag.label == label) return tag.text;
  }
  return "?";
}

// The source with the spans replaced: what the model must have written.
std::string rendered(const World& world, const std::string& source,
                     const std::vector<Span>& spans) {
  std::string out;
  size_t at = 0;
  for (const Span& span : spans) {
    out += source.substr(at, span.begin - at) + tag_text(world, span.label);
    at = span.end;
  }
  return out + source.substr(at);
}

bool crosses_blank_line(const std::string& skipped) {
  for (size_t i = 0; i < skipped.size(); ++i) {
    if (skipped[i] != '\n') continue;
    const size_t next = skipped.find_first_not_of(" \t", i + 1);
    if (next != std::string::npos && skipped[next] == '\n') return true;
  }
  return false;
}

void expect_promises(const World& world, const std::string& source,
                     const std::vector<Span>& spans) {
  size_t reached = 0;
  for (const Span& span : spans) {
    ASSERT_GE(span.begin, reached);
    ASSERT_LT(span.begin, span.end);
    ASSERT_LE(span.end, source.size());
    ASSERT_LE(span.end - span.begin, world.grammar.max_span);
    ASSERT_FALSE(crosses_blank_line(source.substr(span.begin, span.end - span.begin)));
    reached = span.end;
  }
}

// Follows the choices given, then the first candidate; records how many there were at each step.
struct Walk {
  std::string output;
  std::vector<Span> spans;
  std::vector<size_t> n_options;
};

Walk walk(const World& world, const std::string& source, const std::vector<size_t>& choices) {
  const auto tokens = *world.tokenizer.tokenize(source);
  ReplaceDecoder decoder(world.grammar, {0}, source, tokens);
  Walk out;
  Draft draft;
  while (!decoder.finished()) {
    draft.clear();
    decoder.propose(8, draft);
    const size_t n = draft.candidate_ids.size();
    const size_t choice = out.n_options.size() < choices.size() ? choices[out.n_options.size()] : 0;
    out.n_options.push_back(n);
    std::vector<float> logits(n, -100);
    logits.at(choice) = 100;
    out.output += world.tokenizer.token_bytes(draft.candidate_ids[choice]);
    const auto judged = decoder.judge(draft, logits);
    EXPECT_TRUE(judged.ok()) << judged.error().message();  // a dead end
    if (!judged.ok()) break;
  }
  out.spans = decoder.spans();
  return out;
}

// Every output that the definition allows.
void enumerate(const World& world, const std::string& source, size_t at, const std::string& so_far,
               std::set<std::string>& all) {
  if (at == source.size()) {
    all.insert(so_far);
    return;
  }
  enumerate(world, source, at + 1, so_far + source[at], all);
  for (const ReplaceTag& tag : world.grammar.tags) {
    for (size_t n = 1; n <= world.grammar.max_span && at + n <= source.size(); ++n) {
      if (crosses_blank_line(source.substr(at, n))) break;
      enumerate(world, source, at + n, so_far + tag.text, all);
    }
  }
}

// All walks through the automaton, by counting up the choices like digits.
std::set<std::string> all_outputs(const World& world, const std::string& source) {
  std::set<std::string> outputs;
  std::vector<size_t> choices;
  for (;;) {
    const Walk walked = walk(world, source, choices);
    outputs.insert(walked.output);
    expect_promises(world, source, walked.spans);
    EXPECT_EQ(rendered(world, source, walked.spans), walked.output) << source;
    choices.resize(walked.n_options.size(), 0);
    while (!choices.empty() && choices.back() + 1 == walked.n_options[choices.size() - 1]) {
      choices.pop_back();
    }
    if (choices.empty()) return outputs;
    ++choices.back();
  }
}

// With spans as long as the document, the nearest reading can reach whatever a farther one can, so
// the automaton must accept exactly the language.
TEST(ReplaceDecoder, AcceptsExactlyTheLanguageOverAllTinyDocuments) {
  const World world({"ab", "b ", "X]"}, {{"[X]", Label::kName}}, 8, true);
  const std::string letters = "ab \n";
  for (size_t n = 1; n <= 5; ++n) {
    size_t count = 1;
    for (size_t i = 0; i < n; ++i) count *= letters.size();
    for (size_t code = 0; code < count; ++code) {
      std::string source;
      for (size_t i = 0, rest = code; i < n; ++i, rest /= letters.size()) {
        source += letters[rest % letters.size()];
      }
      if (crosses_blank_line(source)) continue;
      std::set<std::string> want;
      enumerate(world, source, 0, "", want);
      ASSERT_EQ(all_outputs(world, source), want) << source;
    }
  }
}

// With longer tokens, short spans and blank lines every output is in the language, and the copy is
// one.
TEST(ReplaceDecoder, NeverLeavesTheLanguageWithShortSpansAndBlankLines) {
  const World world({"ab", "\n\n", "[", "X]"}, {{"[X]", Label::kName}, {"[Y]", Label::kDate}}, 2);
  for (const std::string source : {"abab", "a\n\nb", "\n\n\n", "a \n b", "[X]a", "aaaa", "\n \n"}) {
    std::set<std::string> want;
    enumerate(world, source, 0, "", want);
    const auto got = all_outputs(world, source);
    for (const std::string& output : got) EXPECT_TRUE(want.contains(output)) << source;
    EXPECT_TRUE(got.contains(source));
  }
}

TEST(ReplaceDecoder, RandomBytesAndLogitsGiveTheSourceWithTagsAndNothingElse) {
  const World world({"ab", "the", " Ana", "</s>", "[NO", "ME]", "\n\n", "\xc3\xb1"},
                    {{"[NOME]", Label::kPatient}, {"[DATA]", Label::kDate}}, 12);
  const std::vector<std::string> pieces = {
      "ab",  " Ana", "[NOME]",     "</s>", "\n\n", "\xff", "\xc3\xb1", std::string(1, '\0'),
      "the", " ",    "<|eot_id|>", "\r\n", "a"};
  std::mt19937 random(19);
  for (int trial = 0; trial < 100000; ++trial) {
    std::string source;
    for (size_t i = random() % 7; i > 0; --i) source += pieces[random() % pieces.size()];
    const auto tokens = *world.tokenizer.tokenize(source);
    ReplaceDecoder decoder(world.grammar, {5, 6, 7}, source, tokens);
    const auto done = run_scripted(decoder, random_scorer(random(), 3), 1 + random() % 4, 4000);
    ASSERT_TRUE(done.ok()) << done.error().message();
    ASSERT_TRUE(decoder.finished());
    expect_promises(world, source, decoder.spans());
  }
}

const World& names();

// Drafts of any length, guessed right, wrong or absurdly, give the spans, scores and margins of
// one-token decoding; a right guess takes fewer passes.
TEST(ReplaceDecoder, DraftsAndGuessesChangeNothing) {
  const World world({"ab", "the", " Ana", "</s>", "[NO", "ME]", "\n\n", "\xc3\xb1"},
                    {{"[NOME]", Label::kPatient}, {"[DATA]", Label::kDate}}, 12);
  const std::vector<std::string> pieces = {"ab",       " Ana", "[NOME]", "\n\n", "\xff",
                                           "\xc3\xb1", "the",  " ",      "\r\n", "a"};
  std::mt19937 random(37);
  for (int trial = 0; trial < 4000; ++trial) {
    std::string source;
    for (size_t i = random() % 12; i > 0; --i) source += pieces[random() % pieces.size()];
    const auto tokens = *world.tokenizer.tokenize(source);
    const auto scorer = random_scorer(random(), 3);
    ReplaceDecoder plain(world.grammar, {5, 6, 7}, source, tokens);
    ASSERT_TRUE(run_scripted(plain, scorer, 8, 4000).ok());
    std::vector<Span> absurd;
    for (size_t at = random() % 5; at < source.size();) {
      const size_t end = std::min<size_t>(at + 1 + random() % 6, source.size());
      absurd.push_back({at, end, random() % 3 ? Label::kDate : Label::kIp, 0});
      at = end + random() % 5;
    }
    for (const auto& guess : {plain.spans(), absurd, std::vector<Span>()}) {
      for (const size_t max_draft : {2, 5, 100}) {
        ReplaceDecoder drafted(world.grammar, {5, 6, 7}, source, tokens, max_draft);
        drafted.guess(guess);
        const auto done = run_scripted(drafted, scorer, 1 + random() % 40, 4000);
        ASSERT_TRUE(done.ok()) << done.error().message();
        ASSERT_EQ(drafted.least_margin(), plain.least_margin());
        ASSERT_EQ(drafted.spans().size(), plain.spans().size());
        for (size_t i = 0; i < plain.spans().size(); ++i) {
          ASSERT_EQ(drafted.spans()[i].begin, plain.spans()[i].begin);
          ASSERT_EQ(drafted.spans()[i].end, plain.spans()[i].end);
          ASSERT_EQ(drafted.spans()[i].label, plain.spans()[i].label);
          ASSERT_EQ(drafted.spans()[i].score, plain.spans()[i].score);
        }
      }
    }
  }
}

// The plain copy of a long text, drafted: passes, not one a token.
TEST(ReplaceDecoder, ADraftedCopyTakesFewPasses) {
  const World& world = names();
  std::string source;
  for (int i = 0; i < 100; ++i) source += "Ana e Bob";
  const auto tokens = *world.tokenizer.tokenize(source);
  const testing::Scorer copies = [&](uint64_t, int32_t id) {
    return world.tokenizer.token_bytes(id).starts_with("[") ? -9.0f : id == 0 ? 9.0f : 0.0f;
  };
  ReplaceDecoder decoder(world.grammar, {0}, source, tokens, 64);
  ASSERT_TRUE(run_scripted(decoder, copies, 200, 12).ok());  // more than 500 tokens
  EXPECT_TRUE(decoder.spans().empty());
}

// A model that wants to write `output`, token by token.
std::vector<Span> spans_for(const World& world, const std::string& source,
                            const std::string& output) {
  const auto tokens = *world.tokenizer.tokenize(source);
  ReplaceDecoder decoder(world.grammar, {0}, source, tokens);
  std::string written;
  Draft draft;
  while (!decoder.finished()) {
    draft.clear();
    decoder.propose(8, draft);
    std::vector<float> logits;
    size_t best = 0;
    for (size_t i = 0; i < draft.candidate_ids.size(); ++i) {
      const std::string_view bytes = world.tokenizer.token_bytes(draft.candidate_ids[i]);
      const bool fits = std::string_view(output).substr(written.size()).starts_with(bytes);
      const bool ends = draft.candidate_ids[i] == 0 && written == output;
      logits.push_back(ends || (!bytes.empty() && fits) ? static_cast<float>(bytes.size()) * 50
                                                        : -100);
      if (logits[i] > logits[best]) best = i;
    }
    written += world.tokenizer.token_bytes(draft.candidate_ids[best]);
    EXPECT_TRUE(decoder.judge(draft, logits).ok());
  }
  EXPECT_EQ(written, output);
  return decoder.spans();
}

const World& names() {
  static const World world({" e", "Ana", " Bob", "NOME]"}, {{"[NOME]", Label::kName}}, 32);
  return world;
}

TEST(ReplaceDecoder, ResumesWhereTheBytesBehindTheTagFit) {
  const auto spans = spans_for(names(), "Ana Rossi e Bob.", "[NOME] e Bob.");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].end, 9u);
}

TEST(ReplaceDecoder, LaterBytesDecideBetweenTwoReadings) {
  const auto spans = spans_for(names(), "Ana e Eva e Bob", "[NOME] e Bob");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].end, 9u);  // not the first " e"
}

TEST(ReplaceDecoder, TheNearestReadingStandsWhereNothingDecides) {
  const auto spans = spans_for(names(), "Ana a a Bob", "[NOME] a[NOME]");
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].end, 3u);
  EXPECT_EQ(spans[1].begin, 5u);
}

TEST(ReplaceDecoder, TagTextInTheSourceIsCopied) {
  EXPECT_TRUE(spans_for(names(), "[NOME] e", "[NOME] e").empty());
}

}  // namespace
}  // namespace redact
