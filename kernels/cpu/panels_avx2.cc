// SPDX-License-Identifier: Apache-2.0
// vpmaddubsw would saturate on bytes of 8 bits, so codes widen to 16 bits and vpmaddwd does the
// work: the even and the odd bytes of a quad apart, eight rows a vector.
#include <immintrin.h>

#include <algorithm>
#include <cstring>

#include "kernels/cpu/decode.h"
#include "kernels/cpu/panel_kernels.h"

namespace redact {

namespace {

// Activation rows of a tile: two vectors of int and two of float sums each.
constexpr size_t kRows = 2;

// Part `part` of one block of one panel against R rows: sums[r][half] (8 weight rows each).
template <size_t R, WeightFormat kFormat>
void part_sums(const uint8_t* codes, const QuantizedRows& x, size_t row, size_t b, size_t part,
               __m256i sums[R][2]) {
  constexpr size_t kQuads = 8 / scale_parts(kFormat);
  const __m256i low_byte = _mm256_set1_epi16(0xff), nibble = _mm256_set1_epi8(15);
  for (size_t r = 0; r < R; ++r) {
    const size_t at = x.at(row + r, b);
    const int32_t minus_sum = kQuads == 8 ? x.minus_sums[at]
                              : part == 0 ? x.minus_low_sums[at]
                                          : x.minus_sums[at] - x.minus_low_sums[at];
    sums[r][0] = sums[r][1] = _mm256_set1_epi32(code_offset(kFormat) * minus_sum);
  }
  for (size_t quad = part * kQuads; quad < (part + 1) * kQuads; ++quad) {
    __m256i even[2], odd[2];
    for (size_t half = 0; half < 2; ++half) {
      const size_t at = ((has_four_bit_codes(kFormat) ? quad % 4 : quad) * 2 + half) * 32;
      __m256i v = _mm256_load_si256(reinterpret_cast<const __m256i*>(codes + at));
      if (has_four_bit_codes(kFormat)) {
        v = _mm256_and_si256(quad < 4 ? v : _mm256_srli_epi16(v, 4), nibble);
      }
      even[half] = _mm256_and_si256(v, low_byte);
      odd[half] = _mm256_srli_epi16(v, 8);
    }
    for (size_t r = 0; r < R; ++r) {
      int32_t four;
      std::memcpy(&four, x.codes + x.at(row + r, b) * kBlock + quad * 4, 4);
      const __m256i v = _mm256_set1_epi32(four);
      const __m256i x_even = _mm256_srai_epi16(_mm256_slli_epi16(v, 8), 8);
      const __m256i x_odd = _mm256_srai_epi16(v, 8);
      for (size_t half = 0; half < 2; ++half) {
        const __m256i two = _mm256_add_epi32(_mm256_madd_epi16(even[half], x_even),
                                             _mm256_madd_epi16(odd[half], x_odd));
        sums[r][half] = _mm256_add_epi32(sums[r][half], two);
      }
    }
  }
}

template <WeightFormat kFormat>
__m256 scales_of(const Panels& w, size_t panel, size_t b, size_t part, size_t half) {
  if constexpr (has_float_scales(kFormat)) {
    return _mm256_loadu_ps(w.float_scales(panel, b, part) + half * 8);
  } else {
    const uint16_t* scales = w.half_scales(panel, b) + half * 8;
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(scales)));
  }
}

template <size_t R, WeightFormat kFormat>
void tile(const Panels& w, size_t panel, const QuantizedRows& x, size_t row, float* out,
          size_t out_stride, bool add) {
  __m256 acc[R][2];
  for (size_t r = 0; r < R; ++r) acc[r][0] = acc[r][1] = _mm256_setzero_ps();
  for (size_t b = 0; b < w.n_blocks(); ++b) {
    for (size_t part = 0; part < scale_parts(kFormat); ++part) {
      __m256i sums[R][2];
      part_sums<R, kFormat>(w.codes(panel) + b * w.block_bytes(), x, row, b, part, sums);
      for (size_t half = 0; half < 2; ++half) {
        const __m256 scale = scales_of<kFormat>(w, panel, b, part, half);
        for (size_t r = 0; r < R; ++r) {
          const __m256 both = _mm256_mul_ps(scale, _mm256_set1_ps(x.scales[x.at(row + r, b)]));
          acc[r][half] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[r][half]), both, acc[r][half]);
        }
      }
    }
    if constexpr (has_mins(kFormat)) {
      for (size_t r = 0; r < R; ++r) {
        const size_t at = x.at(row + r, b);
        const __m256 minus = _mm256_set1_ps(x.scales[at] * static_cast<float>(x.minus_sums[at]));
        for (size_t half = 0; half < 2; ++half) {
          const __m256 min = _mm256_loadu_ps(w.mins(panel, b) + half * 8);
          acc[r][half] = _mm256_fmadd_ps(min, minus, acc[r][half]);
        }
      }
    }
  }
  const size_t n = std::min(kPanelRows, w.rows() - panel * kPanelRows);
  for (size_t r = 0; r < R; ++r) {
    float lanes[kPanelRows];
    _mm256_storeu_ps(lanes, acc[r][0]);
    _mm256_storeu_ps(lanes + 8, acc[r][1]);
    float* o = out + (row + r) * out_stride + panel * kPanelRows;
    for (size_t i = 0; i < n; ++i) o[i] = add ? o[i] + lanes[i] : lanes[i];
  }
}

template <WeightFormat kFormat>
void multiply_as(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
                 size_t out_stride, bool add) {
  for (size_t panel = begin; panel < end; ++panel) {
    size_t row = 0;
    for (; row + kRows <= x.n_rows; row += kRows) {
      tile<kRows, kFormat>(w, panel, x, row, out, out_stride, add);
    }
    for (; row < x.n_rows; ++row) tile<1, kFormat>(w, panel, x, row, out, out_stride, add);
  }
}

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  const auto as = w.format() == WeightFormat::kQ8_0   ? multiply_as<WeightFormat::kQ8_0>
                  : w.format() == WeightFormat::kQ4_0 ? multiply_as<WeightFormat::kQ4_0>
                  : w.format() == WeightFormat::kQ4_K ? multiply_as<WeightFormat::kQ4_K>
                                                      : multiply_as<WeightFormat::kQ6_K>;
  as(w, begin, end, x, out, out_stride, add);
}

}  // namespace

const PanelKernels kAvx2Panels = {false, multiply};

}  // namespace redact
