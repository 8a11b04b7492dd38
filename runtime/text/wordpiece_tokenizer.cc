// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/wordpiece_tokenizer.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/text/bert_normaliser.h"
#include "runtime/text/tiling.h"
#include "runtime/text/vocab_tokenizer.h"

namespace redact {

namespace {

// A longer word is unknown. This also bounds the time that one word takes.
constexpr size_t kMostCharacters = 100;

// Pieces by their text.
class Pieces {
 public:
  void add(std::string_view text, int32_t id) {
    ids_.emplace(text, id);
    longest_ = std::max(longest_, text.size());
  }
  int32_t find(std::string_view text) const {
    if (text.size() > longest_) return -1;
    const auto found = ids_.find(text);
    return found == ids_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::string_view, int32_t> ids_;
  size_t longest_ = 0;  // bytes
};

class WordPieceTokenizer final : public VocabTokenizer {
 public:
  static Result<std::unique_ptr<Tokenizer>> load(const Metadata& metadata) {
    auto tokenizer = std::make_unique<WordPieceTokenizer>();
    REDACT_ASSIGN(const Vocab vocab, Vocab::read(metadata, false));
    REDACT_TRY(tokenizer->read_special(metadata, vocab));
    REDACT_TRY(tokenizer->read_pieces(vocab));
    REDACT_TRY(tokenizer->read_normaliser(metadata, vocab));
    return std::unique_ptr<Tokenizer>(std::move(tokenizer));
  }

  Result<TokenizedText> tokenize(std::string_view text) const override {
    using enum BertNormaliser::Kind;
    Tiling tiling(text);
    NormalisedWord word;
    const auto end_word = [&] {
      if (!word.empty()) add_word(word, tiling);
      word.clear();
    };
    for (size_t at = 0, end; at < text.size(); at = end) {
      const Utf8Unit unit = decode_utf8(text, at);
      end = at + unit.n_bytes;
      const auto character = normaliser_.normalise(unit.code_point);
      if (character.kind == kDropped) {
        word.drop(end);
        continue;
      }
      const bool separates = character.kind != kInWord;
      if (separates) end_word();
      for (size_t i = 0; i < character.n; ++i) {
        if (character.alone[i]) end_word();
        word.add(character.points[i], at, end);
        if (character.alone[i]) end_word();
      }
      if (separates) end_word();
    }
    end_word();
    return tiling.take(unknown_);
  }

 private:
  // The id that the first of these keys names, or that of the token with this text.
  static Result<int32_t> special_token(const Metadata& metadata, const Vocab& vocab,
                                       std::initializer_list<const char*> keys,
                                       std::string_view text) {
    for (const char* key : keys) {
      REDACT_ASSIGN(const int32_t id, find_token_id(metadata, key, vocab.size()));
      if (id >= 0) return id;
    }
    const auto found = std::find(vocab.texts.begin(), vocab.texts.end(), text);
    if (found != vocab.texts.end()) return static_cast<int32_t>(found - vocab.texts.begin());
    return Error{ErrorKind::kBadInput, *keys.begin(),
                 "required key is missing, and no token is " + std::string(text)};
  }

  Result<void> read_special(const Metadata& metadata, const Vocab& vocab) {
    special_ = vocab.special;
    REDACT_ASSIGN(
        special_.bos,
        special_token(metadata, vocab,
                      {"tokenizer.ggml.cls_token_id", "tokenizer.ggml.bos_token_id"}, "[CLS]"));
    REDACT_ASSIGN(special_.eos, special_token(metadata, vocab,
                                              {"tokenizer.ggml.seperator_token_id",
                                               "tokenizer.ggml.eos_token_id"},
                                              "[SEP]"));
    REDACT_ASSIGN(unknown_,
                  special_token(metadata, vocab, {"tokenizer.ggml.unknown_token_id"}, "[UNK]"));
    return {};
  }

  Result<void> read_pieces(const Vocab& vocab) {
    bytes_.resize(vocab.size());
    size_t n_marked_twice = 0;
    for (size_t i = 0; i < vocab.size(); ++i) {
      const auto id = static_cast<int32_t>(i);
      const bool is_special = id == special_.bos || id == special_.eos || id == unknown_;
      if (vocab.types[i] != TokenType::kNormal || is_special) continue;
      // The mark begins a word; pieces that continue one, written "##ing" elsewhere, have none.
      const bool begins = vocab.texts[i].starts_with(kSpaceMark);
      bytes_[i] = vocab.texts[i].substr(begins ? kSpaceMark.size() : 0);
      if (!bytes_[i].empty()) (begins ? first_ : later_).add(bytes_[i], id);
      n_marked_twice += bytes_[i].starts_with(kSpaceMark);
    }
    // llama.cpp converts CamemBERT into this form.
    if (n_marked_twice > vocab.size() / 4) {
      return Error{ErrorKind::kUnsupported, kTokensKey,
                   "are those of a Unigram vocabulary, converted as WordPiece"};
    }
    return {};
  }

  // Files from before these keys do not say whether their vocabulary is cased; an uncased one has
  // no capital letter (U+211D, a symbol, is in it).
  Result<void> read_normaliser(const Metadata& metadata, const Vocab& vocab) {
    REDACT_ASSIGN(const auto lowercase, metadata.find_bool("tokenizer.ggml.normalizer.lowercase"));
    REDACT_ASSIGN(const auto strips, metadata.find_bool("tokenizer.ggml.normalizer.strip_accents"));
    const auto has_capital = [](std::string_view text) {
      return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    };
    bool is_cased = false;
    for (size_t i = 0; i < vocab.size(); ++i) {
      const bool in_brackets = vocab.texts[i].starts_with('[') && vocab.texts[i].ends_with(']');
      is_cased |=
          vocab.types[i] == TokenType::kNormal && !in_brackets && has_capital(vocab.texts[i]);
    }
    normaliser_.lowercase = lowercase.value_or(!is_cased);
    normaliser_.strip_accents = strips.value_or(normaliser_.lowercase);
    return {};
  }

  // If a part of the word is no piece, the whole word is unknown.
  void add_word(const NormalisedWord& word, Tiling& tiling) const {
    struct Piece {
      int32_t id;
      size_t first, last;  // characters
    };
    const size_t n = word.characters.size();
    std::vector<Piece> pieces;
    for (size_t first = 0; first < n && n <= kMostCharacters;) {
      const Pieces& known = first == 0 ? first_ : later_;
      int32_t id = -1;
      size_t last = n;
      while (id < 0 && last > first) id = known.find(word.piece(first, --last));
      if (id < 0) {
        pieces.clear();
        break;
      }
      pieces.push_back({id, first, last});
      first = last + 1;
    }
    if (pieces.empty()) pieces.push_back({unknown_, 0, n - 1});
    for (const Piece& piece : pieces) tiling.add(piece.id, word, piece.first, piece.last);
  }

  Pieces first_, later_;  // that begin words, and that continue them
  int32_t unknown_ = -1;
  BertNormaliser normaliser_{};
};

}  // namespace

Result<std::unique_ptr<Tokenizer>> load_wordpiece_tokenizer(const Metadata& metadata) {
  return WordPieceTokenizer::load(metadata);
}

}  // namespace redact
