// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/spm_tokenizer.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/utf8.h"
#include "runtime/text/vocab_tokenizer.h"

namespace redact {

namespace {

// Writes the part of the protocol-buffer wire format that sentencepiece's ModelProto needs; the
// numbers passed to it are field numbers of sentencepiece_model.proto.
class ProtoWriter {
 public:
  void varint(uint32_t field, uint64_t value) {
    tag(field, 0);
    raw_varint(value);
  }
  void real(uint32_t field, float value) {
    tag(field, 5);
    char bytes[4];
    std::memcpy(bytes, &value, 4);
    out_.append(bytes, 4);
  }
  void bytes(uint32_t field, std::string_view value) {
    tag(field, 2);
    raw_varint(value.size());
    out_.append(value);
  }
  const std::string& out() const { return out_; }

 private:
  void tag(uint32_t field, uint32_t wire) { raw_varint(field << 3 | wire); }
  void raw_varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_ += static_cast<char>(value | 0x80);
    out_ += static_cast<char>(value);
  }
  std::string out_;
};

// A user-defined token holds raw text in GGUF, but the library matches it in text in which spaces
// are replaced by marks.
std::string marked(std::string_view text) {
  std::string out;
  for (const char c : text) c == ' ' ? out.append(kSpaceMark) : out.append(1, c);
  return out;
}

std::string model_proto(const ScoredVocab& vocab) {
  ProtoWriter model;
  for (size_t i = 0; i < vocab.size(); ++i) {
    TokenType type = vocab.types[i];
    // The library allows one unknown token; further ones are placeholders that are never produced.
    if (type == TokenType::kUnknown) type = TokenType::kUnused;
    if (static_cast<int32_t>(i) == vocab.unknown) type = TokenType::kUnknown;
    ProtoWriter piece;
    piece.bytes(
        1, type == TokenType::kUserDefined ? marked(vocab.texts[i]) : std::string(vocab.texts[i]));
    piece.real(2, vocab.scores[i]);
    piece.varint(3, static_cast<uint64_t>(type));
    model.bytes(1, piece.out());
  }
  ProtoWriter trainer;
  trainer.varint(3, 2);  // model_type BPE
  trainer.varint(4, vocab.size());
  trainer.varint(35, 1);  // byte_fallback
  trainer.varint(40, static_cast<uint64_t>(vocab.unknown));
  trainer.bytes(45, vocab.texts[static_cast<size_t>(vocab.unknown)]);
  model.bytes(2, trainer.out());
  ProtoWriter normalizer;
  normalizer.bytes(1, "identity");
  normalizer.varint(3, 0);  // add_dummy_prefix: off, as only some texts get it; add_valid adds it
  normalizer.varint(4, 0);  // remove_extra_whitespaces
  normalizer.varint(5, 1);  // escape_whitespaces
  model.bytes(3, normalizer.out());
  return model.out();
}

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
  Result<TokenizedText> encode(std::string_view text, bool prefix) const;
  Result<void> add_valid(std::string_view text, size_t base, bool prefix, TokenizedText& out) const;

  sentencepiece::SentencePieceProcessor library_;
  std::array<int32_t, 256> byte_ids_{};
  bool space_prefix_ = true;
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
  const auto status = tokenizer->library_.LoadFromSerializedProto(model_proto(vocab));
  // Untested: the vocabulary is checked before.
  if (!status.ok()) {
    return Error{ErrorKind::kBadInput, "tokenizer.ggml", "sentencepiece rejects the vocabulary"};
  }
  return std::unique_ptr<Tokenizer>(std::move(tokenizer));
}

// The library takes only valid UTF-8: invalid bytes become their byte tokens, and the runs between
// them are encoded one by one. The prefix goes before the first run, even if that is empty.
Result<TokenizedText> SpmTokenizer::encode(std::string_view text, bool prefix) const {
  TokenizedText out;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    if (unit.code_point < 0) {
      REDACT_TRY(add_valid(text.substr(begin, at - begin), begin, prefix && begin == 0, out));
      out.ids.push_back(byte_ids_[static_cast<uint8_t>(text[at])]);
      out.begin.push_back(static_cast<uint32_t>(at));
      out.end.push_back(static_cast<uint32_t>(at + 1));
      begin = at + 1;
    }
    at += unit.n_bytes;
  }
  REDACT_TRY(add_valid(text.substr(begin), begin, prefix && begin == 0, out));
  return out;
}

Result<void> SpmTokenizer::add_valid(std::string_view text, size_t base, bool prefix,
                                     TokenizedText& out) const {
  if (text.empty() && !prefix) return {};
  const size_t n_prefix = prefix ? 1 : 0;
  const std::string spaced = prefix ? std::string(" ").append(text) : std::string();
  const auto encoded = library_.EncodeAsImmutableProto(prefix ? std::string_view(spaced) : text);
  size_t reached = 0;
  size_t run = out.ids.size();  // the first byte token of the current character
  for (size_t i = 0; i < encoded.pieces_size(); ++i) {
    const auto piece = encoded.pieces(static_cast<int>(i));
    const auto id = static_cast<int32_t>(piece.id());
    const size_t begin = std::max<size_t>(piece.begin(), n_prefix) - n_prefix;
    const size_t end = std::max<size_t>(piece.end(), n_prefix) - n_prefix;
    // Untested: sentencepiece's pieces tile a text.
    if (begin != reached || end < begin || end > text.size()) {
      return Error{ErrorKind::kInternal, "tokenizer", "the pieces overlap or leave a gap"};
    }
    out.ids.push_back(id);
    out.begin.push_back(static_cast<uint32_t>(base + begin));
    out.end.push_back(static_cast<uint32_t>(base + end));
    reached = end;
    // If a character falls back to byte tokens, the library assigns it to the last of them. Here
    // each token gets its own byte, if the numbers match; for a space they do not, since its mark
    // is three bytes long.
    if (!library_.IsByte(id) || end > begin) {
      const size_t n = out.ids.size() - run;
      for (size_t k = 0; library_.IsByte(id) && n == end - begin && k < n; ++k) {
        out.begin[run + k] = static_cast<uint32_t>(base + begin + k);
        out.end[run + k] = static_cast<uint32_t>(base + begin + k + 1);
      }
      run = out.ids.size();
    }
  }
  // Untested: as above.
  if (reached != text.size()) {
    return Error{ErrorKind::kInternal, "tokenizer", "the pieces do not cover the text"};
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Tokenizer>> load_spm_tokenizer(const Metadata& metadata) {
  return SpmTokenizer::load(metadata);
}

}  // namespace redact
