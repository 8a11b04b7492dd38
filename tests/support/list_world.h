// SPDX-License-Identifier: Apache-2.0
// A tiny vocabulary and a grammar of lists over it, for tests of the list automaton and its
// decoder.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "redactor/listing/list_automaton.h"
#include "tests/support/tag_world.h"

namespace redact::testing {

struct ListWorld {
  TinyTokenizer tokenizer;
  TokenTrie trie{tokenizer};
  ListGrammar grammar;

  explicit ListWorld(const std::vector<std::string>& longer, size_t max_piece = 160,
                     bool bytewise = false,
                     const std::vector<ListGrammar::Spelling>& labels = {{Label::kName, "\tNAME\n"},
                                                                         {Label::kDate,
                                                                          "\tDATE\n"}})
      : tokenizer(longer, bytewise),
        grammar(ListGrammar::make(tokenizer, trie, labels, "---", 0, max_piece).value()) {}

  PieceIndex index(std::string_view source) const {
    return PieceIndex::make(grammar, source, false).value();
  }
};

// Expects spans that are sorted, disjoint, not empty and inside the source, begin and end with
// words, and do not cross a line end.
inline void expect_pieces(std::string_view source, const std::vector<Span>& spans) {
  size_t reached = 0;
  const std::vector<Word> words = find_words(source);
  for (const Span& span : spans) {
    ASSERT_GE(span.begin, reached);
    ASSERT_LT(span.begin, span.end);
    ASSERT_LE(span.end, source.size());
    reached = span.end;
    const auto is = [&](auto member, size_t at) {
      return std::any_of(words.begin(), words.end(),
                         [&](const Word& word) { return word.*member == at; });
    };
    ASSERT_TRUE(is(&Word::begin, span.begin) && is(&Word::end, span.end));
    ASSERT_EQ(source.substr(span.begin, span.end - span.begin).find_first_of("\t\r\n"),
              std::string_view::npos);
  }
}

}  // namespace redact::testing
