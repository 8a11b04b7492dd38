// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/list_automaton.h"

#include <algorithm>

#include "language/words.h"

namespace redact {

ListState ListAutomaton::begin() const {
  ListState state;
  state.hidden.assign(index_.words().size(), false);
  start_line(state);
  return state;
}

// A list ends by itself once all words are hidden.
void ListAutomaton::start_line(ListState& state) const {
  state.piece = index_.all();
  state.label_ids.clear();
  state.finished = std::find(state.hidden.begin(), state.hidden.end(), false) == state.hidden.end();
}

size_t ListAutomaton::limit(const ListState& state, const PieceIndex::Place& place) const {
  size_t limit = place.begin;
  for (size_t word = place.word; word <= place.last_word && !state.hidden[word]; ++word) {
    limit = index_.words()[word].end;
  }
  return limit;
}

bool ListAutomaton::is_piece(const ListState& state, const PieceIndex::Place& place,
                             size_t n_bytes) const {
  return index_.word_ending(place, n_bytes) && place.begin + n_bytes <= limit(state, place);
}

// Whether the piece may be listed at some place of the range.
bool ListAutomaton::is_piece(const ListState& state, const PieceIndex::Range& range) const {
  for (size_t i = range.first; i < range.last; ++i) {
    if (is_piece(state, index_.place(i), range.n_bytes)) return true;
  }
  return false;
}

bool ListAutomaton::may_list(const ListState& state, std::string_view piece) const {
  return !piece.empty() && is_piece(state, index_.narrow(index_.all(), piece));
}

void ListAutomaton::find_candidates(const ListState& state, Candidates& out) const {
  out = {};
  if (state.finished) return;
  if (!state.label_ids.empty()) {
    for (const ListGrammar::Named& named : grammar_.labels) {
      if (named.ids.size() > state.label_ids.size() &&
          std::equal(state.label_ids.begin(), state.label_ids.end(), named.ids.begin())) {
        out.ids.push_back(named.ids[state.label_ids.size()]);
      }
    }
    out.sort_from(0);
    out.n_copies = out.ids.size();
    return;
  }
  const auto add_pieces = [&] {
    for (size_t i = state.piece.first; i < state.piece.last; ++i) {
      const PieceIndex::Place& place = index_.place(i);
      index_.add_next(place, state.piece.n_bytes, limit(state, place), out.ids);
    }
  };
  if (state.begins_line()) {
    out.ids = grammar_.end_ids;
    out.n_copies = out.ids.size();
    add_pieces();
  } else {
    add_pieces();
    out.sort_from(0);
    out.n_copies = out.ids.size();
    if (is_piece(state, state.piece)) {
      for (const ListGrammar::Named& named : grammar_.labels) out.ids.push_back(named.ids[0]);
    }
  }
  out.sort_from(out.n_copies);
}

bool ListAutomaton::consume(ListState& state, int32_t id, float score) const {
  if (state.finished) return false;
  if (!state.label_ids.empty()) return spell_label(state, id);
  const std::string_view bytes = grammar_.tokenizer->token_bytes(id);
  if (!state.begins_line()) {
    return bytes.starts_with('\t') ? is_piece(state, state.piece) && spell_label(state, id)
                                   : extend_piece(state, bytes);
  }
  if (std::binary_search(grammar_.end_ids.begin(), grammar_.end_ids.end(), id)) {
    state.finished = true;
    return true;
  }
  state.score = score;
  return extend_piece(state, bytes);
}

bool ListAutomaton::extend_piece(ListState& state, std::string_view bytes) const {
  if (bytes.empty()) return false;
  state.piece = index_.narrow(state.piece, bytes);
  for (size_t i = state.piece.first; i < state.piece.last; ++i) {
    const PieceIndex::Place& place = index_.place(i);
    if (place.begin + state.piece.n_bytes <= limit(state, place)) return true;
  }
  return false;
}

bool ListAutomaton::spell_label(ListState& state, int32_t id) const {
  state.label_ids.push_back(id);
  const ListGrammar::Named* const named = grammar_.find(state.label_ids);
  if (named == nullptr) return false;
  if (named->ids.size() == state.label_ids.size()) complete(state, named->label);
  return true;
}

void ListAutomaton::complete(ListState& state, Label label) const {
  const size_t n_bytes = state.piece.n_bytes;
  const auto by_begin = [](const auto* a, const auto* b) { return a->begin < b->begin; };
  std::vector<const PieceIndex::Place*> all, fresh;  // occurrences; those of words not yet hidden
  for (size_t i = state.piece.first; i < state.piece.last; ++i) {
    const PieceIndex::Place& place = index_.place(i);
    if (index_.word_ending(place, n_bytes)) all.push_back(&place);
    if (is_piece(state, place, n_bytes)) fresh.push_back(&place);
  }
  std::sort(fresh.begin(), fresh.end(), by_begin);
  const auto behind = std::find_if(
      fresh.begin(), fresh.end(), [&](const auto* place) { return place->begin >= state.reached; });
  const PieceIndex::Place& placed = behind == fresh.end() ? *fresh.front() : **behind;
  state.reached = placed.begin + n_bytes;
  if (count_characters(index_.shared(state.piece)) < kLongItem) all = {&placed};
  for (const PieceIndex::Place* place : all) hide(state, *place, label);
  start_line(state);
}

void ListAutomaton::hide(ListState& state, const PieceIndex::Place& place, Label label) const {
  const size_t end = place.begin + state.piece.n_bytes;
  for (size_t word = place.word; word <= place.last_word && index_.words()[word].end <= end;
       ++word) {
    state.hidden[word] = true;
  }
  state.spans.push_back({place.begin, end, label, state.score});
}

}  // namespace redact
