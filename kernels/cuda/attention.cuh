// SPDX-License-Identifier: Apache-2.0
// Attention of rows to the entries before them, over the pages of a sequence (pages.cuh):
//
//   out[r, h] = softmax(cap(q[r, h] . K * scale)) V   over the entries that row r sees
//
// with the running maximum and sum of Milakov and Gimelshein (2018), as in FlashAttention (Dao et
// al. 2022), on the tensor cores in halves with sums in float.
//
// The canonical order. Entries are divided into chunks of 32 and runs of 256, from the sequence's
// first entry on. Within a run the sums go from chunk to chunk, each with the largest score so far;
// runs are joined in order. A chunk or a run that a row does not see adds exactly nothing. So a row
// gives the same bits alone and in any tile, whatever else the tile sees (P4), and with both ways
// to split the work:
//
//   runs side by side   a block has one run of a tile, and attention_join_kernel joins the runs, so
//                       that a long sequence with few queries has enough blocks (split KV; Dao et
//                       al. 2023, Flash-Decoding)
//   runs in a loop      a block has all runs of a tile; used when there are many tiles
//
// Work split: groups of four warps have 16 queries of a block's tile each (attention_chunk.cuh).
// While the tensor cores work on the chunk that has arrived, the next chunks are copied to shared
// memory (copy_async), and the page numbers of the chunk after those are loaded into registers.
// Grid: (query tiles, key heads * runs side by side). Traffic: a tile reads each of its chunks
// once; queries and outputs once.
#pragma once

#include "kernels/cuda/attention_chunk.cuh"

namespace redact::simt {

// 256 entries take a block about 5 us, as long as a second launch costs; 16 runs of 2 key heads are
// half the blocks that an RTX 3090 holds.
constexpr uint32_t kRunChunks = 8, kRunEntries = kRunChunks * kChunkEntries;

// Shapes of a block. A tile of 16 queries, which are one row or a few, is memory-bound. A tile of
// 32 reads a chunk once for all of them: 32 operations per byte from the L2 cache, where the tensor
// cores of an RTX 3090 could use 36. A tile of 64 would leave no registers for a second block on a
// multiprocessor.
struct FewQueries {
  static constexpr unsigned kGroups = 1;
};
struct ManyQueries {
  static constexpr unsigned kGroups = 2;
};

// Constants derived from a shape.
template <unsigned kSteps, typename Shape>
struct AttentionBlock : Head<kSteps> {
  static constexpr unsigned kQueries = 16 * Shape::kGroups;
  static constexpr unsigned kThreads = Shape::kGroups * kDimWarps * kWarp;
  // On a multiprocessor: 128 registers per thread, or twice as many for heads of 256 dimensions.
  static constexpr unsigned kBlocks = (kSteps > 8 ? 256 : 512) / kThreads;
  static constexpr unsigned kStageBytes = 2 * kChunkPages * Head<kSteps>::kPageBytes;
  static constexpr unsigned kFit = (40 << 10) / kStageBytes;  // two blocks in 100 KB
  static constexpr unsigned kStages = kFit < 2 ? 2 : kFit > 4 ? 4 : kFit;
  static constexpr size_t kShared = kStages * kStageBytes + Shape::kGroups * sizeof(Told);
  static_assert(kShared <= 99 << 10, "all that sm_86 gives a block");
};

// Writes the result of a tile: sums divided by totals if all runs are joined, else a part for the
// join.
template <unsigned kSteps>
REDACT_DEVICE void write_mixed(const AttentionArgs& args, const LaneQueries& of, uint32_t run,
                               uint32_t dim_warp, const Mixed<kSteps>& mixed) {
  using Of = Head<kSteps>;
  using Sums = Mixed<kSteps>;
  const bool whole = args.n_runs == 1;
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    const Entries& seen = of.seen[i];
    const uint32_t first_run = seen.first / kRunEntries;
    if (seen.end == 0) continue;
    if (!whole && (run < first_run || run * kRunEntries >= seen.end)) continue;
    const size_t part =
        whole ? of.at[i] : size_t{run - first_run} * args.n_rows * args.cache.n_heads + of.at[i];
    const float total = mixed.sums[Sums::kTiles][2 * i];
    float* to = (whole ? args.out : args.parts) + part * Of::kDim + lane() % 4 * 2;
    REDACT_UNROLL
    for (uint32_t n = 0; n < Sums::kTiles; ++n) {
      const uint32_t tile = n * kDimWarps + dim_warp;
      if (tile >= Of::kDimTiles) continue;
      const float low = mixed.sums[n][2 * i], high = mixed.sums[n][2 * i + 1];
      const Floats2 two =
          whole ? Floats2{quotient(low, total), quotient(high, total)} : Floats2{low, high};
      *reinterpret_cast<Floats2*>(to + tile * 8) = two;
    }
    if (whole || dim_warp != 0 || lane() % 4 != 0) continue;
    *reinterpret_cast<Floats2*>(args.stats + 2 * part) = {mixed.most[i], total};
  }
}

// The entries that a tile sees, and its chunks in one block.
struct TileRange {
  Entries seen;
  uint32_t run;         // the block's run, if runs are side by side
  uint32_t chunk, end;  // empty if chunk >= end
};
REDACT_DEVICE TileRange tile_range(const AttentionArgs& args, const SegmentArgs& segment,
                                   uint32_t first_query, uint32_t n_queries) {
  const uint32_t group = args.cache.n_heads / args.cache.n_kv_heads;
  const Reach& reach = args.score.reach;
  const uint32_t of_segment = segment.n_rows * group, past = first_query + n_queries;
  const uint32_t last = past < of_segment ? past - 1 : of_segment - 1;
  TileRange range;
  range.seen = {visible_entries(segment, first_query / group, reach).first,
                visible_entries(segment, last / group, reach).end};
  range.run = range.seen.first / kRunEntries + block_index().y % args.n_runs;
  range.chunk = range.seen.first / kChunkEntries;
  range.end = (range.seen.end + kChunkEntries - 1) / kChunkEntries;
  if (args.n_runs > 1) {
    const uint32_t first = range.run * kRunChunks;
    range.chunk = range.chunk > first ? range.chunk : first;
    range.end = range.end < first + kRunChunks ? range.end : first + kRunChunks;
  }
  return range;
}

// Shared memory: AttentionBlock<kSteps, Shape>::kShared.
template <unsigned kSteps, typename Shape>
REDACT_KERNEL void REDACT_BOUNDS(AttentionBlock<kSteps, Shape>::kThreads,
                                 AttentionBlock<kSteps, Shape>::kBlocks)
    attention_kernel(const REDACT_CONSTANT AttentionArgs args) {
  using Block = AttentionBlock<kSteps, Shape>;
  constexpr unsigned kStages = Block::kStages;
  const uint32_t group = thread_index().x / kWarp / kDimWarps;  // of warps
  const uint32_t dim_warp = thread_index().x / kWarp % kDimWarps;
  const uint32_t kv_head = block_index().y / args.n_runs;
  const QueryTile tile = args.tiles[block_index().x];
  const SegmentArgs& segment = args.segments[tile.segment];
  const TileRange range = tile_range(args, segment, tile.first_query, Block::kQueries);
  if (range.chunk >= range.end) return;  // the whole block leaves

  ChunkCopier<kSteps, kChunkPages, Block::kThreads> copier{
      args.cache, pages_of(args.cache, segment), kv_head, range.seen};
  const auto start = [&](uint32_t next, unsigned stage) {
    if (next < range.end) {
      copier.copy(shared_memory() + stage * Block::kStageBytes);
      copier.look_up(next + 1);
    }
    commit_copies();
  };
  copier.look_up(range.chunk);
  REDACT_UNROLL
  for (unsigned stage = 0; stage + 1 < kStages; ++stage) start(range.chunk + stage, stage);

  const auto queries = [&] {
    return lane_queries(args.cache, segment, tile.first_query + group * 16, kv_head,
                        args.score.reach);
  };
  const LaneQueries of = queries();
  Halves2 q[kSteps][4];
  load_queries(args.q, args.score.scale, of, q);
  Told& told = reinterpret_cast<Told*>(shared_memory() + kStages * Block::kStageBytes)[group];
  Mixed<kSteps> all, of_run;
  unsigned stage = 0;
  REDACT_UNROLL_BY(1)
  for (uint32_t chunk = range.chunk; chunk < range.end; ++chunk) {
    wait_copies<kStages - 2>();
    barrier();
    start(chunk + kStages - 1, stage == 0 ? kStages - 1 : stage - 1);  // the stage that all read
    attend_chunk(of, q, shared_memory() + stage * Block::kStageBytes, told, chunk, range.seen,
                 dim_warp, of_run);
    stage = stage + 1 == kStages ? 0 : stage + 1;
    if ((chunk + 1) % kRunChunks != 0 && chunk + 1 != range.end) continue;
    if (args.n_runs > 1) {
      all = of_run;
    } else {
      all.add_run(of_run);
    }
    of_run = {};
  }
  write_mixed(args, queries(), range.run, dim_warp, all);  // recomputed, to save registers
}

// The number of runs that a row sees; 0 if its segment is bidirectional, since its result has no
// parts.
REDACT_DEVICE uint32_t runs_of_row(const AttentionArgs& args, uint32_t row) {
  const SegmentArgs& segment = args.segments[args.segment_of[row]];
  if (segment.bidirectional) return 0;
  const Entries seen = visible_entries(segment, row - segment.first_row, args.score.reach);
  return (seen.end + kRunEntries - 1) / kRunEntries - seen.first / kRunEntries;
}

// Value `i` of [n_heads, head_dim] of a row, joined from its `n` runs.
REDACT_DEVICE float joined(const AttentionArgs& args, uint32_t row, uint32_t n, uint32_t i) {
  const uint32_t head_dim = args.cache.head_dim;
  const size_t n_queries = size_t{args.n_rows} * args.cache.n_heads;
  const size_t query = size_t{row} * args.cache.n_heads + i / head_dim;
  float most = kNoScore, sum = 0, total = 0;
  for (uint32_t run = 0; run < n; ++run) {
    const size_t part = run * n_queries + query;
    const Carry c = carry(most, args.stats[2 * part]);
    most = c.most;
    sum = join(c, sum, args.parts[part * head_dim + i % head_dim]);
    total = join(c, total, args.stats[2 * part + 1]);
  }
  return quotient(sum, total);
}

constexpr unsigned kAttentionJoinThreads = 128;

// Joins the runs of each row. Grid: rows. Traffic: the parts once.
REDACT_KERNEL void attention_join_kernel(const REDACT_CONSTANT AttentionArgs args) {
  const uint32_t row = block_index().x, n = runs_of_row(args, row);
  const uint32_t q_dim = args.cache.n_heads * args.cache.head_dim;
  for (uint32_t i = thread_index().x; i < q_dim; i += kAttentionJoinThreads) {
    args.out[size_t{row} * q_dim + i] = joined(args, row, n, i);
  }
}

}  // namespace redact::simt
