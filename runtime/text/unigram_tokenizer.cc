// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/unigram_tokenizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "runtime/text/charsmap.h"
#include "runtime/text/compose.h"
#include "runtime/text/tiling.h"
#include "runtime/text/vocab_tokenizer.h"

namespace redact {

namespace {

constexpr int32_t kInvalidByte = 0xfffd, kMark = 0x2581, kNextLine = 0x85;

bool is_space(int32_t point) {
  if (point < 0x80) return point == ' ' || (point >= '\t' && point <= '\r');
  const auto category = utf8proc_category(point);
  return point == kMark || point == kNextLine || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

// White space that DeBERTa's tokenizer keeps in a word if it stands alone there.
bool is_rare_space(int32_t point) {
  return is_space(point) && point != ' ' && point != kMark && point != '\t' && point != '\n' &&
         point != '\r';
}

struct ScoredPiece {
  std::string_view text;
  int32_t id;
  double score;
};

// The pieces of a sorted list that begin with the bytes taken so far.
class Walk {
 public:
  explicit Walk(std::span<const ScoredPiece> pieces) : left_(pieces) {}

  // False if no piece is left.
  bool take(std::string_view bytes) {
    for (const char byte : bytes) {
      const auto at = [this](const ScoredPiece& piece) {
        return piece.text.size() > depth_ ? static_cast<uint8_t>(piece.text[depth_]) : -1;
      };
      const int wanted = static_cast<uint8_t>(byte);
      left_ = {std::ranges::lower_bound(left_, wanted, {}, at),
               std::ranges::upper_bound(left_, wanted, {}, at)};
      ++depth_;
    }
    return !left_.empty();
  }
  // The piece that is these bytes; nullptr if there is none. It is the shortest, so the first.
  const ScoredPiece* found() const {
    return left_.front().text.size() == depth_ ? &left_.front() : nullptr;
  }

 private:
  std::span<const ScoredPiece> left_;
  size_t depth_ = 0;
};

class UnigramTokenizer final : public VocabTokenizer {
 public:
  static Result<std::unique_ptr<Tokenizer>> load(const Metadata& metadata) {
    auto tokenizer = std::make_unique<UnigramTokenizer>();
    REDACT_ASSIGN(const ScoredVocab vocab, ScoredVocab::read(metadata, false));
    for (const char* key :
         {"tokenizer.ggml.add_space_prefix", "tokenizer.ggml.remove_extra_whitespaces"}) {
      REDACT_ASSIGN(const auto flag, metadata.find_bool(key));
      if (flag == false) return Error{ErrorKind::kUnsupported, key, "supported is true"};
    }
    const std::string pre_key = "tokenizer.ggml.pre";
    REDACT_ASSIGN(const auto pre, metadata.find_string(pre_key));
    tokenizer->keeps_lone_spaces_ = pre == "deberta-v2";
    if (pre && *pre != "default" && *pre != "deberta-v2") {
      return Error{ErrorKind::kUnsupported, pre_key,
                   "unsupported pre-tokenizer " + metadata.describe(pre_key)};
    }
    REDACT_ASSIGN(tokenizer->charsmap_, Charsmap::read(metadata));
    tokenizer->read_pieces(vocab);
    return std::unique_ptr<Tokenizer>(std::move(tokenizer));
  }

  Result<TokenizedText> tokenize(std::string_view source) const override {
    const ComposedText composed = compose(source);
    const std::string_view text = composed.text;
    Tiling tiling(text);
    NormalisedWord word;
    const auto end_word = [&] {
      if (!word.empty()) add_word(word, tiling);
      word.clear();
    };
    bool is_behind_space = false;
    for (size_t at = 0, end; at < text.size(); at = end) {
      const Utf8Unit unit = decode_utf8(text, at);
      const Charsmap::Match match = charsmap_.longest(text, at);
      end = at + (match.n_bytes > 0 ? match.n_bytes : unit.n_bytes);
      if (match.n_bytes > 0 && match.replacement.empty()) word.drop(end);
      // White space is dropped at the end of a text.
      const bool is_lone =
          !is_behind_space && end < text.size() && !is_space(decode_utf8(text, end).code_point);
      is_behind_space = is_space(unit.code_point);
      const auto add = [&](int32_t point) {
        const bool is_kept = keeps_lone_spaces_ && is_lone && is_rare_space(point);
        if (is_space(point) && !is_kept) return end_word();
        if (word.empty()) word.add(kMark, at, at);
        word.add(point < 0 ? kInvalidByte : point, at, end);
      };
      if (match.n_bytes == 0) add(unit.code_point);
      for (size_t i = 0; i < match.replacement.size();) {
        const Utf8Unit each = decode_utf8(match.replacement, i);
        add(each.code_point);
        i += each.n_bytes;
      }
    }
    end_word();
    TokenizedText tokens = tiling.take(unknown_);
    composed.to_source(tokens.begin);
    composed.to_source(tokens.end);
    return tokens;
  }

 private:
  // The best way to spell a word up to a character: its last piece and where that begins.
  struct Best {
    double score = -std::numeric_limits<double>::infinity();
    int32_t id = -1;
    size_t from = 0;
  };

  void read_pieces(const ScoredVocab& vocab) {
    constexpr double kUnknownPenalty = 10;  // SentencePiece's
    special_ = vocab.special;
    unknown_ = vocab.unknown;
    unknown_score_ = *std::ranges::min_element(vocab.scores) - kUnknownPenalty;
    texts_.assign(vocab.texts.begin(), vocab.texts.end());
    for (size_t i = 0; i < vocab.size(); ++i) {
      bytes_.push_back(vocab.spelled(i));
      const auto id = static_cast<int32_t>(i);
      const bool is_own = vocab.types[i] == TokenType::kUserDefined;
      if (id == unknown_ || (vocab.types[i] != TokenType::kNormal && !is_own)) continue;
      pieces_.push_back({texts_[i], id, is_own ? 0 : vocab.scores[i]});
    }
    std::ranges::sort(pieces_, {}, &ScoredPiece::text);
  }

  // Pieces are tried in the order of their beginnings, shorter ones first; of equally good ways the
  // first stays.
  void add_word(const NormalisedWord& word, Tiling& tiling) const {
    const size_t n = word.characters.size();
    std::vector<Best> best(n + 1);
    best[0].score = 0;
    for (size_t from = 0; from < n; ++from) {
      const auto offer = [&](size_t to, double score, int32_t id) {
        const double sum = best[from].score + score;
        if (sum > best[to].score) best[to] = {sum, id, from};
      };
      Walk walk(pieces_);
      bool is_known = false;
      for (size_t last = from; last < n && walk.take(word.piece(last, last)); ++last) {
        const ScoredPiece* piece = walk.found();
        if (piece == nullptr) continue;
        offer(last + 1, piece->score, piece->id);
        is_known |= last == from;
      }
      if (!is_known) offer(from + 1, unknown_score_, unknown_);
    }
    std::vector<size_t> ends;  // of the pieces, from the last; unknown characters in a row are one
    for (size_t at = n; at > 0; at = best[at].from) {
      const bool joins =
          !ends.empty() && best[at].id == unknown_ && best[ends.back()].id == unknown_;
      if (!joins) ends.push_back(at);
    }
    size_t from = 0;
    for (auto end = ends.rbegin(); end != ends.rend(); from = *end++) {
      tiling.add(best[*end].id, word, from, *end - 1);
    }
  }

  std::vector<std::string> texts_;
  std::vector<ScoredPiece> pieces_;  // sorted, of texts_
  int32_t unknown_ = -1;
  double unknown_score_ = 0;
  bool keeps_lone_spaces_ = false;
  Charsmap charsmap_;
};

}  // namespace

Result<std::unique_ptr<Tokenizer>> load_unigram_tokenizer(const Metadata& metadata) {
  return UnigramTokenizer::load(metadata);
}

}  // namespace redact
