// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/packed.h"

#include <cstring>

namespace redact {

namespace {

constexpr size_t kLanes = 32, kCodesPerLane = 16;

// Which code of a tile is the i-th of a lane.
struct TileCode {
  size_t row, column;
};
TileCode tile_code(size_t lane, size_t i) {
  const size_t g = lane / 4, t = lane % 4, reg = i / 4;
  return {g + reg % 2 * 8, t * 4 + i % 4 + reg / 2 * 16};
}

// Where that code lies: a byte, and for nibbles its shift.
struct Place {
  size_t byte;
  unsigned shift;
};
Place place(WeightFormat format, const PackedShape& shape, size_t row_tile, size_t column_tile,
            size_t lane, size_t i) {
  const size_t columns = shape.column_tiles();
  if (format == WeightFormat::kQ8_0) {
    return {((row_tile * columns + column_tile) * kLanes + lane) * kCodesPerLane + i, 0};
  }
  const size_t pair = (row_tile * columns + column_tile) / 2, reg = i / 4;
  const size_t byte = ((pair * kLanes + lane) * 2 + column_tile % 2) * 8 + reg / 2 * 4 + i % 4;
  return {byte, reg % 2 == 0 ? 0u : 4u};
}

// Visits every code of the matrix: visit(row, block of the row, code of the block, place).
template <typename Visit>
void for_each_code(WeightFormat format, const PackedShape& shape, Visit visit) {
  for (size_t rt = 0; rt < shape.row_tiles(); ++rt) {
    for (size_t ct = 0; ct < shape.cols / PackedShape::kTileColumns; ++ct) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        for (size_t i = 0; i < kCodesPerLane; ++i) {
          const TileCode at = tile_code(lane, i);
          const size_t row = rt * PackedShape::kTileRows + at.row;
          if (row < shape.rows) visit(row, ct, at.column, place(format, shape, rt, ct, lane, i));
        }
      }
    }
  }
}

size_t scale_at(const PackedShape& shape, size_t row, size_t block) {
  const size_t row_tile = row / PackedShape::kTileRows;
  return (row_tile * shape.column_tiles() + block) * PackedShape::kTileRows +
         row % PackedShape::kTileRows;
}

}  // namespace

PackedMatrix pack(const Weight& w) {
  PackedMatrix packed{w.format, {w.rows, w.cols}, {}, {}};
  const size_t tiles = packed.shape.row_tiles() * packed.shape.column_tiles();
  const bool nibbles = w.format == WeightFormat::kQ4_0;
  packed.codes.assign(tiles * kLanes * kCodesPerLane / (nibbles ? 2 : 1), 0);
  packed.scales.assign(tiles * PackedShape::kTileRows, 0);
  for_each_code(w.format, packed.shape, [&](size_t row, size_t block, size_t i, Place place) {
    const uint8_t* bytes = w.row(row) + block * block_bytes(w.format);
    std::memcpy(&packed.scales[scale_at(packed.shape, row, block)], bytes, sizeof(uint16_t));
    if (nibbles) {
      const uint8_t byte = reinterpret_cast<const BlockQ4_0*>(bytes)->nibbles[i % 16];
      const uint8_t code = i < 16 ? byte & 15 : byte >> 4;
      packed.codes[place.byte] |= static_cast<uint8_t>(code << place.shift);
    } else {
      packed.codes[place.byte] =
          static_cast<uint8_t>(reinterpret_cast<const BlockQ8_0*>(bytes)->code[i]);
    }
  });
  return packed;
}

std::vector<uint8_t> unpack(const PackedMatrix& packed) {
  const Weight w{packed.format, packed.shape.rows, packed.shape.cols};
  std::vector<uint8_t> bytes(w.row_bytes() * w.rows, 0);
  for_each_code(w.format, packed.shape, [&](size_t row, size_t block, size_t i, Place place) {
    uint8_t* at = bytes.data() + row * w.row_bytes() + block * block_bytes(w.format);
    std::memcpy(at, &packed.scales[scale_at(packed.shape, row, block)], sizeof(uint16_t));
    if (w.format == WeightFormat::kQ4_0) {
      const unsigned code = packed.codes[place.byte] >> place.shift & 15;
      at[2 + i % 16] |= static_cast<uint8_t>(i < 16 ? code : code << 4);
    } else {
      at[2 + i] = packed.codes[place.byte];
    }
  });
  return bytes;
}

}  // namespace redact
