// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/list_plan.h"

#include <algorithm>

namespace redact {

void ListPlan::expect(std::span<const Span> spans) {
  const PieceIndex& index = automaton_.index();
  const std::vector<Word>& words = index.words();
  std::vector<size_t> limits(words.size());  // of a piece that begins with each word
  for (size_t i = 0; i < index.all().last; ++i) {
    limits[index.place(i).word] = index.place(i).last_word;
  }
  size_t word = 0;
  for (const Span& span : spans) {
    while (word < words.size() && words[word].end <= span.begin) ++word;
    const size_t first = word;
    while (word < words.size() && words[word].begin < span.end) ++word;
    if (first == word || automaton_.grammar().find(span.label) == nullptr) continue;
    const size_t begin = words[first].begin, end = words[std::min(word - 1, limits[first])].end;
    items_.push_back({index.text().substr(begin, end - begin), span.label});
  }
}

size_t ListPlan::find(std::string_view written, size_t item) const {
  for (size_t i = item; i < items_.size(); ++i) {
    if (!items_[i].dropped && items_[i].text == written) return i;
  }
  return kNone;
}

size_t ListPlan::find_longer(std::string_view written, const ListProgress& list) const {
  for (size_t i = list.item; i < items_.size(); ++i) {
    const Item& item = items_[i];
    const bool fits = !item.dropped && item.text.starts_with(written);
    if (fits && automaton_.may_list(list.state, item.text)) return i;
  }
  return kNone;
}

std::optional<int32_t> ListPlan::longest(std::string_view text,
                                         std::span<const int32_t> ids) const {
  std::optional<int32_t> best;
  size_t n_best = 0;
  for (const int32_t id : ids) {
    const std::string_view bytes = automaton_.grammar().tokenizer->token_bytes(id);
    if (bytes.size() > n_best && text.starts_with(bytes)) best = id, n_best = bytes.size();
  }
  return best;
}

size_t ListPlan::item_expected(const ListProgress& list) const {
  return list.state.begins_line() ? find_longer({}, list) : kNone;
}

bool ListPlan::consume(ListProgress& list, int32_t id, float score) const {
  const PieceIndex::Range piece = list.state.piece;
  if (!automaton_.consume(list.state, id, score)) return false;
  if (piece.n_bytes > 0 && list.state.begins_line()) {  // the item is complete
    const size_t found = find(automaton_.index().shared(piece), list.item);
    if (found != kNone) list.item = found + 1;
  }
  return true;
}

// The label that the plan has for the piece or, if it has none, the label of the previous item.
std::optional<int32_t> ListPlan::next_of_label(const ListProgress& list) const {
  const ListGrammar& grammar = automaton_.grammar();
  const ListState& state = list.state;
  const size_t n_written = state.label_ids.size();
  const size_t found = find(automaton_.index().shared(state.piece), list.item);
  const ListGrammar::Named* named = nullptr;
  if (found != kNone) {
    named = grammar.find(items_[found].label);
  } else if (!state.spans.empty()) {
    named = grammar.find(state.spans.back().label);
  }
  const auto fits = [&] {
    return named->ids.size() > n_written &&
           std::equal(state.label_ids.begin(), state.label_ids.end(), named->ids.begin());
  };
  if (named == nullptr || !fits()) named = grammar.find(state.label_ids);
  return named == nullptr ? std::nullopt : std::optional(named->ids[n_written]);
}

// The bytes from the end of the piece to the end of the word, at the first place that fits.
std::string_view ListPlan::rest_of_word(const ListState& state) const {
  const PieceIndex& index = automaton_.index();
  for (size_t i = state.piece.first; i < state.piece.last; ++i) {
    const PieceIndex::Place& place = index.place(i);
    const size_t at = place.begin + state.piece.n_bytes;
    if (at >= automaton_.limit(state, place) || index.word_ending(place, state.piece.n_bytes)) {
      continue;
    }
    size_t word = place.word;
    while (index.words()[word].end <= at) ++word;
    return index.text().substr(at, index.words()[word].end - at);
  }
  return {};
}

std::optional<int32_t> ListPlan::next(const ListProgress& list,
                                      const Candidates& candidates) const {
  if (candidates.ids.size() == 1) return candidates.ids[0];
  const ListState& state = list.state;
  if (!state.label_ids.empty()) return next_of_label(list);
  const std::span<const int32_t> ids = candidates.ids;
  const auto copies = ids.first(candidates.n_copies), tags = ids.subspan(candidates.n_copies);
  if (state.begins_line()) {
    const size_t expected = item_expected(list);
    return expected == kNone ? std::nullopt : longest(items_[expected].text, tags);
  }
  const size_t found = find_longer(automaton_.index().shared(state.piece), list);
  if (found == kNone) return longest(rest_of_word(state), copies);
  const std::string_view rest = items_[found].text.substr(state.piece.n_bytes);
  if (!rest.empty()) return longest(rest, copies);
  const auto first_of_label = next_of_label(list);
  const bool may_end = std::find(tags.begin(), tags.end(), first_of_label) != tags.end();
  return may_end ? first_of_label : std::nullopt;
}

void ListPlan::relabel(std::string_view written, size_t item, Label label) {
  const size_t found = find(written, item);
  if (found == kNone || items_[found].label == label) return;
  const Label expected = items_[found].label;
  for (size_t i = found; i < items_.size(); ++i) {
    if (items_[i].label == expected) items_[i].label = label;
  }
}

void ListPlan::end_before(size_t item) { items_.resize(std::min(item, items_.size())); }

void ListPlan::skip(size_t item, int32_t id) {
  const std::string_view bytes = automaton_.grammar().tokenizer->token_bytes(id);
  size_t found = item + 1;
  while (found < items_.size() && !items_[found].text.starts_with(bytes)) ++found;
  if (found >= items_.size()) return;
  for (size_t i = item; i < found; ++i) items_[i].dropped = true;
}

std::optional<std::vector<int32_t>> ListPlan::items() const {
  std::vector<int32_t> ids;
  ListProgress list{automaton_.begin()};
  Candidates candidates;
  while (!list.state.finished) {
    automaton_.find_candidates(list.state, candidates);
    const auto id = next(list, candidates);
    if (!id && list.state.begins_line()) break;
    if (!id || !consume(list, *id, 0)) return std::nullopt;
    ids.push_back(*id);
  }
  return ids;
}

}  // namespace redact
