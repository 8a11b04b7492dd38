// SPDX-License-Identifier: Apache-2.0
// The order of sums of a product, and the shapes of block that keep it.
//
// The canonical order. The columns of a matrix are four segments, contiguous, whose borders follow
// from their number alone. A segment is one chain of sums from its first block of columns to its
// last; the four chains add up in their order. Whatever a block of threads looks like, it computes
// these chains and no others: where few rows ask for many threads, a group of warps has a segment
// each; where there are rows enough, one group walks through all four and adds at each border. So a
// row gives the same bits in every shape (P4), and shapes are free to be large.
//
// Words: a *token* is a row of x, an *output* a row of W. Tiles are 16 outputs or 8 tokens.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kSegments = 4;

// The first of `n` units that belongs to segment `s`, and with s = kSegments, n.
REDACT_DEVICE uint32_t segment_begin(uint32_t n, uint32_t s) { return n * s / kSegments; }

// One token, to 8: memory bounds it. Many small blocks, each warp with a segment of 16 outputs and
// three stages of weights under way: 5 blocks on a processor have 34 KB of Q4_0 on their way, where
// an RTX 3090 needs 7 for its full rate.
struct GemvShape {
  static constexpr unsigned kRowTiles = 1, kTokenTiles = 1;  // of a warp
  static constexpr unsigned kRowWarps = 1, kTokenWarps = 1;  // of a group
  static constexpr unsigned kGroups = kSegments;
  static constexpr unsigned kMostStages = 4, kBlocks = 3;  // on a processor
  static constexpr size_t kMostShared = 32 << 10;
};

// To 32 tokens: memory bounds it as long as x is not read too often from the second-level cache,
// which 64 outputs for each reading see to. A group of two warps has a segment; two blocks on a
// processor have 18 KB of Q4_0 on their way. Of codes in whole bytes there is room for one block,
// with as much.
struct VerifyShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 4, kRowWarps = 2, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments;
  static constexpr unsigned kMostStages = 2, kBlocks = 2;
  static constexpr size_t kMostShared = 54 << 10;
};

// To 64 tokens, in one reading of the weights. Its sums leave no room for a second block.
struct WideVerifyShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 8, kRowWarps = 2, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments;
  static constexpr unsigned kMostStages = 3, kBlocks = 1;
  static constexpr size_t kMostShared = 99 << 10;  // all that sm_86 gives a block
};

// Prompts: 128 outputs by 64 tokens, 55 multiplications for each byte of Q4_0 from the second-level
// cache, with sums and totals of 32 x 32 a warp in registers.
struct PromptShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 4, kRowWarps = 4, kTokenWarps = 2;
  static constexpr unsigned kGroups = 1;
  static constexpr unsigned kMostStages = 4, kBlocks = 2;
  static constexpr size_t kMostShared = 48 << 10;
};

// Weights of 16 bits, which take no stages: few tokens, to 32, and by 64.
struct HalfGemvShape {
  static constexpr unsigned kRowTiles = 1, kTokenTiles = 1, kRowWarps = 1, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments, kBlocks = 4;
};
struct HalfVerifyShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 4, kRowWarps = 1, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments, kBlocks = 3;
};
struct HalfWideShape {
  static constexpr unsigned kRowTiles = 2, kTokenTiles = 8, kRowWarps = 1, kTokenWarps = 1;
  static constexpr unsigned kGroups = kSegments, kBlocks = 2;
};

// What follows from a shape.
template <typename Shape>
struct BlockOf {
  static constexpr unsigned kGroupThreads = Shape::kRowWarps * Shape::kTokenWarps * kWarp;
  static constexpr unsigned kThreads = Shape::kGroups * kGroupThreads;
  static constexpr unsigned kRowTiles = Shape::kRowTiles * Shape::kRowWarps;
  static constexpr unsigned kTokens = Shape::kTokenTiles * Shape::kTokenWarps * 8;
  static constexpr unsigned kTileSums = Shape::kRowTiles * Shape::kTokenTiles * 4;  // of a lane
  // Blocks of one tile of tokens take as many as there are; others take whole blocks.
  static constexpr bool kFewTokens = kTokens == 8;
};

// Tokens as they lie in device memory, for the shape that takes n of them: whole blocks of it. A
// few tokens lie in fours, so that what belongs to one column block is a multiple of 16 bytes.
constexpr size_t padded_tokens(size_t n) {
  if (n <= BlockOf<GemvShape>::kTokens) return (n + 3) / 4 * 4;
  if (n <= BlockOf<VerifyShape>::kTokens) return BlockOf<VerifyShape>::kTokens;
  constexpr size_t kMany = BlockOf<PromptShape>::kTokens;
  static_assert(kMany == BlockOf<WideVerifyShape>::kTokens);
  return (n + kMany - 1) / kMany * kMany;
}

}  // namespace redact::simt
