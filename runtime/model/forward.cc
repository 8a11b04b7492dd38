// SPDX-License-Identifier: Apache-2.0
// The llama decoder (Touvron et al. 2023, arXiv 2302.13971, with the grouped key heads of
// arXiv 2305.13245), one layer a screen of verbs, written once for every device.
#include "runtime/model/forward.h"

namespace redact {

namespace {

// One layer's view of each sequence.
std::span<const Segment> segments_of(const Batch& batch, KvCache& cache, size_t layer,
                                     Activations& a) {
  a.segments.clear();
  for (const SequenceRows& rows : batch.sequences) {
    a.segments.push_back({rows.first_row, rows.n_rows, rows.n_past, cache.layer(layer, rows.pages),
                          rows.bidirectional});
  }
  return a.segments;
}

void attention_block(const Config& config, const LayerWeights& w, const Rope& rope,
                     const Batch& batch, std::span<const Segment> segments, Ops& ops,
                     Activations& a) {
  const size_t n = batch.ids.size();
  const Product qkv[] = {{w.attn_q, a.q.get()}, {w.attn_k, a.k.get()}, {w.attn_v, a.v.get()}};
  ops.norm_matmul({w.attn_norm, config.norm_eps}, qkv, a.x.get(), n);
  ops.rope_store(config.attention, rope, batch.positions, segments, a.q.get(), a.k.get(),
                 a.v.get());
  ops.attention(config.attention, segments, a.q.get(), a.attn_out.get());
  ops.matmul_add({w.attn_output, a.x.get()}, a.attn_out.get(), n);
}

void ffn_block(const Config& config, const LayerWeights& w, size_t n, Ops& ops, Activations& a) {
  const Product gate_up[] = {{w.ffn_gate, a.ffn_gate.get()}, {w.ffn_up, a.ffn_up.get()}};
  ops.norm_matmul({w.ffn_norm, config.norm_eps}, gate_up, a.x.get(), n);
  ops.silu_gate(a.ffn_gate.get(), a.ffn_up.get(), n * config.d_ff);
  ops.matmul_add({w.ffn_down, a.x.get()}, a.ffn_gate.get(), n);
}

}  // namespace

std::span<const float> forward(const Config& config, const Weights& weights, const Rope& rope,
                               KvCache& cache, const Batch& batch, Ops& ops, Activations& a) {
  const size_t n = batch.ids.size();
  ops.embed(weights.token_embd, batch.ids, a.x.get());
  for (size_t layer = 0; layer < config.n_layers; ++layer) {
    const std::span<const Segment> segments = segments_of(batch, cache, layer, a);
    attention_block(config, weights.layers[layer], rope, batch, segments, ops, a);
    ffn_block(config, weights.layers[layer], n, ops, a);
  }
  ops.rms_norm({weights.output_norm, config.norm_eps}, a.x.get(), n, config.d_model,
               a.hidden.get());
  return {a.hidden.get(), n * config.d_model};
}

}  // namespace redact
