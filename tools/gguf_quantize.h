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
// name, both types, and the error, which is the root mean square of the change relative to that of
// the values. Other tensors (vectors, norms, and the routers of experts) stay as they are, byte for
// byte, and so does the metadata, except general.file_type and the keys of a split, since the
// output is one file. The matrix that makes the logits gets Q6_K, or Q8_0 with Q8_0. Rows that are
// not a whole number of blocks of 256 get Q5_0 instead of Q4_K and Q8_0 instead of Q6_K; rows that
// are not a whole number of blocks of 32 get F16.
//
// The output must not be the input. It appears whole or not at all. Errors: an input that cannot be
// read; a type that is none of the four; a matrix of a type that no kernel reads, or with a value
// that is not finite or exceeds a half; an output that cannot be written.
Result<void> quantize_model(const QuantizeOptions& options);

}  // namespace redact
