// SPDX-License-Identifier: Apache-2.0
// The tokens that may come next in a list, and the spans that its items hide.
//
// All occurrences of an item are hidden. An item of fewer than kLongItem characters ("47", "Li")
// may mean something else elsewhere, so it is hidden only where the order of the list places it: at
// its first occurrence after the previous item or, if there is none, at its first occurrence.
//
// An item is written from words that are not hidden yet, and only their occurrences place it. So
// the list holds each word of the text once, and it ends: a model that would repeat itself has only
// other words, and the end, to choose from.
#pragma once

#include <cstdint>
#include <vector>

#include "redactor/copy/candidates.h"
#include "redactor/listing/list_grammar.h"
#include "redactor/listing/piece_index.h"
#include "redactor/span/span.h"

namespace redact {

// The fewest characters of an item that is hidden at every occurrence.
inline constexpr size_t kLongItem = 4;

// The state of the automaton after the list so far.
struct ListState {
  PieceIndex::Range piece;         // written so far; empty at the beginning of a line
  std::vector<int32_t> label_ids;  // of its label, so far
  float score = 0;                 // of the decision to begin the item
  size_t reached = 0;              // the end of the previous item in the text
  std::vector<bool> hidden;        // for each word of the index, whether it is hidden
  std::vector<Span> spans;         // hidden by the items so far, in their order; may overlap
  bool finished = false;

  bool begins_line() const { return piece.n_bytes == 0; }
};

// Immutable; `grammar` and `index` must outlive it.
class ListAutomaton {
 public:
  ListAutomaton(const ListGrammar& grammar, const PieceIndex& index)
      : grammar_(grammar), index_(index) {}

  const ListGrammar& grammar() const { return grammar_; }
  const PieceIndex& index() const { return index_; }

  // Before the first line. A text without a word has a finished list.
  ListState begin() const;
  // At the beginning of a line, copies are the ids that end the list, and the other ids begin an
  // item. In a piece, copies continue it, and the other ids end it. In a label all ids copy.
  void find_candidates(const ListState& state, Candidates& out) const;
  // Advances by one of the candidates; `score` is that of the tag side. Returns false for any other
  // id.
  bool consume(ListState& state, int32_t id, float score) const;
  // The end of the longest piece from `place`: before the first hidden word; the beginning of
  // `place` if its own word is hidden.
  size_t limit(const ListState& state, const PieceIndex::Place& place) const;
  // Whether a line may hold this piece.
  bool may_list(const ListState& state, std::string_view piece) const;

 private:
  // Whether the `n_bytes` from `place` on are a whole piece of words that are not hidden.
  bool is_piece(const ListState& state, const PieceIndex::Place& place, size_t n_bytes) const;
  bool is_piece(const ListState& state, const PieceIndex::Range& range) const;
  bool extend_piece(ListState& state, std::string_view bytes) const;
  bool spell_label(ListState& state, int32_t id) const;
  void complete(ListState& state, Label label) const;
  void hide(ListState& state, const PieceIndex::Place& place, Label label) const;
  void start_line(ListState& state) const;

  const ListGrammar& grammar_;
  const PieceIndex& index_;
};

}  // namespace redact
