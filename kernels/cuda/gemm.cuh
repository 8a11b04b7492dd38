// SPDX-License-Identifier: Apache-2.0
// What products on the tensor cores have in common: a launch of up to three matrices that multiply
// the same rows, and its end, where the warps of a block, each with sums over its own columns, meet
// in shared memory and are added in the order of the warps.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kGemmWarps = 4;

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
  size_t n_rows;           // of x
  size_t column_tiles;     // of all matrices
  bool add;                // to what out holds

  bool operator==(const GemmCall&) const = default;
};

// The matrix that a block belongs to.
REDACT_DEVICE GemmMatrix matrix_of(const GemmCall& call, unsigned row_block) {
  GemmMatrix matrix = call.matrices[0];
  if (row_block >= call.matrices[1].first_block) matrix = call.matrices[1];
  if (row_block >= call.matrices[2].first_block) matrix = call.matrices[2];
  return matrix;
}

template <unsigned kTokenTiles>
constexpr size_t kGemmShared = kGemmWarps * 16 * 8 * kTokenTiles * sizeof(float);
static_assert(kGemmShared<8> <= 48 << 10, "what every GPU gives a block unasked");

// sums[n][i] is an mma's d[i] for token tile n. `scales`, where not null, has a factor for each row
// of x. Shared: kGemmShared<kTokenTiles>.
template <unsigned kTokenTiles>
REDACT_DEVICE void write_sums(const GemmCall& call, const GemmMatrix& matrix, size_t row_tile,
                              size_t first_token, const float (&sums)[kTokenTiles][4],
                              const float* scales) {
  // [warp][token tile][4][lane]: neighbours in a bank each.
  float* shared = reinterpret_cast<float*>(shared_memory());
  const unsigned warp = thread_index().x / kWarp;
  REDACT_UNROLL
  for (unsigned n = 0; n < kTokenTiles; ++n) {
    REDACT_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      shared[((warp * kTokenTiles + n) * 4 + i) * kWarp + lane()] = sums[n][i];
    }
  }
  barrier();
  for (unsigned at = thread_index().x; at < kTokenTiles * 4 * kWarp; at += kGemmWarps * kWarp) {
    float sum = 0;
    REDACT_UNROLL
    for (unsigned w = 0; w < kGemmWarps; ++w) sum += shared[w * kTokenTiles * 4 * kWarp + at];
    const unsigned l = at % kWarp, i = at / kWarp % 4, n = at / kWarp / 4;
    const size_t row = row_tile * 16 + l / 4 + i / 2 * 8;
    const size_t token = first_token + n * 8 + l % 4 * 2 + i % 2;
    if (row >= matrix.rows || token >= call.n_rows) continue;
    if (scales != nullptr) sum *= scales[token];
    float& out = matrix.out[token * matrix.rows + row];
    out = call.add ? out + sum : sum;
  }
}

}  // namespace redact::simt
