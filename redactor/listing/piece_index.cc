// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/piece_index.h"

#include <algorithm>
#include <string>
#include <utility>

namespace redact {

namespace {

// For each position of the text, how many earlier bytes no piece may hold.
std::vector<uint32_t> count_walls(const ListGrammar& grammar, std::string_view text) {
  std::vector<uint32_t> walls(text.size() + 1, 0);
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_wall =
        c == '\n' || c == '\r' || c == '\t' || !grammar.spelled[static_cast<uint8_t>(c)];
    walls[at + 1] = walls[at] + (is_wall ? 1 : 0);
  }
  return walls;
}

}  // namespace

Result<PieceIndex> PieceIndex::make(const ListGrammar& grammar, std::string_view source,
                                    bool continues) {
  REDACT_ASSIGN(CopyText text, CopyText::make(source, *grammar.tokenizer, continues));
  PieceIndex index(grammar, std::move(text));
  index.find_places();
  REDACT_TRY(index.tokenize_first_words());
  return index;
}

void PieceIndex::find_places() {
  const std::vector<uint32_t> walls = count_walls(*grammar_, text());
  const auto is_open = [&](size_t begin, size_t end) { return walls[begin] == walls[end]; };
  for (const Word& word : find_words(text())) {
    if (is_open(word.begin, word.end)) words_.push_back(word);
  }
  for (size_t word = 0; word < words_.size(); ++word) {
    const size_t begin = words_[word].begin;
    size_t last = word;
    while (last + 1 < words_.size() && is_open(begin, words_[last + 1].end) &&
           words_[last + 1].end - begin <= grammar_->max_piece) {
      ++last;
    }
    places_.push_back({begin, words_[last].end, word, last});
  }
  std::sort(places_.begin(), places_.end(), [&](const Place& a, const Place& b) {
    const int order = behind(a, 0, SIZE_MAX).compare(behind(b, 0, SIZE_MAX));
    return order != 0 ? order < 0 : a.begin < b.begin;
  });
}

Result<void> PieceIndex::tokenize_first_words() {
  std::string_view before;  // the word of the previous place, which is often the same
  for (size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    const size_t n_bytes = words_[place.word].end - place.begin;
    const std::string_view word = text().substr(place.begin, n_bytes);
    if (word == before) {
      place.first_token = places_[i - 1].first_token, place.n_tokens = places_[i - 1].n_tokens;
      continue;
    }
    before = word;
    REDACT_ASSIGN(const TokenizedText tokens, grammar_->tokenizer->tokenize_continuation(word));
    std::string spelled;
    for (const int32_t id : tokens.ids) spelled += grammar_->tokenizer->token_bytes(id);
    if (spelled != word) continue;
    place.first_token = static_cast<uint32_t>(first_tokens_.size());
    place.n_tokens = static_cast<uint32_t>(tokens.ids.size());
    first_tokens_.insert(first_tokens_.end(), tokens.ids.begin(), tokens.ids.end());
  }
  return {};
}

// At most `most` bytes from `n_bytes` after the beginning of the place, within its limit.
std::string_view PieceIndex::behind(const Place& place, size_t n_bytes, size_t most) const {
  const size_t at = place.begin + n_bytes;
  return text().substr(at, std::min(most, place.limit - at));
}

PieceIndex::Range PieceIndex::narrow(const Range& range, std::string_view bytes) const {
  const auto next = [&](const Place& place) { return behind(place, range.n_bytes, bytes.size()); };
  const auto begin = places_.begin() + static_cast<ptrdiff_t>(range.first);
  const auto end = places_.begin() + static_cast<ptrdiff_t>(range.last);
  const auto first = std::lower_bound(
      begin, end, bytes, [&](const Place& p, std::string_view b) { return next(p) < b; });
  const auto last = std::upper_bound(
      first, end, bytes, [&](std::string_view b, const Place& p) { return b < next(p); });
  return {static_cast<size_t>(first - places_.begin()), static_cast<size_t>(last - places_.begin()),
          range.n_bytes + bytes.size()};
}

std::string_view PieceIndex::shared(const Range& range) const {
  return text().substr(places_[range.first].begin, range.n_bytes);
}

std::optional<size_t> PieceIndex::word_ending(const Place& place, size_t n_bytes) const {
  const size_t end = place.begin + n_bytes;
  const auto at = std::lower_bound(words_.begin() + static_cast<ptrdiff_t>(place.word),
                                   words_.begin() + static_cast<ptrdiff_t>(place.last_word), end,
                                   [](const Word& word, size_t e) { return word.end < e; });
  if (at->end != end) return std::nullopt;
  return static_cast<size_t>(at - words_.begin());
}

std::optional<int32_t> PieceIndex::own_token(const Place& place, size_t at, size_t limit) const {
  if (at < words_[place.word].end) {
    size_t reached = place.begin;
    for (size_t i = 0; i < place.n_tokens && reached <= at; ++i) {
      const int32_t id = first_tokens_[place.first_token + i];
      if (reached == at) return id;
      reached += grammar_->tokenizer->token_bytes(id).size();
    }
    return std::nullopt;
  }
  const auto own = text_.own_token(at);
  if (!own || own->end > limit) return std::nullopt;
  // Composed characters have tokens whose bytes differ from those of the text.
  if (grammar_->tokenizer->token_bytes(own->id) != text().substr(at, own->end - at)) {
    return std::nullopt;
  }
  const auto word = std::upper_bound(words_.begin() + static_cast<ptrdiff_t>(place.word),
                                     words_.begin() + static_cast<ptrdiff_t>(place.last_word), at,
                                     [](size_t a, const Word& w) { return a < w.end; });
  return own->end <= word->end ? std::optional(own->id) : std::nullopt;
}

void PieceIndex::add_next(const Place& place, size_t n_bytes, size_t limit,
                          std::vector<int32_t>& ids) const {
  const size_t at = place.begin + n_bytes;
  if (at >= limit) return;
  if (const auto own = own_token(place, at, limit)) {
    ids.push_back(*own);
  } else {
    grammar_->trie->prefixes_of(text().substr(at, limit - at), ids);
  }
}

}  // namespace redact
