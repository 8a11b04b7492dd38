// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/panel_kernels.h"
#include "kernels/cpu/row_kernels.h"
#include "kernels/cpu/scratch.h"
#include "kernels/host_ops.h"

namespace redact {

// Ops on the CPU: splits work over the pool and calls the kernels of one instruction set. Quantised
// weights are prepared and multiplied in int8; others are decoded to floats a few rows at a time,
// once for all activation rows of the call.
class CpuOps : public HostOps {
 public:
  // Precondition: cpu_has(level). `pool` outlives the object.
  CpuOps(ThreadPool& pool, CpuLevel level);

  // Packs quantised weights that are multiplied into panels, on all threads; all other weights are
  // read in place.
  Weight prepare(const Weight& w, WeightUse use) override;
  bool reads(const Weight& w) const override;
  size_t prepared_bytes(const Weight& w, WeightUse use) const override;
  size_t page_bytes(const AttentionShape& shape) const override;
  size_t scratch_bytes(const StepBounds& bounds) const override;

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

 private:
  // Weight rows decoded at a time: 16 rows of 2,048 floats are 128 KiB, which fits an L2 cache.
  static constexpr size_t kDecodedRows = 16;

  // If `norm` is not null, the rows are normed first. The two multiply_*panels take only products
  // with that kind of panels; multiply takes any mix and adds the biases.
  void multiply(std::span<const Product> products, const Norm* norm, const float* x, size_t n_rows,
                bool add);
  void multiply_panels(std::span<const Product> products, const Norm* norm, const float* x,
                       size_t n_rows, bool add);
  void multiply_row_panels(std::span<const Product> products, const Norm* norm, const float* x,
                           size_t n_rows, bool add);
  void multiply_decoded(const Weight& w, const float* x, size_t n_rows, float* out, bool add);
  size_t n_threads() const { return static_cast<size_t>(pool_.n_threads()); }
  // Of the buffers of a thread in relative_attention, for a segment of n rows.
  static size_t relative_floats(size_t n, size_t n_places, size_t head_dim);
  template <typename Take>
  void share_segments(size_t n_shares, const Take& take);
  void attend_run(const LayerCache& cache, const Attention& attention, const Segment& segment,
                  size_t head, size_t begin, size_t end, const float* q, float* out);
  // Calls take(row, values) for each row, normed if `norm` is not null.
  template <typename Take>
  void each_row(const Norm* norm, const float* x, size_t n_rows, size_t cols, const Take& take);
  QuantisedRows quantise(const Norm* norm, const float* x, size_t n_rows, size_t cols);
  Int8Rows quantise_rows(const Norm* norm, const float* x, size_t n_rows, size_t cols);
  using GateValues = void (*)(float* gate, const float* up, size_t n);
  void gate_values(GateValues apply, float* gate, const float* up, size_t n);
  // Fills routes_ for rows h.
  void route(const Experts& experts, const float* h, size_t n_rows);

  ThreadPool& pool_;
  const RowKernels& rows_;
  const PanelKernels& panel_kernels_;
  // For activation rows.
  Scratch<int8_t> codes_;
  Scratch<float> scales_;
  Scratch<int32_t> minus_sums_, minus_low_sums_, code_sums_;
  Scratch<float> normed_;                // for matrices that are not quantised
  Scratch<uint32_t> place_of_distance_;  // rows of a table of relative positions
  Scratch<float> decoded_;               // the candidates' rows of the output matrix

  // A row that goes through an expert, and the expert's share of it.
  struct Route {
    size_t row;
    float share;
  };
  std::vector<std::vector<Route>> routes_;  // per expert, rows in order
  Scratch<float> expert_rows_, router_logits_, gathered_, gate_, up_, mixed_;
};

}  // namespace redact
