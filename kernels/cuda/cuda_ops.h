// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "kernels/cuda/stream.h"
#include "kernels/ops.h"

namespace redact {

namespace simt {
struct SegmentArgs;
}

// Ops on a GPU: every verb is one or two launches on one stream. Keys and values are halves, in the
// layout of attention.cuh; activations are floats, and eight bits where they meet quantised
// weights.
class CudaOps final : public Ops {
 public:
  CudaOps();
  ~CudaOps() override;

  Result<void> status() const override;
  std::shared_ptr<float[]> allocate(size_t n) override;
  const float* upload(std::span<const float> values) override;
  void copy(const float* from, float* to, size_t n) override;
  size_t page_floats(const AttentionShape& shape) const override {
    return shape.kv_dim() * kPageEntries / 2;
  }

  Weight prepare(const Weight& w) override;
  void embed(const Weight& table, std::span<const int32_t> ids, float* out) override;
  void rms_norm(const float* x, const float* weight, float eps, size_t n_rows, size_t d,
                float* out) override;
  void matmul(std::span<const Product> products, const float* x, size_t n_rows) override;
  void matmul_add(const Product& product, const float* x, size_t n_rows) override;
  void rope_store(const AttentionShape& shape, const Rope& rope, std::span<const int32_t> positions,
                  std::span<const Segment> segments, float* q, float* k, const float* v) override;
  void attention(const AttentionShape& shape, std::span<const Segment> segments, const float* q,
                 float* out) override;
  void silu_gate(float* gate, const float* up, size_t n) override;
  void candidate_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                        float* logits) override;

 private:
  // Device memory that grows to the largest call and keeps what was last put into it.
  class Staged {
   public:
    // Where `bytes` of `data` lie on the device; nothing is copied when they lie there already.
    const void* put(simt::Stream& stream, const void* data, size_t bytes);
    // Memory of that size, with whatever it holds.
    void* room(simt::Stream& stream, size_t bytes);

   private:
    void* memory_ = nullptr;
    size_t capacity_ = 0;
    std::vector<uint8_t> held_;
    friend class CudaOps;
  };
  struct Matrix;  // a prepared weight

  void* take(size_t bytes);
  const uint8_t* put_for_good(const void* data, size_t bytes);
  const uint8_t* raw(const Weight& w);
  void multiply(const Product& product, const float* x, size_t n_rows, bool add);
  void quantise(const float* x, size_t n_rows, size_t cols);
  const simt::SegmentArgs* stage(const AttentionShape& shape, std::span<const Segment> segments);

  simt::Stream stream_;
  std::vector<void*> owned_;
  std::vector<std::unique_ptr<Matrix>> matrices_;
  std::map<const uint8_t*, const uint8_t*> raw_;  // matrices of the file, as they are
  Staged ids_, positions_, candidate_ids_, candidate_rows_, logits_;
  Staged segments_, segment_of_, pages_, tiles_;
  Staged codes_, scales_, sums_;  // of the activations at hand
  size_t n_tiles_ = 0;            // of the staged segments
};

}  // namespace redact
