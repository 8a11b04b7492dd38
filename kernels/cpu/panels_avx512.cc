// SPDX-License-Identifier: Apache-2.0
// AVX-512 VNNI: one panel of 16 weight rows against R activation rows, R int and R float vectors of
// sums in registers. vpdpbusd multiplies unsigned codes by signed activations, so the offset of the
// codes is taken off beforehand, times the sum of the activations.
#include "kernels/cpu/panels_avx512.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/cpu/decode.h"

namespace redact {

namespace {

// Rows at a time: half a tile. 2 x 8 sums leave registers to spare, but 12 rows, which would load a
// code vector less often, straddle tiles.
constexpr size_t kRows = 8;

// Blocks of a panel swept at a time: 32 blocks are 16 KiB of codes, which stay in a first-level
// cache of 32 KiB while all activation rows pass over them.
constexpr size_t kSweepBlocks = 32;

// Rows that pass over a panel's sweep at a time; their partial sums are 32 KiB.
constexpr size_t kPassRows = 512;

__m512i splat4(const int8_t* four) {
  int32_t bits;
  std::memcpy(&bits, four, 4);
  return _mm512_set1_epi32(bits);
}

// log2 of code_offset, so that it multiplies by a shift; below 0 where there is none.
constexpr int offset_shift(WeightFormat format) {
  int shift = -1;
  for (int offset = code_offset(format); offset > 0; offset >>= 1) ++shift;
  return shift;
}

template <WeightFormat kFormat>
__m512i offset_times(__m512i minus_sum) {
  constexpr int kShift = offset_shift(kFormat);
  if constexpr (kShift < 0) {
    return _mm512_setzero_si512();
  } else {
    return _mm512_slli_epi32(minus_sum, kShift);
  }
}

// Blocks [b, b_end) of R rows of a tile, added to acc. Two sums a row, of the low and of the high
// quads, where either half has a scale of its own, or where few rows leave few sums to keep the
// pipes busy.
template <size_t R, WeightFormat kFormat>
void sweep(const Panels& w, size_t panel, const QuantizedRows& x, size_t row, size_t b,
           size_t b_end, __m512 (&acc)[R]) {
  constexpr bool kHalves = scale_parts(kFormat) == 2;
  constexpr size_t kSums = R <= 4 || kHalves ? 2 : 1;
  const uint8_t* codes = w.codes(panel) + b * w.block_bytes();
  size_t at = x.at(row, b);
  for (; b < b_end; ++b, codes += w.block_bytes(), at += kTileRows) {
    const int8_t* xs = x.codes + at * kBlock;
    __m512i sum[kSums][R];
#pragma GCC unroll 8
    for (size_t r = 0; r < R; ++r) {
      const __m512i minus = _mm512_set1_epi32(x.minus_sums[at + r]);
      if constexpr (kHalves) {
        const __m512i low = _mm512_set1_epi32(x.minus_low_sums[at + r]);
        sum[0][r] = offset_times<kFormat>(low);
        sum[1][r] = offset_times<kFormat>(_mm512_sub_epi32(minus, low));
      } else {
        sum[0][r] = offset_times<kFormat>(minus);
        if constexpr (kSums == 2) sum[1][r] = _mm512_setzero_si512();
      }
    }
#pragma GCC unroll 8
    for (size_t quad = 0; quad < 8; ++quad) {
      const __m512i v = load_quad(codes, quad, has_four_bit_codes(kFormat));
#pragma GCC unroll 8
      for (size_t r = 0; r < R; ++r) {
        __m512i& s = sum[quad / 4 % kSums][r];
        s = _mm512_dpbusd_epi32(s, v, splat4(xs + r * kBlock + quad * 4));
      }
    }
    const __m512 scale = block_scales<kFormat>(w, panel, b);
#pragma GCC unroll 8
    for (size_t r = 0; r < R; ++r) {
      const __m512 x_scale = _mm512_set1_ps(x.scales[at + r]);
      if constexpr (kSums == 2 && !kHalves) sum[0][r] = _mm512_add_epi32(sum[0][r], sum[1][r]);
      acc[r] =
          _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[0][r]), _mm512_mul_ps(scale, x_scale), acc[r]);
      if constexpr (kHalves) {
        const __m512 high = block_scales<kFormat>(w, panel, b, 1);
        acc[r] =
            _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[1][r]), _mm512_mul_ps(high, x_scale), acc[r]);
      }
      if constexpr (has_mins(kFormat)) {
        const float minus = x.scales[at + r] * static_cast<float>(x.minus_sums[at + r]);
        acc[r] = _mm512_fmadd_ps(_mm512_loadu_ps(w.mins(panel, b)), _mm512_set1_ps(minus), acc[r]);
      }
    }
  }
}

// One run of rows in one sweep: sums go on from `partial` [R][16] behind the first sweep, and to
// `out` at the last.
template <size_t R, WeightFormat kFormat>
void run(const Panels& w, size_t panel, const QuantizedRows& x, size_t row, size_t b, size_t b_end,
         float* partial, float* out, size_t out_stride, bool add) {
  __m512 acc[R];
#pragma GCC unroll 8
  for (size_t r = 0; r < R; ++r) {
    acc[r] = b == 0 ? _mm512_setzero_ps() : _mm512_loadu_ps(partial + r * kPanelRows);
  }
  sweep<R, kFormat>(w, panel, x, row, b, b_end, acc);
#pragma GCC unroll 8
  for (size_t r = 0; r < R; ++r) {
    if (b_end < w.n_blocks()) {
      _mm512_storeu_ps(partial + r * kPanelRows, acc[r]);
    } else {
      write_panel(acc[r], w, panel, out + (row + r) * out_stride, add);
    }
  }
}

using Run = void (*)(const Panels&, size_t, const QuantizedRows&, size_t, size_t, size_t, float*,
                     float*, size_t, bool);

template <WeightFormat kFormat, size_t... R>
constexpr std::array<Run, sizeof...(R)> runs(std::index_sequence<R...>) {
  return {run<R + 1, kFormat>...};
}
template <WeightFormat kFormat>
constexpr auto kRuns = runs<kFormat>(std::make_index_sequence<kRows>());

const std::array<Run, kRows>& runs_of(WeightFormat format) {
  switch (format) {
    case WeightFormat::kQ4_0: return kRuns<WeightFormat::kQ4_0>;
    case WeightFormat::kQ4_K: return kRuns<WeightFormat::kQ4_K>;
    case WeightFormat::kQ6_K: return kRuns<WeightFormat::kQ6_K>;
    default: return kRuns<WeightFormat::kQ8_0>;
  }
}

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  const auto& table = runs_of(w.format());
  alignas(64) float partial[kPassRows * kPanelRows];
  for (size_t first = 0; first < x.n_rows; first += kPassRows) {
    const size_t last = std::min(first + kPassRows, x.n_rows);
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t b = 0; b < w.n_blocks(); b += kSweepBlocks) {
        const size_t b_end = std::min(b + kSweepBlocks, w.n_blocks());
        for (size_t row = first; row < last; row += kRows) {
          table[std::min(kRows, last - row) - 1](w, panel, x, row, b, b_end,
                                                 partial + (row - first) * kPanelRows, out,
                                                 out_stride, add);
        }
      }
    }
  }
}

}  // namespace

const PanelKernels kAvx512Panels = {false, multiply};

}  // namespace redact
