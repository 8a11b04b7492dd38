// SPDX-License-Identifier: Apache-2.0
// The end of a product on the tensor cores: the warps of a block, each with sums over its own
// columns, meet in shared memory and are added in the order of the warps.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kGemmWarps = 4;

// Where a block's 16 rows of W and 8 * kTokenTiles rows of x lie in the result.
struct GemmOut {
  float* out;           // [n_rows, rows]
  size_t rows, n_rows;  // of W, of x
  bool add;
};

template <unsigned kTokenTiles>
constexpr size_t kGemmShared = kGemmWarps * 16 * 8 * kTokenTiles * sizeof(float);
static_assert(kGemmShared<8> <= 48 << 10, "what every GPU gives a block unasked");

// sums[n][i] is an mma's d[i] for token tile n. `scales`, where not null, has a factor for each row
// of x. Shared: kGemmShared<kTokenTiles>.
template <unsigned kTokenTiles>
REDACT_DEVICE void write_sums(const GemmOut& to, size_t row_tile, size_t first_token,
                              const float (&sums)[kTokenTiles][4], const float* scales) {
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
    if (row >= to.rows || token >= to.n_rows) continue;
    if (scales != nullptr) sum *= scales[token];
    float& out = to.out[token * to.rows + row];
    out = to.add ? out + sum : sum;
  }
}

}  // namespace redact::simt
