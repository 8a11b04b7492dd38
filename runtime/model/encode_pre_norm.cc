// SPDX-License-Identifier: Apache-2.0
// The encoder of ModernBERT (Warner et al. 2024, arXiv 2412.13663): LayerNorms without biases before
// each block, rotary positions, layers that see all rows and layers that see those near, a gate by
// the error function.
#include "runtime/model/forward.h"

namespace redact {

std::span<const float> encode_pre_norm(const PlacedModel& model, const Step& step,
                                       const KvCache& cache, Ops& ops, Activations& a) {
  const Config& config = model.config();
  const Weights& all = model.weights();
  const size_t n = step.n_rows();
  const auto norm = [&](const Weight& weight, const float* x, float* out) {
    ops.layer_norm({weight.floats(), nullptr, config.norm_eps}, x, n, config.d_model, out);
  };
  ops.begin(step);
  ops.embed(all.token_embd, 1, a.x);
  norm(all.token_embd_norm, a.x, a.x);
  for (size_t layer = 0; layer < config.layers.size(); ++layer) {
    const LayerWeights& w = all.layers[layer];
    const Attention& attention = config.layers[layer].attention;
    const bool is_normed = w.attn_norm.data != nullptr;  // the embeddings are, so not layer 0
    if (is_normed) norm(w.attn_norm, a.x, a.hidden);
    const Product qkv[] = {{w.attn_q, a.q}, {w.attn_k, a.k}, {w.attn_v, a.v}};
    ops.matmul(qkv, is_normed ? a.hidden : a.x, n);
    ops.rope_store(cache.layer(layer), attention.shape, model.rope(layer), a.q, a.k, a.v);
    ops.attention(cache.layer(layer), attention, a.q, a.attn_out);
    ops.matmul_add({w.attn_output, a.x}, a.attn_out, n);

    norm(w.ffn_norm, a.x, a.hidden);
    const Product gate_up[] = {{w.ffn_gate, a.ffn_gate}, {w.ffn_up, a.ffn_up}};
    ops.matmul(gate_up, a.hidden, n);
    ops.erf_gelu_gate(a.ffn_gate, a.ffn_up, n * config.d_ff);
    ops.matmul_add({w.ffn_down, a.x}, a.ffn_gate, n);
  }
  norm(all.output_norm, a.x, a.hidden);
  const Product before_head{all.head_layer, a.x, all.head_layer_bias.floats()};
  ops.matmul({&before_head, 1}, a.hidden, n);
  ops.gelu(a.x, n * config.d_model);
  norm(all.head_norm, a.x, a.hidden);
  return {a.hidden, n * config.d_model};
}

}  // namespace redact
