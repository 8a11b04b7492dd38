// SPDX-License-Identifier: Apache-2.0
// Products of panels that have one scale per row (row_panels.h).
#pragma once

#include <algorithm>

#include "kernels/cpu/row_tile.h"

namespace redact {

template <typename Set>
struct MultiplyRowsImpl : RowTile<Set> {
  using V = RowTile<Set>;
  using typename V::IntVec;
  using typename V::Vec;
  using V::kLanes, V::kSpan, V::load, V::store;

  static constexpr size_t kOutputs = kSpan * kLanes;
  static_assert(kRowPanelRows % kOutputs == 0);
  static_assert(V::kKeptOffset == 0 || V::kKeptOffset == kRowOffset);

  // out[kRowTile, kOutputs] (+)= kOutputs outputs of a panel, given their codes and scales, for
  // rows [row, row + kRowTile).
  static void tile(const uint8_t* codes, const float* scales, const Int8Rows& x, size_t row,
                   float* out, size_t out_stride, bool add) {
    IntVec sums[kRowTile][kSpan] = {};
    V::multiply(codes, x.codes + row * x.cols, x.cols, sums);
#pragma GCC unroll 8
    for (size_t r = 0; r < kRowTile; ++r) {
      const float x_scale = x.scales[row + r];
      const int32_t offset = V::kKeptOffset * x.sums[row + r];
#pragma GCC unroll 2
      for (int k = 0; k < kSpan; ++k) {
        float* to = out + r * out_stride + k * kLanes;
        const Vec sum = __builtin_convertvector(sums[r][k] - offset, Vec);
        const Vec v = sum * (load(scales + k * kLanes) * x_scale);
        store(to, add ? load(to) + v : v);
      }
    }
  }

  // The same for a tile at an edge, of which only n_rows rows and n_columns columns are written.
  static void edge_tile(const uint8_t* codes, const float* scales, const Int8Rows& x, size_t row,
                        size_t n_rows, size_t n_columns, float* out, size_t out_stride, bool add) {
    float whole[kRowTile * kOutputs];
    tile(codes, scales, x, row, whole, kOutputs, false);
    for (size_t r = 0; r < n_rows; ++r) {
      for (size_t i = 0; i < n_columns; ++i) {
        float& to = out[r * out_stride + i];
        to = add ? to + whole[r * kOutputs + i] : whole[r * kOutputs + i];
      }
    }
  }

  // RowKernels::multiply_rows.
  static void multiply_rows(const RowPanels& w, size_t begin, size_t end, const Int8Rows& x,
                            float* out, size_t out_stride, bool add) {
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t lane = 0; lane < kRowPanelRows; lane += kOutputs) {
        const size_t column = panel * kRowPanelRows + lane;
        if (column >= w.rows()) break;
        const size_t n_columns = std::min(kOutputs, w.rows() - column);
        const uint8_t* codes = w.codes(panel) + lane * 4;
        const float* scales = w.scales(panel) + lane;
        for (size_t row = 0; row < x.n_rows; row += kRowTile) {
          const size_t n_rows = std::min(kRowTile, x.n_rows - row);
          float* to = out + row * out_stride + column;
          if (n_rows == kRowTile && n_columns == kOutputs) {
            tile(codes, scales, x, row, to, out_stride, add);
          } else {
            edge_tile(codes, scales, x, row, n_rows, n_columns, to, out_stride, add);
          }
        }
      }
    }
  }
};

}  // namespace redact
