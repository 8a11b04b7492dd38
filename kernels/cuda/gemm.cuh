// SPDX-License-Identifier: Apache-2.0
// Code shared by the products on the tensor cores: a launch of up to three matrices that multiply
// the same tokens, and its end, where the sums of segments are added and written.
#pragma once

#include "kernels/cuda/shapes.cuh"

namespace redact::simt {

struct GemmMatrix {
  const uint8_t* codes;  // packed.h
  const uint8_t* high;
  const uint8_t* scales;
  const uint8_t* steps;
  float* out;  // [n_rows, rows]
  uint32_t rows;
  uint32_t first_block;  // the first of the launch's row blocks that belongs to this matrix

  bool operator==(const GemmMatrix&) const = default;
};

struct GemmCall {
  GemmMatrix matrices[3];  // unused ones begin past the last block
  uint32_t n_rows;         // of x
  uint32_t padded_rows;    // of x in device memory
  uint32_t column_tiles;   // the same for all matrices
  bool add;                // add to what out holds

  bool operator==(const GemmCall&) const = default;
};

// The memory where blocks with one segment each leave their sums. Every counter is 0 before and
// after a launch; launches that share this memory may follow one another, but not overlap.
struct SpreadSums {
  float* sums;        // [row blocks of the launch, kSegments, sums of a lane, threads of a block]
  uint32_t* arrived;  // [row blocks]: how many segments of a tile have arrived

  bool operator==(const SpreadSums&) const = default;
};

// The matrix that a block belongs to.
REDACT_DEVICE const GemmMatrix& matrix_of(const GemmCall& call, unsigned row_block) {
  const unsigned second = row_block >= call.matrices[1].first_block ? 1 : 0;
  return call.matrices[row_block >= call.matrices[2].first_block ? 2 : second];
}

// The destination of a matrix's outputs. A thread reads all values that its sums are added to
// before it writes the first: a read may not pass a write to a possibly equal address, so each read
// would wait for memory by itself, which took 10 us for 32 outputs on an H200.
struct Outputs {
  float* out;  // [n_rows, rows]
  uint32_t rows, n_rows;
  bool add_to;  // to the contents of out

  REDACT_DEVICE Outputs(const GemmCall& call, const GemmMatrix& matrix)
      : out(matrix.out), rows(matrix.rows), n_rows(call.n_rows), add_to(call.add) {}
  REDACT_DEVICE bool has(uint32_t row, uint32_t token) const {
    return row < rows && token < n_rows;
  }
  REDACT_DEVICE float before(uint32_t row, uint32_t token) const {
    return add_to && has(row, token) ? out[size_t{token} * rows + row] : 0.0f;
  }
  REDACT_DEVICE void write(uint32_t row, uint32_t token, float before, float sum) const {
    if (has(row, token)) out[size_t{token} * rows + row] = add_to ? add(before, sum) : sum;
  }
};

// The output in its row tile (of 16) and the token in its token tile (of 8) to which a lane's
// sums[r][n][i] belongs; sums[r][n][i] is d[i] of an mma.
REDACT_DEVICE unsigned output_in_tile(unsigned of_lane, unsigned i) {
  return of_lane / 4 + i / 2 * 8;
}
REDACT_DEVICE unsigned token_in_tile(unsigned of_lane, unsigned i) {
  return of_lane % 4 * 2 + i % 2;
}

// Writes the sums of a block that has one group, one tile of tokens at a time, so that few
// registers are needed beside a prompt's sums.
template <typename Shape>
REDACT_DEVICE void write_sums(const GemmCall& call, const GemmMatrix& matrix,
                              uint32_t first_row_tile, uint32_t first_token,
                              const float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4]) {
  const Outputs outputs(call, matrix);
  constexpr unsigned kOfTile = Shape::kRowTiles * 4;
  float before[kOfTile];
  REDACT_UNROLL
  for (unsigned n = 0; n < Shape::kTokenTiles; ++n) {
    const auto for_each = [&](const auto& task) {
      REDACT_UNROLL
      for (unsigned at = 0; at < kOfTile; ++at) {
        task(at, (first_row_tile + at / 4) * 16 + output_in_tile(lane(), at % 4),
             first_token + n * 8 + token_in_tile(lane(), at % 4));
      }
    };
    for_each([&](unsigned at, uint32_t row, uint32_t token) {
      before[at] = outputs.before(row, token);
    });
    for_each([&](unsigned at, uint32_t row, uint32_t token) {
      outputs.write(row, token, before[at], sums[at / 4][n][at % 4]);
    });
  }
}

template <typename Shape>
constexpr size_t kJoinShared = BlockOf<Shape>::kThreads* BlockOf<Shape>::kTileSums * sizeof(float);

// Joins the sums of a block whose groups have one segment each, in the order of the segments, and
// writes them. Each group writes its sums to shared memory. Then every thread of the block adds
// the four groups' sums of its share of the outputs, one in kThreads. `at` is the place of a sum in
// a group's part: sum `place` of thread `thread`. Shared memory: kJoinShared<Shape>; what it held
// before is overwritten, so all threads must have finished with it.
template <typename Shape>
REDACT_DEVICE void join_sums(const GemmCall& call, const GemmMatrix& matrix,
                             uint32_t block_row_tile, uint32_t block_token,
                             const float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4]) {
  static_assert(Shape::kGroups == kSegments);
  using Block = BlockOf<Shape>;
  // [group][sum of a lane][thread of the group]: neighbouring threads use different banks.
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
  // A thread writes every kThreads-th output, from its own number on.
  constexpr unsigned kOfThread = kOfGroup / Block::kThreads;
  static_assert(kOfGroup % Block::kThreads == 0);
  const auto for_each = [&](const auto& task) {
    REDACT_UNROLL
    for (unsigned k = 0; k < kOfThread; ++k) {
      const unsigned at = thread_index().x + k * Block::kThreads;
      const unsigned thread = at % Block::kGroupThreads, place = at / Block::kGroupThreads;
      const unsigned warp = thread / kWarp, l = thread % kWarp;
      const unsigned i = place % 4, n = place / 4 % Shape::kTokenTiles;
      const unsigned r = place / 4 / Shape::kTokenTiles;
      const uint32_t row_tile = block_row_tile + warp % Shape::kRowWarps * Shape::kRowTiles + r;
      const uint32_t token_tile = warp / Shape::kRowWarps * Shape::kTokenTiles + n;
      task(k, at, row_tile * 16 + output_in_tile(l, i),
           block_token + token_tile * 8 + token_in_tile(l, i));
    }
  };
  const Outputs outputs(call, matrix);
  float before[kOfThread];
  for_each([&](unsigned k, unsigned, uint32_t row, uint32_t token) {
    before[k] = outputs.before(row, token);
  });
  barrier();
  for_each([&](unsigned k, unsigned at, uint32_t row, uint32_t token) {
    float sum = 0;
    REDACT_UNROLL
    for (unsigned s = 0; s < kSegments; ++s) sum = add(sum, shared[s * kOfGroup + at]);
    outputs.write(row, token, before[k], sum);
  });
}

// Joins the sums of a tile whose segments have a block each, in the order of the segments: a block
// writes its own, and the last to do so adds all four and writes the outputs. The launch has one
// block of tokens. All threads must have finished with shared memory's earlier contents when they
// have passed the first barrier.
template <typename Shape>
REDACT_DEVICE void join_blocks(const GemmCall& call, const GemmMatrix& matrix,
                               const SpreadSums& spread, uint32_t first_row_tile,
                               float (&sums)[Shape::kRowTiles][Shape::kTokenTiles][4]) {
  using Block = BlockOf<Shape>;
  static_assert(Block::kTileBlocks == kSegments && Shape::kTokenWarps == 1);
  // A thread adds the sums of the threads of its number: neighbours read neighbours.
  float* of_thread = spread.sums +
                     size_t{block_index().y} * kSegments * Block::kTileSums * Block::kThreads +
                     thread_index().x;
  const auto for_each_sum = [&](const auto& task) {
    REDACT_UNROLL
    for (unsigned at = 0; at < Block::kTileSums; ++at) {
      task(at, sums[at / 4 / Shape::kTokenTiles][at / 4 % Shape::kTokenTiles][at % 4]);
    }
  };
  float* mine = of_thread + block_index().x * Block::kTileSums * Block::kThreads;
  for_each_sum([&](unsigned at, float& sum) { mine[at * Block::kThreads] = sum; });
  auto& before = *reinterpret_cast<uint32_t*>(shared_memory());  // segments there before this one
  barrier();
  if (thread_index().x == 0) {
    device_fence();
    before = count(spread.arrived + block_index().y, kSegments - 1);
    device_fence();
  }
  barrier();
  if (before != kSegments - 1) return;
  for_each_sum([&](unsigned at, float& sum) {
    sum = 0;
    REDACT_UNROLL
    for (unsigned s = 0; s < kSegments; ++s) {
      sum = add(sum, of_thread[(s * Block::kTileSums + at) * Block::kThreads]);
    }
  });
  const unsigned warp = thread_index().x / kWarp;
  write_sums<Shape>(call, matrix, first_row_tile + warp * Shape::kRowTiles, 0, sums);
}

}  // namespace redact::simt
