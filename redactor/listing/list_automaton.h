// SPDX-License-Identifier: Apache-2.0
// Which tokens may come next in a list, and what its items hide.
//
// All occurrences of an item are hidden. An item of fewer than kLongItem characters ("47", "Li")
// may stand for anything elsewhere, so it is hidden only where the order of the list places it: at
// its first occurrence behind the item before it or, if it has none there, at its first one.
//
// An item is written from words that are not hidden yet, and it is placed by such occurrences
// alone, so the list holds each word of the text once and ends: a model that would repeat itself
// has only other words to choose from, and the end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "redactor/copy/candidates.h"
#include "redactor/listing/list_grammar.h"
#include "redactor/listing/piece_index.h"
#include "redactor/span/span.h"

namespace redact {

// The fewest characters of an item that is hidden wherever it occurs.
inline constexpr size_t kLongItem = 4;

// The state of the automaton after the list so far.
struct ListState {
  PieceIndex::Range piece;         // written so far; of no bytes at the beginning of a line
  std::vector<int32_t> label_ids;  // of its label, so far
  float score = 0;                 // of the decision to begin the item
  size_t reached = 0;              // the end of the place of the item before
  std::vector<bool> hidden;        // the words of the index that are hidden
  std::vector<Span> spans;         // what the items so far hide, in their order; may overlap
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
  // At the beginning of a line, copies are the ids that end the list, and the others begin an item.
  // In a piece, copies are the ids that continue it, and the others end it. In a label all copy.
  void find_candidates(const ListState& state, Candidates& out) const;
  // Advances by one of the candidates; `score` is that of the tag side. Returns false for any other
  // id.
  bool consume(ListState& state, int32_t id, float score) const;
  // Where the longest piece from `place` ends: before the first word that is hidden; at its
  // beginning if it is hidden itself.
  size_t limit(const ListState& state, const PieceIndex::Place& place) const;
  // Whether a line may hold this piece.
  bool may_list(const ListState& state, std::string_view piece) const;

 private:
  // Whether `n_bytes` from `place` on are a whole piece of words that are not hidden.
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
