// SPDX-License-Identifier: Apache-2.0
// The packed blocks of the quantised formats, as files store them: numbers are little-endian, and
// nothing is aligned. `scale`, `min` and `least` are IEEE halves.
#pragma once

#include <cstdint>

namespace redact {

// 32 weights: value[i] = scale * code[i].
struct BlockQ8_0 {
  uint16_t scale;
  int8_t code[32];
};
static_assert(sizeof(BlockQ8_0) == 34);

// 32 weights: value[i] = scale * (nibble[i] - 8). Byte i holds weight i in its low nibble and
// weight i + 16 in its high nibble.
struct BlockQ4_0 {
  uint16_t scale;
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockQ4_0) == 18);

// 32 weights: value[i] = scale * nibble[i] + least. Nibbles lie as in BlockQ4_0.
struct BlockQ4_1 {
  uint16_t scale;
  uint16_t least;
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockQ4_1) == 20);

// 32 weights: value[i] = scale * (code[i] - 16). A code's low four bits are nibble i, laid out as
// in BlockQ4_0; its fifth is bit i % 8 of high[i / 8].
struct BlockQ5_0 {
  uint16_t scale;
  uint8_t high[4];
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockQ5_0) == 22);

// 32 weights: value[i] = scale * code[i] + least. Codes lie as in BlockQ5_0.
struct BlockQ5_1 {
  uint16_t scale;
  uint16_t least;
  uint8_t high[4];
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockQ5_1) == 24);

// 32 weights: value[i] = scale * kIq4Values[nibble[i]]. Nibbles lie as in BlockQ4_0.
struct BlockIQ4_NL {
  uint16_t scale;
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockIQ4_NL) == 18);

// The values that the codes of IQ4_NL and IQ4_XS stand for, in units of a scale.
inline constexpr int8_t kIq4Values[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                          1,    13,   25,  38,  53,  69,  89,  113};

// The blocks below hold 256 weights, in 8 runs of 32 or 16 runs of 16.

// 16 runs: value[i] = scale * s[run] * code[i] - min * m[run]. s is the low nibble of scales[run],
// m the high one. Weights 128h + 32k + i, i < 32, of half h lie in the two bits from 2k on of byte
// 32h + i of `codes`.
struct BlockQ2_K {
  uint8_t scales[16];
  uint8_t codes[64];
  uint16_t scale;
  uint16_t min;
};
static_assert(sizeof(BlockQ2_K) == 84);

// 16 runs: value[i] = scale * (s[run] - 32) * (code[i] - 4). The low two bits of codes lie as in
// BlockQ2_K; the third of weight 32k + i is bit k of high[i]. `scales` packs the sixteen 6-bit s:
// the low four bits of s[j] and s[j + 8] are the low and the high nibble of byte j < 8; the high
// two bits of s[4k + j], j < 4, are the two bits from 2k on of byte 8 + j.
struct BlockQ3_K {
  uint8_t high[32];
  uint8_t low[64];
  uint8_t scales[12];
  uint16_t scale;
};
static_assert(sizeof(BlockQ3_K) == 110);

// 8 runs: value[i] = scale * s[run] * code[i] - min * m[run]. `scales` packs the eight 6-bit s and
// m: for j < 4, byte j has s[j] in its low six bits, byte 4 + j has m[j] there, and byte 8 + j has
// the low four bits of s[4 + j] and, above them, those of m[4 + j]; the high two bits of s[4 + j]
// and m[4 + j] are the high bits of bytes j and 4 + j. Runs 2j and 2j + 1 share 32 bytes: run 2j
// is in the low nibbles, run 2j + 1 in the high ones.
struct BlockQ4_K {
  uint16_t scale;
  uint16_t min;
  uint8_t scales[12];
  uint8_t nibbles[128];
};
static_assert(sizeof(BlockQ4_K) == 144);

// Like BlockQ4_K, with a fifth bit for weight i of a run: bit `run` of high[i].
struct BlockQ5_K {
  uint16_t scale;
  uint16_t min;
  uint8_t scales[12];
  uint8_t high[32];
  uint8_t nibbles[128];
};
static_assert(sizeof(BlockQ5_K) == 176);

// 16 runs: value[i] = scale * s[run] * (code[i] - 32). Weights 128h + 32k + i, i < 32, of half h
// have their low four bits in byte 64h + 32 * (k % 2) + i of `low`, in the low nibble for k < 2,
// and their high two in the two bits from 2k on of byte 32h + i of `high`.
struct BlockQ6_K {
  uint8_t low[128];
  uint8_t high[64];
  int8_t scales[16];
  uint16_t scale;
};
static_assert(sizeof(BlockQ6_K) == 210);

// 8 runs: value[i] = scale * (s[run] - 32) * kIq4Values[nibble[i]]. The low four bits of s are a
// nibble of low_scales[run / 2], the low nibble for even runs; the high two begin at bit 2 * run of
// high_scales. A run has 16 bytes of nibbles, laid out as in BlockQ4_0.
struct BlockIQ4_XS {
  uint16_t scale;
  uint16_t high_scales;
  uint8_t low_scales[4];
  uint8_t nibbles[128];
};
static_assert(sizeof(BlockIQ4_XS) == 136);

}  // namespace redact
