// SPDX-License-Identifier: Apache-2.0
// The keys of an encoder that classifies tokens. Each can be changed or left out.
#pragma once

#include <string>
#include <vector>

#include "tests/support/label_keys.h"

namespace redact::testing {

// `bos` and `eos` are ids of the vocabulary; `labels` are those of the kinds of `classes`.
inline LabelKeys class_keys(const std::string& scheme, const std::vector<std::string>& classes,
                            const std::vector<std::string>& labels, uint32_t window = 40,
                            uint32_t context = 6, uint32_t bos = 1, uint32_t eos = 2) {
  LabelKeys keys(window, context);
  for (const char* of_labels : {"redact.lag", "redact.labels", "redact.token.outside",
                                "redact.token.begin", "redact.token.inside", "redact.token.end",
                                "redact.token.single", "redact.bias"}) {
    keys.without(of_labels);
  }
  keys.text("redact.grammar", "classes");
  keys.text("general.architecture", "bert");
  keys.number("tokenizer.ggml.bos_token_id", bos);
  keys.number("tokenizer.ggml.eos_token_id", eos);
  keys.texts("bert.classifier.output_labels", classes);
  keys.text("redact.classifier.scheme", scheme);
  keys.texts("redact.classifier.labels", labels);
  return keys;
}

}  // namespace redact::testing
