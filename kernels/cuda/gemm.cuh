// SPDX-License-Identifier: Apache-2.0
// What products on the tensor cores have in common: a launch of up to three matrices that multiply
// the same tokens, and its end, where the sums of a block's segments are added and written.
#pragma once

#include "kernels/cuda/shapes.cuh"

namespace redact::simt {

struct GemmMatrix {
  const uint8_t* codes;  // packed.h; of weights of 16 bits, the weights
  const uint8_t* high;
  const uint8_t* scales;
  const uint8_t* steps;
  float* out;  // [n_rows, rows]
  uint32_t rows;
  uint32_t first_block;  // of the launch's row blocks, the first of this matrix

  bool operator==(const GemmMatrix&) const = default;
};

struct GemmCall {
  GemmMatrix matrices[3];  // those that are not there begin past the last block
  uint32_t n_rows;         // of x
  uint32_t padded_rows;    // as they lie there
  uint32_t column_tiles;   // of all matrices
  bool add;                // to what out holds

  bool operator==(const GemmCall&) const = default;
};

// The matrix that a block belongs to.
REDACT_DEVICE const GemmMatrix& matrix_of(const GemmCall& call, unsigned row_block) {
  const unsigned second = row_block >= call.matrices[1].first_block ? 1 : 0;
  return call.matrices[row_block >= call.matrices[2].first_block ? 2 : second];
}

// One output of one token. `scales`, where not null, has a factor for each token.
REDACT_DEVICE void write_output(const GemmCall& call, const GemmMatrix& matrix, uint32_t row,
                                uint32_t token, float sum, const float* scales) {
  if (row >= matrix.rows || token >= call.n_rows) return;
  if (scales != nullptr) sum = multiply(sum, scales[token]);
  float& out = matrix.out[size_t{token} * matrix.rows + row];
  out = call.add ? add(out, sum) : sum;
}

// Where a lane's sums[r][n][i] belong, an mma's d[i] each: of the 16 outputs of its row tile and
// the 8 tokens of its token tile.
REDACT_DEVICE unsigned output_in_tile(unsigned of_lane, unsigned i) {
  return of_lane / 4 + i / 2 * 8;
}
REDACT_DEVICE unsigned token_in_tile(unsigned of_lane, unsigned i) {
  return of_lane % 4 * 2 + i % 2;
}

// The sums of a block of one group.
template <typename Shape>
REDACT_DEVICE void write_sums(const GemmCall& call, const GemmMatrix& matrix, size_t first_row_tile,
                              size_t first_token,
                              const float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4],
                              const float* scales) {
  REDACT_UNROLL
  for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
    REDACT_UNROLL
    for (unsigned n = 0; n < Shape::kTokenTiles; ++n) {
      REDACT_UNROLL
      for (unsigned i = 0; i < 4; ++i) {
        write_output(call, matrix, (first_row_tile + r) * 16 + output_in_tile(lane(), i),
                     first_token + n * 8 + token_in_tile(lane(), i), sums[r][n][i], scales);
      }
    }
  }
}

template <typename Shape>
constexpr size_t kJoinShared = BlockOf<Shape>::kThreads* BlockOf<Shape>::kTileSums * sizeof(float);

// The sums of a block whose groups have a segment each, joined in the order of the segments.
// `warp` is that of the group, and the tiles are the warp's. Shared: kJoinShared<Shape>, which
// nobody uses any more.
template <typename Shape>
REDACT_DEVICE void join_sums(const GemmCall& call, const GemmMatrix& matrix,
                             uint32_t block_row_tile, uint32_t block_token,
                             const float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4],
                             const float* scales) {
  static_assert(Shape::kGroups == kSegments);
  using Block = BlockOf<Shape>;
  // [group][sum of a lane][thread of the group]: neighbours in a bank each.
  float* shared = reinterpret_cast<float*>(shared_memory());
  constexpr unsigned kOfGroup = Block::kGroupThreads * Block::kTileSums;
  const unsigned group = thread_index().x / Block::kGroupThreads;
  const unsigned in_group = thread_index().x % Block::kGroupThreads;
  float* mine = shared + group * kOfGroup + in_group;
  REDACT_UNROLL
  for (unsigned r = 0; r < Shape::kRowTiles; ++r) {
    REDACT_UNROLL
    for (unsigned n = 0; n < Shape::kTokenTiles; ++n) {
      REDACT_UNROLL
      for (unsigned i = 0; i < 4; ++i) {
        mine[((r * Shape::kTokenTiles + n) * 4 + i) * Block::kGroupThreads] = sums[r][n][i];
      }
    }
  }
  barrier();
  for (unsigned at = thread_index().x; at < kOfGroup; at += Block::kThreads) {
    float sum = 0;
    REDACT_UNROLL
    for (unsigned s = 0; s < kSegments; ++s) sum = add(sum, shared[s * kOfGroup + at]);
    const unsigned thread = at % Block::kGroupThreads, place = at / Block::kGroupThreads;
    const unsigned warp = thread / kWarp, l = thread % kWarp;
    const unsigned i = place % 4, n = place / 4 % Shape::kTokenTiles;
    const unsigned r = place / 4 / Shape::kTokenTiles;
    const uint32_t row_tile = block_row_tile + warp % Shape::kRowWarps * Shape::kRowTiles + r;
    const uint32_t token_tile = warp / Shape::kRowWarps * Shape::kTokenTiles + n;
    write_output(call, matrix, row_tile * 16 + output_in_tile(l, i),
                 block_token + token_tile * 8 + token_in_tile(l, i), sum, scales);
  }
}

}  // namespace redact::simt
