// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/candidates.cuh"
#include "kernels/cuda/copy.cuh"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/packed.h"
#include "kernels/cuda/rows.cuh"

namespace redact {

namespace {

constexpr size_t kAlignment = 256;  // of buffers, as of the device's own allocations

// Appends the tiles of rows [first_row, end_row), which are all scored for the n_ids ids from
// first_id on; their logits lie one row after the other from first_logit on.
template <typename Shape>
void append_tiles(size_t first_row, size_t end_row, size_t first_id, size_t n_ids,
                  size_t first_logit, std::vector<simt::CandidateTile>& tiles) {
  const auto u32 = [](size_t n) { return static_cast<uint32_t>(n); };
  for (size_t row = first_row; row < end_row; row += Shape::kRows) {
    for (size_t id = 0; id < n_ids; id += simt::kTileIds<Shape>) {
      tiles.push_back({u32(row), u32(std::min<size_t>(Shape::kRows, end_row - row)),
                       u32(first_id + id), u32(std::min<size_t>(simt::kTileIds<Shape>, n_ids - id)),
                       u32(first_logit + (row - first_row) * n_ids + id), u32(n_ids)});
    }
  }
}

}  // namespace

void CudaOps::Staged::free() {
  if (is_own_ && memory_ != nullptr) stream_.free(memory_);
}

void CudaOps::Staged::use(void* reserved, size_t bytes) {
  free();
  memory_ = reserved, capacity_ = bytes, is_own_ = false;
}

void* CudaOps::Staged::room(size_t bytes) {
  at_ = memory_;
  if (bytes <= capacity_) return memory_;
  free();
  memory_ = stream_.allocate(bytes);
  capacity_ = memory_ == nullptr ? 0 : bytes;
  is_own_ = true;
  at_ = memory_;
  // After an error nothing is launched any more, and lack of memory is not the cause.
  if (memory_ == nullptr && stream_.error() == nullptr) throw std::bad_alloc();
  return memory_;
}

const void* CudaOps::Staged::put(const void* data, size_t bytes) {
  at_ = stream_.stage(data, bytes);
  if (at_ == nullptr) stream_.to_device(room(bytes), data, bytes);
  return at_;
}

CudaOps::CudaOps() = default;

CudaOps::CudaOps(ThreadPool& pool) : pool_(pool) {}

// cuBLAS must be destroyed while its device is current.
CudaOps::~CudaOps() {
  if (cublas_ != nullptr) stream_.call([this](void*) { cublas_.reset(); });
}

Result<void> CudaOps::status() const {
  if (refused_) return *refused_;
  const char* error = stream_.error();
  if (error == nullptr) return {};
  return Error{stream_.lacks_memory() ? ErrorKind::kExhausted : ErrorKind::kInternal, "GPU", error};
}

std::shared_ptr<std::byte[]> CudaOps::allocate(size_t n_bytes) {
  void* memory = stream_.allocate(std::max<size_t>(n_bytes, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return {static_cast<std::byte*>(memory), [this](std::byte* p) { stream_.free(p); }};
}

std::shared_ptr<const uint8_t[]> CudaOps::put_for_good(const void* data, size_t n_bytes) {
  if (n_bytes == 0) return nullptr;
  const auto memory = allocate(n_bytes);
  stream_.to_device(memory.get(), data, n_bytes);
  return std::reinterpret_pointer_cast<const uint8_t[]>(memory);
}

std::shared_ptr<const float[]> CudaOps::constants(size_t n,
                                                  const std::function<void(float* values)>& fill) {
  std::vector<float> values(n);
  fill(values.data());
  const auto memory = allocate_floats(n);
  stream_.to_device(memory.get(), values.data(), n * sizeof(float));
  return memory;
}

// As many as make one round of blocks in the bundled model's narrowest products, of 384 outputs.
// bench/gpu_bundled.py expects of an RTX 3090 1.70 million tokens a second with these 3,456 rows,
// 1.67 with 4,096 and 1.49 with 2,048. An H200 would have 5,632, but was measured with 4,096: of
// more, the gates of a layer, 9 KB for each row, no longer stay in 80 % of its L2 cache of 50 MB. In
// passes of 512 rows, gaps between kernels take most of the time.
size_t CudaOps::busy_rows() const {
  constexpr size_t kFewest = 1024, kMost = 4096, kOutputs = 384;
  using Block = simt::BlockOf<simt::PromptShape>;
  constexpr size_t kRowBlocks = kOutputs / (Block::kRowTiles * PackedShape::kTileRows);
  const size_t n_blocks = n_processors_ * simt::PromptShape::kBlocks;
  return std::clamp(n_blocks / kRowBlocks * Block::kTokens, kFewest, kMost);
}

void CudaOps::copy(const std::byte* from, std::byte* to, const Pieces& pieces) {
  const simt::CopyArgs args{reinterpret_cast<uint8_t*>(to), reinterpret_cast<const uint8_t*>(from),
                            pieces.n_bytes, pieces.stride};
  stream_.launch(simt::copy_kernel,
                 {{simt::blocks_for(pieces.n_bytes, simt::kCopyThreads * sizeof(simt::Words4)),
                   static_cast<unsigned>(pieces.n)},
                  simt::kCopyThreads},
                 args);
}

size_t CudaOps::prepared_bytes(const Weight& w, WeightUse use) const {
  if (use == WeightUse::kGathered) return w.n_bytes();
  const auto format = packed_format(w.format);
  const size_t n = format ? packed_bytes(*format, {w.rows, w.cols}).total() : w.n_bytes();
  return n + n / 32;  // alignment
}

// An upper bound, since weights of all kinds may follow: rows; the parts of attention's runs; the
// buffers of experts; the sums of segments in blocks of their own; logits; the gaps between buffers.
size_t CudaOps::scratch_bytes(const StepBounds& bounds) const {
  constexpr size_t kGaps = 16 * kAlignment;  // there are fewer buffers
  const size_t block = cublas_ != nullptr ? CublasProducts::kTokens : 64;  // of rows
  const size_t n_slots = most_slots(bounds), n_rows = std::max(bounds.n_rows, n_slots) + block;
  const size_t width = (bounds.widest_row + 63) / 64 * 64;  // rows of codes are padded
  // Of a value of the rows: a normed float, two 16-bit numbers, and a scale and a sum for 32 of them.
  // 8-bit integers take less, and so do the halves and sums of cuBLAS.
  constexpr size_t kOfValue = 9;
  // Of experts, the normed rows, and for each slot its gathered, gate and up rows, and one for the
  // router's logits and the tables of the route.
  const size_t of_experts = n_slots > 0 ? bounds.n_rows + 4 * n_slots : 0;
  return (n_rows * kOfValue + of_experts * sizeof(float)) * width + run_bytes(bounds) +
         spread_bytes() + simt::kMostReplies * bounds.n_logits * sizeof(float) + kGaps;
}

void CudaOps::reserve(const StepBounds& bounds) {
  std::vector<Need> needs;
  const size_t n_rows = add_expert_needs(bounds, needs);
  add_product_needs(bounds, n_rows, needs);
  needs.push_back({&runs_, run_bytes(bounds)});
  for (Staged& logits : logits_) needs.push_back({&logits, bounds.n_logits * sizeof(float)});
  std::erase_if(needs, [](const Need& need) { return need.bytes <= need.buffer->capacity(); });
  if (needs.empty()) return;
  size_t n_bytes = 0;
  for (Need& need : needs) {
    need.bytes = (need.bytes + kAlignment - 1) / kAlignment * kAlignment;
    n_bytes += need.bytes;
  }
  arenas_.push_back(allocate(n_bytes));
  std::byte* next = arenas_.back().get();
  for (const Need& need : needs) {
    need.buffer->use(next, need.bytes);
    next += need.bytes;
  }
}

// The tables of a step go to the device once for all its layers, in one copy if the candidates are
// already known.
void CudaOps::begin(const Step& step) {
  stream_.begin_step();
  step_ = step;
  tiles_group_ = 0;
  ids_.put(step.ids.data(), step.ids.size_bytes());
  std::vector<uint32_t>& offsets = tables_.added_offsets;
  offsets.assign(step.added.offsets.begin(), step.added.offsets.end());
  offsets.resize(step.n_rows() + 1);
  added_offsets_.put(offsets.data(), offsets.size() * sizeof(uint32_t));
  positions_.put(step.positions.data(), step.positions.size_bytes());
  if (!step.segments.empty()) stage_segments();
  if (!step.candidates.ids.empty()) stage_candidates(step.candidates);
  // The last table, since its size differs between steps of as many rows.
  added_ids_.put(step.added.ids.data(), step.added.ids.size_bytes());
}

void CudaOps::stage_segments() {
  std::vector<uint32_t>&pages = tables_.pages, &segment_of = tables_.segment_of;
  std::vector<simt::SegmentArgs>& segments = tables_.segments;
  pages.clear(), segment_of.clear(), segments.clear();
  for (const Segment& segment : step_.segments) {
    const size_t n_pages = pages_for(segment.n_past + segment.n_rows);
    pages.insert(pages.end(), segment.pages, segment.pages + n_pages);
    if (segment.window_pages != nullptr) {
      pages.insert(pages.end(), segment.window_pages, segment.window_pages + n_pages);
    }
  }
  const auto* next =
      static_cast<const uint32_t*>(pages_.put(pages.data(), pages.size() * sizeof(uint32_t)));
  for (const Segment& segment : step_.segments) {
    const size_t n_pages = pages_for(segment.n_past + segment.n_rows);
    segment_of.insert(segment_of.end(), segment.n_rows, static_cast<uint32_t>(segments.size()));
    segments.push_back(
        {static_cast<uint32_t>(segment.first_row), static_cast<uint32_t>(segment.n_rows),
         static_cast<uint32_t>(segment.n_past), next, next + n_pages, segment.bidirectional});
    next += segment.window_pages != nullptr ? 2 * n_pages : n_pages;
  }
  segment_of_.put(segment_of.data(), segment_of.size() * sizeof(uint32_t));
  segments_.put(segments.data(), segments.size() * sizeof(simt::SegmentArgs));
}

void CudaOps::embed(const Weight& table, float scale, float* out) {
  const size_t n = step_.n_rows();
  const simt::EmbedArgs args{table.format,
                             table.data,
                             table.row_bytes(),
                             table.cols,
                             ids_.at<int32_t>(),
                             added_offsets_.at<uint32_t>(),
                             added_ids_.at<int32_t>(),
                             out,
                             scale};
  stream_.launch(simt::embed_kernel, {{simt::blocks_for(n), 1}, simt::kRowThreads}, args);
}

void CudaOps::add_positions(const float* table, size_t d_model, float* x) {
  const simt::PositionsArgs args{table, positions_.at<int32_t>(), x, d_model};
  stream_.launch(simt::add_positions_kernel,
                 {{simt::blocks_for(step_.n_rows()), 1}, simt::kRowThreads}, args);
}

// Rows that are scored for the same ids share a list of them and the tiles of a small product. All
// rows of a label model that are scored at all have one list. Tiles of one row come first.
void CudaOps::stage_candidates(const CandidateRows& candidates) {
  std::vector<int32_t>& lists = tables_.candidate_ids;
  std::vector<simt::CandidateTile>&tiles = tables_.candidate_tiles, &many = tables_.many_tiles;
  lists.clear(), tiles.clear(), many.clear();
  size_t list = 0;  // where the last list begins
  for (size_t first = 0, end; first < candidates.n_rows(); first = end) {
    const auto ids = candidates.ids_of(first);
    end = candidates.end_of_run(first);
    if (ids.empty()) continue;
    if (!std::ranges::equal(ids, std::span(lists).subspan(list))) {
      list = lists.size();
      lists.insert(lists.end(), ids.begin(), ids.end());
    }
    const size_t first_logit = candidates.offsets[first];
    if (end - first == 1) {
      append_tiles<simt::OneRow>(first, end, list, ids.size(), first_logit, tiles);
    } else {
      append_tiles<simt::ManyRows>(first, end, list, ids.size(), first_logit, many);
    }
  }
  n_one_row_tiles_ = tiles.size();
  tiles.insert(tiles.end(), many.begin(), many.end());
  candidate_ids_.put(lists.data(), lists.size() * sizeof(int32_t));
  candidate_tiles_.put(tiles.data(), tiles.size() * sizeof(simt::CandidateTile));
}

std::shared_ptr<float[]> CudaOps::host_floats(size_t n) {
  const auto pinned = stream_.allocate_pinned(std::max<size_t>(n, 1) * sizeof(float));
  if (pinned == nullptr) return Ops::host_floats(n);
  return {pinned, static_cast<float*>(pinned.get())};
}

void CudaOps::ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                         float* logits) {
  const size_t n = candidates.n_logits();
  if (n == 0) return stream_.ask_host(logits, nullptr, 0);
  const bool staged = candidates.ids.data() == step_.candidates.ids.data() &&
                      candidates.offsets.data() == step_.candidates.offsets.data() &&
                      n == step_.candidates.n_logits();
  if (!staged) stage_candidates(candidates);
  last_logits_ = stream_.n_replies() == 0 ? 0 : (last_logits_ + 1) % simt::kMostReplies;
  Staged& logits_on_device = logits_[last_logits_];
  auto* out = static_cast<float*>(logits_on_device.room(n * sizeof(float)));
  simt::CandidateArgs args{w.format,
                           w.data,
                           w.row_bytes(),
                           w.cols,
                           hidden,
                           candidate_ids_.at<int32_t>(),
                           candidate_tiles_.at<simt::CandidateTile>(),
                           out};
  const auto launch = [&](void (*kernel)(simt::CandidateArgs), size_t n_tiles) {
    stream_.launch(kernel, {{static_cast<unsigned>(n_tiles), 1}, simt::kCandidateThreads}, args);
    args.tiles += n_tiles;
  };
  launch(simt::candidate_logits_kernel<simt::OneRow>, n_one_row_tiles_);
  launch(simt::candidate_logits_kernel<simt::ManyRows>,
         tables_.candidate_tiles.size() - n_one_row_tiles_);
  stream_.ask_host(logits, out, n * sizeof(float));
}

}  // namespace redact
