// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "kernels/ops.h"

namespace redact {

class GgufFile;

// The hyperparameters of a model, read from GGUF metadata, validated as a set once, then const.
struct Config {
  std::string name;  // general.name, or the architecture where the file has none
  size_t n_layers;
  size_t d_model;
  size_t d_ff;
  size_t n_vocab;    // rows of the embedding table
  size_t n_context;  // positions the model was trained for
  AttentionShape attention;
  float norm_eps;
  size_t rope_dims;
  float rope_freq_base;

  // Errors: kUnsupported for an architecture this build can't run, kBadInput naming the key else.
  static Result<Config> read(const GgufFile& file);
};

}  // namespace redact
