// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace redact {

struct LogitsOptions {
  std::string model_path;
  std::string lora_path;  // adapter of the model; empty: none
  std::vector<int32_t> ids;
  size_t top = 0;      // of each row; 0: all
  std::string output;  // a file of float32 in the machine's byte order; empty: JSON to stdout
  std::string device = "cpu";
  int n_threads = 0;  // 0: one per core
};

// Runs a model over token ids and writes the logits after each: a row of n_vocab for each id, or a
// JSON row of the `top` largest as [id, logit]. The file appears whole or not at all. Errors: a
// model or device that cannot be opened; an id outside the vocabulary; more ids than the context of
// the model or than there is memory for; logits that are not numbers; a file that cannot be
// written.
Result<void> write_logits(const LogitsOptions& options);

}  // namespace redact
