// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/tensor_table.h"

namespace redact {

namespace {

using enum Extent;
using enum TensorUse;
using enum Part;

using W = Weights;
using L = LayerWeights;

// clang-format off
constexpr TensorRow<W> kModelTensors[] = {
    {"token_embd.weight",         &W::token_embd,           kVocab,     kModel,     kGathered, kCore},
    {"position_embd.weight",      &W::position_embd,        kPositions, kModel,     kOnHost,   kLearnedPositions},
    {"rel_embd.weight",           &W::relative,             kRelativeRows, kModel,  kOnHost,   kRelative},
    {"rel_embd_norm.weight",      &W::relative_norm,        kOne,       kModel,     kVector,   kRelative},
    {"rel_embd_norm.bias",        &W::relative_norm_bias,   kOne,       kModel,     kVector,   kRelative},
    {"token_types.weight",        &W::token_types,          kTypes,     kModel,     kOnHost,   kTokenTypes},
    {"token_embd_norm.weight",    &W::token_embd_norm,      kOne,       kModel,     kVector,   kEncoder},
    {"token_embd_norm.bias",      &W::token_embd_norm_bias, kOne,       kModel,     kVector,   kEncoder},
    {"token_embd_norm.weight",    &W::token_embd_norm,      kOne,       kModel,     kVector,   kInputNorm},
    {"output_norm.weight",        &W::output_norm,          kOne,       kModel,     kVector,   kPreNorms},
    {"output.weight",             &W::output,               kVocab,     kModel,     kGathered, kOutput},
    {"cls.weight",                &W::head_layer,           kModel,     kModel,     kMultiplied, kHeadLayer},
    {"cls.bias",                  &W::head_layer_bias,      kOne,       kModel,     kVector,   kHeadBias},
    {"cls.norm.weight",           &W::head_norm,            kOne,       kModel,     kVector,   kHeadLayer},
    {"cls.output.weight",         &W::output,               kClasses,   kModel,     kGathered, kClassHead},
    {"cls.output.bias",           &W::output_bias,          kOne,       kClasses,   kOnHost,   kClassHead},
    {"rope_freqs.weight",         &W::rope_freqs,           kOne,       kRopePairs, kVector,   kRopeFreqs},
    {"rope_factors_long.weight",  &W::rope_long,            kOne,       kRopePairs, kVector,   kLongRope},
    {"rope_factors_short.weight", &W::rope_short,           kOne,       kRopePairs, kVector,   kLongRope},
};

constexpr TensorRow<L> kLayerTensors[] = {
    {"attn_norm.weight",           &L::attn_norm,             kOne,         kModel,       kVector,     kPreNorms},
    {"attn_q.weight",              &L::attn_q,                kQuery,       kModel,       kMultiplied, kSplitQkv},
    {"attn_k.weight",              &L::attn_k,                kKeyValue,    kModel,       kMultiplied, kSplitQkv},
    {"attn_v.weight",              &L::attn_v,                kKeyValue,    kModel,       kMultiplied, kSplitQkv},
    {"attn_qkv.weight",            &L::attn_q,                kQuery,       kModel,       kMultiplied, kFusedQkv},
    {"attn_qkv.weight",            &L::attn_k,                kKeyValue,    kModel,       kMultiplied, kFusedQkv},
    {"attn_qkv.weight",            &L::attn_v,                kKeyValue,    kModel,       kMultiplied, kFusedQkv},
    {"attn_q.bias",                &L::attn_q_bias,           kOne,         kQuery,       kVector,     kQkvBias},
    {"attn_k.bias",                &L::attn_k_bias,           kOne,         kKeyValue,    kVector,     kQkvBias},
    {"attn_v.bias",                &L::attn_v_bias,           kOne,         kKeyValue,    kVector,     kQkvBias},
    {"attn_q_norm.weight",         &L::attn_q_norm,           kOne,         kHead,        kVector,     kHeadNorms},
    {"attn_k_norm.weight",         &L::attn_k_norm,           kOne,         kHead,        kVector,     kHeadNorms},
    {"attn_output.weight",         &L::attn_output,           kModel,       kQuery,       kMultiplied, kCore},
    {"post_attention_norm.weight", &L::attn_post_norm,        kOne,         kModel,       kVector,     kPostNorms},
    {"attn_output.bias",           &L::attn_output_bias,      kOne,         kModel,       kVector,     kEncoder},
    {"attn_output_norm.weight",    &L::attn_output_norm,      kOne,         kModel,       kVector,     kEncoder},
    {"attn_output_norm.bias",      &L::attn_output_norm_bias, kOne,         kModel,       kVector,     kEncoder},
    {"attn_output.bias",           &L::attn_output_bias,      kOne,         kModel,       kVector,     kSinks},
    {"attn_sinks.weight",          &L::attn_sinks,            kOne,         kHeadCount,   kVector,     kSinks},
    {"ffn_norm.weight",            &L::ffn_norm,              kOne,         kModel,       kVector,     kFfnNorm},
    {"post_attention_norm.weight", &L::ffn_norm,              kOne,         kModel,       kVector,     kSinks},
    {"ffn_gate.weight",            &L::ffn_gate,              kFeedForward, kModel,       kMultiplied, kSplitGateUp},
    {"ffn_up.weight",              &L::ffn_up,                kFeedForward, kModel,       kMultiplied, kSplitGateUp},
    {"ffn_up.weight",              &L::ffn_gate,              kFeedForward, kModel,       kMultiplied, kFusedGateUp},
    {"ffn_up.weight",              &L::ffn_up,                kFeedForward, kModel,       kMultiplied, kFusedGateUp},
    {"ffn_up.weight",              &L::ffn_up,                kFeedForward, kModel,       kMultiplied, kEncoder},
    {"ffn_up.bias",                &L::ffn_up_bias,           kOne,         kFeedForward, kVector,     kEncoder},
    {"ffn_down.bias",              &L::ffn_down_bias,         kOne,         kModel,       kVector,     kEncoder},
    {"layer_output_norm.weight",   &L::layer_norm,            kOne,         kModel,       kVector,     kEncoder},
    {"layer_output_norm.bias",     &L::layer_norm_bias,       kOne,         kModel,       kVector,     kEncoder},
    {"ffn_down.weight",            &L::ffn_down,              kModel,       kFeedForward, kMultiplied, kDown},
    {"post_ffw_norm.weight",       &L::ffn_post_norm,         kOne,         kModel,       kVector,     kPostNorms},
    {"ffn_gate_inp.weight",        &L::ffn_router,            kExpertCount, kModel,       kRouting,    kExperts},
    {"ffn_gate_exps.weight",       nullptr,                   kFeedForward, kModel,       kMultiplied, kExperts, &L::gate_experts},
    {"ffn_up_exps.weight",         nullptr,                   kFeedForward, kModel,       kMultiplied, kExperts, &L::up_experts},
    {"ffn_down_exps.weight",       nullptr,                   kModel,       kFeedForward, kMultiplied, kExperts, &L::down_experts},
    {"ffn_gate_inp.bias",          &L::ffn_router_bias,       kOne,         kExpertCount, kVector,     kSinks},
    {"ffn_gate_exps.bias",         &L::gate_experts_bias,     kExpertCount, kFeedForward, kVector,     kSinks},
    {"ffn_up_exps.bias",           &L::up_experts_bias,       kExpertCount, kFeedForward, kVector,     kSinks},
    {"ffn_down_exps.bias",         &L::down_experts_bias,     kExpertCount, kModel,       kVector,     kSinks},
};
// clang-format on

template <typename Owner>
void add_tensors(std::span<const TensorRow<Owner>> table, const std::string& prefix,
                 const Config& config, const LayerSpec& layer, std::vector<TensorShape>& out) {
  for (const TensorRow<Owner>& row : table) {
    if (!has_tensor(row, config, layer)) continue;
    std::string name = prefix + std::string(row.name);
    const size_t rows = extent(row.rows, config, layer);
    if (!out.empty() && out.back().name == name) {
      out.back().rows += rows;
    } else {
      out.push_back({std::move(name), row.n_matrices(config), rows, extent(row.cols, config, layer),
                     row.use, row.part});
    }
  }
}

}  // namespace

bool has_tensor(const TensorRow<Weights>& row, const Config& config, const LayerSpec&) {
  return config.has(row.part);
}
bool has_tensor(const TensorRow<LayerWeights>& row, const Config& config, const LayerSpec& layer) {
  return config.has(row.part) && (row.member != &L::attn_norm || layer.has_attn_norm);
}

size_t extent(Extent extent, const Config& config, const LayerSpec& layer) {
  switch (extent) {
    case kOne: return 1;
    case kModel: return config.d_model;
    case kQuery: return layer.attention.shape.q_dim();
    case kKeyValue: return layer.attention.shape.kv_dim();
    case kHead: return layer.attention.shape.head_dim;
    case kHeadCount: return layer.attention.shape.n_heads;
    case kFeedForward: return config.d_ff;
    case kVocab: return config.n_vocab;
    case kRopePairs: return config.ropes[layer.rope].n_dims / 2;
    case kExpertCount: return config.n_experts;
    case kPositions: return config.n_context;
    case kTypes: return config.n_token_types;
    case kRelativeRows: return config.relative.n_rows();
    case kClasses: return config.n_classes;
  }
  return 0;
}

std::span<const TensorRow<Weights>> model_tensors() { return kModelTensors; }
std::span<const TensorRow<LayerWeights>> layer_tensors() { return kLayerTensors; }

std::vector<TensorShape> list_tensors(const Config& config) {
  std::vector<TensorShape> out;
  add_tensors(model_tensors(), "", config, config.layers.front(), out);
  for (size_t i = 0; i < config.layers.size(); ++i) {
    add_tensors(layer_tensors(), layer_tensor_name(i, ""), config, config.layers[i], out);
  }
  return out;
}

std::string layer_tensor_name(size_t layer, std::string_view name) {
  return "blk." + std::to_string(layer) + "." + std::string(name);
}

}  // namespace redact
