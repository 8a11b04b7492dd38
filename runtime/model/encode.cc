// SPDX-License-Identifier: Apache-2.0
// The encoder of BERT (Devlin et al. 2018, arXiv 1810.04805), with a LayerNorm behind each sum of a
// block and the residual. Its positions are learned, or relative as in DeBERTa (He et al. 2021,
// arXiv 2006.03654).
#include "runtime/model/forward.h"

namespace redact {

std::span<const float> encode(const PlacedModel& model, const Step& step, const KvCache& cache,
                              Ops& ops, Activations& a) {
  const Config& config = model.config();
  const Weights& all = model.weights();
  const size_t n = step.n_rows();
  const auto norm = [&](const Weight& weight, const Weight& bias) {
    ops.layer_norm({weight.floats(), bias.floats(), config.norm_eps}, a.x, n, config.d_model, a.x);
  };
  ops.begin(step);
  ops.embed(all.token_embd, 1, a.x);
  if (model.positions() != nullptr) ops.add_positions(model.positions(), config.d_model, a.x);
  norm(all.token_embd_norm, all.token_embd_norm_bias);
  for (size_t layer = 0; layer < config.layers.size(); ++layer) {
    const LayerWeights& w = all.layers[layer];
    const Attention& attention = config.layers[layer].attention;
    const Product qkv[] = {{w.attn_q, a.q, w.attn_q_bias.floats()},
                           {w.attn_k, a.k, w.attn_k_bias.floats()},
                           {w.attn_v, a.v, w.attn_v_bias.floats()}};
    ops.matmul(qkv, a.x, n);
    if (config.relative.n_rows() > 0) {
      ops.relative_attention(attention, model.relative(layer), a.q, a.k, a.v, a.attn_out);
    } else {
      ops.rope_store(cache.layer(layer), attention.shape, model.rope(layer), a.q, a.k, a.v);
      ops.attention(cache.layer(layer), attention, a.q, a.attn_out);
    }
    ops.matmul_add({w.attn_output, a.x, w.attn_output_bias.floats()}, a.attn_out, n);
    norm(w.attn_output_norm, w.attn_output_norm_bias);

    const Product up{w.ffn_up, a.ffn_up, w.ffn_up_bias.floats()};
    ops.matmul({&up, 1}, a.x, n);
    ops.gelu(a.ffn_up, n * config.d_ff);
    ops.matmul_add({w.ffn_down, a.x, w.ffn_down_bias.floats()}, a.ffn_up, n);
    norm(w.layer_norm, w.layer_norm_bias);
  }
  return {a.x, n * config.d_model};
}

void add_output_bias(const Weights& weights, const CandidateRows& candidates, float* logits) {
  if (weights.output_bias.data == nullptr) return;
  const float* bias = weights.output_bias.floats();
  for (size_t row = 0; row < candidates.n_rows(); ++row) {
    for (const int32_t id : candidates.ids_of(row)) *logits++ += bias[id];
  }
}

}  // namespace redact
