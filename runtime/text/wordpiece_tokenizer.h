// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/result.h"
#include "runtime/text/tokenizer.h"

namespace redact {

class Metadata;

// WordPiece, the tokenizer of BERT (tokenizer.ggml.model = "bert"): words of normalised text, each
// cut greedily into the longest pieces of the vocabulary. bos_id() is [CLS], eos_id() is [SEP].
//
// Bytes between words belong to the token behind them, but those up to the last line end to the
// token before. Dropped characters belong to the character before them in their word. A text
// without words is one unknown token.
Result<std::unique_ptr<Tokenizer>> load_wordpiece_tokenizer(const Metadata& metadata);

}  // namespace redact
