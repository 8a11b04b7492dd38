// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"

namespace redact {

struct QuantizeOptions {
  std::string input, output;
  std::string type;   // Q8_0, Q4_0, Q4_K or Q6_K; in any case
  int n_threads = 0;  // 0: one per core
};

// Writes a model with its matrices in another type, and prints a JSON line for each of them: its
// name, both types, and the error, the root of the mean square of what changed over that of the
// values. What is no matrix of weights stays as it is, byte for byte: vectors, norms, and the
// routers of experts; and so do the metadata, but for general.file_type and the keys of a split,
// since the output is one file. The matrix that makes the logits gets Q6_K, or Q8_0 with Q8_0.
// Rows that are no whole number of blocks of 256 get Q5_0 for Q4_K and Q8_0 for Q6_K, and rows that
// are none of 32, F16.
//
// The output is not the input. It appears whole or not at all. Errors: an input that cannot be read; a
// type that is none of the four; a matrix of a type that no kernel reads, or with a value that is
// not finite or exceeds a half; an output that cannot be written.
Result<void> quantize_model(const QuantizeOptions& options);

}  // namespace redact
