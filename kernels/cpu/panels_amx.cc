// SPDX-License-Identifier: Apache-2.0
// AMX: one tdpbssd multiplies a tile of 16 activation rows by one block of a panel, 8,192 products
// in 16 cycles. Scales differ from block to block, so every block's tile of sums has to be stored
// to memory before it is added to the float sums, which limits this path to one and a half times
// the rate of VNNI. Alternating two sets of tiles did not help.
#include "kernels/cpu/amx_tiles.h"
#include "kernels/cpu/panels_avx512.h"

namespace redact {

namespace {

// With 4-bit weights, 1, 4 and 16 rows ran at 49, 175 and 506 Gop/s on one core here, against 110,
// 347 and 452 with VNNI.
constexpr size_t kFewRows = 12;

// Tile 0: sums [16 rows, 16] of int32. 1: activations [16 rows, 32]. 2: codes [8 quads, 16 rows x
// 4].
constexpr TileConfig kConfig = [] {
  TileConfig config;
  config.bytes_per_row[0] = 64, config.rows[0] = 16;
  config.bytes_per_row[1] = 32, config.rows[1] = 16;
  config.bytes_per_row[2] = 64, config.rows[2] = 8;
  return config;
}();

// Unpacks the codes of a panel's sweep to signed bytes, once for all rows multiplied with them.
template <PanelLayout kLayout>
void spread(const uint8_t* codes, size_t n_blocks, uint8_t* out) {
  const __m512i offset = _mm512_set1_epi8(static_cast<char>(kLayout.offset));
  for (size_t b = 0; b < n_blocks; ++b, codes += kLayout.code_bytes(), out += kSpreadBytes) {
#pragma GCC unroll 8
    for (size_t quad = 0; quad < kQuads; ++quad) {
      const __m512i unsigned_codes = load_quad<kLayout>(codes, quad);
      _mm512_store_si512(out + quad * 64, _mm512_sub_epi8(unsigned_codes, offset));
    }
  }
}

// Adds the products of the n_blocks blocks of `panel`, which begin at block b of x, with the first
// R rows of the tile at `row`; `codes` are the blocks' codes, one signed byte each.
template <size_t R, PanelLayout kLayout>
void sweep(const PackedSource<kLayout>& panel, const uint8_t* codes, const QuantisedRows& x,
           size_t row, size_t b, size_t n_blocks, __m512 (&acc)[R]) {
  alignas(64) int32_t sums[2][kTileRows][kPanelRows];
  size_t at = x.at(row, b);
  for (size_t i = 0; i < n_blocks; ++i, codes += kSpreadBytes, at += kTileRows) {
    int32_t(*s)[kPanelRows] = sums[i % 2];  // two buffers, so that tiles overlap with float sums
    _tile_zero(0);
    _tile_loadd(1, x.codes + at * kBlock, kBlock);
    _tile_loadd(2, codes, 64);
    _tile_dpbssd(0, 1, 2);
    _tile_stored(0, s, 64);
    const __m512 scale = panel.scale(i, 0);
#pragma GCC unroll 16
    for (size_t r = 0; r < R; ++r) {
      const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(x.scales[at + r]));
      acc[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_load_si512(s[r])), both, acc[r]);
      if constexpr (kLayout.has_mins()) {
        const float minus = x.scales[at + r] * static_cast<float>(x.minus_sums[at + r]);
        acc[r] = _mm512_fmadd_ps(panel.min(i, 0), _mm512_set1_ps(minus), acc[r]);
      }
    }
  }
}

// Multiplies one tile of rows with one sweep. Rows [n_rows, R) of the tile do not exist.
template <size_t R, PanelLayout kLayout>
void run(const PackedSource<kLayout>& panel, const uint8_t* codes, const RowRun& rows,
         size_t n_rows, const Sums& sums) {
  __m512 acc[R];
#pragma GCC unroll 16
  for (size_t r = 0; r < R; ++r) {
    acc[r] = sums.first ? _mm512_setzero_ps() : _mm512_load_ps(sums.partial + r * kPanelRows);
  }
  sweep<R>(panel, codes, rows.x, rows.row, rows.b, rows.n_blocks, acc);
  if (!sums.last) {
#pragma GCC unroll 16
    for (size_t r = 0; r < R; ++r) _mm512_store_ps(sums.partial + r * kPanelRows, acc[r]);
    return;
  }
#pragma GCC unroll 16
  for (size_t r = 0; r < R; ++r) {
    if (r < n_rows) write_panel(acc[r], sums.n_columns, sums.out + r * sums.out_stride, sums.add);
  }
}

template <PanelLayout kLayout>
void multiply_tiles(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
                    size_t out_stride, bool add) {
  alignas(64) float partial[kPassRows * kPanelRows];
  alignas(64) uint8_t spread_codes[kSweepBlocks * kSpreadBytes];
  for (size_t first = 0; first < x.n_rows; first += kPassRows) {
    const size_t last = std::min(first + kPassRows, x.n_rows);
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t b = 0; b < w.n_blocks(); b += kSweepBlocks) {
        const size_t n_blocks = std::min(kSweepBlocks, w.n_blocks() - b);
        const PackedSource<kLayout> packed{w.view(panel, b)};
        const uint8_t* codes = packed.view.codes;
        if constexpr (kLayout.code_bits() < 8) {
          spread<kLayout>(codes, n_blocks, spread_codes);
          codes = spread_codes;
        }
        for (size_t row = first; row < last; row += kTileRows) {
          const size_t n = std::min(kTileRows, last - row);
          const auto rows = n == 1   ? run<1, kLayout>
                            : n <= 4 ? run<4, kLayout>
                            : n <= 8 ? run<8, kLayout>
                                     : run<16, kLayout>;
          rows(packed, codes, {x, row, b, n_blocks, row == first}, n,
               {partial + (row - first) * kPanelRows, out + row * out_stride + panel * kPanelRows,
                out_stride, std::min(kPanelRows, w.rows() - panel * kPanelRows), b == 0,
                b + n_blocks == w.n_blocks(), add});
        }
      }
    }
  }
}

// No kernel for blocks with two parts: each part would leave half of a tile empty.
constexpr auto kTiles = per_layout([]<PanelLayout kLayout>() -> decltype(PanelKernels::multiply) {
  if constexpr (kLayout.parts == 1) {
    return multiply_tiles<kLayout>;
  } else {
    return nullptr;
  }
});

void multiply(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
              size_t out_stride, bool add) {
  // For few rows, spreading costs more than it saves, and VNNI reads packed codes directly.
  const bool spreads = w.layout().code_bits() < 8;
  if (kTiles[w.kind()] == nullptr || (spreads && x.n_rows < kFewRows)) {
    return kAvx512Panels.multiply(w, begin, end, x, out, out_stride, add);
  }
  const Tiles tiles(kConfig);
  kTiles[w.kind()](w, begin, end, x, out, out_stride, add);
}

}  // namespace

const PanelKernels kAmxPanels = {true, multiply};

}  // namespace redact
