// SPDX-License-Identifier: Apache-2.0
// Keys and values of a sequence in pages of 16 entries, and attention over them:
//
//   out[r, h] = softmax(q[r, h] . K / sqrt(head_dim)) V   over the entries that row r sees
//
// with the running maximum and sum of Milakov and Gimelshein (2018), as FlashAttention has it (Dao
// et al. 2022), on the tensor cores in halves with sums in float.
//
// Layout of a page, so that both products' B fragments are loads of two halves:
//   keys    [n_kv_heads, 16 entries, head_dim]
//   values  [n_kv_heads, head_dim, 16 entries]
// Who computes what: a block has one key head, a tile of 16 queries of one sequence, query p being
// row p / group and head p % group of the key head's group, and a run of kRunPages pages: a long
// sequence with few queries has enough blocks (split KV; Dao et al. 2023, Flash-Decoding). Its
// warps take the pages w, w + kAttentionWarps, ...; lane (g, t) has the queries g and g + 8. At the
// end the warps' parts meet in shared memory and are joined in the order of the warps; a tile with
// several runs leaves a part of each, which attention_join_kernel joins in the order of the runs.
// A row's numbers do not depend on the rows beside it (P4): a page or a run that it does not see
// adds exactly nothing, and the runs begin at the same entries for all. Grid: (query tiles, key
// heads * most runs of a tile). Traffic: every page once a tile of 16 queries.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kEntries = 16;  // of a page
constexpr unsigned kAttentionWarps = 4;
// Pages of a run: 256 entries are some 5 us of a block's work, what a second launch costs, and 16
// runs of 2 key heads fill half the blocks of an RTX 3090.
constexpr uint32_t kRunPages = 16;
static_assert(kRunPages % kAttentionWarps == 0, "a page's warp must not depend on its run");
template <unsigned kSteps>
constexpr size_t kAttentionShared = kAttentionWarps * 16 * (kSteps * 16 + 2) * sizeof(float);
static_assert(kAttentionShared<8> <= 48 << 10, "what every GPU gives a block unasked");
constexpr float kNoScore = -1e30f;  // below every score; finite, so that differences are

// Consecutive rows of a batch that belong to one sequence.
struct SegmentArgs {
  uint32_t first_row, n_rows, n_past;
  const uint32_t* pages;  // of the sequence
  bool bidirectional;

  // Entries that row r attends to.
  REDACT_DEVICE uint32_t n_visible(uint32_t r) const {
    return n_past + (bidirectional ? n_rows : r + 1);
  }
};
// 16 queries of one segment.
struct QueryTile {
  uint32_t segment, first_query;  // first_query / group is the segment's row
};

struct CacheArgs {
  uint16_t* keys;  // [pages, page], halves
  uint16_t* values;
  uint32_t n_heads, n_kv_heads, head_dim;

  bool operator==(const CacheArgs&) const = default;
};

REDACT_DEVICE size_t page_at(const CacheArgs& cache, uint32_t page, uint32_t kv_head) {
  return (size_t{page} * cache.n_kv_heads + kv_head) * kEntries * cache.head_dim;
}

struct RopeStoreArgs {
  CacheArgs cache;
  const SegmentArgs* segments;
  const uint32_t* segment_of;  // [rows]
  const int32_t* positions;    // [rows]
  const float* cos_sin;        // [positions, n_dims]
  uint32_t n_dims;
  bool halves;     // pairs are (i, i + n_dims / 2), not (2i, 2i + 1)
  float* q;        // [rows, n_heads, head_dim], rotated in place
  const float* k;  // [rows, n_kv_heads, head_dim]
  const float* v;

  bool operator==(const RopeStoreArgs&) const = default;
};

// The dimensions of pair `pair` of a head, < head_dim / 2. Pairs from n_dims / 2 on do not turn,
// and are neighbours.
REDACT_DEVICE Index rope_pair(const RopeStoreArgs& args, uint32_t pair) {
  const uint32_t n_turning = args.n_dims / 2;
  if (args.halves && pair < n_turning) return {pair, pair + n_turning};
  return {2 * pair, 2 * pair + 1};
}

// A block a row, a thread a pair of dimensions of q, then of k, then of v. Grid: rows.
REDACT_KERNEL void rope_store_kernel(RopeStoreArgs args) {
  constexpr unsigned kThreads = 128;
  const CacheArgs& cache = args.cache;
  const uint32_t row = block_index().x, half_dim = cache.head_dim / 2;
  const SegmentArgs segment = args.segments[args.segment_of[row]];
  const uint32_t entry = segment.n_past + row - segment.first_row;
  const uint32_t page = segment.pages[entry / kEntries];
  const float* angle = args.cos_sin + static_cast<size_t>(args.positions[row]) * args.n_dims;
  for (uint32_t i = thread_index().x; i < cache.n_heads * half_dim; i += kThreads) {
    const uint32_t pair = i % half_dim;
    if (pair >= args.n_dims / 2) continue;
    const Index dim = rope_pair(args, pair);
    float* head = args.q + (size_t{row} * cache.n_heads + i / half_dim) * cache.head_dim;
    const float a = head[dim.x], b = head[dim.y];
    const float cosine = angle[2 * pair], sine = angle[2 * pair + 1];
    head[dim.x] = a * cosine - b * sine;
    head[dim.y] = a * sine + b * cosine;
  }
  for (uint32_t i = thread_index().x; i < cache.n_kv_heads * half_dim; i += kThreads) {
    const uint32_t head = i / half_dim, pair = i % half_dim;
    const Index dim = rope_pair(args, pair);
    const size_t from = (size_t{row} * cache.n_kv_heads + head) * cache.head_dim;
    const bool turns = pair < args.n_dims / 2;
    const float a = args.k[from + dim.x], b = args.k[from + dim.y];
    const float cosine = turns ? angle[2 * pair] : 1.0f, sine = turns ? angle[2 * pair + 1] : 0.0f;
    const size_t at = page_at(cache, page, head), e = entry % kEntries;
    cache.keys[at + e * cache.head_dim + dim.x] = half_bits(a * cosine - b * sine);
    cache.keys[at + e * cache.head_dim + dim.y] = half_bits(a * sine + b * cosine);
    cache.values[at + dim.x * kEntries + e] = half_bits(args.v[from + dim.x]);
    cache.values[at + dim.y * kEntries + e] = half_bits(args.v[from + dim.y]);
  }
}

struct AttentionArgs {
  CacheArgs cache;
  const SegmentArgs* segments;
  const QueryTile* tiles;
  const float* q;  // [rows, n_heads, head_dim]
  float* out;
  float scale;      // 1 / sqrt(head_dim)
  uint32_t n_runs;  // the most of a tile
  float* parts;     // [tiles, n_kv_heads, n_runs, 16, head_dim + 2]; unused where n_runs is 1

  bool operator==(const AttentionArgs&) const = default;
};

// Pages that the last query of a tile sees.
REDACT_DEVICE uint32_t pages_of(const SegmentArgs& segment, uint32_t first_query, uint32_t group) {
  const uint32_t n_queries = segment.n_rows * group;
  const uint32_t last = first_query + 15 < n_queries ? first_query + 15 : n_queries - 1;
  return (segment.n_visible(last / group) + kEntries - 1) / kEntries;
}

// A query's part over some entries: sums [kDim], then the largest score, then the total of the
// weights relative to it. Joined: what `n` parts, `stride` floats apart, give for dimension `dim`.
struct Part {
  float most, total, sum;
};
template <uint32_t kDim>
REDACT_DEVICE Part join_parts(const float* parts, size_t stride, uint32_t n, uint32_t dim) {
  Part all{kNoScore, 0, 0};
  for (uint32_t i = 0; i < n; ++i) all.most = larger(all.most, parts[i * stride + kDim]);
  for (uint32_t i = 0; i < n; ++i) {
    const float* part = parts + i * stride;
    const float share = exponential(part[kDim] - all.most);
    all.sum += part[dim] * share;
    all.total += part[kDim + 1] * share;
  }
  return all;
}

// kSteps = head_dim / 16. Shared: kAttentionShared<kSteps>.
template <unsigned kSteps>
REDACT_KERNEL void attention_kernel(AttentionArgs args) {
  constexpr uint32_t kDim = kSteps * 16;
  const CacheArgs& cache = args.cache;
  const uint32_t warp = thread_index().x / kWarp, g = lane() / 4, t = lane() % 4;
  const uint32_t kv_head = block_index().y / args.n_runs, run = block_index().y % args.n_runs;
  const uint32_t group = cache.n_heads / cache.n_kv_heads;
  const QueryTile tile = args.tiles[block_index().x];
  const SegmentArgs segment = args.segments[tile.segment];
  const uint32_t n_queries = segment.n_rows * group;
  const uint32_t n_pages = pages_of(segment, tile.first_query, group);
  if (run * kRunPages >= n_pages) return;  // the whole block leaves

  // Queries g and g + 8 of the tile: where they lie, and how many entries they see.
  size_t query_at[2];
  uint32_t visible[2];
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    const uint32_t query = tile.first_query + g + 8 * i;
    const bool inside = query < n_queries;
    const uint32_t row = inside ? query / group : 0, head = kv_head * group + query % group;
    query_at[i] = (size_t{segment.first_row + row} * cache.n_heads + head) * kDim;
    visible[i] = inside ? segment.n_visible(row) : 0;
  }
  Halves2 q[kSteps][4];
  REDACT_UNROLL
  for (uint32_t step = 0; step < kSteps; ++step) {
    REDACT_UNROLL
    for (uint32_t r = 0; r < 4; ++r) {
      const float* from = args.q + query_at[r % 2] + step * 16 + r / 2 * 8 + 2 * t;
      q[step][r] = halves(from[0] * args.scale, from[1] * args.scale);
    }
  }

  float most[2] = {kNoScore, kNoScore}, total[2] = {0, 0};
  float sums[kSteps * 2][4] = {};
  const uint32_t end = n_pages < (run + 1) * kRunPages ? n_pages : (run + 1) * kRunPages;
  for (uint32_t p = run * kRunPages + warp; p < end; p += kAttentionWarps) {
    const size_t page = page_at(cache, segment.pages[p], kv_head);
    // Scores of 16 entries: d[n][i] of entry 8n + 2t + i % 2 for the query of i / 2.
    float scores[2][4] = {};
    REDACT_UNROLL
    for (uint32_t n = 0; n < 2; ++n) {
      REDACT_UNROLL
      for (uint32_t step = 0; step < kSteps; ++step) {
        const uint16_t* key = cache.keys + page + (n * 8 + g) * kDim + step * 16 + 2 * t;
        const Halves2 b[2] = {*reinterpret_cast<const Halves2*>(key),
                              *reinterpret_cast<const Halves2*>(key + 8)};
        mma_f16(scores[n], q[step], b);
      }
    }
    Halves2 weights[4];
    float carried[2];
    REDACT_UNROLL
    for (uint32_t i = 0; i < 2; ++i) {
      float largest = kNoScore;
      REDACT_UNROLL
      for (uint32_t n = 0; n < 2; ++n) {
        REDACT_UNROLL
        for (uint32_t c = 0; c < 2; ++c) {
          float& score = scores[n][2 * i + c];
          if (p * kEntries + n * 8 + 2 * t + c >= visible[i]) score = kNoScore;
          largest = score > largest ? score : largest;
        }
      }
      // The four lanes of a query agree on its largest score.
      largest = larger(largest, shuffle_xor(largest, 1));
      largest = larger(largest, shuffle_xor(largest, 2));
      const float now = larger(most[i], largest);
      carried[i] = exponential(most[i] - now);
      most[i] = now;
      float sum = 0;
      REDACT_UNROLL
      for (uint32_t n = 0; n < 2; ++n) {
        REDACT_UNROLL
        for (uint32_t c = 0; c < 2; ++c) {
          float& score = scores[n][2 * i + c];
          score = score > kNoScore ? exponential(score - now) : 0.0f;
          sum += score;
        }
        weights[n * 2 + i] = halves(scores[n][2 * i], scores[n][2 * i + 1]);
      }
      sum += shuffle_xor(sum, 1);
      sum += shuffle_xor(sum, 2);
      total[i] = total[i] * carried[i] + sum;
    }
    // What another sequence left behind the last entry must not count: zero times NaN is NaN.
    Halves2 written[2];
    REDACT_UNROLL
    for (uint32_t i = 0; i < 2; ++i) {
      const uint32_t entry = p * kEntries + 8 * i + 2 * t,
                     n_entries = segment.n_past + segment.n_rows;
      written[i] = (entry < n_entries ? 0xffffu : 0u) | (entry + 1 < n_entries ? 0xffff0000u : 0u);
    }
    REDACT_UNROLL
    for (uint32_t n = 0; n < kSteps * 2; ++n) {
      const uint16_t* value = cache.values + page + (n * 8 + g) * kEntries + 2 * t;
      const Halves2 b[2] = {*reinterpret_cast<const Halves2*>(value) & written[0],
                            *reinterpret_cast<const Halves2*>(value + 8) & written[1]};
      REDACT_UNROLL
      for (uint32_t i = 0; i < 4; ++i) sums[n][i] *= carried[i / 2];
      mma_f16(sums[n], weights, b);
    }
  }

  // Each warp leaves its part: the largest score, the total and the sums of its queries.
  float* part = reinterpret_cast<float*>(shared_memory()) + warp * 16 * (kDim + 2);
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    float* query = part + (g + 8 * i) * (kDim + 2);
    if (t == 0) {
      query[kDim] = most[i];
      query[kDim + 1] = total[i];
    }
    REDACT_UNROLL
    for (uint32_t n = 0; n < kSteps * 2; ++n) {
      query[n * 8 + 2 * t] = sums[n][2 * i];
      query[n * 8 + 2 * t + 1] = sums[n][2 * i + 1];
    }
  }
  barrier();
  const float* warps = reinterpret_cast<const float*>(shared_memory());
  constexpr uint32_t kQuery = kDim + 2;
  for (uint32_t i = thread_index().x; i < 16 * kDim; i += kAttentionWarps * kWarp) {
    const uint32_t query = tile.first_query + i / kDim, dim = i % kDim;
    if (query >= n_queries) continue;
    const Part all = join_parts<kDim>(warps + i / kDim * kQuery, 16 * kQuery, kAttentionWarps, dim);
    if (args.n_runs == 1) {
      const size_t row = segment.first_row + query / group;
      args.out[(row * cache.n_heads + kv_head * group + query % group) * kDim + dim] =
          all.sum / all.total;
      continue;
    }
    const size_t at = (size_t{block_index().x} * cache.n_kv_heads + kv_head) * args.n_runs + run;
    float* part_of_run = args.parts + (at * 16 + i / kDim) * kQuery;
    part_of_run[dim] = all.sum;
    if (dim != 0) continue;
    part_of_run[kDim] = all.most;
    part_of_run[kDim + 1] = all.total;
  }
}

// Joins the runs of tiles. Grid: (query tiles, key heads). Traffic: the parts once.
template <unsigned kSteps>
REDACT_KERNEL void attention_join_kernel(AttentionArgs args) {
  constexpr uint32_t kDim = kSteps * 16, kQuery = kDim + 2;
  const CacheArgs& cache = args.cache;
  const uint32_t kv_head = block_index().y, group = cache.n_heads / cache.n_kv_heads;
  const QueryTile tile = args.tiles[block_index().x];
  const SegmentArgs segment = args.segments[tile.segment];
  const uint32_t n_pages = pages_of(segment, tile.first_query, group);
  const size_t first = (size_t{block_index().x} * cache.n_kv_heads + kv_head) * args.n_runs;
  for (uint32_t i = thread_index().x; i < 16 * kDim; i += kAttentionWarps * kWarp) {
    const uint32_t query = tile.first_query + i / kDim, dim = i % kDim;
    if (query >= segment.n_rows * group) continue;
    const Part all = join_parts<kDim>(args.parts + (first * 16 + i / kDim) * kQuery, 16 * kQuery,
                                      (n_pages + kRunPages - 1) / kRunPages, dim);
    const size_t row = segment.first_row + query / group;
    args.out[(row * cache.n_heads + kv_head * group + query % group) * kDim + dim] =
        all.sum / all.total;
  }
}

}  // namespace redact::simt
