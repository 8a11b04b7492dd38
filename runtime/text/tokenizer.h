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

// The token ids of a text, each with the source bytes it stands for.
// Invariant: ranges are half-open, in order, and tile the text: begin[0] = 0, end[i] = begin[i +
// 1], the last end = the text's size. Bytes of one character split over several tokens belong to
// the first of them or are shared out byte by byte; a synthetic token (a prefix space) has an empty
// range.
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

  // Any bytes, valid UTF-8 or not, up to 2^31 - 1 of them; no BOS is added. Linear or n log n time.
  // The text begins a sequence or follows a special token: SentencePiece vocabularies that say so
  // put a space in front (tokenizer.ggml.add_space_prefix), a token of an empty range.
  virtual Result<TokenizedText> tokenize(std::string_view text) const = 0;
  // As tokenize, for a text that continues another one within a sequence, as a note does behind
  // the words of a template: no space is put in front. Other vocabularies know no such space.
  virtual Result<TokenizedText> tokenize_continuation(std::string_view text) const {
    return tokenize(text);
  }

  // Whether tokenize puts a space in front of a text.
  virtual bool adds_space() const { return false; }

  virtual size_t n_vocab() const = 0;
  // The bytes a token spells; empty for control and unknown tokens.
  virtual std::string_view token_bytes(int32_t id) const = 0;
  // BOS and EOS ids, -1 where the vocabulary has none.
  virtual int32_t bos_id() const = 0;
  virtual int32_t eos_id() const = 0;
  // True when the model expects BOS in front of a sequence.
  virtual bool add_bos() const = 0;
  // The control or user-defined token whose text is exactly `text`, such as "<|im_start|>"; -1
  // where the vocabulary has none. Templates are written with these ids.
  virtual int32_t special_id(std::string_view text) const = 0;
  // The ids that end a text, a turn or a message as the file names them (eos, eot and eom of
  // tokenizer.ggml), each once; views the tokenizer.
  virtual std::span<const int32_t> end_ids() const = 0;
};

}  // namespace redact
