// SPDX-License-Identifier: Apache-2.0
// The verbs of keys and values: the supported kinds of attention, the tiles of queries, and the
// shapes in which tiles run.
#include <algorithm>

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/attention_bidirectional.cuh"
#include "kernels/cuda/cuda_ops.h"

namespace redact {

namespace {

// Queries of a tile of each shape. A bidirectional segment goes in tiles of kBoth; of the others,
// one of more than kFew queries goes in tiles of kMany. The choice between kernels, whose bits
// differ, depends on the segment alone (P4).
constexpr size_t kFew = 16 * simt::FewQueries::kGroups, kMany = 16 * simt::ManyQueries::kGroups;
constexpr size_t kBoth = simt::BidirectionalBlock<1>::kQueries;
// With at least this many blocks, each loops over its runs: two per multiprocessor of the largest
// cards.
constexpr size_t kManyBlocks = 256;

simt::CacheArgs cache_of(const AttentionShape& shape, const LayerCache& cache) {
  return {reinterpret_cast<uint16_t*>(cache.keys), reinterpret_cast<uint16_t*>(cache.values),
          static_cast<uint32_t>(shape.n_heads),    static_cast<uint32_t>(shape.n_kv_heads),
          static_cast<uint32_t>(shape.head_dim),   cache.table == PageTable::kWindow};
}

// Calls launch<kSteps>() for heads of 16 * kSteps dimensions.
template <typename Launch>
void with_steps(size_t head_dim, const Launch& launch) {
  switch (head_dim / 16) {
    case 1: return launch.template operator()<1>();
    case 2: return launch.template operator()<2>();
    case 3: return launch.template operator()<3>();
    case 4: return launch.template operator()<4>();
    case 5: return launch.template operator()<5>();
    case 6: return launch.template operator()<6>();
    case 7: return launch.template operator()<7>();
    case 8: return launch.template operator()<8>();
    default: return launch.template operator()<16>();
  }
}

template <typename Shape>
void launch_attention(simt::Stream& stream, const simt::AttentionArgs& args, size_t n_tiles) {
  with_steps(args.cache.head_dim, [&]<unsigned kSteps>() {
    using Block = simt::AttentionBlock<kSteps, Shape>;
    const simt::Index grid{static_cast<unsigned>(n_tiles), args.cache.n_kv_heads * args.n_runs};
    stream.launch(simt::attention_kernel<kSteps, Shape>, {grid, Block::kThreads, Block::kShared},
                  args);
  });
}

void launch_bidirectional(simt::Stream& stream, const simt::AttentionArgs& args, size_t n_tiles) {
  with_steps(args.cache.head_dim, [&]<unsigned kSteps>() {
    using Block = simt::BidirectionalBlock<kSteps>;
    const simt::Index grid{static_cast<unsigned>(n_tiles) * args.cache.n_kv_heads, 1};
    stream.launch(simt::bidirectional_attention_kernel<kSteps>,
                  {grid, Block::kThreads, Block::kShared}, args);
  });
}

bool has_many(const Segment& segment, size_t group) { return segment.n_rows * group > kFew; }

// The maximum number of runs that a tile of a segment sees; a bidirectional segment has no runs.
size_t most_runs(const Segment& segment, size_t group, size_t window) {
  if (segment.bidirectional) return 1;
  const size_t all = simt::blocks_for(segment.n_past + segment.n_rows, simt::kRunEntries);
  if (window == 0) return all;
  const size_t queries = has_many(segment, group) ? kMany : kFew;
  const size_t rows = std::min(segment.n_rows, queries / group + 2);
  return std::min(all, (window + rows) / simt::kRunEntries + 2);
}

}  // namespace

// Runs are side by side only if there are fewer than kManyBlocks blocks, each with at most kMany
// queries of one key head.
size_t CudaOps::run_bytes(const StepBounds& bounds) {
  const size_t n_queries = std::min(bounds.n_rows * bounds.shape.n_heads, kManyBlocks * kMany);
  const size_t n_runs = bounds.n_entries / simt::kRunEntries + 1;
  return n_runs * n_queries * (bounds.shape.head_dim + 2) * sizeof(float);
}

Result<void> CudaOps::supports(const Attention& attention) const {
  const size_t head_dim = attention.shape.head_dim;
  if (head_dim != 256 && (head_dim % 16 != 0 || head_dim > 128)) {
    return Error{ErrorKind::kUnsupported, "attention.key_length",
                 "heads of " + std::to_string(head_dim) +
                     " dimensions; this GPU backend has multiples of 16 up to 128, and 256"};
  }
  return {};
}

// Tiles of queries for layers with `group` query heads per key head: usually all layers of a step.
// Tiles of few queries come first, those of bidirectional segments last. The tiles of a segment are
// in reverse order, because its last tile sees the most entries; of a bidirectional segment all see
// the same, and tiles with fewer queries come behind those of all segments.
void CudaOps::stage_tiles(size_t group) {
  if (tiles_group_ == group) return;
  tiles_group_ = group;
  std::vector<simt::QueryTile>& tiles = tables_.tiles;
  tiles.clear();
  const auto append = [&](size_t each, const auto& is_one) {
    const size_t before = tiles.size();
    for (size_t s = 0; s < step_.segments.size(); ++s) {
      const Segment& segment = step_.segments[s];
      if (!is_one(segment)) continue;
      for (size_t i = simt::blocks_for(segment.n_rows * group, each); i-- > 0;) {
        tiles.push_back({static_cast<uint32_t>(s), static_cast<uint32_t>(i * each)});
      }
    }
    return tiles.size() - before;
  };
  n_few_tiles_ =
      append(kFew, [&](const Segment& s) { return !s.bidirectional && !has_many(s, group); });
  n_many_tiles_ =
      append(kMany, [&](const Segment& s) { return !s.bidirectional && has_many(s, group); });
  n_both_tiles_ = append(kBoth, [](const Segment& s) { return s.bidirectional; });
  std::partition(tiles.end() - static_cast<ptrdiff_t>(n_both_tiles_), tiles.end(),
                 [&](const simt::QueryTile& tile) {
                   return tile.first_query + kBoth <= step_.segments[tile.segment].n_rows * group;
                 });
  tiles_.put(tiles.data(), tiles.size() * sizeof(simt::QueryTile));
}

void CudaOps::rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope,
                         float* q, float* k, const float* v) {
  const size_t pairs = (shape.n_heads + shape.n_kv_heads) * shape.head_dim / 2;
  const simt::RopeStoreArgs args{
      cache_of(shape, cache),
      segments_.at<simt::SegmentArgs>(),
      segment_of_.at<uint32_t>(),
      positions_.at<int32_t>(),
      rope.cos_sin,
      static_cast<uint32_t>(rope.n_dims),
      rope.pairs == RopePairs::kHalves,
      q,
      k,
      v,
      parts_of_row(step_.n_rows(), simt::blocks_for(pairs, simt::kRopeThreads))};
  stream_.launch(simt::rope_store_kernel,
                 {{args.parts, simt::blocks_for(step_.n_rows())}, simt::kRopeThreads}, args);
}

void CudaOps::attention(const LayerCache& cache, const Attention& attention, const float* q,
                        float* out) {
  const AttentionShape& shape = attention.shape;
  const size_t group = shape.n_heads / shape.n_kv_heads, n_rows = step_.n_rows();
  stage_tiles(group);
  // The same choice for both shapes of tile, so that one join covers all rows.
  size_t n_runs = 1;
  if ((n_few_tiles_ + n_many_tiles_) * shape.n_kv_heads < kManyBlocks) {
    for (const Segment& segment : step_.segments) {
      n_runs = std::max(n_runs, most_runs(segment, group, attention.window));
    }
  }
  const size_t n_parts = n_runs == 1 ? 0 : n_runs * n_rows * shape.n_heads;
  auto* parts = static_cast<float*>(runs_.room(n_parts * (shape.head_dim + 2) * sizeof(float)));
  const simt::AttentionArgs args{
      cache_of(shape, cache),
      {attention.scale,
       {static_cast<uint32_t>(attention.window), static_cast<uint32_t>(attention.radius)}},
      segments_.at<simt::SegmentArgs>(),
      segment_of_.at<uint32_t>(),
      tiles_.at<simt::QueryTile>(),
      q,
      out,
      static_cast<uint32_t>(n_rows),
      static_cast<uint32_t>(n_runs),
      parts,
      parts + n_parts * shape.head_dim};
  launch_attention<simt::FewQueries>(stream_, args, n_few_tiles_);
  simt::AttentionArgs rest = args;
  rest.tiles += n_few_tiles_;
  launch_attention<simt::ManyQueries>(stream_, rest, n_many_tiles_);
  if (n_runs > 1) {
    const size_t width = shape.q_dim();
    stream_.hold(simt::attention_join_kernel,
                 {{simt::blocks_for(n_rows), 1}, simt::kAttentionJoinThreads}, args,
                 {out, n_rows * width, width});
  }
  // Launched after the join, which also writes the rows of bidirectional segments: no later launch
  // may then include the join.
  rest.tiles += n_many_tiles_;
  launch_bidirectional(stream_, rest, n_both_tiles_);
}

}  // namespace redact
