// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/rows.cuh"

namespace redact {

namespace {

simt::CacheArgs cache_of(const AttentionShape& shape, const KvView& kv) {
  return {reinterpret_cast<uint16_t*>(kv.k), reinterpret_cast<uint16_t*>(kv.v),
          static_cast<uint32_t>(shape.n_heads), static_cast<uint32_t>(shape.n_kv_heads),
          static_cast<uint32_t>(shape.head_dim)};
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

CudaOps::CudaOps() = default;

CudaOps::~CudaOps() {
  for (void* memory : owned_) stream_.free(memory);
}

Result<void> CudaOps::status() const {
  if (refused_) {
    return Error{ErrorKind::kUnsupported, "GPU",
                 "this backend cannot multiply weights of type Q4_1"};
  }
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

void CudaOps::embed(const Weight& table, std::span<const int32_t> ids, float* out) {
  staged_.clear();  // a step begins
  const auto* staged = static_cast<const int32_t*>(ids_.put(ids.data(), ids.size_bytes()));
  const simt::EmbedArgs args{table.format, raw(table), table.row_bytes(), table.cols, staged, out};
  stream_.launch(simt::embed_kernel, {{simt::blocks_for(ids.size()), 1}, simt::kRowThreads}, args);
}

// The segments with their pages and query tiles on the device. All layers of a step have the same,
// but for where the layer's pages begin.
const simt::SegmentArgs* CudaOps::stage(const AttentionShape& shape,
                                        std::span<const Segment> segments) {
  const auto same = [](const Segment& a, const Segment& b) {
    return a.first_row == b.first_row && a.n_rows == b.n_rows && a.n_past == b.n_past &&
           a.kv.pages == b.kv.pages && a.bidirectional == b.bidirectional;
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
                    static_cast<uint32_t>(segments[s].n_past), on_device + first_page[s],
                    segments[s].bidirectional});
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
  stream_.launch(simt::rope_store_kernel, {{simt::blocks_for(positions.size()), 1}, 128}, args);
}

void CudaOps::attention(const AttentionShape& shape, std::span<const Segment> segments,
                        const float* q, float* out) {
  const simt::SegmentArgs* staged = stage(shape, segments);
  const size_t n_runs = simt::blocks_for(most_entries_, simt::kRunPages * kPageEntries);
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
  stream_.launch(simt::silu_gate_kernel,
                 {{simt::blocks_for(n, simt::kRowThreads), 1}, simt::kRowThreads}, args);
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
                 {{simt::blocks_for(n, simt::kRowThreads / simt::kWarp), 1}, simt::kRowThreads},
                 args);
  stream_.to_host(logits, out, n * sizeof(float));
}

}  // namespace redact
