// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/tag_automaton.h"

#include <set>

#include "tests/support/answers.h"
#include "tests/support/tag_world.h"

namespace redact::tag_automaton_test {

using testing::choose_next;
using testing::crosses_blank_line;
using testing::expect_promises;
using testing::TagWorld;
using testing::tiny_texts;
constexpr auto kReplace = TagGrammar::Kind::kReplace;
constexpr auto kMark = TagGrammar::Kind::kMark;

// A walk follows the given choices, then always the first candidate. It records how many candidates
// there were at each step.
struct Walk {
  std::string output;
  std::vector<CopySpan> spans;
  std::vector<size_t> n_options;
};

Walk walk(const TagWorld& world, const CopyText& text, const std::vector<size_t>& choices) {
  const TagAutomaton automaton(world.grammar, text);
  TagState state;
  Walk out;
  Candidates candidates;
  while (!state.finished) {
    automaton.find_candidates(state, candidates);
    const size_t choice = out.n_options.size() < choices.size() ? choices[out.n_options.size()] : 0;
    out.n_options.push_back(candidates.ids.size());
    if (candidates.ids.empty()) {
      ADD_FAILURE() << "a dead end";
      break;
    }
    const int32_t id = candidates.ids[choice];
    out.output += world.tokenizer.token_bytes(id);
    if (!automaton.consume(state, id, 1)) {
      ADD_FAILURE() << "a candidate that is none";
      break;
    }
  }
  out.spans = state.spans;
  return out;
}

// Every output that the definition allows.
void enumerate(const TagWorld& world, const std::string& source, size_t at,
               const std::string& so_far, std::set<std::string>& all) {
  if (at == source.size()) {
    all.insert(so_far);
    return;
  }
  enumerate(world, source, at + 1, so_far + source[at], all);
  const bool marks = world.grammar.kind == kMark;
  for (const GrammarTag& tag : world.grammar.tags) {
    for (size_t n = 1; at + n <= source.size(); ++n) {
      const std::string part = source.substr(at, n);
      if (!marks && (n > world.grammar.max_span || crosses_blank_line(part))) break;
      enumerate(world, source, at + n, so_far + tag.open + (marks ? part + tag.close : ""), all);
      // The end of the text closes an open mark.
      if (marks && at + n == source.size()) all.insert(so_far + tag.open + part);
    }
  }
}

// The outputs of all walks through the automaton, by incrementing the choices like digits.
std::set<std::string> all_outputs(const TagWorld& world, const std::string& source) {
  std::set<std::string> outputs;
  std::vector<size_t> choices;
  const CopyText text = world.text(source);
  for (;;) {
    const Walk walked = walk(world, text, choices);
    outputs.insert(walked.output);
    expect_promises(world, source, walked.spans);
    const std::string rendered = world.rendered(source, walked.spans);
    if (!walked.output.empty() && walked.output == world.grammar.verdict) {
      EXPECT_TRUE(walked.spans.empty());
    } else if (world.grammar.kind == kMark) {
      EXPECT_TRUE(rendered.starts_with(walked.output)) << source;
    } else {
      EXPECT_EQ(rendered, walked.output) << source;
    }
    if (!choose_next(choices, walked.n_options)) return outputs;
  }
}

// All texts of up to n letters of "ab \n" without a blank line.
std::vector<std::string> texts_of_one_part(size_t most) {
  std::vector<std::string> texts = tiny_texts("ab \n", most);
  std::erase_if(texts, [](const std::string& text) { return crosses_blank_line(text); });
  return texts;
}

// With spans as long as the document, the nearest reading can reach everything that a farther one
// can, so the automaton must accept exactly the language. Some tokens contain a blank and the
// beginning of a tag, or the end of a tag and more.
TEST(TagAutomaton, AcceptsExactlyTheLanguageOverAllTinyDocuments) {
  const TagWorld world({"ab", "b ", "X]", "]a", " [", "\n["}, kReplace, {{"[X]", "", Label::kName}},
                       8, {}, true);
  for (const std::string& source : texts_of_one_part(4)) {
    std::set<std::string> want;
    enumerate(world, source, 0, "", want);
    ASSERT_EQ(all_outputs(world, source), want) << source;
  }
}

TEST(TagAutomaton, MarksStandAroundAnyRunOverAllTinyDocuments) {
  const TagWorld world({"ab", " <", ">a", "</", "N>"}, kMark,
                       {{"<N>", "</N>", Label::kName}, {"<D>", "</D>", Label::kDate}}, 8, {}, true);
  for (const std::string& source : texts_of_one_part(3)) {
    std::set<std::string> want;
    enumerate(world, source, 0, "", want);
    ASSERT_EQ(all_outputs(world, source), want) << source;
  }
}

// With longer tokens, short spans and blank lines, every output is in the language, and the plain
// copy is one of the outputs.
TEST(TagAutomaton, NeverLeavesTheLanguageWithShortSpansAndBlankLines) {
  const TagWorld world({"ab", "\n\n", "[", "X]", "]a", " ["}, kReplace,
                       {{"[X]", "", Label::kName}, {"[Y]", "", Label::kDate}}, 2);
  for (const std::string source : {"abab", "a\n\nb", "\n\n\n", "a \n b", "[X]a", "aaaa", "\n \n"}) {
    std::set<std::string> want;
    enumerate(world, source, 0, "", want);
    const auto got = all_outputs(world, source);
    for (const std::string& output : got) EXPECT_TRUE(want.contains(output)) << source;
    EXPECT_TRUE(got.contains(source));
  }
}

TEST(TagAutomaton, AVerdictIsTheWholeAnswer) {
  const TagWorld world({"ANON"}, kReplace, {{"[X]", "", Label::kName}}, 8, "ANONYMOUS", true);
  for (const std::string source : {"ab", "A", "ANON b"}) {
    std::set<std::string> want{"ANONYMOUS"};
    enumerate(world, source, 0, "", want);
    EXPECT_EQ(all_outputs(world, source), want) << source;
  }
}

// The spans of the given output, written with the longest candidates that fit.
std::vector<CopySpan> spans_for(const std::string& source, const std::string& output) {
  static const TagWorld world({" e", "Ana", " Bob", "NOME]"}, kReplace,
                              {{"[NOME]", "", Label::kName}}, 32);
  const CopyText text = world.text(source);
  const TagAutomaton automaton(world.grammar, text);
  TagState state;
  Candidates candidates;
  std::string written;
  while (!state.finished) {
    automaton.find_candidates(state, candidates);
    const int32_t best = testing::longest_fit(candidates.ids, world.tokenizer,
                                              std::string_view(output).substr(written.size()));
    if (best < 0 || !automaton.consume(state, best, 1)) {
      ADD_FAILURE() << "stuck behind " << written;
      break;
    }
    written += world.tokenizer.token_bytes(best);
  }
  EXPECT_EQ(written, output);
  return state.spans;
}

TEST(TagAutomaton, ResumesWhereTheBytesBehindTheTagFit) {
  const auto spans = spans_for("Ana Rossi e Bob.", "[NOME] e Bob.");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].end, 9u);
}

TEST(TagAutomaton, LaterBytesDecideBetweenTwoReadings) {
  const auto spans = spans_for("Ana e Eva e Bob", "[NOME] e Bob");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].end, 9u);  // not the first " e"
}

TEST(TagAutomaton, TheNearestReadingStandsWhereNothingDecides) {
  const auto spans = spans_for("Ana a a Bob", "[NOME] a[NOME]");
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].end, 3u);
  EXPECT_EQ(spans[1].begin, 5u);
}

TEST(TagAutomaton, TagTextInTheSourceIsCopied) {
  EXPECT_TRUE(spans_for("[NOME] e", "[NOME] e").empty());
}

}  // namespace redact::tag_automaton_test
