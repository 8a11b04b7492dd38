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
// tiling.h says whose the bytes between words are. Dropped characters belong to the character
// before them in their word.
Result<std::unique_ptr<Tokenizer>> load_wordpiece_tokenizer(const Metadata& metadata);

}  // namespace redact
