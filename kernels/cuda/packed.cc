// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/packed.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "kernels/formats/decode.h"

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

// The word of scales of a row for a pair of column tiles, and its word of steps for column tile
// `block`.
uint8_t* word_of_pair(PackedArray& words, const PackedMatrix& packed, size_t row, size_t pair) {
  const size_t pairs = packed.column_tiles() / 2;
  return &words[((row / 16 * pairs + pair) * 16 + row % 16) * 4];
}
uint8_t* word_of_steps(PackedMatrix& packed, size_t row, size_t block) {
  if (!has_steps_of_256(packed.format)) {
    return word_of_pair(packed.steps, packed, row, block / 2);
  }
  const size_t blocks = packed.column_tiles() / kRunsPerBlock;
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
  const size_t tile = row / PackedShape::kTileRows * packed.column_tiles() + block;
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
  uint8_t* scales = word_of_pair(packed.scales, packed, row, block / 2);
  uint8_t* steps = packed.steps.size() == 0 ? nullptr : word_of_steps(packed, row, block);
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

// Calls task(row) for all rows; rows of one tile run on one thread, because they share words. It
// zeroes their tile first: all `arrays` consist of the tiles of 16 rows, one after the other.
template <typename Task>
void share_rows(size_t n_rows, ThreadPool& pool, std::initializer_list<PackedArray*> arrays,
                const Task& task) {
  constexpr size_t kTile = PackedShape::kTileRows;
  const size_t n_tiles = (n_rows + kTile - 1) / kTile;
  pool.parallel_for(n_rows, kTile, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      if (row % kTile == 0) {
        for (PackedArray* array : arrays) {
          const size_t n_bytes = array->size() / n_tiles;
          std::fill_n(array->data() + row / kTile * n_bytes, n_bytes, uint8_t{0});
        }
      }
      task(row);
    }
  });
}

// Two neighbours share a register; the last of an odd number of weights comes alone.
void put_halves(const Weight& w, size_t row, PackedMatrix& packed) {
  const size_t column_tiles = packed.column_tiles();
  for (size_t column = 0; column < w.cols; column += 2) {
    const size_t tile = row / PackedShape::kTileRows * column_tiles + column / 16;
    const size_t lane = row % 8 * 4 + column % 8 / 2;
    const size_t reg = row % 16 / 8 + column % 16 / 8 * 2;
    std::memcpy(&packed.codes[(tile * kLanes + lane) * kCodesPerLane + reg * 4],
                w.row(row) + 2 * column, 2 * std::min<size_t>(2, w.cols - column));
  }
}

}  // namespace

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
  const size_t tiles = shape.row_tiles() * shape.column_tiles(format), bits = code_bits(format);
  if (is_half(format)) return {tiles * kLanes * kCodesPerLane, 0, 0, 0};
  const size_t words = tiles / 2 * PackedShape::kTileRows * 4;  // one for each row and pair
  PackedBytes n{tiles * kLanes * (bits == 8 ? kCodesPerLane : kCodesPerLane / 2), 0, words, 0};
  if (bits == 5) n.high = tiles / 2 * kLanes * 4;
  if (bits == 6) n.high = tiles * kLanes * 4;
  if (has_leasts(format)) n.steps = words;
  if (has_steps_of_256(format)) n.steps = words / (kRunsPerBlock / 2);
  return n;
}

PackedMatrix pack(const Weight& w, ThreadPool& pool) {
  const WeightFormat format = *packed_format(w.format);
  const PackedShape shape{w.rows, w.cols};
  const PackedBytes n = packed_bytes(format, shape);
  PackedMatrix packed{format,
                      shape,
                      PackedArray(n.codes),
                      PackedArray(n.high),
                      PackedArray(n.scales),
                      PackedArray(n.steps)};
  if (is_half(format)) {
    share_rows(w.rows, pool, {&packed.codes}, [&](size_t row) { put_halves(w, row, packed); });
    return packed;
  }
  const PanelLayout& of_file = quantised_format(w.format)->layout;
  const auto all = {&packed.codes, &packed.high, &packed.scales, &packed.steps};
  share_rows(w.rows, pool, all, [&](size_t row) {
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

}  // namespace redact
