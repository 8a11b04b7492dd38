// SPDX-License-Identifier: Apache-2.0
// Code shared by the levels with vectors of 256 bits, which hold eight rows of a panel. Internal
// linkage: each file compiles it for its own instruction set.
#pragma once

#include <immintrin.h>

#include "kernels/cpu/panel_sweep.h"

namespace redact {

namespace {

__m256i load(const uint8_t* p) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p)); }

// Moves the bits of each byte from bit `at` to bit `to`; bits of neighbouring bytes may move in,
// and callers mask them off.
__m256i move_bits(__m256i v, size_t at, size_t to) {
  typedef uint16_t Words __attribute__((vector_size(32)));
  const Words words = reinterpret_cast<Words>(v);
  return reinterpret_cast<__m256i>(at > to ? words >> (at - to) : words << (to - at));
}

__m256 load_halves(const uint8_t* halves) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(halves)));
}
__m128i load_eight(const uint8_t* bytes) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes));
}
__m256 to_floats(__m128i bytes) { return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes)); }

// The low or the high nibbles of eight bytes.
__m128i nibbles(__m128i bytes, bool high) {
  return _mm_and_si128(high ? _mm_srli_epi16(bytes, 4) : bytes, _mm_set1_epi8(15));
}

// The values that codes stand for, as unsigned bytes.
template <PanelLayout kLayout>
__m256i values_of(__m256i codes) {
  if constexpr (kLayout.codes == CodeForm::kNumber) return codes;
  const __m128i table = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kIq4Values));
  const __m256i offset = _mm256_set1_epi8(static_cast<char>(kLayout.offset));
  return _mm256_shuffle_epi8(_mm256_xor_si256(_mm256_broadcastsi128_si256(table), offset), codes);
}

// Reads the i-th block of a sweep from a panel, for its rows 8 * half .. 8 * half + 7.
template <PanelLayout kLayout>
struct PackedEights {
  static constexpr PanelLayout kOf = kLayout;
  PanelView view;

  void prefetch(size_t i) const { prefetch_block<kLayout>(view, i); }
  __m256i quad(size_t i, size_t quad, size_t half) const {
    constexpr size_t kLow = kLayout.low_bits, kHigh = kLayout.high_bits;
    const uint8_t* codes = view.codes + i * kLayout.code_bytes() + half * 32;
    const __m256i low = load(codes + quad % kLow * 64);
    if constexpr (kLow == 8) return low;
    const __m256i low_bits = _mm256_and_si256(move_bits(low, quad / kLow * kLow, 0),
                                              _mm256_set1_epi8((1 << kLow % 8) - 1));
    if constexpr (kHigh == 0) {
      return values_of<kLayout>(low_bits);
    } else {
      const __m256i high = load(codes + (kLow + quad % kHigh) * 64);
      const __m256i mask = _mm256_set1_epi8(((1 << kHigh) - 1) << kLow);
      return _mm256_or_si256(low_bits,
                             _mm256_and_si256(move_bits(high, quad / kHigh * kHigh, kLow), mask));
    }
  }
  __m256 scale(size_t i, size_t part, size_t half) const {
    const uint8_t* scales = view.scales + i * kLayout.scale_bytes();
    if constexpr (!kLayout.has_steps()) return load_halves(scales + half * 16);
    const uint8_t* steps = view.steps + i / kStepBlocks * kLayout.step_bytes();
    const __m128i bytes = load_eight(scales + part * kPanelRows + half * 8);
    return _mm256_mul_ps(load_halves(steps + half * 16),
                         to_floats(kLayout.nibbles() ? nibbles(bytes, false) : bytes));
  }
  __m256 min(size_t i, size_t part, size_t half) const {
    const uint8_t* scales = view.scales + i * kLayout.scale_bytes();
    if constexpr (kLayout.min == MinForm::kHalf) return load_halves(scales + 32 + half * 16);
    const uint8_t* steps = view.steps + i / kStepBlocks * kLayout.step_bytes();
    constexpr size_t kFirst = kLayout.nibbles() ? 0 : kLayout.parts;
    const __m128i bytes = load_eight(scales + (kFirst + part) * kPanelRows + half * 8);
    return _mm256_mul_ps(load_halves(steps + 2 * kPanelRows + half * 16),
                         to_floats(kLayout.nibbles() ? nibbles(bytes, true) : bytes));
  }
};

template <PanelLayout kLayout>
struct SpreadEights {
  static constexpr PanelLayout kOf = kLayout;
  const SpreadSweep& sweep;

  void prefetch(size_t) const {}
  __m256i quad(size_t i, size_t quad, size_t half) const {
    return load(sweep.codes[i] + quad * 64 + half * 32);
  }
  __m256 scale(size_t i, size_t part, size_t half) const {
    return _mm256_load_ps(sweep.scales[i][part] + half * 8);
  }
  __m256 min(size_t i, size_t part, size_t half) const {
    return _mm256_load_ps(sweep.mins[i][part] + half * 8);
  }
};

// The int8 sums of one part of the i-th block with R rows of a tile, the first at index `at`:
// sums[r][half], 8 weight rows each.
template <template <bool> typename Operand, size_t R, typename Source>
void part_sums(const Source& source, size_t i, size_t part, const QuantisedRows& x, size_t at,
               __m256i (&sums)[R][2]) {
  constexpr PanelLayout kLayout = Source::kOf;
  constexpr size_t kPartQuads = kQuads / kLayout.parts;
  using QuadCodes = Operand<(kLayout.value_bits() < 8)>;
#pragma GCC unroll 2
  for (size_t r = 0; r < R; ++r) {
    const int32_t minus_sum = x.minus_sum(at + r, part, kLayout.parts);
    sums[r][0] = sums[r][1] = _mm256_set1_epi32(kLayout.offset * minus_sum);
  }
#pragma GCC unroll 8
  for (size_t k = 0; k < kPartQuads; ++k) {
    const size_t quad = part * kPartQuads + k;
    const QuadCodes codes[2] = {QuadCodes::of_codes(source.quad(i, quad, 0)),
                                QuadCodes::of_codes(source.quad(i, quad, 1))};
#pragma GCC unroll 2
    for (size_t r = 0; r < R; ++r) {
      const QuadCodes row = QuadCodes::of_row(x.codes + (at + r) * kBlock + quad * 4);
      sums[r][0] = add_products(sums[r][0], codes[0], row);
      sums[r][1] = add_products(sums[r][1], codes[1], row);
      // Keeps GCC 12 from deferring the sums of a block: its products do not fit 16 registers.
      asm("" : "+x"(sums[r][0]), "+x"(sums[r][1]));
    }
  }
}

void write_panel(const __m256 (&acc)[2], size_t n, float* out, bool add) {
  float lanes[kPanelRows];
  _mm256_storeu_ps(lanes, acc[0]);
  _mm256_storeu_ps(lanes + 8, acc[1]);
  for (size_t i = 0; i < n; ++i) out[i] = add ? out[i] + lanes[i] : lanes[i];
}

// Operand<kNarrow> holds the codes of a quad of eight weight rows, of_codes(), or the four codes of
// an activation row in every lane, of_row(). add_products(sum, codes, row) adds their products.
// kNarrow: codes take no more than 7 bits.
template <template <bool> typename Operand>
struct EightRows {
  static constexpr size_t kRows = 2;  // two vectors of int and two of float sums each
  static constexpr size_t kSpreadRows = 4 * kRows;
  template <PanelLayout kLayout>
  using Packed = PackedEights<kLayout>;
  template <PanelLayout kLayout>
  using Spread = SpreadEights<kLayout>;

  template <PanelLayout kLayout>
  static void spread(const PanelView& view, size_t n_blocks, SpreadSweep& sweep) {
    const PackedEights<kLayout> packed{view};
    for (size_t i = 0; i < n_blocks; ++i) {
      prefetch_block<kLayout>(view, i);
      for (size_t half = 0; half < 2; ++half) {
#pragma GCC unroll 8
        for (size_t quad = 0; quad < kQuads; ++quad) {
          uint8_t* to = sweep.codes[i] + quad * 64 + half * 32;
          _mm256_store_si256(reinterpret_cast<__m256i*>(to), packed.quad(i, quad, half));
        }
        for (size_t part = 0; part < kLayout.parts; ++part) {
          _mm256_store_ps(sweep.scales[i][part] + half * 8, packed.scale(i, part, half));
        }
        for (size_t part = 0; part < kLayout.n_mins(); ++part) {
          _mm256_store_ps(sweep.mins[i][part] + half * 8, packed.min(i, part, half));
        }
      }
    }
  }

  template <size_t R, typename Source>
  static void run(const Source& source, const RowRun& rows, const Sums& sums) {
    constexpr PanelLayout kLayout = Source::kOf;
    const QuantisedRows& x = rows.x;
    __m256 acc[R][2];
    for (size_t r = 0; r < R; ++r) {
      for (size_t half = 0; half < 2; ++half) {
        const float* partial = sums.partial + r * kPanelRows + half * 8;
        acc[r][half] = sums.first ? _mm256_setzero_ps() : _mm256_load_ps(partial);
      }
    }
    size_t at = x.at(rows.row, rows.b);
    for (size_t i = 0; i < rows.n_blocks; ++i, at += kTileRows) {
      if (rows.first) source.prefetch(i);
#pragma GCC unroll 2
      for (size_t part = 0; part < kLayout.parts; ++part) {
        __m256i sum[R][2];
        part_sums<Operand, R>(source, i, part, x, at, sum);
        for (size_t half = 0; half < 2; ++half) {
          const __m256 scale = source.scale(i, part, half);
          for (size_t r = 0; r < R; ++r) {
            const __m256 both = _mm256_mul_ps(scale, _mm256_set1_ps(x.scales[at + r]));
            acc[r][half] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum[r][half]), both, acc[r][half]);
          }
        }
      }
      for (size_t part = 0; part < kLayout.n_mins(); ++part) {
        for (size_t r = 0; r < R; ++r) {
          const int32_t minus_sum = x.minus_sum(at + r, part, kLayout.n_mins());
          const float minus = x.scales[at + r] * static_cast<float>(minus_sum);
          for (size_t half = 0; half < 2; ++half) {
            acc[r][half] =
                _mm256_fmadd_ps(source.min(i, part, half), _mm256_set1_ps(minus), acc[r][half]);
          }
        }
      }
    }
    for (size_t r = 0; r < R; ++r) {
      if (sums.last) {
        write_panel(acc[r], sums.n_columns, sums.out + r * sums.out_stride, sums.add);
        continue;
      }
      _mm256_store_ps(sums.partial + r * kPanelRows, acc[r][0]);
      _mm256_store_ps(sums.partial + r * kPanelRows + 8, acc[r][1]);
    }
  }
};

}  // namespace

}  // namespace redact
