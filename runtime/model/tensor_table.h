// SPDX-License-Identifier: Apache-2.0
// Which tensors a model has, in one table: GGUF's name, the member that holds it, its shape, how it
// is used, and whether a file must have it. Loading, placing on a device, planning memory, writing
// random models and the tests all read this table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

// The tensors of one layer. A tensor that the file does not have has no data.
struct LayerWeights {
  Weight attn_norm;    // [d_model]
  Weight attn_q;       // [q_dim, d_model]
  Weight attn_k;       // [kv_dim, d_model]
  Weight attn_v;       // [kv_dim, d_model]
  Weight attn_q_bias;  // [q_dim]
  Weight attn_k_bias;  // [kv_dim]
  Weight attn_v_bias;  // [kv_dim]
  Weight attn_output;  // [d_model, q_dim]
  Weight ffn_norm;     // [d_model]
  Weight ffn_gate;     // [d_ff, d_model]
  Weight ffn_up;       // [d_ff, d_model]
  Weight ffn_down;     // [d_model, d_ff]
};

// All tensors of a model: views into the mapped file, which outlives them, or what a device made of
// them (PlacedModel).
struct Weights {
  Weight token_embd;   // [n_vocab, d_model]
  Weight output_norm;  // [d_model]
  Weight output;       // [n_vocab, d_model]; token_embd where the file ties them
  Weight rope_freqs;   // [rope_dims / 2]: divisors of the rotary frequencies
  std::vector<LayerWeights> layers;
};

// A size that follows from the config.
enum class Extent { kOne, kModel, kQuery, kKeyValue, kFeedForward, kVocab, kRopePairs };
size_t extent(Extent extent, const Config& config, const LayerSpec& layer);

enum class TensorUse {
  kVector,      // one row of F32, read as floats
  kMultiplied,  // a matrix that activations are multiplied by
  kGathered,    // a matrix of which rows are read by token id
};

template <typename Owner>
struct TensorRow {
  std::string_view name;  // in a layer, behind "blk.N."
  Weight Owner::*member;
  Extent rows, cols;
  TensorUse use;
  bool required;
};

std::span<const TensorRow<Weights>> model_tensors();
std::span<const TensorRow<LayerWeights>> layer_tensors();

// "blk.7.attn_q.weight"
std::string layer_tensor_name(size_t layer, std::string_view name);

}  // namespace redact
