// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/ops.h"

namespace redact {

class GgufFile;

// Rotary embeddings of some layers (Su et al. 2021, arXiv 2104.09864): at position p, pair i of a
// head rotates by p * position_scale * freq_base^(-2i / n_dims) / factors[i], where the factors are
// those of the tensor rope_freqs, or 1.
struct RopeSpec {
  size_t n_dims;
  RopePairs pairs;
  float freq_base;
  float position_scale;  // below 1 where a model stretches the positions it was trained for
};

// What may differ from layer to layer.
struct LayerSpec {
  Attention attention;
  size_t rope;  // of Config::ropes
};

// The hyperparameters of a model, read from GGUF metadata, validated as a set once, then const.
struct Config {
  std::string name;  // general.name, or the architecture where the file has none
  size_t d_model;
  size_t d_ff;
  size_t n_vocab;    // rows of the embedding table
  size_t n_context;  // positions the model was trained for
  float norm_eps;
  std::vector<RopeSpec> ropes;
  std::vector<LayerSpec> layers;

  // Errors: kUnsupported, naming it, for an architecture or a key that would change the computation
  // in a way that this build does not know; kBadInput, naming the key, for values that make no
  // sense.
  static Result<Config> read(const GgufFile& file);

  // A llama model of one kind of layer.
  static Config llama(size_t n_layers, size_t d_model, size_t d_ff, size_t n_vocab,
                      const AttentionShape& shape);
};

}  // namespace redact
