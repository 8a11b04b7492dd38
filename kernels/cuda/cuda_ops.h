// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/cuda/cublas_products.h"
#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/stream.h"
#include "kernels/ops.h"

namespace redact {

namespace simt {
enum class Activation : uint32_t;
struct CandidateTile;
struct NormArgs;
struct QueryTile;
struct SegmentArgs;
}  // namespace simt

// Ops on a GPU. Every verb is one launch or a few, which are recorded and started in chains, at the
// latest when a verb fills host memory. Keys and values are halves, in the layout of pages.cuh.
// Activations are floats; they become 8-bit integers where they multiply quantised weights, and
// numbers of 16 bits where they multiply 16-bit weights (quantise.cuh).
class CudaOps : public Ops {
 public:
  // Weights are packed on the threads of `pool`, which outlives the object; without a pool, on the
  // calling thread.
  explicit CudaOps(ThreadPool& pool);
  CudaOps();
  ~CudaOps() override;

  // Multiplies by cuBLAS, loaded from this file, from now on: for models whose matrices are all F16
  // or BF16. Called before any weight is prepared, while the device is current. Errors are those of
  // CublasProducts::open.
  Result<void> use_cublas(const std::string& library);

  Result<void> status() const override;
  Result<void> supports(const Attention& attention) const override;
  Result<void> supports_experts() const override;
  Result<void> supports_relative_attention() const override {
    return Error{ErrorKind::kUnsupported, "GPU", "has no kernel for relative positions"};
  }
  Result<void> supports_sinks() const override {
    return Error{ErrorKind::kUnsupported, "GPU", "has no kernel for attention sinks"};
  }
  std::shared_ptr<std::byte[]> allocate(size_t n_bytes) override;
  std::shared_ptr<const float[]> constants(size_t n,
                                           const std::function<void(float* values)>& fill) override;
  Weight prepare(const Weight& w, WeightUse use) override;
  bool reads(const Weight& w) const override;
  size_t page_bytes(const AttentionShape& shape) const override {
    return shape.kv_dim() * kPageEntries * sizeof(uint16_t);
  }
  using Ops::copy;
  void copy(const std::byte* from, std::byte* to, const Pieces& pieces) override;
  void finish() override { stream_.finish(); }
  size_t free_bytes() const override { return stream_.free_bytes(); }
  size_t busy_rows() const override;
  size_t prepared_bytes(const Weight& w, WeightUse use) const override;
  size_t scratch_bytes(const StepBounds& bounds) const override;
  void reserve(const StepBounds& bounds) override;

  // Copies device memory to the host; waits for all work. For tests and tools.
  std::vector<float> read(const float* from, size_t n) {
    std::vector<float> values(n);
    stream_.to_host(values.data(), from, n * sizeof(float));
    return values;
  }
  // Chooses the shapes of blocks as for a device of n multiprocessors, which changes no bits. For
  // tests and tools.
  void use_processors(size_t n) { n_processors_ = n; }
  // How many chains of launches and how many copies to the device were started.
  uint64_t n_chains() const { return stream_.n_chains(); }
  uint64_t n_copies() const { return stream_.n_copies(); }

  void begin(const Step& step) override;
  void embed(const Weight& table, float scale, float* out) override;
  void add_positions(const float* table, size_t d_model, float* x) override;
  void layer_norm(const LayerNorm& norm, const float* x, size_t n_rows, size_t d,
                  float* out) override;
  void rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void matmul(std::span<const Product> products, const float* x, size_t n_rows) override;
  void norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                   size_t n_rows) override;
  void matmul_add(const Product& product, const float* x, size_t n_rows) override;
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override;
  void attention(const LayerCache& cache, const Attention& attention, const float* q,
                 float* out) override;
  // Not called: supports_relative_attention refuses.
  void relative_attention(const Attention&, const RelativeAttention&, const float*, const float*,
                          const float*, float*) override {}
  void silu_gate(float* gate, const float* up, size_t n) override;
  void gelu_gate(float* gate, const float* up, size_t n) override;
  void gelu(float* x, size_t n) override;
  void erf_gelu_gate(float* gate, const float* up, size_t n) override;
  void add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) override;
  void add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) override;
  std::shared_ptr<float[]> host_floats(size_t n) override;
  void ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                  float* logits) override;
  void await_logits() override { stream_.await_host(); }
  size_t most_steps_under_way() const override { return simt::kMostReplies; }

 private:
  // Device memory, reserved or grown to the size of the largest call, or a place among the staged
  // tables of the step.
  class Staged {
   public:
    explicit Staged(simt::Stream& stream) : stream_(stream) {}
    ~Staged() { free(); }

    size_t capacity() const { return capacity_; }
    // From now on room() gives this memory, which outlives the object, for up to `bytes`.
    void use(void* reserved, size_t bytes);

    // Copies `bytes` of `data` to the device; the address returned is valid until the next step.
    const void* put(const void* data, size_t bytes);
    // Memory of that size, with unspecified contents.
    void* room(size_t bytes);
    template <typename T>
    const T* at() const {
      return static_cast<const T*>(at_);
    }

   private:
    void free();

    simt::Stream& stream_;
    void* memory_ = nullptr;
    size_t capacity_ = 0;
    bool is_own_ = false;
    const void* at_ = nullptr;
  };
  // A prepared weight that is gathered; Weight::data points into this memory.
  struct Table final : PreparedWeight {
    std::shared_ptr<const uint8_t[]> memory;
  };
  // A prepared weight that is multiplied, and its memory.
  struct Matrix final : PreparedWeight {
    simt::GemmMatrix gemm{};  // for F32, `codes` points to the floats
    size_t column_tiles = 0;
    const CublasProducts::Plan* plan = nullptr;  // of cuBLAS; `codes` has the rows of the file
    std::vector<std::shared_ptr<const uint8_t[]>> memory;
    // In the matrix of a layer's first expert: the table of all its experts, made at first use.
    mutable std::shared_ptr<const uint8_t[]> experts;
  };
  // How rows are routed to experts in a product: the tables on the device, and the tokens of a
  // block.
  struct ExpertRoute {
    const simt::GemmMatrix* matrices;
    const uint32_t* expert_of_block;
    size_t tokens;
  };

  // A copy of host memory on the device; nullptr if n_bytes is 0.
  std::shared_ptr<const uint8_t[]> put_for_good(const void* data, size_t n_bytes);
  void multiply_all(const Norm* norm, std::span<const Product> products, const float* x,
                    size_t n_rows, bool add);
  // Converts rows to the form in which weights of a format multiply them.
  const float* ready(WeightFormat format, const Norm* norm, const float* x, size_t n_rows,
                     size_t cols);
  void quantise(WeightFormat format, const Norm* norm, const float* x, size_t n_rows, size_t cols);
  void apply_gate(simt::Activation activation, float* gate, const float* up, size_t n);
  // The blocks that share each of n_rows rows, at most `most`: as many as run at a time. With one
  // block for each of a few rows, a kernel took three times as long on an H200.
  uint32_t parts_of_row(size_t n_rows, size_t most) const;
  // Launches up to three products of one format, whose rows are ready.
  void multiply(std::span<const Product> products, const float* x, size_t n_rows, bool add);
  // The same by cuBLAS: a plan for a matrix, rows made ready, products of any number.
  const CublasProducts::Plan* plan(const Weight& w);
  void round_rows(WeightFormat format, const simt::NormArgs& norm, const float* x, size_t n_rows,
                  size_t cols);
  void multiply_by_cublas(std::span<const Product> products, size_t n_rows, bool add);
  // Keeps the first error that does not come from the stream.
  void note(Result<void> result);
  // Where a product's blocks leave the sums of their segments, if each segment has a block of its
  // own: with 9 to 64 rows, and about as few blocks of outputs as the device has multiprocessors.
  simt::SpreadSums spread(const simt::GemmCall& call);
  // A buffer and its bytes for the largest of the steps within bounds.
  struct Need {
    Staged* buffer;
    size_t bytes;
  };
  // Of the products; of add_experts, with the rows that it multiplies, which are at least n_rows;
  // of attention's runs side by side.
  void add_product_needs(const StepBounds& bounds, size_t n_rows, std::vector<Need>& needs);
  void add_cublas_needs(const StepBounds& bounds, std::vector<Need>& needs);
  size_t add_expert_needs(const StepBounds& bounds, std::vector<Need>& needs);
  static size_t run_bytes(const StepBounds& bounds);
  size_t spread_bytes() const;
  // More than the most tiles whose segments have blocks of their own.
  size_t spread_counters() const;
  static size_t most_slots(const StepBounds& bounds);  // of the rows of experts
  // The table of simt::ExpertTable in device memory: the matrices of all experts. All lists have
  // the same length.
  const simt::GemmMatrix* expert_matrices(std::span<const std::span<const Weight>> lists);
  // One or two products of one format with the experts that rows go to; makes the rows ready first.
  void multiply_experts(std::span<const Product> products, const ExpertRoute& route, const float* x,
                        size_t n_slots);
  void stage_segments();
  void stage_candidates(const CandidateRows& candidates);
  void stage_tiles(size_t group);

  ThreadPool own_{1};  // has no threads of its own
  ThreadPool& pool_ = own_;
  simt::Stream stream_;
  size_t n_processors_ = stream_.n_processors();
  std::optional<Error> refused_;  // a matrix that no kernel reads, or a call to cuBLAS that failed
  std::unique_ptr<CublasProducts> cublas_;  // nullptr: the kernels of this folder
  // Of the weights that have been prepared to be multiplied: whether some are F32; the most bytes
  // that 32 activations become for the others (block_bytes), 0 if there are none.
  bool has_floats_ = false;
  size_t block_bytes_ = 0;
  // The memory of reserve(): a piece for each call that took some. The buffers below share it.
  std::vector<std::shared_ptr<std::byte[]>> arenas_;
  Staged ids_{stream_}, added_offsets_{stream_}, added_ids_{stream_}, positions_{stream_};
  Staged candidate_ids_{stream_}, candidate_tiles_{stream_};
  Staged segments_{stream_}, segment_of_{stream_}, pages_{stream_}, tiles_{stream_};
  // The current activations: as quantise.cuh lays them out, normed.
  Staged codes_{stream_}, scales_{stream_}, sums_{stream_}, normed_{stream_};
  // Before and behind a product by cuBLAS.
  Staged halves_{stream_}, row_scales_{stream_}, row_sums_{stream_};
  Staged spread_sums_{stream_}, arrived_{stream_};
  Staged runs_{stream_};  // of attention over long sequences
  Staged route_{stream_}, expert_rows_{stream_}, expert_hidden_{stream_};
  // Of the requests that may be pending: one is copied to the host while the next is filled. While
  // none is pending, the first one serves, so that steps one at a time have the same graph.
  Staged logits_[simt::kMostReplies] = {Staged(stream_), Staged(stream_)};
  size_t last_logits_ = 0;
  // Host copies of a step's tables, kept so that their memory is reused.
  struct HostTables {
    std::vector<int32_t> candidate_ids;
    std::vector<uint32_t> added_offsets, pages, segment_of;
    std::vector<simt::SegmentArgs> segments;
    std::vector<simt::QueryTile> tiles;
    std::vector<simt::CandidateTile> candidate_tiles, many_tiles;
  };
  HostTables tables_;
  Step step_;
  size_t tiles_group_ = 0;  // query heads per key head that the staged tiles are for; 0: none yet
  // The staged tiles: of 16 queries, of 32, and of bidirectional segments.
  size_t n_few_tiles_ = 0, n_many_tiles_ = 0, n_both_tiles_ = 0;
  size_t n_one_row_tiles_ = 0;  // of the staged candidates
};

}  // namespace redact
