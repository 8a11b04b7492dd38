// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/packed.h"

#include <cstring>

namespace redact {

namespace {

constexpr size_t kLanes = 32, kCodesPerLane = 16, kRunsPerBlock = 8;

// Which code of a tile is the i-th of a lane.
struct TileCode {
  size_t row, column;
};
TileCode tile_code(size_t lane, size_t i) {
  const size_t g = lane / 4, t = lane % 4, reg = i / 4;
  return {g + reg % 2 * 8, t * 4 + i % 4 + reg / 2 * 16};
}

bool is_k(WeightFormat format) {
  return format == WeightFormat::kQ4_K || format == WeightFormat::kQ6_K;
}

// Reads and writes codes of a file's blocks; unsigned, as they are stored.
unsigned read_code(WeightFormat format, const uint8_t* row, size_t c) {
  const size_t i = c % 256, run = i / 32, half = i / 128, k = run % 4, j = i % 32;
  switch (format) {
    case WeightFormat::kQ8_0: return row[c / 32 * 34 + 2 + c % 32];
    case WeightFormat::kQ4_0: {
      const uint8_t byte = row[c / 32 * 18 + 2 + c % 16];
      return c % 32 < 16 ? byte & 15u : byte >> 4;
    }
    case WeightFormat::kQ4_K: {
      const uint8_t byte = row[c / 256 * 144 + 16 + run / 2 * 32 + j];
      return run % 2 == 0 ? byte & 15u : byte >> 4;
    }
    default: {
      const uint8_t* block = row + c / 256 * 210;
      const uint8_t low = block[64 * half + 32 * (k % 2) + j];
      return (k < 2 ? low & 15u : low >> 4) | (block[128 + 32 * half + j] >> (2 * k) & 3u) << 4;
    }
  }
}

void write_code(WeightFormat format, uint8_t* row, size_t c, unsigned code) {
  const size_t i = c % 256, run = i / 32, half = i / 128, k = run % 4, j = i % 32;
  const auto nibble = [code](uint8_t& byte, bool low) {
    byte = static_cast<uint8_t>(byte | (low ? code & 15 : (code & 15) << 4));
  };
  switch (format) {
    case WeightFormat::kQ8_0: row[c / 32 * 34 + 2 + c % 32] = static_cast<uint8_t>(code); return;
    case WeightFormat::kQ4_0: nibble(row[c / 32 * 18 + 2 + c % 16], c % 32 < 16); return;
    case WeightFormat::kQ4_K:
      nibble(row[c / 256 * 144 + 16 + run / 2 * 32 + j], run % 2 == 0);
      return;
    default: {
      uint8_t* block = row + c / 256 * 210;
      nibble(block[64 * half + 32 * (k % 2) + j], k < 2);
      uint8_t& high = block[128 + 32 * half + j];
      high = static_cast<uint8_t>(high | (code >> 4) << (2 * k));
    }
  }
}

// A code in the packed arrays: a byte with a shift, and for six bits the word of the high two.
class Place {
 public:
  Place(WeightFormat format, const PackedShape& shape, size_t row_tile, size_t column_tile,
        size_t lane, size_t i) {
    const size_t tile = row_tile * shape.column_tiles() + column_tile, reg = i / 4;
    if (format == WeightFormat::kQ8_0) {
      byte_ = (tile * kLanes + lane) * kCodesPerLane + i;
      return;
    }
    const size_t in_pair = (tile / 2 * kLanes + lane) * 2 + column_tile % 2;
    byte_ = in_pair * 8 + reg / 2 * 4 + i % 4;
    shift_ = reg % 2 == 0 ? 0 : 4;
    mask_ = 15;
    if (format == WeightFormat::kQ6_K) {
      high_byte_ = in_pair * 4 + i % 4;
      high_shift_ = static_cast<unsigned>(2 * reg);
      has_high_ = true;
    }
  }

  void put(PackedMatrix& packed, unsigned code) const {
    uint8_t& byte = packed.codes[byte_];
    byte = static_cast<uint8_t>(byte | (code & mask_) << shift_);
    if (!has_high_) return;
    uint8_t& high = packed.high[high_byte_];
    high = static_cast<uint8_t>(high | (code >> 4) << high_shift_);
  }
  unsigned get(const PackedMatrix& packed) const {
    const unsigned low = packed.codes[byte_] >> shift_ & mask_;
    return has_high_ ? low | (packed.high[high_byte_] >> high_shift_ & 3u) << 4 : low;
  }

 private:
  size_t byte_, high_byte_ = 0;
  unsigned shift_ = 0, mask_ = 255, high_shift_ = 0;
  bool has_high_ = false;
};

// visit(row, column, place) for every code of the matrix.
template <typename Visit>
void for_each_code(WeightFormat format, const PackedShape& shape, Visit visit) {
  for (size_t rt = 0; rt < shape.row_tiles(); ++rt) {
    for (size_t ct = 0; ct < shape.cols / PackedShape::kTileColumns; ++ct) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        for (size_t i = 0; i < kCodesPerLane; ++i) {
          const TileCode at = tile_code(lane, i);
          const size_t row = rt * PackedShape::kTileRows + at.row;
          if (row >= shape.rows) continue;
          visit(row, ct * PackedShape::kTileColumns + at.column,
                Place(format, shape, rt, ct, lane, i));
        }
      }
    }
  }
}

// visit(file bytes, packed bytes, count) for what is copied as it is. `bytes` is the file's matrix.
template <typename Byte, typename Packed, typename Visit>
void for_each_scale(const Weight& w, Byte* bytes, Packed& packed, Visit visit) {
  const size_t block = block_bytes(w.format), weights = block_weights(w.format);
  const size_t tiles = packed.shape.column_tiles() / (is_k(w.format) ? kRunsPerBlock : 1);
  for (size_t row = 0; row < w.rows; ++row) {
    for (size_t b = 0; b < w.cols / weights; ++b) {
      Byte* from = bytes + row * w.row_bytes() + b * block;
      const size_t at = (row / PackedShape::kTileRows * tiles + b) * PackedShape::kTileRows +
                        row % PackedShape::kTileRows;
      if (w.format == WeightFormat::kQ4_K) visit(from, &packed.scales[at * 16], 16);
      if (w.format == WeightFormat::kQ6_K) {
        visit(from + 192, &packed.scales[at * 16], 16);
        visit(from + 208, &packed.steps[at * 2], 2);
      }
      if (!is_k(w.format)) visit(from, &packed.scales[at * 2], 2);
    }
  }
}

}  // namespace

namespace {

// visit(place in the packed array, row, column) for every weight.
template <typename Visit>
void for_each_half(size_t rows, size_t cols, Visit visit) {
  const size_t column_tiles = (cols + 15) / 16;
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < cols; ++column) {
      const size_t tile = row / 16 * column_tiles + column / 16;
      const size_t lane = row % 8 * 4 + column % 8 / 2;
      const size_t reg = row % 16 / 8 + column % 16 / 8 * 2;
      visit((tile * kLanes + lane) * 8 + reg * 2 + column % 2, row, column);
    }
  }
}

}  // namespace

std::vector<uint16_t> pack_halves(const Weight& w) {
  std::vector<uint16_t> packed((w.rows + 15) / 16 * ((w.cols + 15) / 16) * kLanes * 8, 0);
  for_each_half(w.rows, w.cols, [&](size_t at, size_t row, size_t column) {
    std::memcpy(&packed[at], w.row(row) + 2 * column, 2);
  });
  return packed;
}

std::vector<uint16_t> unpack_halves(std::span<const uint16_t> packed, size_t rows, size_t cols) {
  std::vector<uint16_t> plain(rows * cols);
  for_each_half(rows, cols, [&](size_t at, size_t row, size_t column) {
    plain[row * cols + column] = packed[at];
  });
  return plain;
}

PackedMatrix pack(const Weight& w) {
  PackedMatrix packed{w.format, {w.rows, w.cols}, {}, {}, {}, {}};
  const size_t tiles = packed.shape.row_tiles() * packed.shape.column_tiles();
  const size_t lanes = tiles * kLanes, rows = tiles * PackedShape::kTileRows;
  packed.codes.assign(lanes * kCodesPerLane / (w.format == WeightFormat::kQ8_0 ? 1 : 2), 0);
  packed.scales.assign(is_k(w.format) ? rows / kRunsPerBlock * 16 : rows * 2, 0);
  if (w.format == WeightFormat::kQ6_K) {
    packed.high.assign(lanes * 4, 0);
    packed.steps.assign(rows / kRunsPerBlock * 2, 0);
  }
  for_each_code(w.format, packed.shape, [&](size_t row, size_t column, const Place& place) {
    place.put(packed, read_code(w.format, w.row(row), column));
  });
  for_each_scale(w, w.data, packed,
                 [](const uint8_t* from, uint8_t* to, size_t n) { std::memcpy(to, from, n); });
  return packed;
}

std::vector<uint8_t> unpack(const PackedMatrix& packed) {
  const Weight w{packed.format, packed.shape.rows, packed.shape.cols};
  std::vector<uint8_t> bytes(w.row_bytes() * w.rows, 0);
  for_each_code(w.format, packed.shape, [&](size_t row, size_t column, const Place& place) {
    write_code(w.format, bytes.data() + row * w.row_bytes(), column, place.get(packed));
  });
  for_each_scale(w, bytes.data(), packed,
                 [](uint8_t* to, const uint8_t* from, size_t n) { std::memcpy(to, from, n); });
  return bytes;
}

}  // namespace redact
