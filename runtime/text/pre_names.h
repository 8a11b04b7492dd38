// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "runtime/text/pretokenize.h"

namespace redact {

// What a name in tokenizer.ggml.pre says about a byte-level BPE vocabulary.
struct PreTokenizer {
  SplitRule rule;
  bool whole_words_first;  // a word that is a token is not merged ("ignore_merges")
  bool add_bos;            // unless tokenizer.ggml.add_bos_token says otherwise
  bool composes = false;   // words are split and merged in Unicode's composed form (NFC)
};

// nullopt for a name that this build does not know.
std::optional<PreTokenizer> find_pre_tokenizer(std::string_view name);

}  // namespace redact
