// SPDX-License-Identifier: Apache-2.0
// Attention of segments that are read in both directions, such as windows of a label model. All
// rows of such a segment see the same entries, unless the layer has a radius: then each sees a
// band.
//
// As in FlashAttention-2 (Dao 2023), a warp has 16 queries and all entries, and exchanges nothing
// with other warps: the sums that the tensor cores leave from a product with keys become, as
// weights, the operand of the product with values.
//
// The canonical order. Entries are divided into chunks of 64, or of 32 with more than 64
// dimensions, from the sequence's first entry on; a chunk that some row of a tile does not see as a
// whole or whose scores have a cap is divided into pages. Sums go from one to the next, each with
// the largest score so far; an entry that a row does not see weighs 0 and changes no sum. Which
// lane adds which weight depends on the entry alone, and which rows share a tile on the segment
// alone. So a row gives the same bits alone and in any batch (P4).
//
// Work split: a block has one key head and 64 queries, for which it copies each chunk to shared
// memory once, the next one while a chunk is worked on. Grid: query tiles * key heads, the heads of
// a tile side by side, so that the short tiles at the end of the list come last in every head.
// Traffic: a block reads each chunk once; queries and outputs once.
#pragma once

#include <cmath>
#include <numbers>

#include "kernels/cuda/attention_tile.cuh"

namespace redact::simt {

constexpr float kLog2E = std::numbers::log2e_v<float>;
constexpr float kUnseen = -INFINITY;  // an entry that a query does not see: its weight is 0

// With 64 queries the tensor cores do 64 operations per byte from the L2 cache; those of an RTX
// 3090 could do 36 and those of an H200 113. In tiles of 128, a fourth of the tiles of the bundled
// model's 387 queries would hold only 3. With 64 dimensions, two chunks take 32 KB, so the 100 KB
// of sm_86 hold three blocks; queries, sums and scores take 80 of the 128 registers that four
// blocks leave a thread. More dimensions need more registers, so they have fewer scores at a time.
template <unsigned kSteps>
struct BidirectionalBlock : Head<kSteps> {
  static constexpr unsigned kWarps = 4, kThreads = kWarps * kWarp, kQueries = 16 * kWarps;
  static constexpr unsigned kPages = kSteps > 4 ? 2 : 4;  // of a chunk
  static constexpr unsigned kChunk = kPages * kEntries;
  static constexpr unsigned kBlocks = kSteps > 8 ? 2 : kSteps > 4 ? 3 : 4;  // on a multiprocessor
  static constexpr unsigned kStageBytes = 2 * kPages * Head<kSteps>::kPageBytes;
  static constexpr size_t kShared = 2 * kStageBytes;
  static_assert(kShared <= 99 << 10, "all that sm_86 gives a block");
};

// A warp's sums over entries for queries g and g + 8.
template <unsigned kSteps>
struct WarpSums {
  float most[2] = {kNoScore, kNoScore};  // the largest score times log2(e)
  float total[2] = {};                   // of the weights of the lane's entries
  float values[Head<kSteps>::kDimTiles][4] = {};
};

// A weight is a power of two, of one instruction where e^x takes eight. `most`: the largest score
// times log2(e).
REDACT_DEVICE float power_weight(float score, float most) {
  return power_of_two(fused(score, kLog2E, -most));
}

// Turns the scores of a chunk into weights and makes the sums refer to the largest score so far.
template <unsigned kSteps, unsigned kTiles>
REDACT_DEVICE void weigh(float (&scores)[kTiles][4], WarpSums<kSteps>& sums) {
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    float most = kNoScore;
    REDACT_UNROLL
    for (uint32_t tile = 0; tile < kTiles; ++tile) {
      most = larger(scores[tile][2 * i + 1], larger(scores[tile][2 * i], most));
    }
    most = larger(shuffle_xor(most, 1), most);
    most = larger(shuffle_xor(most, 2), most);
    most = larger(sums.most[i], multiply(most, kLog2E));
    const float keep = power_of_two(sums.most[i] - most);
    sums.most[i] = most;
    sums.total[i] = multiply(sums.total[i], keep);
    REDACT_UNROLL
    for (auto& tile : sums.values) {
      tile[2 * i] = multiply(tile[2 * i], keep);
      tile[2 * i + 1] = multiply(tile[2 * i + 1], keep);
    }
    REDACT_UNROLL
    for (uint32_t tile = 0; tile < kTiles; ++tile) {
      REDACT_UNROLL
      for (uint32_t j = 2 * i; j < 2 * i + 2; ++j) {
        scores[tile][j] = power_weight(scores[tile][j], most);
        sums.total[i] = add(sums.total[i], scores[tile][j]);
      }
    }
  }
}

// A warp's work on pages that have arrived: `keys` has the keys of a chunk from the first of these
// pages on, and the values lie a chunk's keys later. kPlain: the pages are a whole chunk, and every
// query sees all of it. Otherwise there is one page, whose first entry is `first`; the memory of
// entries that no row of the tile sees may hold anything.
template <bool kPlain, unsigned kSteps>
REDACT_DEVICE void attend_pages(const Halves2 (&q)[kSteps][4], const unsigned char* keys,
                                uint32_t first, const Entries& seen, const LaneQueries& of,
                                WarpSums<kSteps>& sums) {
  using Block = BidirectionalBlock<kSteps>;
  constexpr unsigned kPages = kPlain ? Block::kPages : 1;
  float scores[2 * kPages][4] = {};
  REDACT_UNROLL
  for (uint32_t tile = 0; tile < 2 * kPages; ++tile) {
    score_tile(q, keys, tile, scores[tile]);
    if constexpr (!kPlain) {
      REDACT_UNROLL
      for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t entry = first + tile * 8 + lane() % 4 * 2 + i % 2;
        if (!contains(of.seen[i / 2], entry)) scores[tile][i] = kUnseen;
      }
    }
  }
  weigh(scores, sums);
  const auto* values =
      reinterpret_cast<const Words2*>(keys + Block::kPages * Block::kPageBytes) + lane();
  const Words2 mask = kPlain ? Words2{~0u, ~0u} : seen_halves(seen, first);
  REDACT_UNROLL
  for (uint32_t page = 0; page < kPages; ++page) {
    const auto &low = scores[2 * page], &high = scores[2 * page + 1];
    const Halves2 a[4] = {halves(low[0], low[1]), halves(low[2], low[3]), halves(high[0], high[1]),
                          halves(high[2], high[3])};
    REDACT_UNROLL
    for (uint32_t tile = 0; tile < Block::kDimTiles; ++tile) {
      const Words2 v = values[(page * Block::kDimTiles + tile) * kWarp];
      const Halves2 b[2] = {v.word[0] & mask.word[0], v.word[1] & mask.word[1]};
      mma_f16(sums.values[tile], a, b);
    }
  }
}

// Shared memory: BidirectionalBlock<kSteps>::kShared. The runs and parts in `args` are not used.
template <unsigned kSteps>
REDACT_KERNEL void REDACT_BOUNDS(BidirectionalBlock<kSteps>::kThreads,
                                 BidirectionalBlock<kSteps>::kBlocks)
    bidirectional_attention_kernel(const REDACT_CONSTANT AttentionArgs args) {
  using Block = BidirectionalBlock<kSteps>;
  const CacheArgs& cache = args.cache;
  const QueryTile tile = args.tiles[block_index().x / cache.n_kv_heads];
  const uint32_t kv_head = block_index().x % cache.n_kv_heads;
  const SegmentArgs& segment = args.segments[tile.segment];
  const Reach& reach = args.score.reach;
  const uint32_t group = cache.n_heads / cache.n_kv_heads, n_queries = segment.n_rows * group;
  const uint32_t past_tile = tile.first_query + Block::kQueries;
  const uint32_t last_query = (past_tile < n_queries ? past_tile : n_queries) - 1;
  const Entries first_row = visible_entries(segment, tile.first_query / group, reach);
  const Entries last_row = visible_entries(segment, last_query / group, reach);
  const Entries seen{first_row.first, last_row.end};    // by a row of the tile
  const Entries by_all{last_row.first, first_row.end};  // by every row; empty if first >= end

  ChunkCopier<kSteps, Block::kPages, Block::kThreads> copier{cache, pages_of(cache, segment),
                                                             kv_head, seen};
  const uint32_t end = (seen.end + Block::kChunk - 1) / Block::kChunk;
  const auto start = [&](uint32_t chunk, unsigned stage) {
    if (chunk < end) {
      copier.copy(shared_memory() + stage * Block::kStageBytes);
      copier.look_up(chunk + 1);
    }
    commit_copies();
  };
  uint32_t chunk = seen.first / Block::kChunk;
  copier.look_up(chunk);
  start(chunk, 0);

  const uint32_t first_query = tile.first_query + thread_index().x / kWarp * 16;
  const LaneQueries of = lane_queries(cache, segment, first_query, kv_head, reach);
  const bool has_queries = first_query < n_queries;
  Halves2 q[kSteps][4];
  load_queries(args.q, args.score.scale, of, q);  // of an existing row, in every warp
  WarpSums<kSteps> sums;
  unsigned stage = 0;
  REDACT_UNROLL_BY(1)
  for (; chunk < end; ++chunk) {
    wait_copies<0>();
    barrier();
    start(chunk + 1, 1 - stage);  // the stage that all warps have read
    const unsigned char* keys = shared_memory() + stage * Block::kStageBytes;
    stage = 1 - stage;
    if (!has_queries) continue;
    uint32_t first = chunk * Block::kChunk;
    const uint32_t past = first + Block::kChunk;
    if (first >= by_all.first && past <= by_all.end) {
      attend_pages<true>(q, keys, first, seen, of, sums);
      continue;
    }
    REDACT_UNROLL_BY(1)
    for (; first < past; first += kEntries, keys += Block::kPageBytes) {
      if (first >= seen.end || first + kEntries <= seen.first) continue;
      attend_pages<false>(q, keys, first, seen, of, sums);
    }
  }
  if (!has_queries) return;
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    float total = add(sums.total[i], shuffle_xor(sums.total[i], 1));
    total = add(total, shuffle_xor(total, 2));
    if (of.seen[i].end == 0) continue;
    const float share = divide(1.0f, total);
    float* to = args.out + size_t{of.at[i]} * Block::kDim + lane() % 4 * 2;
    REDACT_UNROLL
    for (uint32_t n = 0; n < Block::kDimTiles; ++n) {
      const Floats2 two{multiply(sums.values[n][2 * i], share),
                        multiply(sums.values[n][2 * i + 1], share)};
      *reinterpret_cast<Floats2*>(to + n * 8) = two;
    }
  }
}

}  // namespace redact::simt
