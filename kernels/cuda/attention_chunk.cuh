// SPDX-License-Identifier: Apache-2.0
// The work of a group of four warps on a chunk of 32 entries for 16 queries: scores, weights, and
// the weighted sum of values. attention.cuh describes the order of sums and how chunks arrive.
//
// Each warp computes the scores of 8 entries, and every fourth tile of 8 dimensions of the values;
// warps exchange scores and weights through shared memory. Lane (g, t) has queries g and g + 8.
#pragma once

#include "kernels/cuda/pages.cuh"

namespace redact::simt {

constexpr uint32_t kChunkPages = 2, kChunkEntries = kChunkPages * kEntries;
constexpr uint32_t kDimWarps = kChunkEntries / 8;  // of a group
constexpr float kNoScore = -1e30f;  // below every score; finite, so that differences are finite

// Constants of heads of 16 * kSteps dimensions.
template <unsigned kSteps>
struct Head {
  static constexpr unsigned kDim = kSteps * 16;
  static constexpr unsigned kDimTiles = kSteps * 2;                            // of 8 dimensions
  static constexpr unsigned kTiles = (kDimTiles + kDimWarps - 1) / kDimWarps;  // of a warp
  static constexpr unsigned kPageBytes = kDim * kEntries * 2;                  // keys, or values
};

// What the warps of a group exchange: the weights of a chunk, and their largest scores.
struct Told {
  Words2 weights[kDimWarps][kWarp];
  float largest[kDimWarps][16];
};

// How scores are computed (ops.h: Attention).
struct ScoreArgs {
  float scale, softcap;
  uint32_t window;

  bool operator==(const ScoreArgs&) const = default;
};

// How the sums over some entries combine with those over later entries.
struct Carry {
  float most, keep, share;  // the largest score; factors of the sums before and of those that join
};
REDACT_DEVICE Carry carry(float before, float joining) {
  const float most = larger(before, joining);
  return {most, exponential(before - most), exponential(joining - most)};
}
REDACT_DEVICE float join(const Carry& c, float before, float joining) {
  return fused(joining, c.share, multiply(before, c.keep));
}
REDACT_DEVICE float quotient(float sum, float total) {
  return add(sum / total, 0.0f);  // the sign of a zero could depend on entries that are not seen
}

// A warp's sums over entries for queries g and g + 8: those of its dimensions and, last, those of
// the weights.
template <unsigned kSteps>
struct Mixed {
  static constexpr unsigned kTiles = Head<kSteps>::kTiles;
  float most[2] = {kNoScore, kNoScore};
  float sums[kTiles + 1][4] = {};

  REDACT_DEVICE void add_run(const Mixed& run) {
    REDACT_UNROLL
    for (uint32_t i = 0; i < 2; ++i) {
      const Carry c = carry(most[i], run.most[i]);
      most[i] = c.most;
      REDACT_UNROLL
      for (uint32_t n = 0; n <= kTiles; ++n) {
        sums[n][2 * i] = join(c, sums[n][2 * i], run.sums[n][2 * i]);
        sums[n][2 * i + 1] = join(c, sums[n][2 * i + 1], run.sums[n][2 * i + 1]);
      }
    }
  }
};

// A lane's two queries: where they lie in q and out, and the entries that they see.
struct LaneQueries {
  uint32_t at[2];   // [rows, n_heads]
  Entries seen[2];  // end 0: there is no such query
};
REDACT_DEVICE LaneQueries lane_queries(const CacheArgs& cache, const SegmentArgs& segment,
                                       uint32_t first_query, uint32_t kv_head, uint32_t window) {
  const uint32_t group = cache.n_heads / cache.n_kv_heads;
  LaneQueries of{};
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    const uint32_t query = first_query + lane() / 4 + 8 * i;
    const bool inside = query < segment.n_rows * group;
    const uint32_t row = inside ? query / group : 0;
    of.at[i] = (segment.first_row + row) * cache.n_heads + kv_head * group + query % group;
    if (inside) of.seen[i] = visible_entries(segment, row, window);
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

// cap * tanh(score / cap), with 1 - tanh computed by the exponential. A score that is not finite
// shows in the result.
REDACT_DEVICE float capped(float score, float cap) {
  const float rest = 2.0f / add(exponential(2.0f * (score / cap)), 1.0f);
  return fused(cap, add(1.0f, -rest), score - score);
}

// A warp's scores of the 8 entries of a chunk from entry 8 * tile on: scores[i] is that of entry 2t
// + i % 2 for query i / 2 of the lane, or kNoScore if the query does not see the entry.
template <unsigned kSteps>
REDACT_DEVICE void score_tile(const ScoreArgs& args, const LaneQueries& of,
                              const Halves2 (&q)[kSteps][4], const unsigned char* keys,
                              uint32_t chunk, uint32_t tile, float (&scores)[4]) {
  const auto* fragments = reinterpret_cast<const Words2*>(keys) + lane();
  REDACT_UNROLL
  for (uint32_t step = 0; step < kSteps; ++step) {
    const Words2 b = fragments[((tile / 2 * kSteps + step) * 2 + tile % 2) * kWarp];
    mma_f16(scores, q[step], b.word);
  }
  REDACT_UNROLL
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t entry = chunk * kChunkEntries + tile * 8 + lane() % 4 * 2 + i % 2;
    const Entries& seen = of.seen[i / 2];
    if (args.softcap > 0) scores[i] = capped(scores[i], args.softcap);
    if (entry < seen.first || entry >= seen.end) scores[i] = kNoScore;
  }
}

// The largest scores of a group's queries g and g + 8. All warps of the block must call it.
REDACT_DEVICE void largest_scores(const float (&scores)[4], Told& told, uint32_t dim_warp,
                                  float (&largest)[2]) {
  const uint32_t g = lane() / 4;
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    float most = larger(scores[2 * i + 1], larger(scores[2 * i], kNoScore));
    most = larger(shuffle_xor(most, 1), most);
    most = larger(shuffle_xor(most, 2), most);
    if (lane() % 4 == 0) told.largest[dim_warp][g + 8 * i] = most;
    largest[i] = kNoScore;
  }
  barrier();
  REDACT_UNROLL
  for (uint32_t w = 0; w < kDimWarps; ++w) {
    largest[0] = larger(told.largest[w][g], largest[0]);
    largest[1] = larger(told.largest[w][g + 8], largest[1]);
  }
}

// e^(score - most), or 0 for kNoScore. A score that is not finite shows in the result.
REDACT_DEVICE float weight_of(float score, float most) {
  return score == kNoScore ? 0.0f : add(exponential(score - most), score - score);
}

// Adds a chunk's weighted values to the sums. The memory of entries that the tile does not see may
// hold anything.
template <unsigned kSteps>
REDACT_DEVICE void mix_chunk(const Told& told, const unsigned char* values, uint32_t chunk,
                             const Entries& tile_sees, uint32_t dim_warp, Mixed<kSteps>& run) {
  using Of = Head<kSteps>;
  constexpr Halves2 kOnes[2] = {0x3c003c00, 0x3c003c00};
  const auto* fragments = reinterpret_cast<const Words2*>(values);
  REDACT_UNROLL
  for (uint32_t page = 0; page < kChunkPages; ++page) {
    const Words2 low = told.weights[2 * page][lane()], high = told.weights[2 * page + 1][lane()];
    const Halves2 a[4] = {low.word[0], low.word[1], high.word[0], high.word[1]};
    Halves2 mask[2];
    REDACT_UNROLL
    for (uint32_t r = 0; r < 2; ++r) {
      const uint32_t entry = chunk * kChunkEntries + page * kEntries + 8 * r + lane() % 4 * 2;
      const auto is_there = [&](uint32_t e) { return e >= tile_sees.first && e < tile_sees.end; };
      mask[r] = (is_there(entry) ? 0xffffu : 0u) | (is_there(entry + 1) ? 0xffff0000u : 0u);
    }
    REDACT_UNROLL
    for (uint32_t n = 0; n < Of::kTiles; ++n) {
      const uint32_t tile = n * kDimWarps + dim_warp;
      if (Of::kDimTiles % kDimWarps != 0 && tile >= Of::kDimTiles) continue;
      const Words2 v = fragments[(page * Of::kDimTiles + tile) * kWarp + lane()];
      const Halves2 b[2] = {v.word[0] & mask[0], v.word[1] & mask[1]};
      mma_f16(run.sums[n], a, b);
    }
    mma_f16(run.sums[Of::kTiles], a, kOnes);
  }
}

// A warp's work on a chunk that has arrived: `stage` has the keys of its pages, then their values.
// All warps of the block must call it.
template <unsigned kSteps>
REDACT_DEVICE void attend_chunk(const ScoreArgs& args, const LaneQueries& of,
                                const Halves2 (&q)[kSteps][4], const unsigned char* stage,
                                Told& told, uint32_t chunk, const Entries& tile_sees,
                                uint32_t dim_warp, Mixed<kSteps>& run) {
  float scores[4] = {}, largest[2];
  score_tile(args, of, q, stage, chunk, dim_warp, scores);
  largest_scores(scores, told, dim_warp, largest);
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    const Carry c = carry(run.most[i], largest[i]);
    run.most[i] = c.most;
    REDACT_UNROLL
    for (uint32_t n = 0; n <= Head<kSteps>::kTiles; ++n) {
      run.sums[n][2 * i] = multiply(run.sums[n][2 * i], c.keep);
      run.sums[n][2 * i + 1] = multiply(run.sums[n][2 * i + 1], c.keep);
    }
  }
  const Words2 weights{
      halves(weight_of(scores[0], run.most[0]), weight_of(scores[1], run.most[0])),
      halves(weight_of(scores[2], run.most[1]), weight_of(scores[3], run.most[1]))};
  told.weights[dim_warp][lane()] = weights;
  barrier();
  mix_chunk<kSteps>(told, stage + kChunkPages * Head<kSteps>::kPageBytes, chunk, tile_sees,
                    dim_warp, run);
}

}  // namespace redact::simt
