// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/packed.h"

#include <algorithm>
#include <cstring>

#include "kernels/formats/decode.h"
#include "kernels/formats/half.h"

namespace redact {

namespace {

constexpr size_t kLanes = 32, kCodesPerLane = 16, kRunsPerBlock = 8;

// Whether each word of steps belongs to a block of 256 weights.
bool has_steps_of_256(WeightFormat format) { return block_weights(format) == 256; }

unsigned code_bits(WeightFormat format) {
  switch (format) {
    case WeightFormat::kQ8_0:
    case WeightFormat::kIQ4_XS: return 8;
    case WeightFormat::kQ6_K: return 6;
    case WeightFormat::kQ5_1:
    case WeightFormat::kQ5_K: return 5;
    default: return 4;
  }
}
bool has_leasts(WeightFormat format) {
  return format == WeightFormat::kQ4_1 || format == WeightFormat::kQ5_1;
}
bool has_signed_codes(WeightFormat format) {
  return format == WeightFormat::kQ8_0 || format == WeightFormat::kQ4_0 ||
         format == WeightFormat::kQ6_K || format == WeightFormat::kIQ4_XS;
}

// The word of scales of a row for a pair of column tiles, and its word of steps for column tile
// `block`.
template <typename Bytes>
auto* word_of_pair(Bytes& words, const PackedShape& shape, size_t row, size_t pair) {
  const size_t pairs = shape.column_tiles() / 2;
  return &words[((row / 16 * pairs + pair) * 16 + row % 16) * 4];
}
template <typename Matrix>
auto* word_of_steps(Matrix& packed, size_t row, size_t block) {
  if (!has_steps_of_256(packed.format)) {
    return word_of_pair(packed.steps, packed.shape, row, block / 2);
  }
  const size_t blocks = packed.shape.column_tiles() / kRunsPerBlock;
  return &packed.steps[((row / 16 * blocks + block / kRunsPerBlock) * 16 + row % 16) * 4];
}

// The position of the codes in register `reg` of a lane, for a row and a column tile. Codes of
// fewer than 8 bits are the low or the high nibbles of a word (`shift`); their high bits begin at
// bit `high_shift` of another.
struct Place {
  size_t word, high_word;  // the words' first bytes
  unsigned shift, high_shift;
};
Place place_of(const PackedMatrix& packed, size_t row, size_t block, size_t lane, size_t reg) {
  const size_t tile = row / PackedShape::kTileRows * packed.shape.column_tiles() + block;
  const size_t at = tile * kLanes + lane, bits = code_bits(packed.format);
  if (bits == 8) return {at * kCodesPerLane + reg * 4, 0, 0, 0};
  const size_t word = at * kCodesPerLane / 2 + reg / 2 * 4;
  const auto shift = static_cast<unsigned>(reg % 2 * 4);
  if (bits == 6) return {word, at * 4, shift, static_cast<unsigned>(2 * reg)};
  return {word, (tile / 2 * kLanes + lane) * 4, shift, static_cast<unsigned>(block % 2 * 4 + reg)};
}

// Stores the 32 codes of a row's block of columns in the eight words that the lanes hold: word k
// has codes 4k..4k + 3. Two rows of a tile share each byte of nibbles.
void put_codes(const uint8_t (&codes)[32], size_t row, size_t block, PackedMatrix& packed) {
  const auto add_to = [](uint8_t* at, uint32_t bits) {
    uint32_t word;
    std::memcpy(&word, at, 4);
    word |= bits;
    std::memcpy(at, &word, 4);
  };
  const unsigned bits = code_bits(packed.format), of_high = bits == 6 ? 0x03030303u : 0x01010101u;
  for (size_t k = 0; k < 8; ++k) {
    uint32_t four;
    std::memcpy(&four, &codes[4 * k], 4);
    const Place at = place_of(packed, row, block, row % 8 * 4 + k % 4, row % 16 / 8 + k / 4 * 2);
    add_to(&packed.codes[at.word], bits == 8 ? four : (four & 0x0f0f0f0fu) << at.shift);
    if (bits == 5 || bits == 6) {
      add_to(&packed.high[at.high_word], (four >> 4 & of_high) << at.high_shift);
    }
  }
}

void put_scales(const BlockParts& parts, size_t row, size_t block, PackedMatrix& packed) {
  const size_t i = block % 2;  // of the pair
  uint8_t* scales = word_of_pair(packed.scales, packed.shape, row, block / 2);
  uint8_t* steps = packed.steps.empty() ? nullptr : word_of_steps(packed, row, block);
  switch (packed.format) {
    case WeightFormat::kQ4_1:
    case WeightFormat::kQ5_1: {
      const uint16_t least = parts.min_step ^ 0x8000;
      std::memcpy(steps + 2 * i, &least, 2);
      [[fallthrough]];
    }
    case WeightFormat::kQ8_0:
    case WeightFormat::kQ4_0: std::memcpy(scales + 2 * i, &parts.step, 2); return;
    case WeightFormat::kQ6_K: std::memcpy(scales + 2 * i, parts.scale, 2); break;
    case WeightFormat::kIQ4_XS: std::memcpy(scales + i, parts.scale, 1); break;
    default:
      std::memcpy(scales + i, parts.scale, 1);
      std::memcpy(scales + 2 + i, parts.min, 1);
      std::memcpy(steps + 2, &parts.min_step, 2);
  }
  std::memcpy(steps, &parts.step, 2);
}

// The number that a code represents.
int code_at(const PackedMatrix& packed, size_t row, size_t column) {
  const size_t r = row % PackedShape::kTileRows, c = column % PackedShape::kTileColumns;
  const Place at = place_of(packed, row, column / PackedShape::kTileColumns, r % 8 * 4 + c % 16 / 4,
                            r / 8 + c / 16 * 2);
  const unsigned bits = code_bits(packed.format);
  unsigned code = packed.codes[at.word + c % 4];
  if (bits < 8) code = code >> at.shift & 15;
  if (bits == 5 || bits == 6) {
    const unsigned mask = bits == 6 ? 3 : 1;
    code |= (packed.high[at.high_word + c % 4] >> at.high_shift & mask) << 4;
  }
  const int number = static_cast<int>(code), past = 1 << bits;
  return has_signed_codes(packed.format) && number >= past / 2 ? number - past : number;
}

float number_at(const PackedMatrix& packed, size_t row, size_t column) {
  const size_t block = column / PackedShape::kTileColumns, i = block % 2;
  const auto number = static_cast<float>(code_at(packed, row, column));
  const uint8_t* scales = word_of_pair(packed.scales, packed.shape, row, block / 2);
  const uint8_t* steps = packed.steps.empty() ? nullptr : word_of_steps(packed, row, block);
  const auto half = [](const uint8_t* at) {
    uint16_t bits;
    std::memcpy(&bits, at, 2);
    return half_to_float(bits);
  };
  const auto byte = [](uint8_t value) { return static_cast<float>(static_cast<int8_t>(value)); };
  switch (packed.format) {
    case WeightFormat::kQ8_0:
    case WeightFormat::kQ4_0: return half(scales + 2 * i) * number;
    case WeightFormat::kQ4_1:
    case WeightFormat::kQ5_1: return half(scales + 2 * i) * number + half(steps + 2 * i);
    case WeightFormat::kQ6_K: return half(steps) * byte(scales[2 * i + column % 32 / 16]) * number;
    case WeightFormat::kIQ4_XS: return half(steps) * byte(scales[i]) * number;
    default: return half(steps) * byte(scales[i]) * number - half(steps + 2) * byte(scales[2 + i]);
  }
}

// Calls visit(place in the packed array, column, n) for the weights of a row, two at a time:
// neighbours share a register, n = 2; the last of an odd number of weights comes alone, n = 1.
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

// Calls task(row) for all rows; rows of one tile run on one thread, because they share words.
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

std::optional<WeightFormat> packed_format(WeightFormat format) {
  if (std::ranges::count(kPackedFormats, format) > 0) return format;
  switch (format) {
    case WeightFormat::kQ5_0:
    case WeightFormat::kIQ4_NL: return WeightFormat::kQ8_0;
    case WeightFormat::kQ3_K: return WeightFormat::kQ6_K;
    default: return std::nullopt;
  }
}

PackedBytes packed_bytes(WeightFormat format, const PackedShape& shape) {
  const size_t tiles = shape.row_tiles() * shape.column_tiles(), bits = code_bits(format);
  const size_t words = tiles / 2 * PackedShape::kTileRows * 4;  // one for each row and pair
  PackedBytes n{tiles * kLanes * (bits == 8 ? kCodesPerLane : kCodesPerLane / 2), 0, words, 0};
  if (bits == 5) n.high = tiles / 2 * kLanes * 4;
  if (bits == 6) n.high = tiles * kLanes * 4;
  if (has_leasts(format)) n.steps = words;
  if (has_steps_of_256(format)) n.steps = words / (kRunsPerBlock / 2);
  return n;
}

PackedMatrix pack(const Weight& w, ThreadPool& pool) {
  PackedMatrix packed{*packed_format(w.format), {w.rows, w.cols}, {}, {}, {}, {}};
  const PackedBytes n = packed_bytes(packed.format, packed.shape);
  packed.codes.assign(n.codes, 0);
  packed.high.assign(n.high, 0);
  packed.scales.assign(n.scales, 0);
  packed.steps.assign(n.steps, 0);
  const PanelLayout& of_file = quantised_format(w.format)->layout;
  share_rows(w.rows, pool, [&](size_t row) {
    for (size_t block = 0; block < w.cols / 32; ++block) {
      BlockParts parts = read_block(w, row, block);
      for (uint8_t& code : parts.code) {
        code = static_cast<uint8_t>(of_file.codes == CodeForm::kIq4 ? kIq4Values[code]
                                                                    : code - of_file.offset);
      }
      put_codes(parts.code, row, block, packed);
      put_scales(parts, row, block, packed);
    }
  });
  return packed;
}

std::vector<float> unpack(const PackedMatrix& packed) {
  std::vector<float> numbers;
  for (size_t row = 0; row < packed.shape.rows; ++row) {
    for (size_t column = 0; column < packed.shape.cols; ++column) {
      numbers.push_back(number_at(packed, row, column));
    }
  }
  return numbers;
}

}  // namespace redact
