// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/stream.h"
#include "kernels/ops.h"

namespace redact {

namespace simt {
struct AttentionArgs;
struct QueryTile;
struct SegmentArgs;
}  // namespace simt

// Ops on a GPU: every verb is one to a few launches, recorded, and started in chains, at the latest
// when a verb fills host memory. Keys and values are halves, in the layout of attention.cuh;
// activations are floats, eight bits where they meet quantised weights, and two numbers of 16 bits
// where they meet weights of 16.
class CudaOps final : public Ops {
 public:
  // Weights are packed on the threads of `pool`, which outlives the object; without one, on the
  // thread that prepares them.
  explicit CudaOps(ThreadPool& pool);
  CudaOps();
  ~CudaOps() override;

  Result<void> status() const override;
  Result<void> supports(const Attention& attention) const override;
  std::shared_ptr<std::byte[]> allocate(size_t n_bytes) override;
  std::shared_ptr<const float[]> constants(size_t n,
                                           const std::function<void(float* values)>& fill) override;
  Weight prepare(const Weight& w, WeightUse use) override;
  size_t page_bytes(const AttentionShape& shape) const override {
    return shape.kv_dim() * kPageEntries * sizeof(uint16_t);
  }
  using Ops::copy;
  void copy(const std::byte* from, std::byte* to, const Pieces& pieces) override;
  void finish() override { stream_.finish(); }
  size_t free_bytes() const override { return stream_.free_bytes(); }
  size_t prepared_bytes(const Weight& w, WeightUse use) const override;
  size_t scratch_bytes(const StepBounds& bounds) const override;

  // Device memory as the host sees it; waits for all work. For tests and tools.
  std::vector<float> read(const float* from, size_t n) {
    std::vector<float> values(n);
    stream_.to_host(values.data(), from, n * sizeof(float));
    return values;
  }
  // How many chains of launches were started, and how many copies to the device.
  uint64_t n_chains() const { return stream_.n_chains(); }
  uint64_t n_copies() const { return stream_.n_copies(); }

  void begin(const Step& step) override;
  void embed(const Weight& table, float scale, float* out) override;
  void rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void matmul(std::span<const Product> products, const float* x, size_t n_rows) override;
  void norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                   size_t n_rows) override;
  void matmul_add(const Product& product, const float* x, size_t n_rows) override;
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override;
  void attention(const LayerCache& cache, const Attention& attention, const float* q,
                 float* out) override;
  void silu_gate(float* gate, const float* up, size_t n) override;
  void gelu_gate(float* gate, const float* up, size_t n) override;
  void add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) override;
  void ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                  float* logits) override;
  void await_logits() override { stream_.await_host(); }
  size_t most_steps_under_way() const override { return simt::kMostReplies; }

 private:
  // Device memory that grows to the largest call, or a place among the tables of the step.
  class Staged {
   public:
    explicit Staged(simt::Stream& stream) : stream_(stream) {}
    ~Staged();

    // Where `bytes` of `data` lie on the device until the next step.
    const void* put(const void* data, size_t bytes);
    // Memory of that size, with whatever it holds.
    void* room(size_t bytes);
    template <typename T>
    const T* at() const {
      return static_cast<const T*>(at_);
    }

   private:
    simt::Stream& stream_;
    void* memory_ = nullptr;
    size_t capacity_ = 0;
    const void* at_ = nullptr;
  };
  // A prepared weight that is multiplied, and the memory it lies in.
  struct Matrix {
    simt::GemmMatrix gemm{};  // of F32, the floats are its codes
    size_t column_tiles = 0;
    std::vector<std::shared_ptr<const uint8_t[]>> memory;
    // Of the first of a layer's experts: those of all, once they have been asked for.
    mutable std::shared_ptr<const uint8_t[]> experts;
  };
  // Rows of products that go to experts: where their tables lie, and the tokens of a block.
  struct ExpertRoute {
    const simt::GemmMatrix* matrices;
    const uint32_t* expert_of_block;
    size_t tokens;
  };

  // A copy of host memory on the device; nullptr where there are no bytes.
  std::shared_ptr<const uint8_t[]> put_for_good(const void* data, size_t n_bytes);
  void multiply_all(const Norm* norm, std::span<const Product> products, const float* x,
                    size_t n_rows, bool add);
  // Rows as weights of a format take them.
  const float* ready(WeightFormat format, const Norm* norm, const float* x, size_t n_rows,
                     size_t cols);
  void quantise(const Norm* norm, const float* x, size_t n_rows, size_t cols);
  // Up to three products of one format, whose rows are ready.
  void multiply(std::span<const Product> products, const float* x, size_t n_rows, bool add);
  static size_t expert_bytes(const StepBounds& bounds);  // of add_experts' buffers
  // The matrices of all experts in device memory, of lists of as many; simt::ExpertTable's.
  const simt::GemmMatrix* expert_matrices(std::span<const std::span<const Weight>> lists);
  // One or two products of one format with the experts that rows go to; the rows are made ready.
  void multiply_experts(std::span<const Product> products, const ExpertRoute& route, const float* x,
                        size_t n_slots);
  void stage_segments();
  void stage_candidates(const CandidateRows& candidates);
  void stage_tiles(size_t group);
  // The join of attention's runs, where it is what was asked for last and has not started.
  const simt::AttentionArgs* last_join() const;

  ThreadPool own_{1};  // starts no thread
  ThreadPool& pool_ = own_;
  simt::Stream stream_;
  std::optional<WeightFormat> refused_;  // of a matrix that no kernel reads
  Staged ids_{stream_}, positions_{stream_}, candidate_ids_{stream_}, candidate_rows_{stream_};
  Staged segments_{stream_}, segment_of_{stream_}, pages_{stream_}, tiles_{stream_};
  // The activations at hand: in eight bits, in two numbers of 16, normed.
  Staged codes_{stream_}, scales_{stream_}, sums_{stream_};
  Staged parts_{stream_}, part_scales_{stream_}, normed_{stream_};
  Staged runs_{stream_};  // of attention over long sequences
  Staged route_{stream_}, expert_rows_{stream_}, expert_hidden_{stream_};
  Staged logits_{stream_};
  // A step's tables on their way there, kept for their memory.
  struct HostTables {
    std::vector<int32_t> ids;
    std::vector<uint32_t> pages, segment_of, candidate_rows;
    std::vector<simt::SegmentArgs> segments;
    std::vector<simt::QueryTile> tiles;
  };
  HostTables tables_;
  Step step_;
  size_t tiles_group_ = 0;  // query heads of a key head that the staged tiles are for; 0: none yet
  size_t n_tiles_ = 0, n_few_tiles_ = 0;  // of all; of 16 queries
};

}  // namespace redact
