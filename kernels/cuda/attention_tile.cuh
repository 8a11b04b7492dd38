// SPDX-License-Identifier: Apache-2.0
// The common part of both attention kernels: their arguments, a lane's queries, the chunks that are
// copied to shared memory, and the arithmetic of scores and weights.
//
// A block has one key head and a tile of the queries of one segment; query p is head p % group,
// within the key head's group, of row p / group. Of the 16 queries that a fragment holds, lane (g,
// t) has queries g and g + 8.
#pragma once

#include "kernels/cuda/pages.cuh"

namespace redact::simt {

constexpr float kNoScore = -1e30f;  // below every score; finite, so that differences are finite

// Constants of heads of 16 * kSteps dimensions.
template <unsigned kSteps>
struct Head {
  static constexpr unsigned kDim = kSteps * 16;
  static constexpr unsigned kDimTiles = kSteps * 2;            // of 8 dimensions
  static constexpr unsigned kPageBytes = kDim * kEntries * 2;  // keys, or values
};

// How scores are computed (ops.h: Attention).
struct ScoreArgs {
  float scale;
  Reach reach;

  bool operator==(const ScoreArgs&) const = default;
};

// The queries of one block, all of one segment.
struct QueryTile {
  uint32_t segment, first_query;  // first_query / group is the segment's row
};

struct AttentionArgs {
  CacheArgs cache;
  ScoreArgs score;
  const SegmentArgs* segments;
  const uint32_t* segment_of;  // [rows]
  const QueryTile* tiles;
  const float* q;  // [rows, n_heads, head_dim]
  float* out;
  uint32_t n_rows;
  uint32_t n_runs;  // side by side: the maximum runs of a tile; 1: runs in a loop
  float* parts;     // [n_runs, rows, n_heads, head_dim], for runs side by side
  float* stats;     // [n_runs, rows, n_heads, 2]: the largest score, the sum of the weights

  bool operator==(const AttentionArgs&) const = default;
};

// Copies chunks of kPages pages of a sequence, keys and then values, into shared memory.
template <unsigned kSteps, unsigned kPages, unsigned kThreads>
struct ChunkCopier {
  static constexpr unsigned kPageBytes = Head<kSteps>::kPageBytes;
  const CacheArgs& cache;
  const uint32_t* pages;
  uint32_t kv_head;
  const Entries& seen;          // by the tile
  uint32_t ahead[kPages] = {};  // pages of the next chunk to be copied

  // Loads the numbers of a chunk's pages. Pages that the tile does not see may belong to other
  // sequences: the nearest page that it sees takes their place.
  REDACT_DEVICE void look_up(uint32_t chunk) {
    const uint32_t first_page = seen.first / kEntries, last_page = (seen.end - 1) / kEntries;
    REDACT_UNROLL
    for (uint32_t j = 0; j < kPages; ++j) {
      const uint32_t page = chunk * kPages + j;
      ahead[j] = pages[page < first_page ? first_page : page > last_page ? last_page : page];
    }
  }
  REDACT_DEVICE void copy(unsigned char* stage) const {
    REDACT_UNROLL
    for (uint32_t j = 0; j < kPages; ++j) {
      const size_t page = page_at(cache, ahead[j], kv_head);
      const auto* keys = reinterpret_cast<const unsigned char*>(cache.keys + page);
      const auto* values = reinterpret_cast<const unsigned char*>(cache.values + page);
      unsigned char* to = stage + j * kPageBytes;
      REDACT_UNROLL_BY(1)
      for (uint32_t at = thread_index().x * 16; at < kPageBytes; at += kThreads * 16) {
        copy_async(to + at, keys + at);
        copy_async(to + kPages * kPageBytes + at, values + at);
      }
    }
  }
};

// A lane's two queries: their offsets in q and out, and the entries that they see.
struct LaneQueries {
  uint32_t at[2];   // [rows, n_heads]
  Entries seen[2];  // end 0: there is no such query
};
REDACT_DEVICE LaneQueries lane_queries(const CacheArgs& cache, const SegmentArgs& segment,
                                       uint32_t first_query, uint32_t kv_head, const Reach& reach) {
  const uint32_t group = cache.n_heads / cache.n_kv_heads;
  LaneQueries of{};
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    const uint32_t query = first_query + lane() / 4 + 8 * i;
    const bool inside = query < segment.n_rows * group;
    const uint32_t row = inside ? query / group : 0;
    of.at[i] = (segment.first_row + row) * cache.n_heads + kv_head * group + query % group;
    if (inside) of.seen[i] = visible_entries(segment, row, reach);
  }
  return of;
}

// The queries as mma_f16's A. `q`: [rows, n_heads, head_dim].
template <unsigned kSteps>
REDACT_DEVICE void load_queries(const float* q, float scale, const LaneQueries& of,
                                Halves2 (&a)[kSteps][4]) {
  REDACT_UNROLL
  for (uint32_t step = 0; step < kSteps; ++step) {
    REDACT_UNROLL
    for (uint32_t r = 0; r < 4; ++r) {
      const float* from =
          q + size_t{of.at[r % 2]} * Head<kSteps>::kDim + step * 16 + r / 2 * 8 + lane() % 4 * 2;
      const Floats2 two = *reinterpret_cast<const Floats2*>(from);
      a[step][r] = halves(multiply(two.value[0], scale), multiply(two.value[1], scale));
    }
  }
}

// The scores of the 8 entries of a chunk from entry 8 * tile on: scores[i] is that of entry 2t + i
// % 2 for query i / 2 of the lane. A score is infinite only if its query is not finite: then every
// score of that query is NaN or infinite, so its result is NaN.
template <unsigned kSteps>
REDACT_DEVICE void score_tile(const Halves2 (&q)[kSteps][4], const unsigned char* keys,
                              uint32_t tile, float (&scores)[4]) {
  const auto* fragments = reinterpret_cast<const Words2*>(keys) + lane();
  REDACT_UNROLL
  for (uint32_t step = 0; step < kSteps; ++step) {
    const Words2 b = fragments[((tile / 2 * kSteps + step) * 2 + tile % 2) * kWarp];
    mma_f16(scores, q[step], b.word);
  }
}

// The bits of a lane's two words of a fragment of values that belong to entries of `seen`; `first`
// is the first entry of the page.
REDACT_DEVICE Words2 seen_halves(const Entries& seen, uint32_t first) {
  Words2 mask;
  REDACT_UNROLL
  for (uint32_t r = 0; r < 2; ++r) {
    const uint32_t entry = first + 8 * r + lane() % 4 * 2;
    mask.word[r] =
        (contains(seen, entry) ? 0xffffu : 0u) | (contains(seen, entry + 1) ? 0xffff0000u : 0u);
  }
  return mask;
}

}  // namespace redact::simt
