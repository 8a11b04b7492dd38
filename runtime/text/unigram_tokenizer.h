// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/result.h"
#include "runtime/text/tokenizer.h"

namespace redact {

class Metadata;

// SentencePiece's Unigram (Kudo 2018, arXiv 1804.10959; tokenizer.ggml.model = "t5"), the tokenizer
// of XLM-R and CamemBERT: the characters of the composed text (NFC) are replaced by the file's map,
// white space becomes the mark that begins each word, and each word is cut into the pieces with the
// highest sum of scores. tiling.h says whose the bytes between words are.
Result<std::unique_ptr<Tokenizer>> load_unigram_tokenizer(const Metadata& metadata);

}  // namespace redact
