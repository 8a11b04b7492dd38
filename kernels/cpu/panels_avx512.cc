// SPDX-License-Identifier: Apache-2.0
// AVX-512 VNNI: one panel of 16 weight rows by R activation rows, with R int and R float vectors of
// sums in registers. vpdpbusd multiplies unsigned codes by signed activations, so sums start at
// minus the codes' offset times the sum of the activations.
#include "kernels/cpu/panels_avx512.h"

#include <bit>
#include <cstring>

namespace redact {

namespace {

__m512i splat4(const int8_t* four) {
  int32_t bits;
  std::memcpy(&bits, four, 4);
  return _mm512_set1_epi32(bits);
}

template <PanelLayout kLayout>
__m512i offset_times(__m512i minus_sum) {
  static_assert(kLayout.offset == 0 || std::has_single_bit(unsigned{kLayout.offset}));
  if constexpr (kLayout.offset == 0) {
    return _mm512_setzero_si512();
  } else {
    return _mm512_slli_epi32(minus_sum, std::countr_zero(unsigned{kLayout.offset}));
  }
}

template <PanelLayout kLayout>
struct SpreadSource {
  static constexpr PanelLayout kOf = kLayout;
  const SpreadSweep& sweep;

  void prefetch(size_t) const {}
  __m512i quad(size_t i, size_t quad) const {
    return _mm512_load_si512(sweep.codes[i] + quad * 64);
  }
  __m512 scale(size_t i, size_t part) const { return _mm512_load_ps(sweep.scales[i][part]); }
  __m512 min(size_t i, size_t part) const { return _mm512_load_ps(sweep.mins[i][part]); }
};

// The int8 sums of the i-th block with R rows of a tile, the first at index `at`: one for each part
// that has a scale.
template <size_t R, typename Source>
void block_sums(const Source& source, size_t i, const QuantisedRows& x, size_t at,
                __m512i (&sum)[Source::kOf.parts][R]) {
  constexpr PanelLayout kLayout = Source::kOf;
  constexpr bool kHalves = kLayout.parts == 2;
  // Two sums per row also with few rows, which would otherwise give too few sums to keep the
  // pipelines busy.
  constexpr size_t kSums = R <= 4 || kHalves ? 2 : 1;
  const int8_t* xs = x.codes + at * kBlock;
  __m512i s[kSums][R];
#pragma GCC unroll 8
  for (size_t r = 0; r < R; ++r) {
    const __m512i minus = _mm512_set1_epi32(x.minus_sums[at + r]);
    if constexpr (kHalves) {
      const __m512i low = _mm512_set1_epi32(x.minus_low_sums[at + r]);
      s[0][r] = offset_times<kLayout>(low);
      s[1][r] = offset_times<kLayout>(_mm512_sub_epi32(minus, low));
    } else {
      s[0][r] = offset_times<kLayout>(minus);
      if constexpr (kSums == 2) s[1][r] = _mm512_setzero_si512();
    }
  }
#pragma GCC unroll 8
  for (size_t quad = 0; quad < kQuads; ++quad) {
    const __m512i v = source.quad(i, quad);
#pragma GCC unroll 8
    for (size_t r = 0; r < R; ++r) {
      __m512i& to = s[quad / 4 % kSums][r];
      to = _mm512_dpbusd_epi32(to, v, splat4(xs + r * kBlock + quad * 4));
    }
  }
#pragma GCC unroll 8
  for (size_t r = 0; r < R; ++r) {
    sum[0][r] = kSums == 2 && !kHalves ? _mm512_add_epi32(s[0][r], s[kSums - 1][r]) : s[0][r];
    if constexpr (kHalves) sum[1][r] = s[1][r];
  }
}

struct Avx512 {
  // Half a tile. 2 x 8 sums leave registers unused, but 12 rows, which would load code vectors less
  // often, would straddle tiles.
  static constexpr size_t kRows = 8;
  static constexpr size_t kSpreadRows = 2 * kRows;
  template <PanelLayout kLayout>
  using Packed = PackedSource<kLayout>;
  template <PanelLayout kLayout>
  using Spread = SpreadSource<kLayout>;

  template <PanelLayout kLayout>
  static void spread(const PanelView& view, size_t n_blocks, SpreadSweep& sweep) {
    const PackedSource<kLayout> packed{view};
    for (size_t i = 0; i < n_blocks; ++i) {
      prefetch_block<kLayout>(view, i);
#pragma GCC unroll 8
      for (size_t quad = 0; quad < kQuads; ++quad) {
        _mm512_store_si512(sweep.codes[i] + quad * 64, packed.quad(i, quad));
      }
      for (size_t part = 0; part < kLayout.parts; ++part) {
        _mm512_store_ps(sweep.scales[i][part], packed.scale(i, part));
      }
      for (size_t part = 0; part < kLayout.n_mins(); ++part) {
        _mm512_store_ps(sweep.mins[i][part], packed.min(i, part));
      }
    }
  }

  template <size_t R, typename Source>
  static void run(const Source& source, const RowRun& rows, const Sums& sums) {
    constexpr PanelLayout kLayout = Source::kOf;
    const QuantisedRows& x = rows.x;
    __m512 acc[R];
#pragma GCC unroll 8
    for (size_t r = 0; r < R; ++r) {
      acc[r] = sums.first ? _mm512_setzero_ps() : _mm512_loadu_ps(sums.partial + r * kPanelRows);
    }
    size_t at = x.at(rows.row, rows.b);
    for (size_t i = 0; i < rows.n_blocks; ++i, at += kTileRows) {
      if (rows.first) source.prefetch(i);
      __m512i sum[kLayout.parts][R];
      block_sums<R>(source, i, x, at, sum);
#pragma GCC unroll 8
      for (size_t r = 0; r < R; ++r) {
        const __m512 x_scale = _mm512_set1_ps(x.scales[at + r]);
#pragma GCC unroll 2
        for (size_t part = 0; part < kLayout.parts; ++part) {
          acc[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[part][r]),
                                   _mm512_mul_ps(source.scale(i, part), x_scale), acc[r]);
        }
        for (size_t part = 0; part < kLayout.n_mins(); ++part) {
          const int32_t minus_sum = x.minus_sum(at + r, part, kLayout.n_mins());
          const float minus = x.scales[at + r] * static_cast<float>(minus_sum);
          acc[r] = _mm512_fmadd_ps(source.min(i, part), _mm512_set1_ps(minus), acc[r]);
        }
      }
    }
#pragma GCC unroll 8
    for (size_t r = 0; r < R; ++r) {
      if (sums.last) {
        write_panel(acc[r], sums.n_columns, sums.out + r * sums.out_stride, sums.add);
      } else {
        _mm512_storeu_ps(sums.partial + r * kPanelRows, acc[r]);
      }
    }
  }
};

}  // namespace

const PanelKernels kAvx512Panels = {false, multiply_panels<Avx512>};

}  // namespace redact
