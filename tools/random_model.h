// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace redact {

// A model of random weights, for timing shapes that are too large to ship. Its output means
// nothing.
struct RandomModel {
  std::string arch = "llama";  // a family that this build runs (runtime/model/family.h)
  std::string vocab_path;      // a GGUF file whose tokenizer the model gets
  std::string type = "q8_0";   // of every matrix: any that random_row.h knows, or q4_k_m, a mix
  // The shape of Llama 3.2 1B.
  uint64_t n_layers = 16, d_model = 2048, n_heads = 32, n_kv_heads = 8, d_ff = 8192;
  uint64_t head_dim = 0;   // 0: d_model / n_heads
  uint64_t window = 0;     // entries of the sliding window; 0: none
  uint64_t n_experts = 0;  // each row uses two of them; 0: one feed-forward network
  float rope_freq_base = 500000;
  bool tied = true;  // the output matrix is token_embd
  uint32_t seed = 1;
};

// Errors (kBadInput, naming the option of gguf-tool): an unknown type, or a shape that Config::read
// would refuse or that is not a whole number of blocks.
Result<void> check_random_model(const RandomModel& model);

// Writes the model to `path`, where it appears whole or not at all. Errors: a vocabulary that
// cannot be read, those of check_random_model, a disk that has too little room (kExhausted), and a
// file that cannot be written (kIo).
Result<void> write_random_model(const RandomModel& model, const std::string& path);

}  // namespace redact
