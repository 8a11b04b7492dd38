// SPDX-License-Identifier: Apache-2.0
// Products with quantised weights, for 1 to 128 rows, on the tensor cores' 8-bit integers:
//
//   out[r, w] = sum over blocks b of  scale_w[w, b] * scale_x[r, b] * (codes_w[w, b] . codes_x[r,
//   b]) (out[r, w] += ... for the residual)
//
// The integer products of a block are exact; blocks add up in float in an order that the shape
// alone fixes, so a row's result does not depend on the rows beside it (P4).
//
// Layouts: weights packed.h, activations quantise.cuh, out [n_rows, rows].
// Who computes what: a block of kGemmWarps warps has 16 rows of W and up to 8 * kTokenTiles rows of
// x. Warp w takes the pairs of column tiles w, w + kGemmWarps, ...; lane (g, t) has the sums of W's
// rows g and g + 8 for the tokens 2t and 2t + 1 of each token tile. At the end the warps' sums meet
// in shared memory and are added in the order of the warps. Grid: (row tiles, token tiles /
// kTokenTiles). Shared: kGemmWarps * 16 * 8 * kTokenTiles floats. Traffic: each weight once for
// every 8 * kTokenTiles rows of x; x once a block, from the cache.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kGemmWarps = 4;

struct GemmArgs {
  const uint8_t* codes_w;
  const uint16_t* scales_w;
  const int8_t* codes_x;
  const float* scales_x;
  float* out;
  size_t rows;          // of W
  size_t n_rows;        // of x
  size_t column_tiles;  // even
  bool add;             // to what out holds
};

// A lane's registers of two column tiles: 16 bytes of nibbles less 8, or two times 16 bytes.
template <bool kNibbles>
REDACT_DEVICE void load_weights(const uint8_t* codes, size_t pair, Codes4 (&a)[2][4]) {
  struct alignas(16) Words {
    Codes4 word[4];
  };
  if constexpr (kNibbles) {
    const Words words = reinterpret_cast<const Words*>(codes)[pair * kWarp + lane()];
    REDACT_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      // A nibble less 8 in every byte: no byte borrows from its neighbour, since 0x80 + n >= 8.
      const Codes4 low = words.word[i] & 0x0f0f0f0fu, high = words.word[i] >> 4 & 0x0f0f0f0fu;
      a[i / 2][i % 2 * 2] = ((low | 0x80808080u) - 0x08080808u) ^ 0x80808080u;
      a[i / 2][i % 2 * 2 + 1] = ((high | 0x80808080u) - 0x08080808u) ^ 0x80808080u;
    }
  } else {
    REDACT_UNROLL
    for (unsigned tile = 0; tile < 2; ++tile) {
      const Words words = reinterpret_cast<const Words*>(codes)[(pair * 2 + tile) * kWarp + lane()];
      for (unsigned i = 0; i < 4; ++i) a[tile][i] = words.word[i];
    }
  }
}

template <bool kNibbles, unsigned kTokenTiles>
REDACT_KERNEL void gemm_q_kernel(GemmArgs args) {
  const unsigned warp = thread_index().x / kWarp, g = lane() / 4, t = lane() % 4;
  const size_t row_tile = block_index().x, first_token = size_t{block_index().y} * 8 * kTokenTiles;
  const size_t pairs = args.column_tiles / 2;
  float sums[kTokenTiles][4] = {};
  for (size_t pair = warp; pair < pairs; pair += kGemmWarps) {
    Codes4 a[2][4];
    load_weights<kNibbles>(args.codes_w, row_tile * pairs + pair, a);
    REDACT_UNROLL
    for (unsigned tile = 0; tile < 2; ++tile) {
      const size_t column = pair * 2 + tile;
      const uint16_t* scales = args.scales_w + (row_tile * args.column_tiles + column) * 16;
      const float scale_low = half_value(scales[g]), scale_high = half_value(scales[g + 8]);
      REDACT_UNROLL
      for (unsigned n = 0; n < kTokenTiles; ++n) {
        // The buffers of x end with a whole token tile, those of a whole block may lie behind it.
        const size_t token_tile = first_token + n * 8;
        if (token_tile >= args.n_rows) continue;  // the same for all lanes
        struct alignas(8) Pair {
          Codes4 word[2];
        };
        const Pair x = reinterpret_cast<const Pair*>(
            args.codes_x)[((token_tile + g) * args.column_tiles + column) * 4 + t];
        const Codes4 b[2] = {x.word[0], x.word[1]};
        int32_t d[4] = {};
        mma_s8(d, a[tile], b);
        const float* scales_x = args.scales_x + (token_tile + 2 * t) * args.column_tiles + column;
        const float x0 = scales_x[0], x1 = scales_x[args.column_tiles];
        sums[n][0] += scale_low * x0 * static_cast<float>(d[0]);
        sums[n][1] += scale_low * x1 * static_cast<float>(d[1]);
        sums[n][2] += scale_high * x0 * static_cast<float>(d[2]);
        sums[n][3] += scale_high * x1 * static_cast<float>(d[3]);
      }
    }
  }
  // [warp][token tile][4][lane]: neighbours in a bank each.
  float* shared = reinterpret_cast<float*>(shared_memory());
  for (unsigned n = 0; n < kTokenTiles; ++n) {
    for (unsigned i = 0; i < 4; ++i)
      shared[((warp * kTokenTiles + n) * 4 + i) * kWarp + lane()] = sums[n][i];
  }
  barrier();
  for (unsigned at = thread_index().x; at < kTokenTiles * 4 * kWarp; at += kGemmWarps * kWarp) {
    float sum = 0;
    for (unsigned w = 0; w < kGemmWarps; ++w) sum += shared[w * kTokenTiles * 4 * kWarp + at];
    const unsigned l = at % kWarp, i = at / kWarp % 4, n = at / kWarp / 4;
    const size_t row = row_tile * 16 + l / 4 + i / 2 * 8;
    const size_t token = first_token + n * 8 + l % 4 * 2 + i % 2;
    if (row >= args.rows || token >= args.n_rows) continue;
    float& out = args.out[token * args.rows + row];
    out = args.add ? out + sum : sum;
  }
}

}  // namespace redact::simt
