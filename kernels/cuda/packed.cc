// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/packed.h"

#include <algorithm>
#include <cstring>

#include "kernels/cpu/decode.h"

namespace redact {

namespace {

constexpr size_t kLanes = 32, kCodesPerLane = 16, kRunsPerBlock = 8;

// Read codes stand for numbers from -128, -8 and -32 on in these formats: with this bit the other
// way they are two's complement.
uint32_t sign_bit(WeightFormat format) {
  switch (format) {
    case WeightFormat::kQ8_0: return 0x80;
    case WeightFormat::kQ4_0: return 8;
    case WeightFormat::kQ6_K: return 32;
    default: return 0;
  }
}

bool is_k(WeightFormat format) {
  return format == WeightFormat::kQ4_K || format == WeightFormat::kQ6_K;
}

// Writes codes of a file's blocks, whose bytes are zero before; unsigned, as they are stored.
void write_code(WeightFormat format, uint8_t* row, size_t c, unsigned code) {
  const size_t i = c % 256, run = i / 32, half = i / 128, k = run % 4, j = i % 32;
  const auto nibble = [code](uint8_t& byte, bool low) {
    byte = static_cast<uint8_t>(byte | (low ? code & 15 : (code & 15) << 4));
  };
  switch (format) {
    case WeightFormat::kQ8_0: row[c / 32 * 34 + 2 + c % 32] = static_cast<uint8_t>(code); return;
    case WeightFormat::kQ4_0: nibble(row[c / 32 * 18 + 2 + c % 16], c % 32 < 16); return;
    case WeightFormat::kQ4_1: nibble(row[c / 32 * 20 + 4 + c % 16], c % 32 < 16); return;
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

// Where unpack finds a code in the packed arrays: a byte with a shift, and for six bits the word of
// the high two. It says of one code what put_block does with 32.
class Place {
 public:
  Place(WeightFormat format, const PackedShape& shape, size_t row, size_t column) {
    const size_t tile =
        row / PackedShape::kTileRows * shape.column_tiles() + column / PackedShape::kTileColumns;
    const size_t r = row % PackedShape::kTileRows, c = column % PackedShape::kTileColumns;
    const size_t lane = r % 8 * 4 + c % 16 / 4, reg = r / 8 + c / 16 * 2, i = reg * 4 + c % 4;
    if (format == WeightFormat::kQ8_0) {
      byte_ = (tile * kLanes + lane) * kCodesPerLane + i;
      return;
    }
    byte_ = (tile * kLanes + lane) * kCodesPerLane / 2 + reg / 2 * 4 + i % 4;
    shift_ = reg % 2 == 0 ? 0 : 4;
    mask_ = 15;
    sign_bit_ = sign_bit(format);
    if (format == WeightFormat::kQ6_K) {
      high_byte_ = (tile * kLanes + lane) * 4 + i % 4;
      high_shift_ = static_cast<unsigned>(2 * reg);
      has_high_ = true;
    }
  }

  unsigned get(const PackedMatrix& packed) const {
    const unsigned low = packed.codes[byte_] >> shift_ & mask_;
    const unsigned high = has_high_ ? packed.high[high_byte_] >> high_shift_ & 3u : 0;
    return (low | high << 4) ^ sign_bit_;
  }

 private:
  size_t byte_, high_byte_ = 0;
  unsigned shift_ = 0, mask_ = 255, high_shift_ = 0, sign_bit_ = 0;
  bool has_high_ = false;
};

// The word of scales of a row for a pair of column tiles, and that of steps for a block of 256.
template <typename Bytes>
auto* scale_word(Bytes& scales, const PackedShape& shape, size_t row, size_t pair) {
  const size_t pairs = shape.column_tiles() / 2;
  return &scales[((row / 16 * pairs + pair) * 16 + row % 16) * 4];
}
template <typename Bytes>
auto* step_word(Bytes& steps, const PackedShape& shape, size_t row, size_t block) {
  const size_t blocks = shape.column_tiles() / kRunsPerBlock;
  return &steps[((row / 16 * blocks + block) * 16 + row % 16) * 4];
}

// The eight scales and minima of a block of Q4_K (format.h) together: q4_k_scale backwards.
void join_q4_k(const uint8_t (&scale)[8], const uint8_t (&min)[8], uint8_t* packed) {
  for (size_t j = 0; j < 4; ++j) {
    packed[j] = static_cast<uint8_t>(scale[j] | (scale[j + 4] >> 4) << 6);
    packed[j + 4] = static_cast<uint8_t>(min[j] | (min[j + 4] >> 4) << 6);
    packed[j + 8] = static_cast<uint8_t>((scale[j + 4] & 15) | (min[j + 4] & 15) << 4);
  }
}

// The 32 codes of a block of columns, as the eight words that lanes of the row hold: word k has the
// codes 4k..4k + 3. Two rows of a tile share a byte of nibbles.
void put_block(const uint8_t (&codes)[32], size_t row, size_t block, PackedMatrix& packed) {
  const size_t tile = row / PackedShape::kTileRows * packed.shape.column_tiles() + block,
               r = row % 16;
  const auto add_to = [](uint8_t* at, uint32_t bits) {
    uint32_t word;
    std::memcpy(&word, at, 4);
    word |= bits;
    std::memcpy(at, &word, 4);
  };
  for (size_t k = 0; k < 8; ++k) {
    uint32_t four;
    std::memcpy(&four, &codes[4 * k], 4);
    four ^= sign_bit(packed.format) * 0x01010101u;
    const size_t lane = tile * kLanes + r % 8 * 4 + k % 4, reg = r / 8 + k / 4 * 2;
    if (packed.format == WeightFormat::kQ8_0) {
      add_to(&packed.codes[lane * kCodesPerLane + reg * 4], four);
      continue;
    }
    add_to(&packed.codes[lane * kCodesPerLane / 2 + reg / 2 * 4], (four & 0x0f0f0f0fu)
                                                                      << (reg % 2 * 4));
    if (packed.format != WeightFormat::kQ6_K) continue;
    add_to(&packed.high[lane * 4], (four >> 4 & 0x03030303u) << (2 * reg));
  }
}

void put_scales(const Weight& w, size_t row, PackedMatrix& packed) {
  const PackedShape& shape = packed.shape;
  for (size_t b = 0; b < w.cols / block_weights(w.format); ++b) {
    const uint8_t* from = w.row(row) + b * block_bytes(w.format);
    if (!is_k(w.format)) {
      std::memcpy(scale_word(packed.scales, shape, row, b / 2) + b % 2 * 2, from, 2);
      if (w.format != WeightFormat::kQ4_1) continue;
      std::memcpy(scale_word(packed.steps, shape, row, b / 2) + b % 2 * 2, from + 2, 2);
      continue;
    }
    uint8_t scale[8], min[8];
    if (w.format == WeightFormat::kQ4_K) {
      for (size_t run = 0; run < 8; ++run) {
        const RunScale of_run = q4_k_scale(from + 4, run);
        scale[run] = of_run.scale, min[run] = of_run.min;
      }
    }
    for (size_t p = 0; p < 4; ++p) {
      uint8_t* word = scale_word(packed.scales, shape, row, b * 4 + p);
      if (w.format == WeightFormat::kQ4_K) {
        std::memcpy(word, scale + 2 * p, 2);
        std::memcpy(word + 2, min + 2 * p, 2);
      } else {
        std::memcpy(word, from + 192 + 4 * p, 4);
      }
    }
    uint8_t* steps = step_word(packed.steps, shape, row, b);
    if (w.format == WeightFormat::kQ4_K) std::memcpy(steps, from, 4);
    if (w.format == WeightFormat::kQ6_K) std::memcpy(steps, from + 208, 2);
  }
}

void unpack_scales(const PackedMatrix& packed, const Weight& w, uint8_t* bytes) {
  const PackedShape& shape = packed.shape;
  for (size_t row = 0; row < w.rows; ++row) {
    for (size_t b = 0; b < w.cols / block_weights(w.format); ++b) {
      uint8_t* to = bytes + row * w.row_bytes() + b * block_bytes(w.format);
      if (!is_k(w.format)) {
        std::memcpy(to, scale_word(packed.scales, shape, row, b / 2) + b % 2 * 2, 2);
        if (packed.format != WeightFormat::kQ4_1) continue;
        std::memcpy(to + 2, scale_word(packed.steps, shape, row, b / 2) + b % 2 * 2, 2);
        continue;
      }
      uint8_t scale[8], min[8];
      for (size_t p = 0; p < 4; ++p) {
        const uint8_t* word = scale_word(packed.scales, shape, row, b * 4 + p);
        if (w.format == WeightFormat::kQ4_K) {
          std::memcpy(scale + 2 * p, word, 2);
          std::memcpy(min + 2 * p, word + 2, 2);
        } else {
          std::memcpy(to + 192 + 4 * p, word, 4);
        }
      }
      const uint8_t* steps = step_word(packed.steps, shape, row, b);
      if (w.format == WeightFormat::kQ4_K) {
        join_q4_k(scale, min, to + 4);
        std::memcpy(to, steps, 4);
      } else {
        std::memcpy(to + 208, steps, 2);
      }
    }
  }
}

// visit(place in the packed array, column, n) for every weight of a row, two at a time: neighbours
// that share a register, n = 2, or the last of an odd number.
template <typename Visit>
void for_each_half(size_t row, size_t cols, Visit visit) {
  const size_t column_tiles = (cols + 15) / 16;
  for (size_t column = 0; column < cols; column += 2) {
    const size_t tile = row / 16 * column_tiles + column / 16;
    const size_t lane = row % 8 * 4 + column % 8 / 2;
    const size_t reg = row % 16 / 8 + column % 16 / 8 * 2;
    visit((tile * kLanes + lane) * 8 + reg * 2, column, std::min<size_t>(2, cols - column));
  }
}

// task(row) for all rows, those of a tile on one thread: they share words.
template <typename Task>
void share_rows(size_t n_rows, ThreadPool& pool, const Task& task) {
  pool.parallel_for(n_rows, PackedShape::kTileRows, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) task(row);
  });
}

}  // namespace

std::vector<uint16_t> pack_halves(const Weight& w, ThreadPool& pool) {
  std::vector<uint16_t> packed((w.rows + 15) / 16 * ((w.cols + 15) / 16) * kLanes * 8, 0);
  share_rows(w.rows, pool, [&](size_t row) {
    for_each_half(row, w.cols, [&](size_t at, size_t column, size_t n) {
      std::memcpy(&packed[at], w.row(row) + 2 * column, 2 * n);
    });
  });
  return packed;
}

std::vector<uint16_t> unpack_halves(std::span<const uint16_t> packed, size_t rows, size_t cols) {
  std::vector<uint16_t> plain(rows * cols);
  for (size_t row = 0; row < rows; ++row) {
    for_each_half(row, cols, [&](size_t at, size_t column, size_t n) {
      std::copy_n(&packed[at], n, &plain[row * cols + column]);
    });
  }
  return plain;
}

PackedMatrix pack(const Weight& w, ThreadPool& pool) {
  PackedMatrix packed{w.format, {w.rows, w.cols}, {}, {}, {}, {}};
  const size_t tiles = packed.shape.row_tiles() * packed.shape.column_tiles();
  const size_t lanes = tiles * kLanes, rows = tiles * PackedShape::kTileRows;
  packed.codes.assign(lanes * kCodesPerLane / (w.format == WeightFormat::kQ8_0 ? 1 : 2), 0);
  packed.scales.assign(rows / 2 * 4, 0);
  if (w.format == WeightFormat::kQ6_K) packed.high.assign(lanes * 4, 0);
  if (is_k(w.format)) packed.steps.assign(rows / kRunsPerBlock * 4, 0);
  if (w.format == WeightFormat::kQ4_1) packed.steps.assign(rows / 2 * 4, 0);
  share_rows(w.rows, pool, [&](size_t row) {
    for (size_t block = 0; block < w.cols / 32; ++block) {
      put_block(read_block(w, row, block).code, row, block, packed);
    }
    put_scales(w, row, packed);
  });
  return packed;
}

std::vector<uint8_t> unpack(const PackedMatrix& packed) {
  const Weight w{packed.format, packed.shape.rows, packed.shape.cols};
  std::vector<uint8_t> bytes(w.row_bytes() * w.rows, 0);
  for (size_t row = 0; row < w.rows; ++row) {
    for (size_t column = 0; column < w.cols; ++column) {
      const Place place(w.format, packed.shape, row, column);
      write_code(w.format, bytes.data() + row * w.row_bytes(), column, place.get(packed));
    }
  }
  unpack_scales(packed, w, bytes.data());
  return bytes;
}

}  // namespace redact
