// SPDX-License-Identifier: Apache-2.0
// The llama decoder (Touvron et al. 2023, arXiv 2302.13971, with the grouped key heads of
// arXiv 2305.13245), one layer a screen of verbs, written once for every device.
#include "runtime/model/forward.h"

namespace redact {

namespace {

void attention_block(const PlacedModel& model, size_t layer, size_t n_rows, const LayerCache& cache,
                     Ops& ops, Activations& a) {
  const LayerWeights& w = model.weights().layers[layer];
  const Attention& attention = model.config().layers[layer].attention;
  const Product qkv[] = {{w.attn_q, a.q.get(), w.attn_q_bias.floats()},
                         {w.attn_k, a.k.get(), w.attn_k_bias.floats()},
                         {w.attn_v, a.v.get(), w.attn_v_bias.floats()}};
  ops.norm_matmul({w.attn_norm.floats(), model.config().norm_eps}, qkv, a.x.get(), n_rows);
  ops.rope_store(cache, attention.shape, model.rope(layer), a.q.get(), a.k.get(), a.v.get());
  ops.attention(cache, attention, a.q.get(), a.attn_out.get());
  ops.matmul_add({w.attn_output, a.x.get()}, a.attn_out.get(), n_rows);
}

void ffn_block(const PlacedModel& model, size_t layer, size_t n_rows, Ops& ops, Activations& a) {
  const LayerWeights& w = model.weights().layers[layer];
  const Product gate_up[] = {{w.ffn_gate, a.ffn_gate.get()}, {w.ffn_up, a.ffn_up.get()}};
  ops.norm_matmul({w.ffn_norm.floats(), model.config().norm_eps}, gate_up, a.x.get(), n_rows);
  ops.silu_gate(a.ffn_gate.get(), a.ffn_up.get(), n_rows * model.config().d_ff);
  ops.matmul_add({w.ffn_down, a.x.get()}, a.ffn_gate.get(), n_rows);
}

}  // namespace

std::span<const float> forward(const PlacedModel& model, const Step& step, const KvCache& cache,
                               Ops& ops, Activations& a) {
  const Config& config = model.config();
  const size_t n = step.n_rows();
  ops.begin(step);
  ops.embed(model.weights().token_embd, a.x.get());
  for (size_t layer = 0; layer < config.layers.size(); ++layer) {
    attention_block(model, layer, n, cache.layer(layer), ops, a);
    ffn_block(model, layer, n, ops, a);
  }
  ops.rms_norm({model.weights().output_norm.floats(), config.norm_eps}, a.x.get(), n,
               config.d_model, a.hidden.get());
  return {a.hidden.get(), n * config.d_model};
}

}  // namespace redact
