// SPDX-License-Identifier: Apache-2.0
// Products with quantised weights on the tensor cores' 8-bit integers:
//
//   out[t, o] = sum over blocks b of 32 columns, in the canonical order (shapes.cuh), of
//                 scale_x[t, b] * (scale_w[o, b] * (codes_w[o, b] . codes_x[t, b])
//                                  + least_w[o, b] * sum(codes_x[t, b]))
//   (out[t, o] += ... for the residual)
//
// The integer products of a block are exact; weights_q.cuh has the arithmetic.
//
// Layouts: weights packed.h, activations quantise.cuh, out [tokens, outputs]. Both operands lie in
// device memory as the fragments of mma_s8: what ldmatrix would do has been done once.
// Who computes what: a block takes the outputs and tokens of its shape, a pair of column tiles a
// step. Its groups walk through their segments in step; the pairs ahead are on their way to shared
// memory, copied by all threads of the group (copy_async), while the tensor cores work on the one
// that has arrived. Lane (g, t) of a warp has the sums of outputs g and g + 8 for the tokens 2t and
// 2t + 1 of each tile. Grid: (token blocks, output blocks), so that blocks which share weights run
// side by side.
// Traffic from the second-level cache: a weight once for every token block, an activation once for
// every output block; from memory each once. bench/gpu_model.py counts what binds.
#pragma once

#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/weights_q.cuh"

namespace redact::simt {

struct GemmQArgs {
  GemmCall call;  // column tiles even, and a multiple of 8 for formats of 256 weights a block
  const int8_t* codes_x;  // quantise.cuh
  const float* scales_x;
  const float* sums_x;

  bool operator==(const GemmQArgs&) const = default;
};

// A stage: what a group needs of one pair, in shared memory. Of the weights the codes of all row
// tiles, their high bits, scales and steps; then of either column tile the tokens' codes, their
// scales, and their sums where the format has a least weight.
template <WeightFormat kFormat, typename Shape>
struct Stage {
  using Weights = PairBytes<kFormat>;
  using Block = BlockOf<Shape>;
  // Where they begin.
  static constexpr unsigned kHigh = Block::kRowTiles * Weights::kCodes;
  static constexpr unsigned kScales = kHigh + Block::kRowTiles * Weights::kHigh;
  static constexpr unsigned kSteps = kScales + Block::kRowTiles * Weights::kScales;
  static constexpr unsigned kCodesX = kSteps + Block::kRowTiles * Weights::kSteps;
  static constexpr unsigned kScalesX = kCodesX + 2 * Block::kTokens * 32;
  static constexpr unsigned kSumsX = kScalesX + 2 * Block::kTokens * sizeof(float);
  static constexpr unsigned kBytes =
      kSumsX + (Weights::kHasLeast ? 2 * Block::kTokens * sizeof(float) : 0);
  static constexpr size_t kFit = Shape::kMostShared / (Shape::kGroups * kBytes);
  static constexpr unsigned kStages =
      kFit < Shape::kMostStages ? static_cast<unsigned>(kFit) : Shape::kMostStages;
  static_assert(kStages >= 2);
  static constexpr size_t kPipeline = size_t{Shape::kGroups} * kStages * kBytes;
  static constexpr size_t kJoin = Shape::kGroups > 1 ? kJoinShared<Shape> : 0;
  static constexpr size_t kShared = kPipeline > kJoin ? kPipeline : kJoin;
  static_assert(kShared <= Shape::kMostShared);
};

// Copies kTiles runs of kBytes, a multiple of 16, with the threads of a group, of which this is
// `thread`: run r comes from `from(r)`, and they lie behind each other.
template <unsigned kThreads, unsigned kTiles, unsigned kBytes, typename From>
REDACT_DEVICE void copy_runs(unsigned char* to, unsigned thread, const From& from) {
  constexpr unsigned kOfRun = kBytes / 16;
  for (unsigned i = thread; i < kTiles * kOfRun; i += kThreads) {
    copy_async(to + i * 16, from(i / kOfRun) + i % kOfRun * 16);
  }
}

// Where a block's operands lie.
struct Operands {
  const GemmQArgs& args;
  const GemmMatrix& matrix;
  uint32_t first_row_tile, first_token;
  unsigned tokens;  // of the block's that lie in memory
};

// What x has kBytes of for a token and a column tile: a run for either tile of a pair; of few
// tokens, those that are there.
template <typename Shape, unsigned kBytes>
REDACT_DEVICE void copy_x(unsigned char* to, const Operands& of, const void* x, uint32_t pair,
                          unsigned thread) {
  constexpr unsigned kOfTile = BlockOf<Shape>::kTokens * kBytes;
  const unsigned there = BlockOf<Shape>::kTokens == 8 ? of.tokens * kBytes : kOfTile;
  for (unsigned i = thread; i < kOfTile / 8; i += BlockOf<Shape>::kGroupThreads) {
    const unsigned tile = i / (kOfTile / 16), byte = i % (kOfTile / 16) * 16;
    const uint32_t token = (pair * 2 + tile) * of.args.call.padded_rows + of.first_token;
    if (byte >= there) continue;
    copy_async(to + tile * kOfTile + byte,
               static_cast<const unsigned char*>(x) + size_t{token} * kBytes + byte);
  }
}

// Begins to copy a pair into a stage.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void copy_pair(unsigned char* stage, const Operands& of, uint32_t pair,
                             unsigned thread) {
  using Layout = Stage<kFormat, Shape>;
  using Bytes = PairBytes<kFormat>;
  constexpr unsigned kThreads = BlockOf<Shape>::kGroupThreads;
  constexpr unsigned kTiles = BlockOf<Shape>::kRowTiles;
  const uint32_t pairs = of.args.call.column_tiles / 2;
  const uint32_t last_row_tile = (of.matrix.rows - 1) / 16;
  const auto row_tile = [&](unsigned r) {  // past the matrix, its last outputs again
    const uint32_t wanted = of.first_row_tile + r;
    return wanted < last_row_tile ? wanted : last_row_tile;
  };
  copy_runs<kThreads, kTiles, Bytes::kCodes>(stage, thread, [&](unsigned r) {
    return of.matrix.codes + size_t{row_tile(r) * pairs + pair} * Bytes::kCodes;
  });
  if constexpr (Bytes::kHigh > 0) {
    copy_runs<kThreads, kTiles, Bytes::kHigh>(stage + Layout::kHigh, thread, [&](unsigned r) {
      return of.matrix.high + size_t{row_tile(r) * pairs + pair} * Bytes::kHigh;
    });
  }
  copy_runs<kThreads, kTiles, Bytes::kScales>(stage + Layout::kScales, thread, [&](unsigned r) {
    return of.matrix.scales + size_t{row_tile(r) * pairs + pair} * Bytes::kScales;
  });
  if constexpr (Bytes::kSteps > 0) {
    constexpr unsigned kPairs = Bytes::kOfBlocks256 ? 4 : 1;  // that share them
    copy_runs<kThreads, kTiles, Bytes::kSteps>(stage + Layout::kSteps, thread, [&](unsigned r) {
      return of.matrix.steps +
             size_t{row_tile(r) * (pairs / kPairs) + pair / kPairs} * Bytes::kSteps;
    });
  }
  copy_x<Shape, 32>(stage + Layout::kCodesX, of, of.args.codes_x, pair, thread);
  copy_x<Shape, sizeof(float)>(stage + Layout::kScalesX, of, of.args.scales_x, pair, thread);
  if constexpr (Bytes::kHasLeast) {
    copy_x<Shape, sizeof(float)>(stage + Layout::kSumsX, of, of.args.sums_x, pair, thread);
  }
}

// A warp's products of the pair in a stage. Tokens from `tokens` on are not there, and are zero.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void multiply_pair(const unsigned char* stage, unsigned warp, unsigned tokens,
                                 float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4]) {
  using Layout = Stage<kFormat, Shape>;
  constexpr unsigned kTokens = BlockOf<Shape>::kTokens;
  const unsigned first_row_tile = warp % Shape::kRowWarps * Shape::kRowTiles;
  const unsigned first_token = warp / Shape::kRowWarps * Shape::kTokenTiles * 8;
  const unsigned g = lane() / 4, t = lane() % 4;
  using Bytes = PairBytes<kFormat>;
  PairScales of_pair[Shape::kRowTiles];
  REDACT_UNROLL
  for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
    of_pair[r] = load_scales<kFormat>(stage + Layout::kScales + (first_row_tile + r) * 64,
                                      stage + Layout::kSteps + (first_row_tile + r) * 64);
  }
  // Registers bound it: what one tile needs leaves no room for the next one's, but for Q6_K, of
  // which ptxas keeps fewer when it sees both.
  [[maybe_unused]] constexpr int kAtOnce = kFormat == WeightFormat::kQ6_K ? 2 : 1;
  REDACT_UNROLL_BY(kAtOnce)
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
    const unsigned first = tile * kTokens + first_token;
    REDACT_UNROLL
    for (unsigned n = 0; n < Shape::kTokenTiles; ++n) {
      // Only the shape for few tokens takes less than it could.
      const bool code_there = kTokens > 8 || tokens > g;
      const bool scale_there = kTokens > 8 || tokens > 2 * t;
      const auto* codes = reinterpret_cast<const Words2*>(stage + Layout::kCodesX);
      const auto* x_scales = reinterpret_cast<const Floats2*>(stage + Layout::kScalesX);
      const auto* x_sums = reinterpret_cast<const Floats2*>(stage + Layout::kSumsX);
      const unsigned row = first + n * 8;
      const Words2 x = code_there ? codes[row * 4 + lane()] : Words2{};
      const Floats2 of_x = scale_there ? x_scales[row / 2 + t] : Floats2{};
      Floats2 sum_of_x{};
      if constexpr (PairBytes<kFormat>::kHasLeast) {
        if (scale_there) sum_of_x = x_sums[row / 2 + t];
      }
      REDACT_UNROLL
      for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
        add_tile<kFormat>(a[r], scales[r], x.word, of_x, sum_of_x, sums[r][n]);
      }
    }
  }
}

// A group's threads have read what is behind, and see what each has waited for.
template <typename Shape>
REDACT_DEVICE void group_barrier() {
  if constexpr (BlockOf<Shape>::kGroupThreads == kWarp) {
    warp_barrier();
  } else {
    barrier();
  }
}

// A block's outputs, of one matrix, whose codes and scales are those of `weights`. Shared:
// Stage<kFormat, Shape>::kShared.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void gemm_q_block(const GemmQArgs& args, const GemmMatrix& matrix,
                                const GemmMatrix& weights) {
  using Layout = Stage<kFormat, Shape>;
  using Block = BlockOf<Shape>;
  constexpr unsigned kStages = Layout::kStages;
  const unsigned group = thread_index().x / Block::kGroupThreads;
  const unsigned thread = thread_index().x % Block::kGroupThreads;
  const uint32_t row_tile = (block_index().y - matrix.first_block) * Block::kRowTiles;
  const uint32_t token = block_index().x * Block::kTokens;
  const uint32_t left = args.call.padded_rows - token;
  // Of few tokens not even a tile may be there.
  const unsigned tokens = Block::kTokens == 8 && left < 8 ? left : Block::kTokens;
  const Operands operands{args, weights, row_tile, token, tokens};

  // The group's pairs. All groups take as many steps as the longest segment has pairs.
  const uint32_t pairs = args.call.column_tiles / 2;
  const uint32_t begin = Shape::kGroups == 1 ? 0 : segment_begin(pairs, group);
  const uint32_t end = Shape::kGroups == 1 ? pairs : segment_begin(pairs, group + 1);
  const uint32_t steps = Shape::kGroups == 1 ? pairs : (pairs + kSegments - 1) / kSegments;
  unsigned char* stages = shared_memory() + group * kStages * Layout::kBytes;
  const auto copy = [&](uint32_t step, unsigned stage) {
    if (begin + step < end) {
      copy_pair<kFormat, Shape>(stages + stage * Layout::kBytes, operands, begin + step, thread);
    }
    commit_copies();
  };

  float sums[Shape::kRowTiles][Shape::kTokenTiles][4] = {};
  float totals[Shape::kRowTiles][Shape::kTokenTiles][4] = {};  // of the segments before, one group
  uint32_t segment = 1, border = segment_begin(pairs, 1);
  const auto add_segments = [&](uint32_t next) {  // those that end where pair `next` begins
    while (segment <= kSegments && border == next) {
      REDACT_UNROLL
      for (unsigned at = 0; at < Block::kTileSums; ++at) {
        const unsigned r = at / 4 / Shape::kTokenTiles, n = at / 4 % Shape::kTokenTiles;
        totals[r][n][at % 4] = add(totals[r][n][at % 4], sums[r][n][at % 4]);
        sums[r][n][at % 4] = 0;
      }
      border = segment_begin(pairs, ++segment);
    }
  };

  REDACT_UNROLL
  for (unsigned stage = 0; stage + 1 < kStages; ++stage) copy(stage, stage);
  unsigned stage = 0;
  REDACT_UNROLL_BY(1)
  for (uint32_t step = 0; step < steps; ++step) {
    if constexpr (Shape::kGroups == 1) add_segments(step);
    wait_copies<kStages - 2>();
    group_barrier<Shape>();
    copy(step + kStages - 1, (stage + kStages - 1) % kStages);  // where all have read
    if (begin + step < end) {
      multiply_pair<kFormat, Shape>(stages + stage * Layout::kBytes, thread / kWarp, tokens, sums);
    }
    stage = stage + 1 == kStages ? 0 : stage + 1;
  }
  if constexpr (Shape::kGroups == 1) {
    add_segments(pairs);
    const unsigned warp = thread / kWarp;
    write_sums<Shape>(args.call, matrix, row_tile + warp % Shape::kRowWarps * Shape::kRowTiles,
                      token + warp / Shape::kRowWarps * Shape::kTokenTiles * 8, totals, nullptr);
  } else {
    barrier();  // the stages have been read
    join_sums<Shape>(args.call, matrix, row_tile, token, sums, nullptr);
  }
}

template <WeightFormat kFormat, typename Shape>
REDACT_KERNEL void REDACT_BOUNDS(BlockOf<Shape>::kThreads, Shape::kBlocks)
    gemm_q_kernel(const REDACT_CONSTANT GemmQArgs args) {
  const GemmMatrix& matrix = matrix_of(args.call, block_index().y);
  gemm_q_block<kFormat, Shape>(args, matrix, matrix);
}

}  // namespace redact::simt
