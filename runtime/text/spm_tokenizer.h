// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "runtime/text/tokenizer.h"

namespace redact {

// SentencePiece BPE (tokenizer.ggml.model = "llama") through the sentencepiece library, which is
// given a model made from the GGUF metadata. Text cannot produce control tokens.
Result<std::unique_ptr<Tokenizer>> load_spm_tokenizer(const Metadata& metadata);

}  // namespace redact
