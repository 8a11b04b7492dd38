// SPDX-License-Identifier: Apache-2.0
// Quantised weights in registers: how a lane's share of a column tile (packed.h) becomes operands
// of mma_s8, and how a block's integer product is scaled.
//
// The arithmetic is the same in all block shapes, with explicit fusion:
//
//   value = scale * product
//   value = fma(second scale, second half's product, value)    (Q6_K)
//   value = fma(least, sum of x's codes, value)                (Q4_1, Q5_1, Q4_K, Q5_K)
//   sum   = fma(scale of x, value, sum)
//
// An integer product is accumulated onto kMagic, the bits of the float 1.5 * 2^23. The sum, read as
// a float, is 1.5 * 2^23 + product if the product is below 2^22, and fma(scale, that, -1.5 * 2^23 *
// scale) is scale * product, rounded once, since scales have at most 21 bits. So no conversion is
// needed. No format's product is larger than that of 32 codes of 128 and 127, which is below 2^19.
#pragma once

#include "kernels/cuda/elements.cuh"
#include "kernels/cuda/quantise.cuh"

namespace redact::simt {

constexpr int32_t kMagic = 0x4b400000;
constexpr float kMagicValue = 0x1.8p23f;

// The bytes in device memory of a row tile by a pair of column tiles (packed.h), and of a token's
// share of a pair (quantise.cuh).
template <WeightFormat kFormat>
struct PairBytes {
  static constexpr bool kOfBlocks256 = block_weights(kFormat) == 256;
  static constexpr bool kHasLeast =
      kFormat == WeightFormat::kQ4_1 || kFormat == WeightFormat::kQ5_1 ||
      kFormat == WeightFormat::kQ4_K || kFormat == WeightFormat::kQ5_K;
  static constexpr bool kFiveBits =
      kFormat == WeightFormat::kQ5_1 || kFormat == WeightFormat::kQ5_K;
  static constexpr bool kIsHalf = is_half(kFormat);
  static constexpr bool kWholeBytes =
      kFormat == WeightFormat::kQ8_0 || kFormat == WeightFormat::kIQ4_XS || kIsHalf;
  static constexpr unsigned kCodes = kWholeBytes ? 1024 : 512;
  static constexpr unsigned kHigh = kFiveBits ? 128 : kFormat == WeightFormat::kQ6_K ? 256 : 0;
  static constexpr unsigned kScales = kIsHalf ? 0 : 64;
  // Per pair; for formats with blocks of 256, per four pairs.
  static constexpr unsigned kSteps = kOfBlocks256 || kHasLeast ? 64 : 0;
  // Numbers of an activation, and blocks of 32 columns in a pair.
  static constexpr unsigned kParts = parts_of(kRowForm<kFormat>), kBlocks = kIsHalf ? 1 : 2;
};

// Scales of a lane's outputs g and g + 8 for a pair of column tiles, as stored in memory.
struct PairScales {
  uint32_t scales[2];
  uint32_t steps[2];  // for formats that have them
};

template <WeightFormat kFormat>
REDACT_DEVICE PairScales load_scales(const unsigned char* scales, const unsigned char* steps) {
  PairScales s{};
  REDACT_UNROLL
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned row = lane() / 4 + 8 * i;
    s.scales[i] = reinterpret_cast<const uint32_t*>(scales)[row];
    if constexpr (PairBytes<kFormat>::kSteps > 0) {
      s.steps[i] = reinterpret_cast<const uint32_t*>(steps)[row];
    }
  }
  return s;
}

// Signed codes of four and six bits go to the upper bits of mma_s8's bytes, where two's complement
// needs no sign extension. The integer product is kTimes larger and its scale kTimes smaller; both
// are exact.
template <WeightFormat kFormat>
constexpr float kTimes = kFormat == WeightFormat::kQ4_0   ? 16
                         : kFormat == WeightFormat::kQ6_K ? 4
                                                          : 1;

// The registers of mma_s8's A for one of the two column tiles of a pair.
template <WeightFormat kFormat>
REDACT_DEVICE void load_codes(const unsigned char* from, const unsigned char* high_bits,
                              unsigned tile, Codes4 (&a)[4]) {
  if constexpr (PairBytes<kFormat>::kWholeBytes) {
    const Words4 codes = reinterpret_cast<const Words4*>(from)[tile * kWarp + lane()];
    REDACT_UNROLL
    for (unsigned r = 0; r < 4; ++r) a[r] = codes.word[r];
    return;
  }
  const Words2 low = reinterpret_cast<const Words2*>(from)[tile * kWarp + lane()];
  Codes4 high = 0;
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    high = reinterpret_cast<const Codes4*>(high_bits)[tile * kWarp + lane()];
  }
  if constexpr (PairBytes<kFormat>::kFiveBits) {  // the word has the bits of both tiles
    high = reinterpret_cast<const Codes4*>(high_bits)[lane()] >> (4 * tile);
  }
  REDACT_UNROLL
  for (unsigned r = 0; r < 4; ++r) {
    const Codes4 word = low.word[r / 2];  // the nibbles of two registers
    if constexpr (kFormat == WeightFormat::kQ4_0) {
      a[r] = (r % 2 == 0 ? word << 4 : word) & 0xf0f0f0f0u;
    } else if constexpr (kFormat == WeightFormat::kQ6_K) {
      const Codes4 four = r % 2 == 0 ? word << 2 : word >> 2, two = high << (6 - 2 * r);
      a[r] = (four & 0x3c3c3c3cu) | (two & 0xc0c0c0c0u);
    } else if constexpr (PairBytes<kFormat>::kFiveBits) {
      const Codes4 four = r % 2 == 0 ? word : word >> 4, one = high << (4 - r);
      a[r] = (four & 0x0f0f0f0fu) | (one & 0x10101010u);
    } else {
      a[r] = (r % 2 == 0 ? word : word >> 4) & 0x0f0f0f0fu;
    }
  }
}

// The factors of the integer products of one column tile, for one output.
struct TileScale {
  float scale, offset;  // offset: -kMagicValue * scale
  float second;         // Q6_K: the scale of the tile's second 16 columns
  float least;          // of a weight
};

template <WeightFormat kFormat>
REDACT_DEVICE TileScale tile_scale(const PairScales& w, unsigned row, unsigned tile) {
  const uint32_t scales = w.scales[row];
  const auto half = [tile](uint32_t both) {
    return half_value(static_cast<uint16_t>(both >> (16 * tile)));
  };
  const auto byte = [scales](unsigned i) { return static_cast<uint8_t>(scales >> (8 * i)); };
  TileScale s{};
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    const float step =
        multiply(half_value(static_cast<uint16_t>(w.steps[row])), 1 / kTimes<kFormat>);
    s.scale = multiply(step, static_cast<float>(static_cast<int8_t>(byte(2 * tile))));
    s.second = multiply(step, static_cast<float>(static_cast<int8_t>(byte(2 * tile + 1))));
  } else if constexpr (kFormat == WeightFormat::kIQ4_XS) {
    const float step = half_value(static_cast<uint16_t>(w.steps[row]));
    s.scale = multiply(step, static_cast<float>(static_cast<int8_t>(byte(tile))));
  } else if constexpr (PairBytes<kFormat>::kOfBlocks256) {
    const float step = half_value(static_cast<uint16_t>(w.steps[row]));
    const float min = half_value(static_cast<uint16_t>(w.steps[row] >> 16));
    s.scale = multiply(step, static_cast<float>(byte(tile)));
    s.least = multiply(-min, static_cast<float>(byte(2 + tile)));
  } else {
    s.scale = half(scales);
    if constexpr (kTimes<kFormat> != 1) s.scale = multiply(s.scale, 1 / kTimes<kFormat>);
    if constexpr (PairBytes<kFormat>::kHasLeast) s.least = half(w.steps[row]);
  }
  s.offset = multiply(-kMagicValue, s.scale);
  return s;
}

// Multiplies one column tile with one token tile, scales the products and adds them to `sums`. `b`:
// mma_s8's B; x_scales and x_sums are those of tokens 2t and 2t + 1.
template <WeightFormat kFormat>
REDACT_DEVICE void add_tile(const Codes4 (&a)[4], const TileScale (&scales)[2],
                            const Codes4 (&b)[2], const Floats2& x_scales, const Floats2& x_sums,
                            float (&sums)[4]) {
  constexpr bool kTwoScales = kFormat == WeightFormat::kQ6_K;  // one for each half of the tile
  int32_t d[4] = {kMagic, kMagic, kMagic, kMagic}, second[4] = {kMagic, kMagic, kMagic, kMagic};
  if constexpr (kTwoScales) {
    mma_s8_half(d, a[0], a[1], b[0]);
    mma_s8_half(second, a[2], a[3], b[1]);
  } else {
    mma_s8(d, a, b);
  }
  REDACT_UNROLL
  for (unsigned i = 0; i < 4; ++i) {
    const TileScale& s = scales[i / 2];
    float value = fused(s.scale, float_of_bits(static_cast<uint32_t>(d[i])), s.offset);
    if constexpr (kTwoScales) {
      const float of_second = add(float_of_bits(static_cast<uint32_t>(second[i])), -kMagicValue);
      value = fused(s.second, of_second, value);
    }
    if constexpr (PairBytes<kFormat>::kHasLeast) {
      value = fused(s.least, x_sums.value[i % 2], value);
    }
    sums[i] = fused(x_scales.value[i % 2], value, sums[i]);
  }
}

}  // namespace redact::simt
