// SPDX-License-Identifier: Apache-2.0
// The work of a group of four warps on a chunk of 32 entries for 16 queries: scores, weights, and
// the weighted sum of values. attention.cuh describes the order of sums and how chunks arrive.
//
// Each warp computes the scores of 8 entries, and every fourth tile of 8 dimensions of the values;
// warps exchange scores and weights through shared memory.
#pragma once

#include "kernels/cuda/attention_tile.cuh"

namespace redact::simt {

constexpr uint32_t kChunkPages = 2, kChunkEntries = kChunkPages * kEntries;
constexpr uint32_t kDimWarps = kChunkEntries / 8;  // of a group

// The data that the warps of a group exchange: the weights of a chunk, and their largest scores.
struct Told {
  Words2 weights[kDimWarps][kWarp];
  float largest[kDimWarps][16];
};

// Combines the sums over some entries with the sums over later entries.
struct Carry {
  float most, keep, share;  // the largest score; the factors of the earlier and the later sums
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

// A warp's sums over entries for queries g and g + 8: those of its dimensions, then those of the
// weights.
template <unsigned kSteps>
struct Mixed {
  // Of 8 dimensions, of a warp.
  static constexpr unsigned kTiles = (Head<kSteps>::kDimTiles + kDimWarps - 1) / kDimWarps;
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
  using Sums = Mixed<kSteps>;
  constexpr Halves2 kOnes[2] = {0x3c003c00, 0x3c003c00};
  const auto* fragments = reinterpret_cast<const Words2*>(values);
  REDACT_UNROLL
  for (uint32_t page = 0; page < kChunkPages; ++page) {
    const Words2 low = told.weights[2 * page][lane()], high = told.weights[2 * page + 1][lane()];
    const Halves2 a[4] = {low.word[0], low.word[1], high.word[0], high.word[1]};
    const Words2 mask = seen_halves(tile_sees, chunk * kChunkEntries + page * kEntries);
    REDACT_UNROLL
    for (uint32_t n = 0; n < Sums::kTiles; ++n) {
      const uint32_t tile = n * kDimWarps + dim_warp;
      if (Of::kDimTiles % kDimWarps != 0 && tile >= Of::kDimTiles) continue;
      const Words2 v = fragments[(page * Of::kDimTiles + tile) * kWarp + lane()];
      const Halves2 b[2] = {v.word[0] & mask.word[0], v.word[1] & mask.word[1]};
      mma_f16(run.sums[n], a, b);
    }
    mma_f16(run.sums[Sums::kTiles], a, kOnes);
  }
}

// A warp's work on a chunk that has arrived: `stage` has the keys of its pages, then their values.
// All warps of the block must call it.
template <unsigned kSteps>
REDACT_DEVICE void attend_chunk(const LaneQueries& of, const Halves2 (&q)[kSteps][4],
                                const unsigned char* stage, Told& told, uint32_t chunk,
                                const Entries& tile_sees, uint32_t dim_warp, Mixed<kSteps>& run) {
  float scores[4] = {}, largest[2];
  score_tile(q, stage, dim_warp, scores);
  REDACT_UNROLL
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t entry = chunk * kChunkEntries + dim_warp * 8 + lane() % 4 * 2 + i % 2;
    if (!contains(of.seen[i / 2], entry)) scores[i] = kNoScore;
  }
  largest_scores(scores, told, dim_warp, largest);
  REDACT_UNROLL
  for (uint32_t i = 0; i < 2; ++i) {
    const Carry c = carry(run.most[i], largest[i]);
    run.most[i] = c.most;
    REDACT_UNROLL
    for (uint32_t n = 0; n <= Mixed<kSteps>::kTiles; ++n) {
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
