// SPDX-License-Identifier: Apache-2.0
// The shapes of AMX's eight tile registers, each of at most 16 rows of 64 bytes.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace redact {

// The operand of ldtilecfg.
struct alignas(64) TileConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t bytes_per_row[16] = {};
  uint8_t rows[16] = {};
};

// Gives the calling thread's tiles their shapes for as long as it lives. `config` is a constant: as
// far as GCC's optimiser knows, the intrinsic reads only 8 bytes of it.
class Tiles {
 public:
  explicit Tiles(const TileConfig& config) { _tile_loadconfig(&config); }
  ~Tiles() { _tile_release(); }
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;
};

}  // namespace redact
