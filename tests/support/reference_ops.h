// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/host_ops.h"

namespace redact::testing {

// Ops from their formulas, one scalar at a time in double precision, with its own decoding of every
// format: slow, and obviously what kernels/ops.h says. Tests only.
class ReferenceOps : public HostOps {
 public:
  Weight prepare(const Weight& w) override { return w; }
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

  // Element (r, c) of a weight matrix.
  static double element(const Weight& w, size_t r, size_t c);
};

}  // namespace redact::testing
