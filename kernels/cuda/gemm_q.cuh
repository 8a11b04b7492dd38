// SPDX-License-Identifier: Apache-2.0
// Products on the tensor cores, of quantised weights (hence q) and of 16-bit ones by the same way.
// With quantised weights, on 8-bit integers:
//
//   out[t, o] = sum over blocks b of 32 columns, in the canonical order (shapes.cuh), of
//                 scale_x[t, b] * (scale_w[o, b] * (codes_w[o, b] . codes_x[t, b])
//                                  + least_w[o, b] * sum(codes_x[t, b]))
//   (out[t, o] += ... for the residual)
//
// With 16-bit weights, scale_x[t, b] * (w[o, b] . numbers_x[t, b]). The integer products of a block
// are exact; weights_q.cuh and weights_f16.cuh have the arithmetic.
//
// Layouts: weights packed.h, activations quantise.cuh, out [tokens, outputs]. Both operands are
// stored in device memory as the fragments of mma_s8, so the work of ldmatrix is done once, in
// advance.
// Work split: a block takes the outputs and tokens of its shape, and one pair of column tiles per
// step. Its groups walk through their segments in lockstep. All threads of a group prefetch the
// next pairs into shared memory (copy_async) while the tensor cores work on the pair that has
// arrived. Lane (g, t) of a warp has the sums of outputs g and g + 8 for the tokens 2t and 2t + 1
// of each tile. Grid: (token blocks, output blocks), so that blocks that share weights run
// concurrently; in shapes with a block for each segment, (segments, output blocks).
// Traffic from the L2 cache: a weight once for every token block, an activation once for every
// output block; from memory, each once. bench/gpu_model.py computes which resource is the limit.
#pragma once

#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/weights_f16.cuh"
#include "kernels/cuda/weights_q.cuh"

namespace redact::simt {

struct GemmQArgs {
  GemmCall call;        // column_tiles is even, and a multiple of 8 for formats with blocks of 256
  const void* codes_x;  // quantise.cuh
  const float* scales_x;
  const float* sums_x;
  SpreadSums spread = {};  // for shapes with a block for each segment

  bool operator==(const GemmQArgs&) const = default;
};

// How many of a lane's 32 totals in PromptShape are kept in shared memory: all totals in registers,
// together with the sums and the operands of a pair, would take more than 128 registers. The more
// totals in shared memory, the fewer stages fit: two for formats with blocks of 256, Q4_1 and Q5_1,
// where two blocks on an RTX 3090 need 0.9 us per pair, which is the latency of memory; three for
// Q8_0, Q4_0 and F16, where they need 0.6 us. BF16, with two numbers for an activation, has two.
template <WeightFormat kFormat>
constexpr unsigned kTotalsAside = kFormat == WeightFormat::kQ8_0     ? 6
                                  : kFormat == WeightFormat::kQ4_0   ? 21
                                  : kFormat == WeightFormat::kIQ4_XS ? 20
                                  : kFormat == WeightFormat::kF16    ? 8
                                  : kFormat == WeightFormat::kBf16   ? 14
                                  : kFormat == WeightFormat::kQ4_1   ? 26
                                                                     : 24;

// A stage in shared memory holds what a group needs for one pair of column tiles: the weights'
// codes of all row tiles; the tokens' codes of both column tiles; the weights' high bits, scales
// and steps; the tokens' scales of the pair's blocks, and their sums if the format has a least
// weight. Sizes of the parts that 16-bit weights lack are 0.
template <WeightFormat kFormat, typename Shape>
struct Stage {
  using Weights = PairBytes<kFormat>;
  using Block = BlockOf<Shape>;
  // The offsets of these parts.
  static constexpr unsigned kCodesX = Block::kRowTiles * Weights::kCodes;
  static constexpr unsigned kHigh = kCodesX + 2 * Weights::kParts * Block::kTokens * 32;
  static constexpr unsigned kScales = kHigh + Block::kRowTiles * Weights::kHigh;
  static constexpr unsigned kSteps = kScales + Block::kRowTiles * Weights::kScales;
  static constexpr unsigned kScalesX = kSteps + Block::kRowTiles * Weights::kSteps;
  static constexpr unsigned kSumsX = kScalesX + Weights::kBlocks * Block::kTokens * sizeof(float);
  static constexpr unsigned kBytes =
      kSumsX + (Weights::kHasLeast ? 2 * Block::kTokens * sizeof(float) : 0);
  // The totals in shared memory of a group that walks through all segments, after the stages.
  static constexpr size_t kAside =
      Block::kWalks ? size_t{Block::kThreads} * kTotalsAside<kFormat> * sizeof(float) : 0;
  static constexpr size_t kFit = (Shape::kMostShared - kAside) / (Shape::kGroups * kBytes);
  static constexpr unsigned kStages =
      kFit < Shape::kMostStages ? static_cast<unsigned>(kFit) : Shape::kMostStages;
  static_assert(kStages >= 2);
  static constexpr size_t kPipeline = size_t{Shape::kGroups} * kStages * kBytes;
  static constexpr size_t kJoin = Shape::kGroups > 1 ? kJoinShared<Shape> : 0;
  static constexpr size_t kShared = kPipeline + kAside > kJoin ? kPipeline + kAside : kJoin;
  static_assert(kShared <= Shape::kMostShared);
};

// The location of a block's operands.
struct Operands {
  const GemmQArgs& args;
  const GemmMatrix& matrix;
  uint32_t first_row_tile, first_token;
};

// The copies of one thread of a group into a stage: 16 bytes each, one group's width apart. Their
// sources are computed once for all pairs. If all threads copy from the same part, as with the
// codes in most shapes, the compiler knows the part.
template <WeightFormat kFormat, typename Shape>
class PairCopies {
 public:
  REDACT_DEVICE PairCopies(const Operands& of, unsigned thread) : thread_(thread) {
    REDACT_UNROLL
    for (unsigned i = 0; i < kCopies; ++i) sources_[i] = source(of, place(i));
  }

  // Starts the copies of a pair.
  REDACT_DEVICE void start(unsigned char* stage, uint32_t pair) const {
    REDACT_UNROLL
    for (unsigned i = 0; i < kCopies; ++i) {
      const Source& s = sources_[i];
      if (place(i) >= Layout::kBytes) continue;
      const unsigned char* from = s.from + size_t{pair >> s.shift} * s.bytes;
      if constexpr (Bytes::kIsHalf) {
        copy_async_or_zeros(stage + place(i), from, s.exists);
      } else {
        copy_async(stage + place(i), from);
      }
    }
  }

 private:
  using Layout = Stage<kFormat, Shape>;
  using Bytes = PairBytes<kFormat>;
  using Block = BlockOf<Shape>;
  static constexpr unsigned kThreads = Block::kGroupThreads;
  static constexpr unsigned kCopies = (Layout::kBytes / 16 + kThreads - 1) / kThreads;

  struct Source {
    const unsigned char* from;  // for the first pair
    uint32_t bytes, shift;      // the source advances by `bytes` every 2^shift pairs
    bool exists = true;         // false: a token past the last, which takes no traffic
  };

  // The offset of a copy in the stage.
  REDACT_DEVICE unsigned place(unsigned copy) const { return (thread_ + copy * kThreads) * 16; }

  static REDACT_DEVICE Source source(const Operands& of, unsigned at) {
    const GemmMatrix& w = of.matrix;
    if (at < Layout::kCodesX) return weights<Bytes::kCodes>(of, w.codes, at);
    if (at < Layout::kHigh) {
      return x<32, 2 * Bytes::kParts>(of, of.args.codes_x, at - Layout::kCodesX);
    }
    if (at < Layout::kScales) return weights<Bytes::kHigh>(of, w.high, at - Layout::kHigh);
    if (at < Layout::kSteps) return weights<Bytes::kScales>(of, w.scales, at - Layout::kScales);
    if (at < Layout::kScalesX) {
      constexpr unsigned kShift = Bytes::kOfBlocks256 ? 2 : 0;
      return weights<Bytes::kSteps, kShift>(of, w.steps, at - Layout::kSteps);
    }
    if (at < Layout::kSumsX) {
      return x<4, Bytes::kBlocks>(of, of.args.scales_x, at - Layout::kScalesX);
    }
    if (at < Layout::kBytes) return x<4, 2>(of, of.args.sums_x, at - Layout::kSumsX);
    return {};
  }

  // The source of byte `at` of a weight part; each row tile has kBytes of it per 2^kShift pairs.
  template <unsigned kBytes, unsigned kShift = 0>
  static REDACT_DEVICE Source weights(const Operands& of, const uint8_t* part, unsigned at) {
    if constexpr (kBytes == 0) {
      return {};
    } else {
      const uint32_t last = (of.matrix.rows - 1) / 16, wanted = of.first_row_tile + at / kBytes;
      const uint32_t row_tile = wanted < last ? wanted : last;  // past the matrix: its last tile
      const uint32_t runs = of.args.call.column_tiles / 2 >> kShift;
      return {part + size_t{row_tile} * runs * kBytes + at % kBytes, kBytes, kShift};
    }
  }

  // The source of byte `at` of a part of x: kBytes per token of the block in each of a pair's
  // kTimes tiles, tiles of each part of a number, or blocks.
  template <unsigned kBytes, unsigned kTimes>
  static REDACT_DEVICE Source x(const Operands& of, const void* part, unsigned at) {
    constexpr unsigned kOfTile = Block::kTokens * kBytes;
    const uint32_t padded = of.args.call.padded_rows;
    const uint32_t token = at / kOfTile * padded + of.first_token;
    return {static_cast<const unsigned char*>(part) + size_t{token} * kBytes + at % kOfTile,
            kTimes * padded * kBytes, 0,
            of.first_token + at % kOfTile / kBytes < of.args.call.n_rows};
  }

  unsigned thread_;
  Source sources_[kCopies];
};

// A warp's products of the pair in a stage, with 16-bit weights.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void multiply_halves(const unsigned char* stage, unsigned warp,
                                   float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4]) {
  using Layout = Stage<kFormat, Shape>;
  using Block = BlockOf<Shape>;
  constexpr unsigned kParts = PairBytes<kFormat>::kParts;
  const unsigned first_row_tile = warp % Shape::kRowWarps * Shape::kRowTiles;
  const unsigned first_token = warp / Shape::kRowWarps * Shape::kTokenTiles * 8;
  Words4 a[Shape::kRowTiles][2];
  REDACT_UNROLL
  for (unsigned at = 0; at < Shape::kRowTiles * 2; ++at) {
    a[at / 2][at % 2] =
        reinterpret_cast<const Words4*>(stage)[(first_row_tile * 2 + at) * kWarp + lane()];
  }
  const auto* numbers = reinterpret_cast<const Words2*>(stage + Layout::kCodesX);
  const auto* x_scales = reinterpret_cast<const float*>(stage + Layout::kScalesX);
  REDACT_UNROLL
  for (unsigned n = 0; n < Shape::kTokenTiles; ++n) {
    const unsigned token = first_token + n * 8;
    Words2 b[2][kParts];
    REDACT_UNROLL
    for (unsigned at = 0; at < 2 * kParts; ++at) {
      b[at / kParts][at % kParts] = numbers[(at * Block::kTokens + token) * 4 + lane()];
    }
    const auto of_x = *reinterpret_cast<const Floats2*>(x_scales + token + lane() % 4 * 2);
    REDACT_UNROLL
    for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
      add_halves<kFormat>(a[r], b, of_x, sums[r][n]);
    }
  }
}

// The same with quantised weights.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void multiply_codes(const unsigned char* stage, unsigned warp,
                                  float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4]) {
  using Layout = Stage<kFormat, Shape>;
  using Block = BlockOf<Shape>;
  const unsigned first_row_tile = warp % Shape::kRowWarps * Shape::kRowTiles;
  const unsigned first_token = warp / Shape::kRowWarps * Shape::kTokenTiles * 8;
  const unsigned t = lane() % 4;
  using Bytes = PairBytes<kFormat>;
  PairScales of_pair[Shape::kRowTiles];
  REDACT_UNROLL
  for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
    of_pair[r] = load_scales<kFormat>(stage + Layout::kScales + (first_row_tile + r) * 64,
                                      stage + Layout::kSteps + (first_row_tile + r) * 64);
  }
  REDACT_UNROLL
  for (unsigned tile = 0; tile < 2; ++tile) {
    Codes4 a[Shape::kRowTiles][4];
    TileScale scales[Shape::kRowTiles][2];
    REDACT_UNROLL
    for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
      load_codes<kFormat>(stage + (first_row_tile + r) * Bytes::kCodes,
                          stage + Layout::kHigh + (first_row_tile + r) * Bytes::kHigh, tile, a[r]);
      scales[r][0] = tile_scale<kFormat>(of_pair[r], 0, tile);
      scales[r][1] = tile_scale<kFormat>(of_pair[r], 1, tile);
    }
    const unsigned first = tile * Block::kTokens + first_token;
    const auto* codes = reinterpret_cast<const Words2*>(stage + Layout::kCodesX) + first * 4;
    const auto* x_scales = reinterpret_cast<const float*>(stage + Layout::kScalesX) + first + 2 * t;
    const auto* x_sums = reinterpret_cast<const float*>(stage + Layout::kSumsX) + first + 2 * t;
    REDACT_UNROLL
    for (unsigned n = 0; n < Shape::kTokenTiles; ++n) {
      const auto two = [n](const float* from) {
        return *reinterpret_cast<const Floats2*>(from + n * 8);
      };
      const Words2 x = codes[n * kWarp + lane()];
      const Floats2 of_x = two(x_scales);
      Floats2 sum_of_x{};
      if constexpr (Bytes::kHasLeast) sum_of_x = two(x_sums);
      REDACT_UNROLL
      for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
        add_tile<kFormat>(a[r], scales[r], x.word, of_x, sum_of_x, sums[r][n]);
      }
    }
  }
}

// After this barrier, all threads of a group have finished their earlier reads, and each sees the
// copies for which any of them has waited.
template <typename Shape>
REDACT_DEVICE void group_barrier() {
  if constexpr (BlockOf<Shape>::kGroupThreads == kWarp) {
    warp_barrier();
  } else {
    barrier();
  }
}

// Computes a block's outputs for one matrix, whose codes and scales are those of `weights`. Shared
// memory: Stage<kFormat, Shape>::kShared.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void gemm_q_block(const GemmQArgs& args, const GemmMatrix& matrix,
                                const GemmMatrix& weights) {
  using Layout = Stage<kFormat, Shape>;
  using Block = BlockOf<Shape>;
  constexpr unsigned kStages = Layout::kStages;
  constexpr bool kWalks = Block::kWalks, kSpread = Block::kTileBlocks > 1;
  const unsigned group = Shape::kGroups == 1 ? 0 : thread_index().x / Block::kGroupThreads;
  const unsigned own_segment = kSpread ? block_index().x : group;
  const unsigned thread = thread_index().x % Block::kGroupThreads;
  const uint32_t row_tile = (block_index().y - matrix.first_block) * Block::kRowTiles;
  const uint32_t token = kSpread ? 0 : block_index().x * Block::kTokens;
  const Operands operands{args, weights, row_tile, token};

  // The pairs of the group: those of one segment, or all. If groups have one segment each, all take
  // as many steps as the longest segment has pairs.
  const uint32_t pairs = args.call.column_tiles / 2;
  const uint32_t begin = kWalks ? 0 : segment_begin(pairs, own_segment);
  const uint32_t end = kWalks ? pairs : segment_begin(pairs, own_segment + 1);
  unsigned char* stages = shared_memory() + group * kStages * Layout::kBytes;
  const PairCopies<kFormat, Shape> copies(operands, thread);
  const auto copy = [&](uint32_t step, unsigned stage) {
    if (begin + step < end) copies.start(stages + stage * Layout::kBytes, begin + step);
    commit_copies();
  };

  float sums[Shape::kRowTiles][Shape::kTokenTiles][4] = {};
  // Sums of the completed segments; the first kTotalsAside of them are in shared memory.
  [[maybe_unused]] float totals[Block::kTileSums] = {};
  [[maybe_unused]] float* aside =
      reinterpret_cast<float*>(shared_memory() + Layout::kPipeline) + thread;
  const auto for_each_total = [&](const auto& task) {
    REDACT_UNROLL
    for (unsigned at = 0; at < Block::kTileSums; ++at) {
      task(at < kTotalsAside<kFormat> ? aside[at * Block::kThreads] : totals[at],
           sums[at / 4 / Shape::kTokenTiles][at / 4 % Shape::kTokenTiles][at % 4]);
    }
  };
  if constexpr (kWalks) for_each_total([](float& total, float) { total = 0; });
  REDACT_UNROLL
  for (unsigned stage = 0; stage + 1 < kStages; ++stage) copy(stage, stage);
  uint32_t step = 0;
  unsigned stage = 0;
  REDACT_UNROLL_BY(1)
  for (unsigned segment = 0; segment < (kWalks ? kSegments : 1); ++segment) {
    const uint32_t border =
        kWalks ? segment_begin(pairs, segment + 1) : (pairs + kSegments - 1) / kSegments;
    REDACT_UNROLL_BY(1)
    for (; step < border; ++step) {
      wait_copies<kStages - 2>();
      group_barrier<Shape>();
      copy(step + kStages - 1, (stage + kStages - 1) % kStages);  // the stage that all have read
      if (kWalks || begin + step < end) {
        const unsigned char* pair = stages + stage * Layout::kBytes;
        if constexpr (PairBytes<kFormat>::kIsHalf) {
          multiply_halves<kFormat, Shape>(pair, thread / kWarp, sums);
        } else {
          multiply_codes<kFormat, Shape>(pair, thread / kWarp, sums);
        }
      }
      stage = stage + 1 == kStages ? 0 : stage + 1;
    }
    if constexpr (kWalks) {
      for_each_total([](float& total, float& sum) {
        total = add(total, sum);
        sum = 0;
      });
    }
  }
  if constexpr (kWalks) {
    for_each_total([](float total, float& sum) { sum = total; });
    const unsigned warp = thread / kWarp;
    write_sums<Shape>(args.call, matrix, row_tile + warp % Shape::kRowWarps * Shape::kRowTiles,
                      token + warp / Shape::kRowWarps * Shape::kTokenTiles * 8, sums);
  } else if constexpr (kSpread) {
    join_blocks<Shape>(args.call, matrix, args.spread, row_tile, sums);
  } else {
    barrier();  // the stages have been read
    join_sums<Shape>(args.call, matrix, row_tile, token, sums);
  }
}

template <WeightFormat kFormat, typename Shape>
REDACT_KERNEL void REDACT_BOUNDS(BlockOf<Shape>::kThreads, Shape::kBlocks)
    gemm_q_kernel(const REDACT_CONSTANT GemmQArgs args) {
  const GemmMatrix& matrix = matrix_of(args.call, block_index().y);
  gemm_q_block<kFormat, Shape>(args, matrix, matrix);
}

}  // namespace redact::simt
