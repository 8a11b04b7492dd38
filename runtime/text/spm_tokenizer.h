// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "runtime/text/tokenizer.h"

namespace redact {

// SentencePiece's BPE (tokenizer.ggml.model = "llama"). Text cannot produce control tokens.
Result<std::unique_ptr<Tokenizer>> load_spm_tokenizer(const Metadata& metadata);

}  // namespace redact
