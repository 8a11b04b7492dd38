// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace redact {

// A llama model of random weights, to time sizes that cannot be shipped. What it says is nonsense.
struct RandomModel {
  std::string vocab_path;     // a GGUF file whose tokenizer the model gets
  std::string type = "q8_0";  // or any that random_row.h knows; of every matrix
  // The shape of Llama 3.2 1B.
  uint64_t n_layers = 16, d_model = 2048, n_heads = 32, n_kv_heads = 8, d_ff = 8192;
  float rope_freq_base = 500000;
  bool tied = true;  // the output matrix is token_embd
  uint32_t seed = 1;
};

// Writes `path`. Errors: an unreadable vocabulary, an unknown type, or a shape that is no whole
// number of blocks (kBadInput); a file that can't be written (kIo).
Result<void> write_random_model(const RandomModel& model, const std::string& path);

}  // namespace redact
