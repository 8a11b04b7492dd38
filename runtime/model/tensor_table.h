// SPDX-License-Identifier: Apache-2.0
// The tensors of a model in one table: GGUF's name, the member that holds the tensor, its shape,
// how it is used, and the part of the model that it belongs to; the config says whether a file must
// have that part. Loading, placing on a device, planning memory, writing random models and the
// tests all read this table.
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
  Weight attn_norm;                  // [d_model]
  Weight attn_q;                     // [q_dim, d_model]
  Weight attn_k;                     // [kv_dim, d_model]
  Weight attn_v;                     // [kv_dim, d_model]
  Weight attn_q_bias;                // [q_dim]
  Weight attn_k_bias;                // [kv_dim]
  Weight attn_v_bias;                // [kv_dim]
  Weight attn_q_norm;                // [head_dim]
  Weight attn_k_norm;                // [head_dim]
  Weight attn_output;                // [d_model, q_dim]
  Weight attn_output_bias;           // [d_model]
  Weight attn_sinks;                 // [n_heads], Attention::sinks
  Weight attn_output_norm;           // [d_model], of the sum of attention and residual
  Weight attn_output_norm_bias;      // [d_model]
  Weight attn_post_norm;             // [d_model]
  Weight ffn_norm;                   // [d_model]
  Weight ffn_gate;                   // [d_ff, d_model]
  Weight ffn_up;                     // [d_ff, d_model]
  Weight ffn_up_bias;                // [d_ff]
  Weight ffn_down;                   // [d_model, d_ff]
  Weight ffn_down_bias;              // [d_model]
  Weight layer_norm;                 // [d_model], of the sum of network and residual
  Weight layer_norm_bias;            // [d_model]
  Weight ffn_post_norm;              // [d_model]
  Weight ffn_router;                 // [n_experts, d_model]
  std::vector<Weight> gate_experts;  // [n_experts] of [d_ff, d_model]
  std::vector<Weight> up_experts;    // [n_experts] of [d_ff, d_model]
  std::vector<Weight> down_experts;  // [n_experts] of [d_model, d_ff]
  Weight ffn_router_bias;            // [n_experts]
  Weight gate_experts_bias;          // [n_experts, d_ff]
  Weight up_experts_bias;            // [n_experts, d_ff]
  Weight down_experts_bias;          // [n_experts, d_model]
};

// All tensors of a model: views into the mapped file, which outlives them, or their prepared form
// on a device (PlacedModel).
struct Weights {
  Weight token_embd;     // [n_vocab, d_model]
  Weight output_norm;    // [d_model]
  Weight output;         // [n_vocab, d_model]; token_embd if the file ties them. An encoder's head:
                         // [n_classes, d_model]
  Weight output_bias;    // [n_classes]
  Weight position_embd;  // [n_context, d_model]
  Weight token_types;    // [n_token_types, d_model]
  Weight relative;       // [relative.n_rows(), d_model]
  Weight relative_norm;  // [d_model]
  Weight relative_norm_bias;    // [d_model]
  Weight token_embd_norm;       // [d_model]
  Weight token_embd_norm_bias;  // [d_model]
  Weight head_layer;            // [d_model, d_model], before the head
  Weight head_layer_bias;       // [d_model]
  Weight head_norm;             // [d_model]
  Weight rope_freqs;            // [rope_dims / 2]: divisors of the rotary frequencies
  Weight rope_long;             // [rope_dims / 2]: LongRoPE's, above the context first trained for
  Weight rope_short;            // [rope_dims / 2]: LongRoPE's, up to that context
  std::vector<LayerWeights> layers;
};

// A size that follows from the config.
enum class Extent {
  kOne,
  kModel,
  kQuery,
  kKeyValue,
  kHead,
  kHeadCount,
  kFeedForward,
  kVocab,
  kRopePairs,
  kExpertCount,
  kPositions,
  kTypes,
  kRelativeRows,
  kClasses
};
size_t extent(Extent extent, const Config& config, const LayerSpec& layer);

enum class TensorUse {
  kVector,      // F32, read as floats
  kOnHost,      // rows of F32, which the host reads in the file
  kMultiplied,  // a matrix that activations are multiplied by
  kRouting,     // the same, but not quantised
  kGathered,    // a matrix whose rows are read by token id
};

// Consecutive rows of one name are slices of one tensor: fused projections.
template <typename Owner>
struct TensorRow {
  std::string_view name;  // for a layer, without its prefix "blk.N."
  Weight Owner::*member;
  Extent rows, cols;
  TensorUse use;
  Part part;
  // Instead of `member`: a matrix for each expert, in one tensor of three dimensions.
  std::vector<Weight> Owner::*stack = nullptr;

  size_t n_matrices(const Config& config) const { return stack != nullptr ? config.n_experts : 1; }
};

// Whether a model of this config may have the tensor, in this layer.
bool has_tensor(const TensorRow<Weights>& row, const Config& config, const LayerSpec& layer);
bool has_tensor(const TensorRow<LayerWeights>& row, const Config& config, const LayerSpec& layer);

std::span<const TensorRow<Weights>> model_tensors();
std::span<const TensorRow<LayerWeights>> layer_tensors();

// A tensor as it is stored in a file.
struct TensorShape {
  std::string name;
  size_t n_matrices;  // above 1: a stack of that many matrices
  size_t rows, cols;  // of each
  TensorUse use;
  Part part;
};
// All tensors that a model of this config may have, in the order of the tables.
std::vector<TensorShape> list_tensors(const Config& config);

// "blk.7.attn_q.weight"
std::string layer_tensor_name(size_t layer, std::string_view name);

}  // namespace redact
