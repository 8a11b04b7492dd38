// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact {

class Metadata;  // gguf_loader/metadata.h

// The token ids of a text, each with the source bytes that it stands for.
// Invariant: ranges are half-open, in order, and tile the text: begin[0] = 0, end[i] = begin[i +
// 1], the last end = the text's size. If one character is split over several tokens, its bytes
// belong to the first of them or are distributed byte by byte; a synthetic token (a prefix space)
// has an empty range.
struct TokenizedText {
  std::vector<int32_t> ids;
  std::vector<uint32_t> begin;  // bytes, same length as ids
  std::vector<uint32_t> end;
};

// Text to token ids with source byte ranges. Immutable after load; any number of threads may call
// tokenize. Special tokens are never parsed in text (P6): a literal "</s>" is ordinary characters.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // Reads tokenizer.ggml.* and picks the algorithm. Errors name the key at fault.
  static Result<std::unique_ptr<Tokenizer>> load(const Metadata& metadata);

  // Takes any bytes, valid UTF-8 or not, up to 2^31 - 1 of them; adds no BOS. Linear or n log n
  // time. For a text that begins a sequence or follows a special token: SentencePiece vocabularies
  // may add a space in front (tokenizer.ggml.add_space_prefix), as a token with an empty range.
  virtual Result<TokenizedText> tokenize(std::string_view text) const = 0;
  // Like tokenize, for a text that continues another one within a sequence, as a note does after
  // the words of a template: no space is added in front. Other vocabularies never add one.
  virtual Result<TokenizedText> tokenize_continuation(std::string_view text) const {
    return tokenize(text);
  }

  // Whether tokenize adds a space in front of a text.
  virtual bool adds_space() const { return false; }

  virtual size_t n_vocab() const = 0;
  // The bytes that a token spells; empty for control and unknown tokens.
  virtual std::string_view token_bytes(int32_t id) const = 0;
  // BOS and EOS ids, -1 if the vocabulary has none.
  virtual int32_t bos_id() const = 0;
  virtual int32_t eos_id() const = 0;
  // Whether the model expects BOS in front of a sequence.
  virtual bool add_bos() const = 0;
  // The control or user-defined token whose text is exactly `text`, such as "<|im_start|>"; -1 if
  // the vocabulary has none. Templates are written with these ids.
  virtual int32_t special_id(std::string_view text) const = 0;
  // The ids that end a text, a turn or a message according to the file (eos, eot and eom of
  // tokenizer.ggml), each once; views the tokenizer.
  virtual std::span<const int32_t> end_ids() const = 0;
};

}  // namespace redact
