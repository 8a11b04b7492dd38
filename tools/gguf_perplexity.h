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

// Prints, as one JSON line, how well a model foretells a text: {"tokens", "windows", "scored",
// "nll", "perplexity", "uncertainty"}. As llama.cpp's tool has it, the text's tokens, behind a BOS
// where the vocabulary asks for one, are cut into windows that stand alone; what does not fill the
// last one is left out. In each, whose first token such a BOS replaces, the tokens of the second
// half but its first are scored: `nll` is the mean of -ln p(token | the window before it),
// `perplexity` e^nll, and `uncertainty` its standard error.
//
// Errors: a model, text or device that cannot be opened; a text of less than a window; a window
// longer than the model's context; logits that are no numbers.
Result<void> print_perplexity(const PerplexityOptions& options);

}  // namespace redact
