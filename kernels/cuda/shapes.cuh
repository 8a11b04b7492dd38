// SPDX-License-Identifier: Apache-2.0
// The order of sums of a product, and the block shapes that keep it.
//
// The canonical order. The columns of a matrix form four contiguous segments, whose borders depend
// only on the number of columns. A segment is one chain of sums from its first block of columns to
// its last; the four chains are then added in order. Every block shape computes exactly these
// chains: with few rows, which need many threads, each segment has its own group of warps, in one
// block or, where those would leave multiprocessors without work, in four; with enough rows, one
// group walks through all four segments and adds at each border. So a row gives the same bits in
// every shape (P4), and shapes can be as large as is fast.
//
// Terms: a *token* is a row of x, an *output* a row of W. Tiles are 16 outputs or 8 tokens.
//
// The work split. out = W x, with the columns of both from left to right:
//
//             segment 0     1         2         3
//           +---------+---------+---------+---------+
//   block 0 | warp 0  |         |         |         |  kRowTiles tiles of 16 outputs to a warp,
//           | warp 1  |         |         |         |  kRowWarps such warps one below another
//           +---------+---------+---------+---------+
//   block 1 |  ...    |         |         |         |  grid.y; a launch's second matrix follows the
//           +---------+---------+---------+---------+  first
//             group 0   group 1   group 2   group 3    kGroups = 4: each group has a segment
//             ---------- group 0, in turn -------->    kGroups = 1: it walks (kGroupSegments 4) or
//                                                      in Spread shapes each segment has a block
//
// for the kTokenTiles tiles of 8 tokens of each of kTokenWarps warps; grid.x counts blocks of
// tokens, and in Spread shapes segments.
//
// Indices of all products: r counts the row tiles of a warp, n its token tiles, i the four sums
// that a lane has of one tile by one tile (gemm.cuh: output_in_tile, token_in_tile), s segments.
// `at` is a sum of a lane, (r * kTokenTiles + n) * 4 + i, unless a comment says otherwise.
#pragma once

#include <type_traits>

#include "kernels/cuda/device.h"
#include "kernels/formats/format.h"

namespace redact::simt {

constexpr unsigned kSegments = 4;

// The first of `n` units that belongs to segment `s`; n for s = kSegments.
REDACT_DEVICE uint32_t segment_begin(uint32_t n, uint32_t s) { return n * s / kSegments; }

// 1 to 8 tokens: memory-bound. Many small blocks; each warp has one segment of 16 outputs and three
// stages of weights in flight. 5 blocks on a multiprocessor have 34 KB of Q4_0 in flight, where an
// RTX 3090 needs 7 KB for its full rate.
struct GemvShape {
  static constexpr unsigned kRowTiles = 1, kTokenTiles = 1;           // of a warp
  static constexpr unsigned kRowWarps = 1, kTokenWarps = 1;           // of a group
  static constexpr unsigned kGroups = kSegments, kGroupSegments = 1;  // segments of a group
  static constexpr unsigned kMostStages = 4, kBlocks = 3;             // on a multiprocessor
  static constexpr size_t kMostShared = 32 << 10;
};

// Up to 32 tokens: memory-bound as long as x is not read too often from the L2 cache, which 64
// outputs per read ensure. A group of two warps has one segment; two blocks on a multiprocessor
// have 18 KB of Q4_0 in flight. For formats with codes of whole bytes there is room for only one
// block, with as many bytes in flight.
struct VerifyShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 4, kRowWarps = 2, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments, kGroupSegments = 1;
  static constexpr unsigned kMostStages = 2, kBlocks = 2;
  static constexpr size_t kMostShared = 54 << 10;
};

// Up to 64 tokens, with one read of the weights. Its sums leave no room for a second block.
struct WideVerifyShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 8, kRowWarps = 2, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments, kGroupSegments = 1;
  static constexpr unsigned kMostStages = 3, kBlocks = 1;
  static constexpr size_t kMostShared = 99 << 10;  // the limit per block on sm_86
};

// The same two tiles with a block for each segment, where blocks with all four would be fewer than
// the multiprocessors or hardly more (CudaOps::spread): the last of a tile's four blocks adds their
// sums (gemm.cuh). A multiprocessor holds four such blocks, of an RTX 3090 three, which have
// 38 KB of Q4_0 in flight for 32 tokens and 23 KB for 64. Two blocks of 48 KB would have more in
// flight, but only one warp for each scheduler.
struct SpreadVerifyShape : VerifyShape {
  static constexpr unsigned kGroups = 1, kMostStages = 6, kBlocks = 4;
  static constexpr size_t kMostShared = 32 << 10;
};
struct SpreadWideShape : WideVerifyShape {
  static constexpr unsigned kGroups = 1, kMostStages = 6, kBlocks = 4;
  static constexpr size_t kMostShared = 32 << 10;
};

// Prompts: 128 outputs by 64 tokens, which is 55 multiplications per byte of Q4_0 read from the L2
// cache, with sums and totals of 32 x 32 per warp in registers.
struct PromptShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 4, kRowWarps = 4, kTokenWarps = 2;
  static constexpr unsigned kGroups = 1, kGroupSegments = kSegments;
  static constexpr unsigned kMostStages = 4, kBlocks = 2;
  static constexpr size_t kMostShared = 48 << 10;
};

// The same for 16-bit weights, whose pairs have 32 columns, so a stage has as many bytes of weights
// as one of Q8_0 (weights_q.cuh). A matrix of 2,048 outputs has one GemvShape block on each
// multiprocessor of an H200, so the block alone must have the 20 KB in flight that memory of 4.8
// TB/s needs in its latency of 0.6 us: five stages of four segments.
struct HalfGemvShape : GemvShape {
  static constexpr unsigned kMostStages = 6;
  static constexpr size_t kMostShared = 50 << 10;
};
// BF16, with two numbers for an activation, has three stages in 99 KB.
struct HalfVerifyShape : VerifyShape {
  static constexpr unsigned kMostStages = 4;
  static constexpr size_t kMostShared = 99 << 10;
};

// Constants derived from a shape.
template <typename Shape>
struct BlockOf {
  static constexpr unsigned kGroupThreads = Shape::kRowWarps * Shape::kTokenWarps * kWarp;
  static constexpr unsigned kThreads = Shape::kGroups * kGroupThreads;
  static constexpr bool kWalks = Shape::kGroupSegments > 1;  // one group through all segments
  // Blocks that share a tile of outputs and tokens; more than one: each has a segment.
  static constexpr unsigned kTileBlocks = kSegments / (Shape::kGroups * Shape::kGroupSegments);
  static constexpr unsigned kRowTiles = Shape::kRowTiles * Shape::kRowWarps;
  static constexpr unsigned kTokens = Shape::kTokenTiles * Shape::kTokenWarps * 8;
  static constexpr unsigned kTileSums = Shape::kRowTiles * Shape::kTokenTiles * 4;  // of a lane
};

// The shapes of a kind of product, for ever more tokens: the first whose blocks hold n tokens takes
// them, or the last, in several blocks.
template <typename Shape, typename... Larger>
struct Ladder {
  // Calls task.operator()<Shape>() for the shape that takes n tokens.
  template <typename Task>
  static constexpr void with_shape(size_t n, const Task& task) {
    if constexpr (sizeof...(Larger) > 0) {
      if (n > BlockOf<Shape>::kTokens) return Ladder<Larger...>::with_shape(n, task);
    }
    task.template operator()<Shape>();
  }
  // The same for each shape.
  template <typename Task>
  static constexpr void for_each(const Task& task) {
    task.template operator()<Shape>();
    (task.template operator()<Larger>(), ...);
  }
  // Tokens of a block of the shape that takes n.
  static constexpr size_t block_tokens(size_t n) {
    size_t tokens = 0;
    with_shape(n, [&]<typename Taken>() { tokens = BlockOf<Taken>::kTokens; });
    return tokens;
  }
};

// The shapes of products with weights of a format; of those with experts, whose blocks of tokens
// each have a matrix; and, with weights of any format, where segments have blocks of their own.
template <WeightFormat kFormat, typename... Larger>
using LadderOf =
    std::conditional_t<is_half(kFormat), Ladder<HalfGemvShape, HalfVerifyShape, Larger...>,
                       Ladder<GemvShape, VerifyShape, Larger...>>;
template <WeightFormat kFormat>
using ShapesOf = LadderOf<kFormat, WideVerifyShape, PromptShape>;
template <WeightFormat kFormat>
using ExpertShapesOf = LadderOf<kFormat, WideVerifyShape>;
using SpreadShapes = Ladder<SpreadVerifyShape, SpreadWideShape>;
// In what depends on tokens alone, all formats are alike.
using AnyShapes = ShapesOf<WeightFormat::kQ8_0>;
using AnyExpertShapes = ExpertShapesOf<WeightFormat::kQ8_0>;

// The padded number of tokens in device memory: whole blocks of the shape that takes n of them. For
// quantised weights, to pad up to four tokens to four and not to copy the others lost: 11008
// outputs of Q4_0 took 16.8 us on an H200, and 12.7 with whole blocks.
constexpr size_t padded_tokens(size_t n) {
  const size_t each = AnyShapes::block_tokens(n);
  return n <= each ? each : (n + each - 1) / each * each;
}

}  // namespace redact::simt
