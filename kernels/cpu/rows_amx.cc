// SPDX-License-Identifier: Apache-2.0
// RowKernels::multiply_rows in AMX tiles. One tdpbsud multiplies 16 rows of activations by 16 rows
// of a panel over 64 columns, 16,384 products in 16 cycles. A sum over a whole row is one integer,
// so tiles of sums leave the registers once, after the last column.
#include <algorithm>

#include "kernels/cpu/amx_tiles.h"
#include "kernels/cpu/row_kernels.h"

namespace redact {

namespace {

constexpr size_t kTileRows = 16;
constexpr size_t kTileColumns = 64;                // of a row: the bytes of a row of a tile
constexpr size_t kPanelBytes = kRowPanelRows * 4;  // of a panel's quads at one column

// Tiles 0 to 3: sums, [16 rows of activations, 16 outputs] of int32. 4 and 5: a panel's codes, [16
// quads, 16 outputs x 4]. 6 and 7: activations, [16 rows, 64]. So four loads serve four products.
constexpr TileConfig kConfig = [] {
  TileConfig config;
  for (size_t tile = 0; tile < 8; ++tile) {
    config.bytes_per_row[tile] = kTileColumns, config.rows[tile] = kTileRows;
  }
  return config;
}();

// sums[r][i]: the products of row r of the panel with kMostRowTile rows of activations at xs. Codes
// of the panel keep their offset.
void multiply_tiles(const uint8_t* codes, const int8_t* xs, size_t cols,
                    int32_t (&sums)[kMostRowTile][kRowPanelRows]) {
  const int8_t* const later = xs + kTileRows * cols;
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (size_t c = 0; c < cols; c += kTileColumns, codes += kTileColumns / 4 * kPanelBytes) {
    _tile_loadd(4, codes, kPanelBytes);
    _tile_loadd(5, codes + kPanelBytes / 2, kPanelBytes);
    _tile_loadd(6, xs + c, cols);
    _tile_loadd(7, later + c, cols);
    _tile_dpbsud(0, 6, 4);
    _tile_dpbsud(1, 6, 5);
    _tile_dpbsud(2, 7, 4);
    _tile_dpbsud(3, 7, 5);
  }
  _tile_stored(0, &sums[0][0], sizeof sums[0]);
  _tile_stored(1, &sums[0][kTileRows], sizeof sums[0]);
  _tile_stored(2, &sums[kTileRows][0], sizeof sums[0]);
  _tile_stored(3, &sums[kTileRows][kTileRows], sizeof sums[0]);
}

}  // namespace

void multiply_rows_amx(const RowPanels& w, size_t begin, size_t end, const Int8Rows& x, float* out,
                       size_t out_stride, bool add) {
  if (x.cols % kTileColumns != 0) {
    return kAvx512Rows.multiply_rows(w, begin, end, x, out, out_stride, add);
  }
  const Tiles tiles(kConfig);
  alignas(64) int32_t sums[kMostRowTile][kRowPanelRows];
  for (size_t panel = begin; panel < end; ++panel) {
    const size_t column = panel * kRowPanelRows;
    const size_t n_columns = std::min(kRowPanelRows, w.rows() - column);
    for (size_t row = 0; row < x.n_rows; row += kMostRowTile) {
      multiply_tiles(w.codes(panel), x.codes + row * x.cols, x.cols, sums);
      const size_t n_rows = std::min(kMostRowTile, x.n_rows - row);
      for (size_t r = 0; r < n_rows; ++r) {
        const __m512i offset = _mm512_set1_epi32(kRowOffset * x.sums[row + r]);
        const __m512 x_scale = _mm512_set1_ps(x.scales[row + r]);
        float* const to = out + (row + r) * out_stride + column;
        for (size_t i = 0; i < n_columns; i += kTileRows) {
          const auto written =
              static_cast<__mmask16>((uint64_t{1} << std::min(kTileRows, n_columns - i)) - 1);
          const __m512i sum = _mm512_sub_epi32(_mm512_load_si512(&sums[r][i]), offset);
          const __m512 scale = _mm512_mul_ps(_mm512_loadu_ps(w.scales(panel) + i), x_scale);
          __m512 v = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), scale);
          if (add) v = _mm512_add_ps(_mm512_maskz_loadu_ps(written, to + i), v);
          _mm512_mask_storeu_ps(to + i, written, v);
        }
      }
    }
  }
}

}  // namespace redact
