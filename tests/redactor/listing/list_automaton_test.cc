// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/list_automaton.h"

#include <cctype>
#include <set>

#include "redactor/span/merge_spans.h"
#include "tests/support/answers.h"
#include "tests/support/list_world.h"

namespace redact::list_automaton_test {

using testing::choose_next;
using testing::ListWorld;
using testing::tiny_texts;
using Bytes = std::vector<bool>;  // of a source: which are hidden

// A walk follows the given choices, then always the first candidate. It records how many candidates
// there were at each step.
struct Walk {
  std::string output;
  Bytes hidden;
  std::vector<size_t> n_options;
};

Walk walk(const ListWorld& world, const PieceIndex& index, const std::vector<size_t>& choices) {
  const ListAutomaton automaton(world.grammar, index);
  ListState state = automaton.begin();
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
    if (!automaton.consume(state, id, 1)) {
      ADD_FAILURE() << "a candidate that is none";
      break;
    }
    if (!state.finished || state.begins_line()) out.output += world.tokenizer.token_bytes(id);
  }
  if (out.output.ends_with('-')) out.output.resize(out.output.find('-'));
  out.hidden.assign(index.text().size(), false);
  for (const Span& span : state.spans) {
    for (size_t at = span.begin; at < span.end; ++at) out.hidden[at] = true;
  }
  return out;
}

// The definition, written anew and naively: every list, with the bytes that it hides.
bool is_letter(const std::string& text, size_t at) {
  return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
}

std::set<std::string> pieces_of(const std::string& text) {
  std::set<std::string> pieces;
  for (size_t begin = 0; begin < text.size(); ++begin) {
    if (!is_letter(text, begin) || (begin > 0 && is_letter(text, begin - 1))) continue;
    for (size_t end = begin + 1;
         end <= text.size() && text[end - 1] != '\n' && text[end - 1] != '\t'; ++end) {
      if (is_letter(text, end - 1) && !is_letter(text, end)) {
        pieces.insert(text.substr(begin, end - begin));
      }
    }
  }
  return pieces;
}

std::vector<size_t> occurrences(const std::string& text, const std::string& piece) {
  std::vector<size_t> out;
  for (size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1)) {
    const bool whole = (at == 0 || !is_letter(text, at - 1)) && !is_letter(text, at + piece.size());
    if (whole) out.push_back(at);
  }
  return out;
}

void enumerate(const std::string& text, const std::string& so_far, const Bytes& hidden,
               size_t reached, std::set<std::pair<std::string, Bytes>>& all) {
  all.insert({so_far, hidden});
  for (const std::string& piece : pieces_of(text)) {
    std::vector<size_t> fresh;
    for (const size_t at : occurrences(text, piece)) {
      bool is_new = true;
      for (size_t i = at; i < at + piece.size(); ++i) is_new &= !(is_letter(text, i) && hidden[i]);
      if (is_new) fresh.push_back(at);
    }
    if (fresh.empty()) continue;
    size_t placed = fresh.front();
    for (auto at = fresh.rbegin(); at != fresh.rend(); ++at) placed = *at >= reached ? *at : placed;
    Bytes more = hidden;
    for (const size_t at : occurrences(text, piece)) {
      if (piece.size() < 4 && at != placed) continue;
      for (size_t i = at; i < at + piece.size(); ++i) more[i] = true;
    }
    enumerate(text, so_far + piece + "\tN\n", more, placed + piece.size(), all);
  }
}

std::set<std::pair<std::string, Bytes>> all_lists(const ListWorld& world,
                                                  const std::string& source) {
  std::set<std::pair<std::string, Bytes>> lists;
  std::vector<size_t> choices;
  const PieceIndex index = world.index(source);
  for (;;) {
    const Walk walked = walk(world, index, choices);
    lists.insert({walked.output, walked.hidden});
    if (!choose_next(choices, walked.n_options)) return lists;
  }
}

const std::vector<ListGrammar::Spelling> kOneLabel = {{Label::kName, "\tN\n"}};

// Whatever the tokens: bytes, the tokenizer's own, ones that cross the borders of words.
TEST(ListAutomaton, AcceptsExactlyTheListsOfAllTinyDocuments) {
  const ListWorld worlds[] = {
      ListWorld({"ab", "b a", " a"}, 160, true, kOneLabel),
      ListWorld({"ab", "b a", " a", "a\n", " ab", "\tN", "--"}, 160, false, kOneLabel)};
  std::vector<std::string> texts = tiny_texts("ab \n\t", 5);
  texts.insert(texts.end(), {"ab ab ab", "aabb ab aabb", "a aabb\na", "ab a\tab a", "a a a a"});
  size_t n_lists = 0;
  for (const ListWorld& world : worlds) {
    for (const std::string& source : texts) {
      std::set<std::pair<std::string, Bytes>> want;
      enumerate(source, "", Bytes(source.size()), 0, want);
      ASSERT_EQ(all_lists(world, source), want) << source;
      n_lists += want.size();
    }
  }
  EXPECT_GT(n_lists, 20000u);
}

// The spans of a list, written with the longest candidates that fit.
std::vector<Span> spans_for(const ListWorld& world, const std::string& source,
                            const std::string& list) {
  const PieceIndex index = world.index(source);
  const ListAutomaton automaton(world.grammar, index);
  ListState state = automaton.begin();
  Candidates candidates;
  std::string written;
  while (!state.finished && written != list) {
    automaton.find_candidates(state, candidates);
    const int32_t best = testing::longest_fit(candidates.ids, world.tokenizer,
                                              std::string_view(list).substr(written.size()));
    if (best < 0 || !automaton.consume(state, best, 1)) return {};  // no such list
    written += world.tokenizer.token_bytes(best);
  }
  return merge_spans(state.spans);
}

const ListWorld& usual() {
  static const ListWorld world({"Ana", " Rossi", "NAME", "\tD", "47"});
  return world;
}

std::vector<size_t> begins(const std::vector<Span>& spans) {
  std::vector<size_t> out;
  for (const Span& span : spans) out.push_back(span.begin);
  return out;
}

TEST(ListAutomaton, AllOccurrencesOfAnItemAreHidden) {
  const auto spans = spans_for(usual(), "Anna saw Bob; Anna left. Annabel", "Anna\tNAME\n---");
  EXPECT_EQ(begins(spans), (std::vector<size_t>{0, 14}));  // not in Annabel
}

TEST(ListAutomaton, AShortItemIsHiddenWhereTheOrderPlacesIt) {
  const std::string source = "BP 47, Anna Rossi, 47, saw 47";
  EXPECT_EQ(begins(spans_for(usual(), source, "Anna Rossi\tNAME\n47\tDATE\n---")),
            (std::vector<size_t>{7, 19}));
  EXPECT_EQ(begins(spans_for(usual(), source, "47\tDATE\nAnna Rossi\tNAME\n47\tDATE\n---")),
            (std::vector<size_t>{3, 7, 19}));
  // Behind the last place it begins anew.
  EXPECT_EQ(begins(spans_for(usual(), source, "saw 47\tNAME\n47\tDATE\n---")),
            (std::vector<size_t>{3, 23}));
}

TEST(ListAutomaton, FourCharactersAreNotFourBytes) {
  EXPECT_EQ(spans_for(usual(), "\xc5\x81uk, \xc5\x81uk", "\xc5\x81uk\tNAME\n---").size(), 1u);
  EXPECT_EQ(spans_for(usual(), "\xc5\x81uka, \xc5\x81uka", "\xc5\x81uka\tNAME\n---").size(), 2u);
}

TEST(ListAutomaton, NothingIsListedTwice) {
  EXPECT_TRUE(spans_for(usual(), "Anna, Anna, Bob", "Anna\tNAME\nAnna\tNAME\n").empty());
  EXPECT_TRUE(spans_for(usual(), "Anna, Anna, Bob", "Anna\tNAME\nAnna, Bob\tNAME\n").empty());
  EXPECT_EQ(spans_for(usual(), "Anna, Anna, Bob", "Anna\tNAME\nBob\tNAME\n").size(), 3u);
}

// "Li" is hidden once, so "Dr Li" elsewhere is new. An item that overlaps hidden text is hidden
// completely.
TEST(ListAutomaton, AnItemMayOverlapWhatAShortOneHides) {
  const auto spans = spans_for(usual(), "Dr Li, Dr Li", "Li\tNAME\nDr Li\tDATE\n---");
  EXPECT_EQ(begins(spans), (std::vector<size_t>{0, 7}));
}

TEST(ListAutomaton, PiecesCrossNoLineAndNoTab) {
  EXPECT_TRUE(spans_for(usual(), "Anna\nRossi", "Anna\nRossi\tNAME\n").empty());
  EXPECT_TRUE(spans_for(usual(), "Anna\tRossi", "Anna\tRossi\tNAME\n").empty());
}

TEST(ListAutomaton, APieceHasItsMostBytesUnlessItIsOneWord) {
  const ListWorld world({}, 8);
  EXPECT_TRUE(spans_for(world, "Anna Rossi", "Anna Rossi\tNAME\n").empty());
  EXPECT_EQ(spans_for(world, "Margherita Li", "Margherita\tNAME\n").size(), 1u);
}

TEST(ListAutomaton, TextThatSpellsAListIsText) {
  const std::string source = "---\nAnna\tNAME\n---\nBob";
  EXPECT_EQ(begins(spans_for(usual(), source, "Bob\tNAME\nNAME\tNAME\n---")),
            (std::vector<size_t>{9, 18}));
}

TEST(ListAutomaton, ATextWithoutWordsNeedsNoList) {
  const PieceIndex index = usual().index(" .\n\xff--- ");
  EXPECT_TRUE(ListAutomaton(usual().grammar, index).begin().finished);
}

}  // namespace redact::list_automaton_test
