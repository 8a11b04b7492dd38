// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/panel_kernels.h"
#include "kernels/cpu/row_kernels.h"
#include "kernels/host_ops.h"

namespace redact {

// Ops on the CPU: splits rows over the pool and calls the kernels of one instruction set. Prepared
// weights of 8 and 4 bits are multiplied in int8; others are decoded to floats a few rows at a
// time, once for all activation rows of the call.
class CpuOps final : public HostOps {
 public:
  // Precondition: cpu_has(level). `pool` outlives the object.
  CpuOps(ThreadPool& pool, CpuLevel level);

  // Pages hold halfs.
  size_t page_floats(const AttentionShape& shape) const override {
    return shape.kv_dim() * kPageEntries / 2;
  }
  // Copies weights of 8 and 4 bits into panels, which live as long as this object; others stay as
  // they are.
  Weight prepare(const Weight& w) override;
  void embed(const Weight& table, std::span<const int32_t> ids, float* out) override;
  void rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void matmul(std::span<const Product> products, const float* x, size_t n_rows) override;
  void norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                   size_t n_rows) override;
  void matmul_add(const Product& product, const float* x, size_t n_rows) override;
  void rope_store(const AttentionShape& shape, const Rope& rope, std::span<const int32_t> positions,
                  std::span<const Segment> segments, float* q, float* k, const float* v) override;
  void attention(const AttentionShape& shape, std::span<const Segment> segments, const float* q,
                 float* out) override;
  void silu_gate(float* gate, const float* up, size_t n) override;
  void candidate_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                        float* logits) override;

 private:
  // Takes the rows normed where `norm` is not null.
  void multiply_panels(std::span<const Product> products, const Norm* norm, const float* x,
                       size_t n_rows, bool add);
  void multiply_decoded(const Weight& w, const float* x, size_t n_rows, float* out, bool add);
  void attend_run(const AttentionShape& shape, const Segment& segment, size_t head, size_t begin,
                  size_t end, const float* q, float* out);
  QuantizedRows quantize(const Norm* norm, const float* x, size_t n_rows, size_t cols);

  ThreadPool& pool_;
  const RowKernels& rows_;
  const PanelKernels& panel_kernels_;
  std::vector<std::unique_ptr<Panels>> panels_;
  // Scratch for activation rows; grows to the largest call.
  std::vector<int8_t> codes_;
  std::vector<float> scales_;
  std::vector<int32_t> minus_sums_, minus_low_sums_;
  std::vector<float> normed_;   // for matrices that are not quantised
  std::vector<float> decoded_;  // candidates' rows of the output matrix
};

}  // namespace redact
