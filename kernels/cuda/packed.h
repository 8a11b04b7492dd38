// SPDX-License-Identifier: Apache-2.0
// The layout of matrices in device memory: permuted once at load so that a lane's share of a
// tensor-core fragment is one load of 8 or 16 bytes and a warp's loads are contiguous.
//
// A tile is 16 rows by 32 columns, the operand of one mma_s8. With g = l / 4 and t = l % 4, lane l
// holds the 16 codes of fragment registers 0..3: rows g, g + 8, g, g + 8; columns 4t.. for the
// first two and 16 + 4t.. for the last two (device.h). Rows and columns past the matrix are zero
// codes with zero scales. Codes that stand for negative numbers are two's complement.
//
// A tile of 16-bit weights is 16 rows by 16 columns, the operand of one mma_f16: two columns in a
// register, 2t.. in the first two and 8 + 2t.. in the last two. The weights themselves are the
// codes.
//
// clang-format off
//   codes   Q8_0, IQ4_XS, F16, [row tiles, column tiles, 32 lanes, 16]        bytes, registers in order
//           BF16
//           Q4_0, Q4_1, Q4_K;  [row tiles, column tiles, 32 lanes, 8]         nibbles: byte 4r + i has register 2r's
//           low bits of Q5_1,                                                code i (low) and 2r + 1's (high)
//           Q5_K, Q6_K
//   high    Q5_1, Q5_K         [row tiles, column tiles / 2, 32 lanes, 4]     bit 8i + 4t + r of a word: code i of
//                                                                             register r of column tile t
//           Q6_K               [row tiles, column tiles, 32 lanes, 4]         two bits from 8i + 2r of a word on: code
//                                                                             i of register r
//   scales  all quantised      [row tiles, column tiles / 2, 16 rows, 4]      of two column tiles:
//           Q8_0, Q4_0, Q4_1,                                                 two halves, as in the file
//           Q5_1
//           Q4_K, Q5_K                                                        two scales, two minima, a byte each
//           Q6_K                                                              four scales, as in the file
//           IQ4_XS                                                            two scales, the rest unused
//   steps   Q4_K, Q5_K, Q6_K,  [row tiles, column tiles / 8, 16 rows, 4]      the halves of a block of 256: d and
//           IQ4_XS                                                            dmin; d alone
//           Q4_1, Q5_1         [row tiles, column tiles / 2, 16 rows, 4]      of two column tiles, two least values
// clang-format on
//
// Traffic equals the bytes of the file; for Q4_K it is 148/144 of them, for Q5_K 180/176 and for
// Q6_K 212/210. Other formats are stored as one of these that holds the same numbers in more bits:
// Q5_0 (272/176 of its bytes) and IQ4_NL (272/144) as Q8_0, Q3_K as Q6_K (212/110). Codes of IQ4_XS
// are expanded to the numbers that they stand for (276/136).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/thread_pool.h"
#include "kernels/formats/format.h"

namespace redact {

struct PackedShape {
  static constexpr size_t kTileRows = 16;

  size_t rows, cols;

  size_t row_tiles() const { return (rows + kTileRows - 1) / kTileRows; }
  // Even, so that two tiles of nibbles share a load.
  size_t column_tiles(WeightFormat format) const {
    const size_t of_pair = is_half(format) ? 32 : 64;
    return (cols + of_pair - 1) / of_pair * 2;
  }
};

// The formats that have their own layout and kernels.
inline constexpr WeightFormat kPackedFormats[] = {
    WeightFormat::kQ8_0, WeightFormat::kQ4_0, WeightFormat::kQ4_1, WeightFormat::kQ5_1,
    WeightFormat::kQ4_K, WeightFormat::kQ5_K, WeightFormat::kQ6_K, WeightFormat::kIQ4_XS,
    WeightFormat::kF16,  WeightFormat::kBf16};

// The packed format in which a matrix of `format` is stored; nullopt if none can hold its numbers.
std::optional<WeightFormat> packed_format(WeightFormat format);

// Bytes with unspecified contents: each thread that packs zeroes the tiles that it fills, while
// they are in its cache. A vector would be zeroed by one thread, for which the others would wait.
class PackedArray {
 public:
  explicit PackedArray(size_t n_bytes)
      : bytes_(std::make_unique_for_overwrite<uint8_t[]>(n_bytes)), size_(n_bytes) {}

  size_t size() const { return size_; }
  uint8_t* data() { return bytes_.get(); }
  const uint8_t* data() const { return bytes_.get(); }
  uint8_t& operator[](size_t i) { return bytes_[i]; }
  const uint8_t& operator[](size_t i) const { return bytes_[i]; }

 private:
  std::unique_ptr<uint8_t[]> bytes_;
  size_t size_;
};

struct PackedMatrix {
  WeightFormat format;  // a packed_format
  PackedShape shape;
  PackedArray codes, high, scales, steps;

  size_t column_tiles() const { return shape.column_tiles(format); }
};

// Bytes of the arrays of such a matrix.
struct PackedBytes {
  size_t codes, high, scales, steps;

  size_t total() const { return codes + high + scales + steps; }
};
PackedBytes packed_bytes(WeightFormat packed_format, const PackedShape& shape);

// The format of `w` must have a packed_format. Row tiles are distributed over the threads of
// `pool`.
PackedMatrix pack(const Weight& w, ThreadPool& pool);

}  // namespace redact
