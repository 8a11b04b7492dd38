// SPDX-License-Identifier: Apache-2.0
// The tiles of AVX-512 VNNI, shared by the two levels that have it. One panel of 16 weight rows
// against R activation rows: R int and R float vectors of sums stay in registers. vpdpbusd
// multiplies unsigned codes by signed activations, so the offset of the codes is taken off
// beforehand, times the sum of the activations.
#pragma once

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/cpu/panel_kernels.h"

// Internal linkage: every file that includes this compiles it for its own instruction set.
namespace redact {
namespace {
namespace vnni {

// Rows of the largest tile: 2 x 12 sums and the operands fill 32 registers.
constexpr size_t kTileRows = 12;
// Blocks of a panel swept at a time: 32 blocks are 16 KiB of codes, which stay in a first-level
// cache of 32 KiB while all activation rows pass over them.
constexpr size_t kSweepBlocks = 32;

__m512i load_quad(const uint8_t* codes, size_t quad, bool four_bits) {
  if (!four_bits) return _mm512_load_si512(codes + quad * 64);
  const __m512i v = _mm512_load_si512(codes + quad % 4 * 64);
  return _mm512_and_si512(quad < 4 ? v : _mm512_srli_epi16(v, 4), _mm512_set1_epi8(15));
}

__m512i splat4(const int8_t* four) {
  int32_t bits;
  std::memcpy(&bits, four, 4);
  return _mm512_set1_epi32(bits);
}

__m512 block_scales(const Panels& w, size_t panel, size_t b) {
  const uint16_t* scales = w.scales(panel) + b * kPanelRows;
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(scales)));
}

// out[r] (+)= acc[r] for the outputs of a panel that exist.
void write(__m512 acc, const Panels& w, size_t panel, float* out, bool add) {
  const size_t n = std::min(kPanelRows, w.rows() - panel * kPanelRows);
  const __mmask16 mask = static_cast<__mmask16>((1u << n) - 1);
  if (add) acc = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, out), acc);
  _mm512_mask_storeu_ps(out, mask, acc);
}

// Blocks [b, b_end) of R rows, added to acc. Few rows leave few sums to keep the pipes busy, so
// those get one for the low and one for the high quads; integers, so the bits stay the same.
template <size_t R, bool kFourBits>
void sweep(const Panels& w, size_t panel, const QuantizedRows& x, size_t row, size_t b,
           size_t b_end, __m512 (&acc)[R]) {
  constexpr size_t kSums = R <= 4 ? 2 : 1;
  const size_t n_blocks = w.n_blocks();
  const uint8_t* codes = w.codes(panel) + b * w.block_bytes();
  const int8_t* xs = x.codes + row * x.cols + b * kBlock;
  for (; b < b_end; ++b, codes += w.block_bytes(), xs += kBlock) {
    __m512i sum[kSums][R];
#pragma GCC unroll 12
    for (size_t r = 0; r < R; ++r) {
      sum[0][r] = _mm512_slli_epi32(_mm512_set1_epi32(x.minus_sums[(row + r) * n_blocks + b]),
                                    kFourBits ? 3 : 7);  // times the offset, 8 or 128
      if constexpr (kSums == 2) sum[1][r] = _mm512_setzero_si512();
    }
#pragma GCC unroll 8
    for (size_t quad = 0; quad < 8; ++quad) {
      const __m512i v = load_quad(codes, quad, kFourBits);
#pragma GCC unroll 12
      for (size_t r = 0; r < R; ++r) {
        __m512i& s = sum[quad / 4 % kSums][r];
        s = _mm512_dpbusd_epi32(s, v, splat4(xs + r * x.cols + quad * 4));
      }
    }
    const __m512 scale = block_scales(w, panel, b);
#pragma GCC unroll 12
    for (size_t r = 0; r < R; ++r) {
      if constexpr (kSums == 2) sum[0][r] = _mm512_add_epi32(sum[0][r], sum[1][r]);
      const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(x.scales[(row + r) * n_blocks + b]));
      acc[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[0][r]), both, acc[r]);
    }
  }
}

// One tile of one sweep: sums go on from `partial` [R][16] behind the first sweep, and to `out` at
// the last.
template <size_t R, bool kFourBits>
void tile(const Panels& w, size_t panel, const QuantizedRows& x, size_t row, size_t b, size_t b_end,
          float* partial, float* out, size_t out_stride, bool add) {
  __m512 acc[R];
#pragma GCC unroll 12
  for (size_t r = 0; r < R; ++r) {
    acc[r] = b == 0 ? _mm512_setzero_ps() : _mm512_loadu_ps(partial + r * kPanelRows);
  }
  sweep<R, kFourBits>(w, panel, x, row, b, b_end, acc);
#pragma GCC unroll 12
  for (size_t r = 0; r < R; ++r) {
    if (b_end < w.n_blocks()) {
      _mm512_storeu_ps(partial + r * kPanelRows, acc[r]);
    } else {
      write(acc[r], w, panel, out + (row + r) * out_stride + panel * kPanelRows, add);
    }
  }
}

using Tile = void (*)(const Panels&, size_t, const QuantizedRows&, size_t, size_t, size_t, float*,
                      float*, size_t, bool);

template <bool kFourBits, size_t... R>
constexpr std::array<Tile, sizeof...(R)> tiles(std::index_sequence<R...>) {
  return {tile<R + 1, kFourBits>...};
}

// Rows that pass over a panel's sweep at a time; their partial sums are 32 KiB at most.
constexpr size_t kPassRows = 504;  // a multiple of kTileRows

[[maybe_unused]] void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x,
                               float* out, size_t out_stride, bool add) {
  static constexpr auto kEight = tiles<false>(std::make_index_sequence<kTileRows>());
  static constexpr auto kFour = tiles<true>(std::make_index_sequence<kTileRows>());
  const auto& table = w.four_bits() ? kFour : kEight;
  alignas(64) float partial[kPassRows * kPanelRows];
  for (size_t first = 0; first < x.n_rows; first += kPassRows) {
    const size_t last = std::min(first + kPassRows, x.n_rows);
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t b = 0; b < w.n_blocks(); b += kSweepBlocks) {
        const size_t b_end = std::min(b + kSweepBlocks, w.n_blocks());
        for (size_t row = first; row < last; row += kTileRows) {
          table[std::min(kTileRows, last - row) - 1](w, panel, x, row, b, b_end,
                                                     partial + (row - first) * kPanelRows, out,
                                                     out_stride, add);
        }
      }
    }
  }
}

}  // namespace vnni
}  // namespace
}  // namespace redact
