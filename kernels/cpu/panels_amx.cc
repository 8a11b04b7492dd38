// SPDX-License-Identifier: Apache-2.0
// AMX: one tdpbssd multiplies a tile of 16 activation rows by one block of a panel, 8,192 products
// in 16 cycles. Scales differ from block to block, so every block's tile of sums leaves the unit
// through memory and joins the float sums there, which bounds this path at one and a half times the
// rate of VNNI. Two sets of tiles in turn did not help.
#include "kernels/cpu/decode.h"
#include "kernels/cpu/panels_avx512.h"

namespace redact {

namespace {

// Blocks of a panel swept at a time: 16 KiB of codes beside 16 KiB of a tile's rows, in a
// first-level cache of 48 KiB.
constexpr size_t kSweepBlocks = 32;

// Rows that pass over a panel's sweep at a time; their partial sums are 32 KiB.
constexpr size_t kPassRows = 512;

// Of 4-bit weights 1, 4 and 16 rows made 49, 175 and 506 Gop/s on one core here, 110, 347 and 452
// by VNNI.
constexpr size_t kFewRows = 12;

constexpr size_t kBlockCodes = kPanelRows * kBlock;  // bytes, spread

struct alignas(64) TileConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t bytes_per_row[16] = {};
  uint8_t rows[16] = {};
};

// Tile 0: sums [16 rows, 16] of int32. 1: activations [16 rows, 32]. 2: codes [8 quads, 16 rows x
// 4].
TileConfig tile_config() {
  TileConfig config;
  config.bytes_per_row[0] = 64, config.rows[0] = 16;
  config.bytes_per_row[1] = 32, config.rows[1] = 16;
  config.bytes_per_row[2] = 64, config.rows[2] = 8;
  return config;
}

// 4-bit codes of a panel's sweep as signed bytes: once for all rows that pass over them.
template <WeightFormat kFormat>
void spread(const uint8_t* codes, size_t n_blocks, uint8_t* out) {
  const __m512i offset = _mm512_set1_epi8(code_offset(kFormat));
  for (size_t b = 0; b < n_blocks; ++b, codes += kBlockCodes / 2, out += kBlockCodes) {
    for (size_t quad = 0; quad < 8; ++quad) {
      _mm512_store_si512(out + quad * 64, _mm512_sub_epi8(load_quad(codes, quad, true), offset));
    }
  }
}

// Blocks [b, b_end) of the first R rows of the tile at `row` against one panel; `codes` are those
// of block b, a signed byte each.
template <size_t R, WeightFormat kFormat>
void sweep(const Panels& w, size_t panel, const uint8_t* codes, const QuantizedRows& x, size_t row,
           size_t b, size_t b_end, __m512 (&acc)[R]) {
  alignas(64) int32_t sums[2][kTileRows][kPanelRows];
  size_t at = x.at(row, b);
  for (; b < b_end; ++b, codes += kBlockCodes, at += kTileRows) {
    int32_t(*s)[kPanelRows] = sums[b % 2];  // two buffers: a block's tile runs ahead of the sums
    _tile_zero(0);
    _tile_loadd(1, x.codes + at * kBlock, kBlock);
    _tile_loadd(2, codes, 64);
    _tile_dpbssd(0, 1, 2);
    _tile_stored(0, s, 64);
    const __m512 scale = block_scales<kFormat>(w, panel, b);
#pragma GCC unroll 16
    for (size_t r = 0; r < R; ++r) {
      const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(x.scales[at + r]));
      acc[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_load_si512(s[r])), both, acc[r]);
      if constexpr (has_mins(kFormat)) {
        const float minus = x.scales[at + r] * static_cast<float>(x.minus_sums[at + r]);
        acc[r] = _mm512_fmadd_ps(_mm512_loadu_ps(w.mins(panel, b)), _mm512_set1_ps(minus), acc[r]);
      }
    }
  }
}

// One tile of rows in one sweep: sums go on from `partial` [R][16] behind the first sweep, and to
// `out` at the last. Rows [n_rows, R) of the tile do not exist.
template <size_t R, WeightFormat kFormat>
void run(const Panels& w, size_t panel, const uint8_t* codes, const QuantizedRows& x, size_t row,
         size_t n_rows, size_t b, size_t b_end, float* partial, float* out, size_t out_stride,
         bool add) {
  __m512 acc[R];
#pragma GCC unroll 16
  for (size_t r = 0; r < R; ++r) {
    acc[r] = b == 0 ? _mm512_setzero_ps() : _mm512_load_ps(partial + r * kPanelRows);
  }
  sweep<R, kFormat>(w, panel, codes, x, row, b, b_end, acc);
  if (b_end < w.n_blocks()) {
#pragma GCC unroll 16
    for (size_t r = 0; r < R; ++r) _mm512_store_ps(partial + r * kPanelRows, acc[r]);
    return;
  }
#pragma GCC unroll 16
  for (size_t r = 0; r < R; ++r) {
    if (r < n_rows) write_panel(acc[r], w, panel, out + (row + r) * out_stride, add);
  }
}

template <WeightFormat kFormat>
void multiply_tiles(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
                    size_t out_stride, bool add) {
  alignas(64) float partial[kPassRows * kPanelRows];
  alignas(64) uint8_t spread_codes[kSweepBlocks * kBlockCodes];
  for (size_t first = 0; first < x.n_rows; first += kPassRows) {
    const size_t last = std::min(first + kPassRows, x.n_rows);
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t b = 0; b < w.n_blocks(); b += kSweepBlocks) {
        const size_t b_end = std::min(b + kSweepBlocks, w.n_blocks());
        const uint8_t* codes = w.codes(panel) + b * w.block_bytes();
        if constexpr (has_four_bit_codes(kFormat)) {
          spread<kFormat>(codes, b_end - b, spread_codes);
          codes = spread_codes;
        }
        for (size_t row = first; row < last; row += kTileRows) {
          const size_t n = std::min(kTileRows, last - row);
          const auto rows = n == 1   ? run<1, kFormat>
                            : n <= 4 ? run<4, kFormat>
                            : n <= 8 ? run<8, kFormat>
                                     : run<16, kFormat>;
          rows(w, panel, codes, x, row, n, b, b_end, partial + (row - first) * kPanelRows, out,
               out_stride, add);
        }
      }
    }
  }
}

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  // Spreading 4-bit codes costs more than it saves for few rows, and VNNI reads them as they are;
  // half blocks of Q6_K would leave half of a tile empty.
  if ((has_four_bit_codes(w.format()) && x.n_rows < kFewRows) ||
      w.format() == WeightFormat::kQ6_K) {
    return kAvx512Panels.multiply(w, begin, end, x, out, out_stride, add);
  }
  const TileConfig config = tile_config();
  _tile_loadconfig(&config);
  const auto tiles = w.format() == WeightFormat::kQ8_0   ? multiply_tiles<WeightFormat::kQ8_0>
                     : w.format() == WeightFormat::kQ4_0 ? multiply_tiles<WeightFormat::kQ4_0>
                                                         : multiply_tiles<WeightFormat::kQ4_K>;
  tiles(w, begin, end, x, out, out_stride, add);
  _tile_release();
}

}  // namespace

const PanelKernels kAmxPanels = {true, multiply};

}  // namespace redact
