// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <new>

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/packed.h"
#include "kernels/cuda/quantise.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact {

namespace {

unsigned blocks_for(size_t n, size_t each = 1) {
  return static_cast<unsigned>((n + each - 1) / each);
}

bool is_quantised(WeightFormat format) { return block_weights(format) > 1; }

simt::CacheArgs cache_of(const AttentionShape& shape, const KvView& kv) {
  return {reinterpret_cast<uint16_t*>(kv.k), reinterpret_cast<uint16_t*>(kv.v),
          static_cast<uint32_t>(shape.n_heads), static_cast<uint32_t>(shape.n_kv_heads),
          static_cast<uint32_t>(shape.head_dim)};
}

// The widest token tile that leaves no more than half of its columns empty.
template <WeightFormat kFormat>
void launch_gemm(simt::Stream& stream, const simt::GemmArgs& args) {
  const size_t tokens = blocks_for(args.n_rows, 8);
  const auto launch = [&](void (*kernel)(simt::GemmArgs), size_t tiles) {
    const size_t row_tiles = blocks_for(args.rows, PackedShape::kTileRows);
    const simt::Shape shape{{static_cast<unsigned>(row_tiles), blocks_for(tokens, tiles)},
                            simt::kGemmWarps * simt::kWarp,
                            simt::kGemmWarps * 16 * 8 * tiles * sizeof(float)};
    stream.launch(kernel, shape, args);
  };
  if (tokens == 1) return launch(simt::gemm_q_kernel<kFormat, 1>, 1);
  if (tokens <= 4) return launch(simt::gemm_q_kernel<kFormat, 4>, 4);
  launch(simt::gemm_q_kernel<kFormat, 16>, 16);
}

}  // namespace

void* CudaOps::Staged::room(simt::Stream& stream, size_t bytes) {
  if (bytes <= capacity_) return memory_;
  if (memory_ != nullptr) stream.free(memory_);
  capacity_ = bytes * 2;
  memory_ = stream.allocate(capacity_);
  if (memory_ == nullptr) throw std::bad_alloc();
  held_.clear();
  return memory_;
}

const void* CudaOps::Staged::put(simt::Stream& stream, const void* data, size_t bytes) {
  room(stream, bytes);
  const bool same = held_.size() == bytes && std::memcmp(held_.data(), data, bytes) == 0;
  if (same || bytes == 0) return memory_;
  held_.assign(static_cast<const uint8_t*>(data), static_cast<const uint8_t*>(data) + bytes);
  stream.to_device(memory_, held_.data(), bytes);
  return memory_;
}

struct CudaOps::Matrix {
  Weight weight;
  simt::GemmArgs gemm{};         // of the weights alone
  const uint8_t* raw = nullptr;  // of those that are not quantised
};

CudaOps::CudaOps() = default;

CudaOps::~CudaOps() {
  for (Staged* staged : {&ids_, &positions_, &candidate_ids_, &candidate_rows_, &logits_,
                         &segments_, &segment_of_, &pages_, &tiles_, &codes_, &scales_, &sums_}) {
    if (staged->memory_ != nullptr) stream_.free(staged->memory_);
  }
  for (void* memory : owned_) stream_.free(memory);
}

Result<void> CudaOps::status() const {
  const char* error = stream_.error();
  if (error == nullptr) return {};
  return Error{ErrorKind::kInternal, "GPU", error};
}

void* CudaOps::take(size_t bytes) {
  void* memory = stream_.allocate(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

const uint8_t* CudaOps::put_for_good(const void* data, size_t bytes) {
  if (bytes == 0) return nullptr;
  owned_.push_back(take(bytes));
  stream_.to_device(owned_.back(), data, bytes);
  return static_cast<const uint8_t*>(owned_.back());
}

std::shared_ptr<float[]> CudaOps::allocate(size_t n) {
  return {static_cast<float*>(take(std::max<size_t>(n, 1) * sizeof(float))),
          [this](float* memory) { stream_.free(memory); }};
}

const float* CudaOps::upload(std::span<const float> values) {
  return reinterpret_cast<const float*>(put_for_good(values.data(), values.size_bytes()));
}

void CudaOps::copy(const float* from, float* to, size_t n) {
  stream_.copy(to, from, n * sizeof(float));
}

const uint8_t* CudaOps::raw(const Weight& w) {
  const auto [at, is_new] = raw_.emplace(w.data, nullptr);
  if (is_new) at->second = put_for_good(w.data, w.row_bytes() * w.rows);
  return at->second;
}

Weight CudaOps::prepare(const Weight& w) {
  auto matrix = std::make_unique<Matrix>();
  matrix->weight = w;
  if (is_quantised(w.format)) {
    const PackedMatrix packed = pack(w);
    const auto put = [&](const std::vector<uint8_t>& bytes) {
      return put_for_good(bytes.data(), bytes.size());
    };
    matrix->gemm.codes_w = put(packed.codes);
    matrix->gemm.high_w = put(packed.high);
    matrix->gemm.scales_w = put(packed.scales);
    matrix->gemm.steps_w = put(packed.steps);
    matrix->gemm.rows = w.rows;
    matrix->gemm.column_tiles = packed.shape.column_tiles();
  } else {
    matrix->raw = raw(w);
  }
  Weight prepared = w;
  prepared.prepared = matrix.get();
  matrices_.push_back(std::move(matrix));
  return prepared;
}

void CudaOps::embed(const Weight& table, std::span<const int32_t> ids, float* out) {
  const auto* staged = static_cast<const int32_t*>(ids_.put(stream_, ids.data(), ids.size_bytes()));
  const simt::EmbedArgs args{table.format, raw(table), table.row_bytes(), table.cols, staged, out};
  stream_.launch(simt::embed_kernel, {{blocks_for(ids.size()), 1}, simt::kRowThreads}, args);
}

void CudaOps::rms_norm(const float* x, const float* weight, float eps, size_t n_rows, size_t d,
                       float* out) {
  const simt::NormArgs args{x, weight, eps, d, out};
  stream_.launch(simt::rms_norm_kernel, {{blocks_for(n_rows), 1}, simt::kRowThreads, 16}, args);
}

void CudaOps::quantise(const float* x, size_t n_rows, size_t cols) {
  const size_t blocks = PackedShape{1, cols}.column_tiles(), rows = (n_rows + 7) / 8 * 8;
  const simt::QuantiseArgs args{
      x,
      n_rows,
      cols,
      blocks,
      static_cast<int8_t*>(codes_.room(stream_, rows * blocks * 32)),
      static_cast<float*>(scales_.room(stream_, rows * blocks * sizeof(float))),
      static_cast<float*>(sums_.room(stream_, rows * blocks * sizeof(float)))};
  stream_.launch(simt::quantise_kernel,
                 {{blocks_for(blocks, simt::kQuantiseWarps), static_cast<unsigned>(rows)},
                  simt::kQuantiseWarps * simt::kWarp},
                 args);
}

void CudaOps::multiply(const Product& product, const float* x, size_t n_rows, bool add) {
  const auto& matrix = *static_cast<const Matrix*>(product.w.prepared);
  const Weight& w = matrix.weight;
  if (!is_quantised(w.format)) {
    const simt::DenseArgs args{w.format, matrix.raw, w.row_bytes(), w.rows,
                               w.cols,   x,          product.out,   add};
    const simt::Shape shape{
        {blocks_for(w.rows, simt::kRowThreads / simt::kWarp), static_cast<unsigned>(n_rows)},
        simt::kRowThreads};
    stream_.launch(simt::dense_kernel, shape, args);
    return;
  }
  simt::GemmArgs args = matrix.gemm;
  args.codes_x = static_cast<const int8_t*>(codes_.memory_);
  args.scales_x = static_cast<const float*>(scales_.memory_);
  args.sums_x = static_cast<const float*>(sums_.memory_);
  args.out = product.out;
  args.n_rows = n_rows;
  args.add = add;
  switch (w.format) {
    case WeightFormat::kQ8_0: return launch_gemm<WeightFormat::kQ8_0>(stream_, args);
    case WeightFormat::kQ4_0: return launch_gemm<WeightFormat::kQ4_0>(stream_, args);
    case WeightFormat::kQ4_K: return launch_gemm<WeightFormat::kQ4_K>(stream_, args);
    case WeightFormat::kQ6_K: return launch_gemm<WeightFormat::kQ6_K>(stream_, args);
    default: return;
  }
}

void CudaOps::matmul(std::span<const Product> products, const float* x, size_t n_rows) {
  bool quantised = false;
  for (const Product& product : products) quantised = quantised || is_quantised(product.w.format);
  if (quantised) quantise(x, n_rows, products[0].w.cols);
  for (const Product& product : products) multiply(product, x, n_rows, false);
}

void CudaOps::matmul_add(const Product& product, const float* x, size_t n_rows) {
  if (is_quantised(product.w.format)) quantise(x, n_rows, product.w.cols);
  multiply(product, x, n_rows, true);
}

// The segments with their pages and query tiles on the device. All layers of a step have the same.
const simt::SegmentArgs* CudaOps::stage(const AttentionShape& shape,
                                        std::span<const Segment> segments) {
  std::vector<uint32_t> pages, segment_of;
  std::vector<simt::QueryTile> tiles;
  std::vector<size_t> first_page;
  const size_t group = shape.n_heads / shape.n_kv_heads;
  for (size_t s = 0; s < segments.size(); ++s) {
    const Segment& segment = segments[s];
    const size_t n_pages = blocks_for(segment.n_past + segment.n_rows, kPageEntries);
    first_page.push_back(pages.size());
    pages.insert(pages.end(), segment.kv.pages, segment.kv.pages + n_pages);
    segment_of.insert(segment_of.end(), segment.n_rows, static_cast<uint32_t>(s));
    for (size_t query = 0; query < segment.n_rows * group; query += 16) {
      tiles.push_back({static_cast<uint32_t>(s), static_cast<uint32_t>(query)});
    }
  }
  const auto* on_device = static_cast<const uint32_t*>(
      pages_.put(stream_, pages.data(), pages.size() * sizeof(uint32_t)));
  std::vector<simt::SegmentArgs> args;
  for (size_t s = 0; s < segments.size(); ++s) {
    args.push_back({static_cast<uint32_t>(segments[s].first_row),
                    static_cast<uint32_t>(segments[s].n_rows),
                    static_cast<uint32_t>(segments[s].n_past), on_device + first_page[s]});
  }
  segment_of_.put(stream_, segment_of.data(), segment_of.size() * sizeof(uint32_t));
  tiles_.put(stream_, tiles.data(), tiles.size() * sizeof(simt::QueryTile));
  n_tiles_ = tiles.size();
  return static_cast<const simt::SegmentArgs*>(
      segments_.put(stream_, args.data(), args.size() * sizeof(simt::SegmentArgs)));
}

void CudaOps::rope_store(const AttentionShape& shape, const Rope& rope,
                         std::span<const int32_t> positions, std::span<const Segment> segments,
                         float* q, float* k, const float* v) {
  const simt::SegmentArgs* staged = stage(shape, segments);
  const simt::RopeStoreArgs args{cache_of(shape, segments[0].kv),
                                 staged,
                                 static_cast<const uint32_t*>(segment_of_.memory_),
                                 static_cast<const int32_t*>(positions_.put(
                                     stream_, positions.data(), positions.size_bytes())),
                                 rope.cos_sin,
                                 static_cast<uint32_t>(rope.n_dims),
                                 q,
                                 k,
                                 v};
  stream_.launch(simt::rope_store_kernel, {{blocks_for(positions.size()), 1}, 128}, args);
}

void CudaOps::attention(const AttentionShape& shape, std::span<const Segment> segments,
                        const float* q, float* out) {
  const simt::SegmentArgs* staged = stage(shape, segments);
  const simt::AttentionArgs args{cache_of(shape, segments[0].kv),
                                 staged,
                                 static_cast<const simt::QueryTile*>(tiles_.memory_),
                                 q,
                                 out,
                                 1.0f / std::sqrt(static_cast<float>(shape.head_dim))};
  const simt::Shape launch{
      {static_cast<unsigned>(n_tiles_), static_cast<unsigned>(shape.n_kv_heads)},
      simt::kAttentionWarps * simt::kWarp,
      simt::kAttentionWarps * 16 * (shape.head_dim + 2) * sizeof(float)};
  switch (shape.head_dim / 16) {
    case 1: return stream_.launch(simt::attention_kernel<1>, launch, args);
    case 2: return stream_.launch(simt::attention_kernel<2>, launch, args);
    case 4: return stream_.launch(simt::attention_kernel<4>, launch, args);
    case 5: return stream_.launch(simt::attention_kernel<5>, launch, args);
    case 6: return stream_.launch(simt::attention_kernel<6>, launch, args);
    default: return stream_.launch(simt::attention_kernel<8>, launch, args);
  }
}

void CudaOps::silu_gate(float* gate, const float* up, size_t n) {
  const simt::GateArgs args{gate, up, n};
  stream_.launch(simt::silu_gate_kernel, {{blocks_for(n, simt::kRowThreads), 1}, simt::kRowThreads},
                 args);
}

void CudaOps::candidate_logits(const Weight& w, const float* hidden,
                               const CandidateRows& candidates, float* logits) {
  const size_t n = candidates.ids.size();
  std::vector<uint32_t> rows;
  for (size_t r = 0; r + 1 < candidates.offsets.size(); ++r) {
    rows.insert(rows.end(), candidates.offsets[r + 1] - candidates.offsets[r],
                static_cast<uint32_t>(r));
  }
  auto* out = static_cast<float*>(logits_.room(stream_, n * sizeof(float)));
  const simt::CandidateArgs args{w.format,
                                 raw(w),
                                 w.row_bytes(),
                                 w.cols,
                                 hidden,
                                 static_cast<const int32_t*>(candidate_ids_.put(
                                     stream_, candidates.ids.data(), candidates.ids.size_bytes())),
                                 static_cast<const uint32_t*>(candidate_rows_.put(
                                     stream_, rows.data(), rows.size() * sizeof(uint32_t))),
                                 n,
                                 out};
  stream_.launch(simt::candidate_logits_kernel,
                 {{blocks_for(n, simt::kRowThreads / simt::kWarp), 1}, simt::kRowThreads}, args);
  stream_.to_host(logits, out, n * sizeof(float));
}

}  // namespace redact
