// SPDX-License-Identifier: Apache-2.0
// The llama decoder (Touvron et al. 2023, arXiv 2302.13971, with the grouped key heads of
// arXiv 2305.13245) and the additions of related families. It is written once for every device and
// every family: a step that a model does not have is one that it has no weights for.
#include "runtime/model/forward.h"

namespace redact {

namespace {

// x += w from + bias, where the product is normed first if the model has a norm there.
void join(const Weight& w, const float* bias, const Weight& post_norm, const float* from,
          size_t n_rows, float eps, Ops& ops, Activations& a) {
  if (post_norm.data == nullptr) return ops.matmul_add({w, a.x, bias}, from, n_rows);
  const Product product{w, a.hidden, bias};
  ops.matmul({&product, 1}, from, n_rows);
  ops.add_norm({post_norm.floats(), eps}, a.hidden, n_rows, w.rows, a.x);
}

void attention_block(const PlacedModel& model, size_t layer, size_t n_rows, const LayerCache& cache,
                     Ops& ops, Activations& a) {
  const LayerWeights& w = model.weights().layers[layer];
  Attention attention = model.config().layers[layer].attention;
  attention.sinks = w.attn_sinks.floats();
  const AttentionShape& shape = attention.shape;
  const float eps = model.config().norm_eps;
  const Product qkv[] = {{w.attn_q, a.q, w.attn_q_bias.floats()},
                         {w.attn_k, a.k, w.attn_k_bias.floats()},
                         {w.attn_v, a.v, w.attn_v_bias.floats()}};
  ops.norm_matmul({w.attn_norm.floats(), eps}, qkv, a.x, n_rows);
  if (w.attn_q_norm.data != nullptr) {  // norms each head on its own
    ops.rms_norm({w.attn_q_norm.floats(), eps}, a.q, n_rows * shape.n_heads, shape.head_dim, a.q);
    ops.rms_norm({w.attn_k_norm.floats(), eps}, a.k, n_rows * shape.n_kv_heads, shape.head_dim,
                 a.k);
  }
  ops.rope_store(cache, shape, model.rope(layer), a.q, a.k, a.v);
  ops.attention(cache, attention, a.q, a.attn_out);
  join(w.attn_output, w.attn_output_bias.floats(), w.attn_post_norm, a.attn_out, n_rows, eps, ops,
       a);
}

void ffn_block(const PlacedModel& model, size_t layer, size_t n_rows, Ops& ops, Activations& a) {
  const LayerWeights& w = model.weights().layers[layer];
  const Config& config = model.config();
  const Norm norm{w.ffn_norm.floats(), config.norm_eps};
  if (config.n_experts > 0) {
    const Experts experts{w.ffn_router,
                          w.gate_experts,
                          w.up_experts,
                          w.down_experts,
                          config.n_experts_used,
                          w.ffn_router_bias.floats(),
                          w.gate_experts_bias.floats(),
                          w.up_experts_bias.floats(),
                          w.down_experts_bias.floats(),
                          config.gate == Gate::kClamped};
    return ops.add_experts(norm, experts, a.x, n_rows);
  }
  const Product gate_up[] = {{w.ffn_gate, a.ffn_gate}, {w.ffn_up, a.ffn_up}};
  ops.norm_matmul(norm, gate_up, a.x, n_rows);
  const auto gate = config.gate == Gate::kGelu ? &Ops::gelu_gate : &Ops::silu_gate;
  (ops.*gate)(a.ffn_gate, a.ffn_up, n_rows * config.d_ff);
  join(w.ffn_down, nullptr, w.ffn_post_norm, a.ffn_gate, n_rows, config.norm_eps, ops, a);
}

}  // namespace

std::span<const float> forward(const PlacedModel& model, const Step& step, const KvCache& cache,
                               Ops& ops, Activations& a) {
  const Config& config = model.config();
  if (config.has(Part::kEncoder)) return encode(model, step, cache, ops, a);
  if (config.has(Part::kInputNorm)) return encode_pre_norm(model, step, cache, ops, a);
  const size_t n = step.n_rows();
  ops.begin(step);
  ops.embed(model.weights().token_embd, config.embedding_scale, a.x);
  for (size_t layer = 0; layer < config.layers.size(); ++layer) {
    attention_block(model, layer, n, cache.layer(layer), ops, a);
    ffn_block(model, layer, n, ops, a);
  }
  ops.rms_norm({model.weights().output_norm.floats(), config.norm_eps}, a.x, n, config.d_model,
               a.hidden);
  return {a.hidden, n * config.d_model};
}

}  // namespace redact
