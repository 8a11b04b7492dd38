// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <type_traits>

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/gemm_f16.cuh"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/norm.cuh"
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

simt::NormArgs norm_of(const Norm* norm) {
  return norm == nullptr ? simt::NormArgs{} : simt::NormArgs{norm->weight, norm->eps};
}

// A product's launch; kernel(r, n) is the one whose blocks take r row tiles and n token tiles. With
// one token tile, memory bounds it, and many small blocks keep most in flight. With more, the cache
// does, from which two row tiles at a time read the activations half as often; up to 32 rows go
// together, so that weights are read once. Two by eight are as many sums as leave room for two
// blocks on a processor; four by four read less from the cache by a fifth, but take up to 254
// registers and a sixth more instructions (bench/gpu_model.py).
template <typename Args, typename Kernel>
void launch_tiled(simt::Stream& stream, Args args, const Kernel& kernel) {
  const size_t tokens = blocks_for(args.call.n_rows, 8);
  const auto launch = [&](auto r, auto n) {
    uint32_t row_blocks = 0;
    for (simt::GemmMatrix& matrix : args.call.matrices) {
      matrix.first_block = row_blocks;
      row_blocks += blocks_for(matrix.rows, r * PackedShape::kTileRows);
    }
    const simt::Shape shape{
        {blocks_for(tokens, n), row_blocks}, simt::kGemmWarps * simt::kWarp, simt::kGemmShared<n>};
    stream.launch(kernel(r, n), shape, args);
  };
  constexpr std::integral_constant<unsigned, 1> kOne;
  constexpr std::integral_constant<unsigned, 2> kTwo;
  if (tokens == 1) return launch(kOne, kOne);
  if (tokens <= 4) return launch(kTwo, std::integral_constant<unsigned, 4>());
  launch(kTwo, std::integral_constant<unsigned, 8>());
}

template <WeightFormat kFormat>
void launch_q(simt::Stream& stream, const simt::GemmQArgs& args) {
  launch_tiled(stream, args, [](auto r, auto n) { return simt::gemm_q_kernel<kFormat, r, n>; });
}
template <WeightFormat kFormat>
void launch_f16(simt::Stream& stream, const simt::GemmF16Args& args) {
  launch_tiled(stream, args, [](auto r, auto n) { return simt::gemm_f16_kernel<kFormat, r, n>; });
}

template <unsigned kSteps>
void launch_attention(simt::Stream& stream, const simt::AttentionArgs& args, size_t n_tiles) {
  const auto heads = args.cache.n_kv_heads;
  const auto tiles = static_cast<unsigned>(n_tiles);
  constexpr unsigned kThreads = simt::kAttentionWarps * simt::kWarp;
  stream.launch(simt::attention_kernel<kSteps>,
                {{tiles, heads * args.n_runs}, kThreads, simt::kAttentionShared<kSteps>}, args);
  if (args.n_runs == 1) return;
  stream.launch(simt::attention_join_kernel<kSteps>, {{tiles, heads}, kThreads}, args);
}

}  // namespace

CudaOps::Staged::~Staged() {
  if (memory_ != nullptr) stream_.free(memory_);
}

void* CudaOps::Staged::room(size_t bytes) {
  if (bytes <= capacity_) return memory_;
  if (memory_ != nullptr) stream_.free(memory_);
  memory_ = stream_.allocate(bytes * 2);
  capacity_ = memory_ == nullptr ? 0 : bytes * 2;
  if (memory_ == nullptr) throw std::bad_alloc();
  held_.clear();
  return memory_;
}

const void* CudaOps::Staged::put(const void* data, size_t bytes) {
  room(bytes);
  const bool same = held_.size() == bytes && std::memcmp(held_.data(), data, bytes) == 0;
  if (same || bytes == 0) return memory_;
  held_.assign(static_cast<const uint8_t*>(data), static_cast<const uint8_t*>(data) + bytes);
  stream_.to_device(memory_, held_.data(), bytes);
  return memory_;
}

struct CudaOps::Matrix {
  simt::GemmMatrix gemm{};  // but for F32, whose floats are its codes
  size_t column_tiles = 0;
};

CudaOps::CudaOps() = default;

CudaOps::~CudaOps() {
  for (void* memory : owned_) stream_.free(memory);
}

Result<void> CudaOps::status() const {
  const char* error = stream_.error();
  if (error == nullptr) return {};
  return Error{ErrorKind::kInternal, "GPU", error};
}

Result<void> CudaOps::supports(const AttentionShape& shape) const {
  if (shape.head_dim % 16 == 0 && shape.head_dim <= 128) return {};
  return Error{ErrorKind::kUnsupported, "attention.key_length",
               "heads of " + std::to_string(shape.head_dim) +
                   " dimensions; this GPU backend has multiples of 16 up to 128"};
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
  if (is_quantised(w.format)) {
    const PackedMatrix packed = pack(w);
    const auto put = [&](const std::vector<uint8_t>& bytes) {
      return put_for_good(bytes.data(), bytes.size());
    };
    matrix->gemm.codes = put(packed.codes);
    matrix->gemm.high = put(packed.high);
    matrix->gemm.scales = put(packed.scales);
    matrix->gemm.steps = put(packed.steps);
    matrix->column_tiles = packed.shape.column_tiles();
  } else if (w.format == WeightFormat::kF32) {
    matrix->gemm.codes = raw(w);
  } else {
    const std::vector<uint16_t> packed = pack_halves(w);
    matrix->gemm.codes = put_for_good(packed.data(), packed.size() * sizeof(uint16_t));
    matrix->column_tiles = blocks_for(w.cols, 16);
  }
  matrix->gemm.rows = static_cast<uint32_t>(w.rows);
  Weight prepared = w;
  prepared.prepared = matrix.get();
  matrices_.push_back(std::move(matrix));
  return prepared;
}

void CudaOps::embed(const Weight& table, std::span<const int32_t> ids, float* out) {
  staged_.clear();  // a step begins
  const auto* staged = static_cast<const int32_t*>(ids_.put(ids.data(), ids.size_bytes()));
  const simt::EmbedArgs args{table.format, raw(table), table.row_bytes(), table.cols, staged, out};
  stream_.launch(simt::embed_kernel, {{blocks_for(ids.size()), 1}, simt::kRowThreads}, args);
}

void CudaOps::rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  const simt::RmsNormArgs args{norm_of(&norm), x, d, out};
  stream_.launch(simt::rms_norm_kernel,
                 {{blocks_for(n_rows), 1}, simt::kNormThreads, simt::kNormShared}, args);
}

void CudaOps::quantise(const Norm* norm, const float* x, size_t n_rows, size_t cols) {
  const size_t blocks = PackedShape{1, cols}.column_tiles(), rows = (n_rows + 7) / 8 * 8;
  const simt::QuantiseArgs args{x,
                                n_rows,
                                cols,
                                blocks,
                                static_cast<int8_t*>(codes_.room(rows * blocks * 32)),
                                static_cast<float*>(scales_.room(rows * blocks * sizeof(float))),
                                static_cast<float*>(sums_.room(rows * blocks * sizeof(float)))};
  const auto grid = static_cast<unsigned>(rows);
  if (norm != nullptr) {
    const simt::NormQuantiseArgs normed{norm_of(norm), args};
    return stream_.launch(simt::norm_quantise_kernel,
                          {{grid, 1}, simt::kNormThreads, simt::kNormShared}, normed);
  }
  stream_.launch(
      simt::quantise_kernel,
      {{blocks_for(blocks, simt::kQuantiseWarps), grid}, simt::kQuantiseWarps * simt::kWarp}, args);
}

const float* CudaOps::ready(WeightFormat format, const Norm* norm, const float* x, size_t n_rows,
                            size_t cols) {
  if (is_quantised(format)) {
    quantise(norm, x, n_rows, cols);
    return x;
  }
  if (format == WeightFormat::kF32) {
    if (norm == nullptr) return x;
    auto* normed = static_cast<float*>(normed_.room(n_rows * cols * sizeof(float)));
    rms_norm(*norm, x, n_rows, cols, normed);
    return normed;
  }
  const size_t tiles = blocks_for(cols, 16), rows = (n_rows + 7) / 8 * 8;
  const simt::SplitArgs args{
      norm_of(norm),
      x,
      n_rows,
      cols,
      tiles,
      static_cast<simt::Halves2*>(parts_.room(rows * tiles * sizeof(simt::Words4) * 4)),
      static_cast<float*>(part_scales_.room(rows * sizeof(float)))};
  stream_.launch(format == WeightFormat::kF16 ? simt::split_kernel<WeightFormat::kF16>
                                              : simt::split_kernel<WeightFormat::kBf16>,
                 {{static_cast<unsigned>(rows), 1}, simt::kNormThreads, simt::kNormShared}, args);
  return x;
}

void CudaOps::multiply(std::span<const Product> products, const float* x, size_t n_rows, bool add) {
  const WeightFormat format = products[0].w.format;
  simt::GemmCall call{{}, n_rows, 0, add};
  for (size_t i = 0; i < products.size(); ++i) {
    const auto& matrix = *static_cast<const Matrix*>(products[i].w.prepared);
    call.matrices[i] = matrix.gemm;
    call.matrices[i].out = products[i].out;
    call.column_tiles = matrix.column_tiles;
  }
  const simt::GemmQArgs args{call, codes_.at<int8_t>(), scales_.at<float>(), sums_.at<float>()};
  const simt::GemmF16Args halves{call, parts_.at<simt::Halves2>(), part_scales_.at<float>()};
  switch (format) {
    case WeightFormat::kQ8_0: return launch_q<WeightFormat::kQ8_0>(stream_, args);
    case WeightFormat::kQ4_0: return launch_q<WeightFormat::kQ4_0>(stream_, args);
    case WeightFormat::kQ4_K: return launch_q<WeightFormat::kQ4_K>(stream_, args);
    case WeightFormat::kQ6_K: return launch_q<WeightFormat::kQ6_K>(stream_, args);
    case WeightFormat::kF16: return launch_f16<WeightFormat::kF16>(stream_, halves);
    case WeightFormat::kBf16: return launch_f16<WeightFormat::kBf16>(stream_, halves);
    case WeightFormat::kF32: break;
  }
  for (const Product& product : products) {
    const auto& matrix = *static_cast<const Matrix*>(product.w.prepared);
    const simt::DenseArgs dense{reinterpret_cast<const float*>(matrix.gemm.codes),
                                product.w.rows,
                                product.w.cols,
                                x,
                                product.out,
                                add};
    const simt::Shape shape{{blocks_for(product.w.rows, simt::kRowThreads / simt::kWarp),
                             static_cast<unsigned>(n_rows)},
                            simt::kRowThreads};
    stream_.launch(simt::dense_kernel, shape, dense);
  }
}

// Neighbours of one format go together, in one launch; of one kind, they share what their rows are
// made into. Of a model's products nearly all are.
void CudaOps::multiply_all(const Norm* norm, std::span<const Product> products, const float* x,
                           size_t n_rows, bool add) {
  const float* rows = nullptr;
  for (size_t begin = 0, end; begin < products.size(); begin = end) {
    const WeightFormat format = products[begin].w.format;
    end = begin + 1;
    while (end < products.size() && end < begin + 3 && products[end].w.format == format) ++end;
    const bool as_before =
        begin > 0 && (format == products[begin - 1].w.format ||
                      (is_quantised(format) && is_quantised(products[begin - 1].w.format)));
    if (!as_before) rows = ready(format, norm, x, n_rows, products[begin].w.cols);
    multiply(products.subspan(begin, end - begin), rows, n_rows, add);
  }
}

void CudaOps::matmul(std::span<const Product> products, const float* x, size_t n_rows) {
  multiply_all(nullptr, products, x, n_rows, false);
}

void CudaOps::norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                          size_t n_rows) {
  multiply_all(&norm, products, x, n_rows, false);
}

void CudaOps::matmul_add(const Product& product, const float* x, size_t n_rows) {
  multiply_all(nullptr, {&product, 1}, x, n_rows, true);
}

// The segments with their pages and query tiles on the device. All layers of a step have the same,
// but for where the layer's pages begin.
const simt::SegmentArgs* CudaOps::stage(const AttentionShape& shape,
                                        std::span<const Segment> segments) {
  const auto same = [](const Segment& a, const Segment& b) {
    return a.first_row == b.first_row && a.n_rows == b.n_rows && a.n_past == b.n_past &&
           a.kv.pages == b.kv.pages;
  };
  if (std::equal(segments.begin(), segments.end(), staged_.begin(), staged_.end(), same)) {
    return segments_.at<simt::SegmentArgs>();
  }
  staged_.assign(segments.begin(), segments.end());
  std::vector<uint32_t> pages, segment_of;
  std::vector<simt::QueryTile> tiles;
  std::vector<size_t> first_page;
  const size_t group = shape.n_heads / shape.n_kv_heads;
  most_entries_ = 0;
  for (size_t s = 0; s < segments.size(); ++s) {
    const Segment& segment = segments[s];
    most_entries_ = std::max(most_entries_, segment.n_past + segment.n_rows);
    const size_t n_pages = pages_for(segment.n_past + segment.n_rows);
    first_page.push_back(pages.size());
    pages.insert(pages.end(), segment.kv.pages, segment.kv.pages + n_pages);
    segment_of.insert(segment_of.end(), segment.n_rows, static_cast<uint32_t>(s));
    for (size_t query = 0; query < segment.n_rows * group; query += 16) {
      tiles.push_back({static_cast<uint32_t>(s), static_cast<uint32_t>(query)});
    }
  }
  const auto* on_device =
      static_cast<const uint32_t*>(pages_.put(pages.data(), pages.size() * sizeof(uint32_t)));
  std::vector<simt::SegmentArgs> args;
  for (size_t s = 0; s < segments.size(); ++s) {
    args.push_back({static_cast<uint32_t>(segments[s].first_row),
                    static_cast<uint32_t>(segments[s].n_rows),
                    static_cast<uint32_t>(segments[s].n_past), on_device + first_page[s]});
  }
  segment_of_.put(segment_of.data(), segment_of.size() * sizeof(uint32_t));
  tiles_.put(tiles.data(), tiles.size() * sizeof(simt::QueryTile));
  n_tiles_ = tiles.size();
  return static_cast<const simt::SegmentArgs*>(
      segments_.put(args.data(), args.size() * sizeof(simt::SegmentArgs)));
}

void CudaOps::rope_store(const AttentionShape& shape, const Rope& rope,
                         std::span<const int32_t> positions, std::span<const Segment> segments,
                         float* q, float* k, const float* v) {
  const simt::SegmentArgs* staged = stage(shape, segments);
  const simt::RopeStoreArgs args{
      cache_of(shape, segments[0].kv),
      staged,
      segment_of_.at<uint32_t>(),
      static_cast<const int32_t*>(positions_.put(positions.data(), positions.size_bytes())),
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
  const size_t n_runs = blocks_for(most_entries_, simt::kRunPages * kPageEntries);
  const size_t parts = n_runs == 1 ? 0 : n_tiles_ * shape.n_kv_heads * n_runs * 16;
  const simt::AttentionArgs args{
      cache_of(shape, segments[0].kv),
      staged,
      tiles_.at<simt::QueryTile>(),
      q,
      out,
      1.0f / std::sqrt(static_cast<float>(shape.head_dim)),
      static_cast<uint32_t>(n_runs),
      static_cast<float*>(runs_.room(parts * (shape.head_dim + 2) * sizeof(float)))};
  switch (shape.head_dim / 16) {
    case 1: return launch_attention<1>(stream_, args, n_tiles_);
    case 2: return launch_attention<2>(stream_, args, n_tiles_);
    case 3: return launch_attention<3>(stream_, args, n_tiles_);
    case 4: return launch_attention<4>(stream_, args, n_tiles_);
    case 5: return launch_attention<5>(stream_, args, n_tiles_);
    case 6: return launch_attention<6>(stream_, args, n_tiles_);
    case 7: return launch_attention<7>(stream_, args, n_tiles_);
    default: return launch_attention<8>(stream_, args, n_tiles_);
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
  auto* out = static_cast<float*>(logits_.room(n * sizeof(float)));
  const simt::CandidateArgs args{w.format,
                                 raw(w),
                                 w.row_bytes(),
                                 w.cols,
                                 hidden,
                                 static_cast<const int32_t*>(candidate_ids_.put(
                                     candidates.ids.data(), candidates.ids.size_bytes())),
                                 static_cast<const uint32_t*>(candidate_rows_.put(
                                     rows.data(), rows.size() * sizeof(uint32_t))),
                                 n,
                                 out};
  stream_.launch(simt::candidate_logits_kernel,
                 {{blocks_for(n, simt::kRowThreads / simt::kWarp), 1}, simt::kRowThreads}, args);
  stream_.to_host(logits, out, n * sizeof(float));
}

}  // namespace redact
