// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/host_ops.h"

namespace redact::testing {

// Implements Ops from the formulas, one scalar at a time in double precision, with its own decoding
// of every format: slow, but obviously what kernels/ops.h says. For tests only.
class ReferenceOps : public HostOps {
 public:
  // Q8_0 matrices for products by rows keep their rounded values, as doubles.
  bool reads(const Weight& w) const override;
  Weight prepare(const Weight& w, WeightUse use) override;
  size_t prepared_bytes(const Weight&, WeightUse) const override { return 0; }
  // Entries are floats: [kPageEntries, kv_dim] for keys and the same for values.
  size_t page_bytes(const AttentionShape& shape) const override {
    return shape.kv_dim() * kPageEntries * sizeof(float);
  }
  size_t scratch_bytes(const StepBounds&) const override { return 0; }

  void embed(const Weight& table, float scale, float* out) override;
  void add_positions(const float* table, size_t d_model, float* x) override;
  void rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void layer_norm(const LayerNorm& norm, const float* x, size_t n_rows, size_t d,
                  float* out) override;
  void matmul(std::span<const Product> products, const float* x, size_t n_rows) override;
  void norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                   size_t n_rows) override;
  void matmul_add(const Product& product, const float* x, size_t n_rows) override;
  void add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override;
  void attention(const LayerCache& cache, const Attention& attention, const float* q,
                 float* out) override;
  void relative_attention(const Attention& attention, const RelativeAttention& relative,
                          const float* q, const float* k, const float* v, float* out) override;
  void silu_gate(float* gate, const float* up, size_t n) override;
  void gelu_gate(float* gate, const float* up, size_t n) override;
  void gelu(float* x, size_t n) override;
  void erf_gelu_gate(float* gate, const float* up, size_t n) override;
  void add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) override;
  void ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                  float* logits) override;

  // The gate of experts that are clamped.
  static void clamped_gate(float* gate, const float* up, size_t n);

  // Element (r, c) of a weight matrix.
  static double element(const Weight& w, size_t r, size_t c);
};

// Rounds numbers to 127 steps of their largest magnitude, in runs of `run` numbers. Computed in
// float, as kernels/ops.h defines it.
std::vector<float> as_int8(const float* x, size_t n, size_t run);

}  // namespace redact::testing
