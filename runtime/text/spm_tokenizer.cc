// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/spm_tokenizer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <unordered_map>

#include "base/utf8.h"
#include "runtime/text/bpe.h"
#include "runtime/text/vocab_tokenizer.h"

namespace redact {

namespace {

// The bytes of the space at the beginning of a text: one, or those of a mark; 0 if there is none.
size_t space_size(std::string_view text) {
  if (text.starts_with(' ')) return 1;
  return text.starts_with(kSpaceMark) ? kSpaceMark.size() : 0;
}

// The bytes at the beginning of a text that spell a token; 0 if they do not.
size_t spelled_size(std::string_view token, std::string_view text) {
  size_t n = 0;
  for (const char c : token) {
    const std::string_view rest = text.substr(n);
    const size_t size = c == ' ' ? space_size(rest) : rest.starts_with(c);
    if (size == 0) return 0;
    n += size;
  }
  return n;
}

// Whether a text may be a piece: its spaces are marks.
bool is_piece(std::string_view text) { return is_utf8(text) && text.find(' ') == text.npos; }

// Merges adjacent symbols by the scores of the pieces that they spell together. A symbol is a piece
// or, with an id behind those of the vocabulary, a character that only longer pieces contain.
class SpmTokenizer final : public VocabTokenizer {
 public:
  static Result<std::unique_ptr<Tokenizer>> load(const Metadata& metadata);

  Result<TokenizedText> tokenize(std::string_view text) const override {
    return encode(text, space_prefix_ && !text.empty());
  }
  Result<TokenizedText> tokenize_continuation(std::string_view text) const override {
    return encode(text, false);
  }
  bool adds_space() const override { return space_prefix_; }

 private:
  using Symbols = std::unordered_map<std::string_view, int32_t>;

  void read_pieces(const ScoredVocab& vocab);
  void read_characters(std::string_view piece, Symbols& symbols);
  void read_user_defined(const ScoredVocab& vocab);

  TokenizedText encode(std::string_view text, bool prefix) const;
  // The longest user-defined token at the beginning of a text; -1 and 0 bytes if there is none.
  BpeSymbol user_defined_at(std::string_view text) const;
  // The symbol of a character; -1 if no piece contains it.
  int32_t symbol_of(int32_t character) const {
    const auto at = static_cast<size_t>(character);
    return at < characters_.size() ? characters_[at] : -1;
  }

  std::array<int32_t, 256> byte_ids_{};
  std::array<std::vector<int32_t>, 256> user_defined_;  // by first byte, the longest first
  std::vector<int32_t> characters_;                     // symbols by code point
  MergeTable merges_;
  bool space_prefix_ = true;
  // No piece goes on with a space, so that words with the spaces before them merge separately.
  bool words_are_separate_ = true;
};

Result<std::unique_ptr<Tokenizer>> SpmTokenizer::load(const Metadata& metadata) {
  REDACT_ASSIGN(const ScoredVocab vocab, ScoredVocab::read(metadata, true));
  REDACT_ASSIGN(const auto prefix, metadata.find_bool("tokenizer.ggml.add_space_prefix"));

  auto tokenizer = std::make_unique<SpmTokenizer>();
  tokenizer->byte_ids_.fill(-1);
  for (size_t i = 0; i < vocab.size(); ++i) {
    tokenizer->bytes_.push_back(vocab.spelled(i));
    if (vocab.types[i] == TokenType::kByte) {
      tokenizer->byte_ids_[static_cast<size_t>(byte_token_value(vocab.texts[i]))] =
          static_cast<int32_t>(i);
    }
  }
  for (const int32_t id : tokenizer->byte_ids_) {
    if (id < 0) {
      return Error{ErrorKind::kBadInput, "tokenizer.ggml.tokens",
                   "a byte token is missing; all 256 are required"};
    }
  }
  tokenizer->special_ = vocab.special;
  tokenizer->space_prefix_ = prefix.value_or(true);
  tokenizer->read_pieces(vocab);
  tokenizer->read_user_defined(vocab);
  return std::unique_ptr<Tokenizer>(std::move(tokenizer));
}

// Each way to write a piece as two symbols is a merge.
void SpmTokenizer::read_pieces(const ScoredVocab& vocab) {
  Symbols symbols;
  symbols.reserve(vocab.size());
  std::vector<int32_t> pieces;
  for (int32_t id = 0; id < static_cast<int32_t>(vocab.size()); ++id) {
    const auto i = static_cast<size_t>(id);
    if (vocab.types[i] != TokenType::kNormal || id == vocab.unknown) continue;
    if (!is_piece(vocab.texts[i])) continue;
    symbols.emplace(vocab.texts[i], id);
    pieces.push_back(id);
  }
  for (const int32_t id : pieces) read_characters(vocab.texts[static_cast<size_t>(id)], symbols);
  const auto mark = symbols.find(kSpaceMark);
  if (mark != symbols.end()) characters_[' '] = mark->second;

  std::ranges::stable_sort(pieces, std::greater(),
                           [&](int32_t id) { return vocab.scores[static_cast<size_t>(id)]; });
  int32_t rank = 0;  // pieces of one score share it
  for (size_t k = 0; k < pieces.size(); ++k) {
    const auto i = static_cast<size_t>(pieces[k]);
    if (k > 0 && vocab.scores[i] < vocab.scores[static_cast<size_t>(pieces[k - 1])]) ++rank;
    const std::string_view text = vocab.texts[i];
    for (size_t middle = 1; middle < text.size(); ++middle) {
      const auto left = symbols.find(text.substr(0, middle));
      if (left == symbols.end()) continue;
      const auto right = symbols.find(text.substr(middle));
      if (right != symbols.end()) merges_.add(left->second, right->second, rank, pieces[k]);
    }
  }
}

void SpmTokenizer::read_characters(std::string_view piece, Symbols& symbols) {
  bool is_word = false;  // whether a character other than a mark has been read
  for (size_t at = 0; at < piece.size();) {
    const Utf8Unit unit = decode_utf8(piece, at);
    const std::string_view character = piece.substr(at, unit.n_bytes);
    const auto point = static_cast<size_t>(unit.code_point);
    if (point >= characters_.size()) characters_.resize(point + 1, -1);
    if (characters_[point] < 0) {
      const size_t next = n_vocab() + symbols.size();
      characters_[point] = symbols.emplace(character, static_cast<int32_t>(next)).first->second;
    }
    const bool is_mark = character == kSpaceMark;
    if (is_word && is_mark) words_are_separate_ = false;
    is_word |= !is_mark;
    at += unit.n_bytes;
  }
}

void SpmTokenizer::read_user_defined(const ScoredVocab& vocab) {
  for (size_t i = 0; i < vocab.size(); ++i) {
    if (vocab.types[i] != TokenType::kUserDefined) continue;
    if (static_cast<int32_t>(i) == vocab.unknown) continue;
    user_defined_[static_cast<uint8_t>(bytes_[i][0])].push_back(static_cast<int32_t>(i));
  }
  for (std::vector<int32_t>& ids : user_defined_) {
    std::ranges::stable_sort(ids, std::greater(),
                             [&](int32_t id) { return token_bytes(id).size(); });
  }
}

BpeSymbol SpmTokenizer::user_defined_at(std::string_view text) const {
  const char first = space_size(text) > 0 ? ' ' : text[0];
  for (const int32_t id : user_defined_[static_cast<uint8_t>(first)]) {
    const size_t n = spelled_size(token_bytes(id), text);
    if (n > 0) return {id, static_cast<uint32_t>(n)};
  }
  return {-1, 0};
}

TokenizedText SpmTokenizer::encode(std::string_view text, bool prefix) const {
  const size_t n_prefix = prefix ? 1 : 0;
  const std::string spaced = prefix ? std::string(" ").append(text) : std::string();
  if (prefix) text = spaced;
  TokenizedText out;
  const auto add = [&](int32_t id, size_t begin, size_t end) {
    out.ids.push_back(id);
    out.begin.push_back(static_cast<uint32_t>(std::max(begin, n_prefix) - n_prefix));
    out.end.push_back(static_cast<uint32_t>(std::max(end, n_prefix) - n_prefix));
  };
  // A character without a token is spelled by byte tokens. Those of a space, whose mark is longer
  // than itself, have no bytes but for the last.
  const auto add_bytes = [&](size_t begin, size_t end) {
    const bool space = text[begin] == ' ';
    const std::string_view bytes = space ? kSpaceMark : text.substr(begin, end - begin);
    for (size_t k = 0; k < bytes.size(); ++k) {
      const bool last = k + 1 == bytes.size();
      const int32_t id = byte_ids_[static_cast<uint8_t>(bytes[k])];
      space ? add(id, begin, last ? end : begin) : add(id, begin + k, begin + k + 1);
    }
  };
  std::vector<BpeSymbol> word;
  size_t begin = 0;  // of the word
  const auto end_word = [&] {
    bpe_merge(merges_, word);
    for (const BpeSymbol& symbol : word) {
      const size_t end = begin + symbol.length;
      const bool is_token = symbol.id >= 0 && static_cast<size_t>(symbol.id) < n_vocab();
      is_token ? add(symbol.id, begin, end) : add_bytes(begin, end);
      begin = end;
    }
    word.clear();
  };
  bool after_space = false;
  for (size_t at = 0; at < text.size();) {
    BpeSymbol whole = user_defined_at(text.substr(at));  // a token that does not merge
    const Utf8Unit unit = decode_utf8(text, at);
    if (whole.id < 0 && unit.code_point < 0) {
      whole = {byte_ids_[static_cast<uint8_t>(text[at])], 1};
    }
    if (whole.id >= 0) {
      end_word();
      begin = at + whole.length;
      add(whole.id, at, begin);
      at = begin;
      continue;
    }
    const bool space = space_size(text.substr(at)) > 0;
    if (space && !after_space && words_are_separate_) end_word();
    after_space = space;
    word.push_back({symbol_of(unit.code_point), unit.n_bytes});
    at += unit.n_bytes;
  }
  end_word();
  return out;
}

}  // namespace

Result<std::unique_ptr<Tokenizer>> load_spm_tokenizer(const Metadata& metadata) {
  return SpmTokenizer::load(metadata);
}

}  // namespace redact
