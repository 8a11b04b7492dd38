// SPDX-License-Identifier: Apache-2.0
// The pieces of a text that a list may name: runs of whole words on one line. A piece has at most
// max_piece bytes unless it is a single word, and holds no tab and no byte that no token spells.
//
// The places where a piece may begin are sorted by the text that follows (a suffix array of words),
// so places with equal beginnings are neighbours, and an unfinished piece is a range of places.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "language/words.h"
#include "redactor/copy/copy_text.h"
#include "redactor/listing/list_grammar.h"

namespace redact {

// Immutable; the grammar must outlive it.
class PieceIndex {
 public:
  // A word at which a piece may begin.
  struct Place {
    size_t begin;                            // bytes
    size_t limit;                            // the furthest end of a piece from here
    size_t word;                             // its number in words()
    size_t last_word;                        // the number of the word that ends at limit
    uint32_t first_token = 0, n_tokens = 0;  // of the word alone; none if they do not spell it
  };
  // Places [first, last) that share their first n_bytes bytes, all of them within their limits.
  struct Range {
    size_t first = 0, last = 0, n_bytes = 0;
  };

  // `continues` and the errors are those of CopyText::make.
  static Result<PieceIndex> make(const ListGrammar& grammar, std::string_view source,
                                 bool continues);

  std::string_view text() const { return text_.text(); }
  const TokenizedText& tokens() const { return text_.tokens(); }
  // The words that a piece may hold.
  const std::vector<Word>& words() const { return words_; }
  const Place& place(size_t number) const { return places_[number]; }

  Range all() const { return {0, places_.size(), 0}; }
  // The places of `range` where `bytes` come next.
  Range narrow(const Range& range, std::string_view bytes) const;
  // The bytes that the places of a range share. Precondition: the range is not empty.
  std::string_view shared(const Range& range) const;
  // The word that ends `n_bytes` after the beginning of a place; nullopt if no word ends there.
  std::optional<size_t> word_ending(const Place& place, size_t n_bytes) const;
  // Appends the ids that may come `n_bytes` after the beginning of a place in a piece that ends at
  // `limit`, the end of a word, at the latest: only the tokenizer's own id if it does not take the
  // piece beyond the end of a word, else all that fit. None at the limit.
  void add_next(const Place& place, size_t n_bytes, size_t limit, std::vector<int32_t>& ids) const;

 private:
  PieceIndex(const ListGrammar& grammar, CopyText text)
      : grammar_(&grammar), text_(std::move(text)) {}

  void find_places();
  Result<void> tokenize_first_words();
  std::optional<int32_t> own_token(const Place& place, size_t at, size_t limit) const;
  std::string_view behind(const Place& place, size_t n_bytes, size_t most) const;

  const ListGrammar* grammar_;
  CopyText text_;
  std::vector<Word> words_;
  std::vector<Place> places_;          // sorted by text
  std::vector<int32_t> first_tokens_;  // of the words at which places begin
};

}  // namespace redact
