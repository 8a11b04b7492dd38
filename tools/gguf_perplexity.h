// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace redact {

struct PerplexityOptions {
  std::string model_path, text_path;
  size_t window = 512;  // tokens
  std::string device = "cpu";
  int n_threads = 0;  // 0: one per core
};

// Prints, as one JSON line, how well a model predicts a text: {"tokens", "windows", "scored",
// "nll", "perplexity", "uncertainty"}. As in llama.cpp's tool, the text's tokens, after a BOS if
// the vocabulary asks for one, are cut into independent windows; a rest that does not fill a window
// is left out. Such a BOS also replaces the first token of each window. Scored are the tokens of
// the second half of each window except its first: `nll` is the mean of -ln p(token | the window
// before it), `perplexity` e^nll, and `uncertainty` its standard error.
//
// Errors: a model, text or device that cannot be opened; a text of less than a window; a window
// longer than the model's context; logits that are not numbers.
Result<void> print_perplexity(const PerplexityOptions& options);

}  // namespace redact
