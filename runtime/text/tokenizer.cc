// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/tokenizer.h"

#include "gguf_loader/metadata.h"
#include "runtime/text/byte_bpe_tokenizer.h"
#include "runtime/text/spm_tokenizer.h"

namespace redact {

Result<std::unique_ptr<Tokenizer>> Tokenizer::load(const Metadata& metadata) {
  const std::string key = "tokenizer.ggml.model";
  REDACT_ASSIGN(const auto model, metadata.get_string(key));
  if (model == "llama") return load_spm_tokenizer(metadata);
  if (model == "gpt2") return ByteBpeTokenizer::load(metadata);
  return Error{ErrorKind::kUnsupported, key,
               "unsupported tokenizer; supported are llama (SPM) and gpt2 (byte-level BPE)"};
}

}  // namespace redact
