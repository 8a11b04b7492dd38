// SPDX-License-Identifier: Apache-2.0
// AMX's tile instructions in plain C++, for machines without them. A source compiled with this
// header in front runs them here; an operand whose shape the processor would refuse ends the
// program.
#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace redact::testing {

class EmulatedTiles {
 public:
  void configure(const void* config) {
    const auto* bytes = static_cast<const uint8_t*>(config);
    require(bytes[0] == 1, "palette");
    for (size_t t = 0; t < tiles_.size(); ++t) {
      uint16_t width;
      std::memcpy(&width, bytes + 16 + 2 * t, sizeof width);
      tiles_[t] = {bytes[48 + t], width, {}};
      require(tiles_[t].rows <= 16 && width <= 64, "shape");
    }
  }
  void release() { tiles_ = {}; }

  void zero(size_t t) { tiles_[t].bytes = {}; }
  void load(size_t t, const void* from, size_t stride) {
    Tile& tile = configured(t);
    tile.bytes = {};
    for (size_t r = 0; r < tile.rows; ++r) {
      std::memcpy(tile.row(r), static_cast<const uint8_t*>(from) + r * stride, tile.width);
    }
  }
  void store(size_t t, void* to, size_t stride) {
    Tile& tile = configured(t);
    for (size_t r = 0; r < tile.rows; ++r) {
      std::memcpy(static_cast<uint8_t*>(to) + r * stride, tile.row(r), tile.width);
    }
  }

  // out[m][n] += the sum over i of left[m][i] * right[i / 4][4 n + i % 4], of bytes of types L and
  // R.
  template <typename L, typename R>
  void multiply(size_t out, size_t left, size_t right) {
    Tile &sums = configured(out), &a = configured(left), &b = configured(right);
    require(sums.rows == a.rows && sums.width == b.width && a.width == 4 * b.rows, "operands");
    for (size_t m = 0; m < sums.rows; ++m) {
      for (size_t n = 0; n < sums.width / 4u; ++n) {
        int32_t sum;
        std::memcpy(&sum, sums.row(m) + 4 * n, sizeof sum);
        for (size_t i = 0; i < a.width; ++i) {
          sum += static_cast<L>(a.row(m)[i]) * static_cast<R>(b.row(i / 4)[4 * n + i % 4]);
        }
        std::memcpy(sums.row(m) + 4 * n, &sum, sizeof sum);
      }
    }
  }

 private:
  struct Tile {
    size_t rows = 0, width = 0;  // in bytes
    std::array<uint8_t, 16 * 64> bytes{};
    uint8_t* row(size_t r) { return &bytes[r * 64]; }
  };

  Tile& configured(size_t t) {
    require(tiles_[t].rows > 0, "a tile without a shape");
    return tiles_[t];
  }
  static void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "tiles: %s\n", what);
    std::abort();
  }

  std::array<Tile, 8> tiles_;
};

inline thread_local EmulatedTiles emulated_tiles;

}  // namespace redact::testing

#undef _tile_loadd
#undef _tile_stored
#undef _tile_zero
#undef _tile_dpbssd
#undef _tile_dpbsud
#define _tile_loadconfig(config) ::redact::testing::emulated_tiles.configure(config)
#define _tile_release() ::redact::testing::emulated_tiles.release()
#define _tile_loadd(tile, from, stride) ::redact::testing::emulated_tiles.load(tile, from, stride)
#define _tile_stored(tile, to, stride) ::redact::testing::emulated_tiles.store(tile, to, stride)
#define _tile_zero(tile) ::redact::testing::emulated_tiles.zero(tile)
#define _tile_dpbssd(out, left, right) \
  ::redact::testing::emulated_tiles.multiply<int8_t, int8_t>(out, left, right)
#define _tile_dpbsud(out, left, right) \
  ::redact::testing::emulated_tiles.multiply<int8_t, uint8_t>(out, left, right)
