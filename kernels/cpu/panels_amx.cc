// SPDX-License-Identifier: Apache-2.0
// AMX: one tdpbsud multiplies a tile of 16 activation rows by one block of a panel, 8,192 products
// in 16 cycles. Scales differ from block to block, so every block's tile of sums leaves the unit
// through memory and joins the float sums there; that costs as much again, and bounds this path at
// about three times the rate of VNNI.
#include "kernels/cpu/panels_vnni.h"

namespace redact {

namespace {

constexpr size_t kTileRows = 16;
// Below this many rows a tile is too empty to pay for its way through memory.
constexpr size_t kLeastRows = 8;

struct alignas(64) TileConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t bytes_per_row[16] = {};
  uint8_t rows[16] = {};
};

// Tiles 0..3: sums [16, 16] of int32. 4, 5: activations [16, 32]. 6, 7: codes [8 quads, 16 rows x
// 4].
TileConfig tile_config() {
  TileConfig config;
  for (int t = 0; t < 4; ++t) config.bytes_per_row[t] = 64, config.rows[t] = 16;
  for (int t = 4; t < 6; ++t) config.bytes_per_row[t] = 32, config.rows[t] = 16;
  for (int t = 6; t < 8; ++t) config.bytes_per_row[t] = 64, config.rows[t] = 8;
  return config;
}

// Q4_0 codes of a panel's sweep, spread to a byte each: once for all rows that pass over them.
void spread(const uint8_t* codes, size_t n_blocks, uint8_t* out) {
  for (size_t b = 0; b < n_blocks; ++b) {
    for (size_t quad = 0; quad < 8; ++quad) {
      _mm512_store_si512(out + (b * 8 + quad) * 64, vnni::load_quad(codes + b * 256, quad, true));
    }
  }
}

// Blocks [b, b_end) of 16 rows of x against one panel; `codes` are those of block b, a byte each.
template <bool kFourBits>
void sweep(const Panels& w, size_t panel, const uint8_t* codes, const QuantizedRows& x, size_t row,
           size_t b, size_t b_end, __m512 (&acc)[kTileRows]) {
  alignas(64) int32_t sums[2][kTileRows][kPanelRows];
  const size_t n_blocks = w.n_blocks();
  for (size_t i = 0; b + i < b_end; ++i) {
    int32_t(*s)[kPanelRows] = sums[i % 2];  // two buffers: a block's tile runs ahead of the sums
    _tile_zero(0);
    _tile_loadd(4, x.codes + row * x.cols + (b + i) * kBlock, static_cast<long>(x.cols));
    _tile_loadd(6, codes + i * 512, 64);
    _tile_dpbsud(0, 4, 6);
    _tile_stored(0, s, 64);
    const __m512 scale = vnni::block_scales(w, panel, b + i);
    const float* x_scales = x.scales + row * n_blocks + b + i;
    const int32_t* minus_sums = x.minus_sums + row * n_blocks + b + i;
#pragma GCC unroll 16
    for (size_t r = 0; r < kTileRows; ++r) {
      const __m512i offset = _mm512_slli_epi32(_mm512_set1_epi32(minus_sums[r * n_blocks]),
                                               kFourBits ? 3 : 7);  // times 8 or 128
      const __m512i sum = _mm512_add_epi32(_mm512_load_si512(s[r]), offset);
      const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(x_scales[r * n_blocks]));
      acc[r] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum), both, acc[r]);
    }
  }
}

template <bool kFourBits>
void multiply_tiles(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
                    size_t out_stride, bool add) {
  constexpr size_t kPassRows = 512;
  alignas(64) float partial[kPassRows * kPanelRows];
  alignas(64) uint8_t spread_codes[vnni::kSweepBlocks * 512];
  for (size_t first = 0; first < x.n_rows; first += kPassRows) {
    const size_t last = std::min(first + kPassRows, x.n_rows);
    for (size_t panel = begin; panel < end; ++panel) {
      for (size_t b = 0; b < w.n_blocks(); b += vnni::kSweepBlocks) {
        const size_t b_end = std::min(b + vnni::kSweepBlocks, w.n_blocks());
        const uint8_t* codes = w.codes(panel) + b * w.block_bytes();
        if constexpr (kFourBits) {
          spread(codes, b_end - b, spread_codes);
          codes = spread_codes;
        }
        for (size_t row = first; row < last; row += kTileRows) {
          __m512 acc[kTileRows];
          float* so_far = partial + (row - first) * kPanelRows;
          for (size_t r = 0; r < kTileRows; ++r) {
            acc[r] = b == 0 ? _mm512_setzero_ps() : _mm512_load_ps(so_far + r * kPanelRows);
          }
          sweep<kFourBits>(w, panel, codes, x, row, b, b_end, acc);
          for (size_t r = 0; r < kTileRows; ++r) {
            if (b_end < w.n_blocks()) {
              _mm512_store_ps(so_far + r * kPanelRows, acc[r]);
            } else if (row + r < x.n_rows) {
              vnni::write(acc[r], w, panel, out + (row + r) * out_stride + panel * kPanelRows, add);
            }
          }
        }
      }
    }
  }
}

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  if (x.n_rows < kLeastRows) return kAvx512Panels.multiply(w, begin, end, x, out, out_stride, add);
  const TileConfig config = tile_config();
  _tile_loadconfig(&config);
  (w.four_bits() ? multiply_tiles<true> : multiply_tiles<false>)(w, begin, end, x, out, out_stride,
                                                                 add);
  _tile_release();
}

}  // namespace

const PanelKernels kAmxPanels = {multiply};

}  // namespace redact
