// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "runtime/text/pretokenize.h"

namespace redact {

// The properties of a byte-level BPE vocabulary, as a name in tokenizer.ggml.pre implies them.
struct PreTokenizer {
  SplitRule rule;
  bool whole_words_first;      // a word that is a token is not merged ("ignore_merges")
  bool add_bos;                // unless tokenizer.ggml.add_bos_token says otherwise
  bool composes = false;       // text is brought to Unicode's composed form (NFC) first
  bool may_add_space = false;  // before a text, if tokenizer.ggml.add_space_prefix says so
};

// nullopt for a name that this build does not know.
std::optional<PreTokenizer> find_pre_tokenizer(std::string_view name);

}  // namespace redact
