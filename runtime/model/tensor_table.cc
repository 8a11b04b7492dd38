// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/tensor_table.h"

namespace redact {

namespace {

using enum Extent;
using enum TensorUse;

// clang-format off
constexpr TensorRow<Weights> kModelTensors[] = {
    {"token_embd.weight",  &Weights::token_embd,  kVocab, kModel,     kGathered, true},
    {"output_norm.weight", &Weights::output_norm, kOne,   kModel,     kVector,   true},
    {"output.weight",      &Weights::output,      kVocab, kModel,     kGathered, false},
    {"rope_freqs.weight",  &Weights::rope_freqs,  kOne,   kRopePairs, kVector,   false},
};

constexpr TensorRow<LayerWeights> kLayerTensors[] = {
    {"attn_norm.weight",   &LayerWeights::attn_norm,   kOne,         kModel,       kVector,     true},
    {"attn_q.weight",      &LayerWeights::attn_q,      kQuery,       kModel,       kMultiplied, true},
    {"attn_q.bias",        &LayerWeights::attn_q_bias, kOne,         kQuery,       kVector,     false},
    {"attn_k.weight",      &LayerWeights::attn_k,      kKeyValue,    kModel,       kMultiplied, true},
    {"attn_k.bias",        &LayerWeights::attn_k_bias, kOne,         kKeyValue,    kVector,     false},
    {"attn_v.weight",      &LayerWeights::attn_v,      kKeyValue,    kModel,       kMultiplied, true},
    {"attn_v.bias",        &LayerWeights::attn_v_bias, kOne,         kKeyValue,    kVector,     false},
    {"attn_output.weight", &LayerWeights::attn_output, kModel,       kQuery,       kMultiplied, true},
    {"ffn_norm.weight",    &LayerWeights::ffn_norm,    kOne,         kModel,       kVector,     true},
    {"ffn_gate.weight",    &LayerWeights::ffn_gate,    kFeedForward, kModel,       kMultiplied, true},
    {"ffn_up.weight",      &LayerWeights::ffn_up,      kFeedForward, kModel,       kMultiplied, true},
    {"ffn_down.weight",    &LayerWeights::ffn_down,    kModel,       kFeedForward, kMultiplied, true},
};
// clang-format on

}  // namespace

size_t extent(Extent extent, const Config& config, const LayerSpec& layer) {
  switch (extent) {
    case kOne: return 1;
    case kModel: return config.d_model;
    case kQuery: return layer.attention.shape.q_dim();
    case kKeyValue: return layer.attention.shape.kv_dim();
    case kFeedForward: return config.d_ff;
    case kVocab: return config.n_vocab;
    case kRopePairs: return config.ropes[layer.rope].n_dims / 2;
  }
  return 0;
}

std::span<const TensorRow<Weights>> model_tensors() { return kModelTensors; }
std::span<const TensorRow<LayerWeights>> layer_tensors() { return kLayerTensors; }

std::string layer_tensor_name(size_t layer, std::string_view name) {
  return "blk." + std::to_string(layer) + "." + std::string(name);
}

}  // namespace redact
