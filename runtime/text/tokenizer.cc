// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/tokenizer.h"

#include "gguf_loader/metadata.h"
#include "runtime/text/byte_bpe_tokenizer.h"
#include "runtime/text/spm_tokenizer.h"
#include "runtime/text/unigram_tokenizer.h"
#include "runtime/text/wordpiece_tokenizer.h"

namespace redact {

Result<std::unique_ptr<Tokenizer>> Tokenizer::load(const Metadata& metadata) {
  const std::string key = "tokenizer.ggml.model";
  REDACT_ASSIGN(const auto model, metadata.get_string(key));
  if (model == "llama") return load_spm_tokenizer(metadata);
  if (model == "gpt2") return ByteBpeTokenizer::load(metadata);
  if (model == "bert") return load_wordpiece_tokenizer(metadata);
  if (model == "t5") return load_unigram_tokenizer(metadata);
  return Error{ErrorKind::kUnsupported, key,
               "unsupported tokenizer; supported are llama (SPM), gpt2 (byte-level BPE), bert "
               "(WordPiece) and t5 (Unigram)"};
}

}  // namespace redact
