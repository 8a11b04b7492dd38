// SPDX-License-Identifier: Apache-2.0
// Rounds activations to int8: codes from -127 to 127 in steps of a 127th of the largest magnitude,
// ties to even. If a value is not finite, neither is the scale, and the codes are 0.
#pragma once

#include <cmath>
#include <cstring>

#include "kernels/cpu/panel_kernels.h"
#include "kernels/cpu/vectors.h"

namespace redact {

template <typename Set>
struct QuantiseImpl : Vectors<Set> {
  using V = Vectors<Set>;
  using typename V::IntVec;
  using typename V::Vec;
  using V::kLanes, V::largest, V::load, V::store_bytes, V::sum;

  static constexpr int32_t kInfinite = 0x7f800000;  // the bits of infinity; those of NaN are larger
  // Compares magnitudes as integers; values that are not finite are larger than finite ones.
  static IntVec larger_magnitude(IntVec most, const float* x) {
    IntVec bits;
    std::memcpy(&bits, x, sizeof bits);
    bits &= 0x7fffffff;
    return most > bits ? most : bits;
  }

  // Rounds numbers of up to a given magnitude, passed as its bits, to that many steps of it.
  struct Rounder {
    Rounder(int32_t bits, float steps) {
      float magnitude;
      std::memcpy(&magnitude, &bits, sizeof magnitude);
      scale = magnitude / steps;
      inverse = magnitude > 1e-30f ? steps / magnitude : 0.0f;
    }
    // The codes plus kShifted, whose low byte is 0.
    IntVec shifted_codes(Vec x) const {
      // Adding 1.5 * 2^23 rounds to the nearest integer, ties to even, and leaves it in the low
      // bits.
      const Vec shifted = x * inverse + 12582912.0f;
      IntVec code;
      std::memcpy(&code, &shifted, sizeof code);
      return code;
    }

    float scale, inverse;
  };
  static constexpr int32_t kShifted = 0x4b400000;

  // RowKernels::quantise.
  static void quantise(const float* x, size_t n, int8_t* codes, float* scales, int32_t* minus_sums,
                       int32_t* minus_low_sums) {
    constexpr int kBlockVectors = kBlock / kLanes;
    for (size_t b = 0; b < n / kBlock; ++b, x += kBlock, codes += kTileRows * kBlock) {
      IntVec most{};
#pragma GCC unroll 8
      for (int i = 0; i < kBlockVectors; ++i) most = larger_magnitude(most, x + i * kLanes);
      const int32_t bits = largest(most);
      const Rounder rounder(bits, 127.0f);
      scales[b * kTileRows] = rounder.scale;
      const IntVec keep = IntVec{} - (bits < kInfinite);  // zero codes if a value is not finite
      IntVec low{}, high{};                               // sums over each half of the block
#pragma GCC unroll 8
      for (int i = 0; i < kBlockVectors; ++i) {
        const IntVec code = (rounder.shifted_codes(load(x + i * kLanes)) - kShifted) & keep;
        (i < kBlockVectors / 2 ? low : high) += code;
        store_bytes(codes + i * kLanes, code);
      }
      minus_sums[b * kTileRows] = -sum(low + high);
      minus_low_sums[b * kTileRows] = -sum(low);
    }
  }

  // Rounds a row of n numbers, n a multiple of 16, to `steps` steps of its largest magnitude:
  // codes[n] bytes, and their sum. Returns the step, or NaN if a value of x is not finite; codes
  // and sum are then 0. `codes` may overlap the beginning of x.
  static float round_row(const float* x, size_t n, float steps, void* codes, int32_t* code_sum) {
    IntVec most{}, total{};
#pragma GCC unroll 4
    for (size_t i = 0; i < n; i += kLanes) most = larger_magnitude(most, x + i);
    const int32_t bits = largest(most);
    if (bits >= kInfinite) {  // the codes of such a row may have a sum that overflows
      std::memset(codes, 0, n);
      *code_sum = 0;
      return NAN;
    }
    const Rounder rounder(bits, steps);
    auto* const bytes = static_cast<uint8_t*>(codes);
#pragma GCC unroll 4
    for (size_t i = 0; i < n; i += kLanes) {
      const IntVec code = rounder.shifted_codes(load(x + i));
      total += code - kShifted;
      store_bytes(bytes + i, code);
    }
    *code_sum = sum(total);
    return rounder.scale;
  }

  // RowKernels::quantise_row.
  static void quantise_row(const float* x, size_t n, int8_t* codes, float* scale,
                           int32_t* code_sum) {
    *scale = round_row(x, n, 127.0f, codes, code_sum);
  }
};

}  // namespace redact
