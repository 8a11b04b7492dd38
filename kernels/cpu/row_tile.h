// SPDX-License-Identifier: Apache-2.0
// The sums of a tile of products of row panels (row_panels.h).
#pragma once

#include <type_traits>

#include "kernels/cpu/quads.h"
#include "kernels/cpu/row_panels.h"

namespace redact {

// Two vectors of outputs by kRowTile rows of activations: with AVX-512, sixteen sums in registers
// and ten loads for sixteen multiplications.
template <typename Set>
struct RowTile : Quads<Set> {
  using V = Quads<Set>;
  using typename V::IntVec;
  using V::dot4_offset, V::kLanes, V::load_quads, V::offset_codes, V::splat_quad;
  static constexpr int kSpan = 2;
  // Rows whose sums are held at a time: AVX-VNNI has registers for four. AVX2 and SSE2 also do, but
  // they prepare codes for many rows (on a Zen 5, AVX2 was a twentieth slower with four).
  static constexpr size_t kRows = std::is_same_v<Set, AvxVnni> ? kRowTile / 2 : kRowTile;

  // The products of kSpan * kLanes rows of a panel with kRowTile rows of activations, given their
  // codes and the number of columns; they keep kKeptOffset times the sums of activations.
  static void multiply(const uint8_t* codes, const int8_t* xs, size_t cols,
                       IntVec (&sums)[kRowTile][kSpan]) {
    for (size_t row = 0; row < kRowTile; row += kRows) {
      multiply_some(codes, xs + row * cols, cols, sums + row);
    }
  }

 private:
  static void multiply_some(const uint8_t* codes, const int8_t* xs, size_t cols,
                            IntVec (*out)[kSpan]) {
    IntVec sums[kRows][kSpan] = {};
    for (size_t c = 0; c < cols; c += 4, codes += kRowPanelRows * 4) {
      IntVec w[kSpan];
#pragma GCC unroll 2
      for (int k = 0; k < kSpan; ++k) w[k] = offset_codes(load_quads(codes + k * kLanes * 4));
#pragma GCC unroll 8
      for (size_t r = 0; r < kRows; ++r) {
        const IntVec quad = splat_quad(xs + r * cols + c);
#pragma GCC unroll 2
        for (int k = 0; k < kSpan; ++k) sums[r][k] = dot4_offset(sums[r][k], w[k], quad);
      }
    }
    std::memcpy(out, sums, sizeof sums);
  }
};

}  // namespace redact

#if defined(__aarch64__)
#include "kernels/cpu/row_tile_arm.h"
#endif
