// SPDX-License-Identifier: Apache-2.0
// The emulator's products of a warp, after the fragment layouts of the PTX manual.
#include <cstring>

#include "kernels/cpu/half.h"
#include "tests/kernels/simt/emulator.h"

namespace redact::simt {

namespace {

// m16n8k16 over numbers of 16 bits that `value` reads.
void mma_16_bits(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2],
                 float (*value)(uint16_t)) {
  struct Fragments {
    Halves2 a[4], b[2];
  } mine;
  std::memcpy(mine.a, a, sizeof(mine.a));
  std::memcpy(mine.b, b, sizeof(mine.b));
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto half = [value](Halves2 two, unsigned i) {
    return value(static_cast<uint16_t>(two >> (16 * i)));
  };
  const auto a_at = [&](unsigned row, unsigned k) {
    return half(all_lanes[row % 8 * 4 + k % 8 / 2].a[k / 8 * 2 + row / 8], k % 2);
  };
  const auto b_at = [&](unsigned k, unsigned column) {
    return half(all_lanes[column * 4 + k % 8 / 2].b[k / 8], k % 2);
  };
  const unsigned g = lane() / 4, t = lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 16; ++k) d[i] += a_at(row, k) * b_at(k, column);
  }
}

}  // namespace

void mma_f16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  mma_16_bits(d, a, b, half_to_float);
}

void mma_bf16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  mma_16_bits(d, a, b, [](uint16_t bits) {
    const uint32_t wide = uint32_t{bits} << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    return value;
  });
}

void mma_s8(int32_t (&d)[4], const Codes4 (&a)[4], const Codes4 (&b)[2]) {
  struct Fragments {
    Codes4 a[4], b[2];
  } mine;
  std::memcpy(mine.a, a, sizeof(mine.a));
  std::memcpy(mine.b, b, sizeof(mine.b));
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto code = [](Codes4 codes, unsigned i) { return static_cast<int8_t>(codes >> (8 * i)); };
  const auto a_at = [&](unsigned row, unsigned k) {
    const Fragments& f = all_lanes[row % 8 * 4 + k % 16 / 4];
    return code(f.a[k / 16 * 2 + row / 8], k % 4);
  };
  const auto b_at = [&](unsigned k, unsigned column) {
    return code(all_lanes[column * 4 + k % 16 / 4].b[k / 16], k % 4);
  };
  const unsigned g = lane() / 4, t = lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 32; ++k) d[i] += a_at(row, k) * b_at(k, column);
  }
}

void mma_s8_half(int32_t (&d)[4], Codes4 a0, Codes4 a1, Codes4 b0) {
  struct Fragments {
    Codes4 a[2], b;
  } mine{{a0, a1}, b0};
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto code = [](Codes4 codes, unsigned i) { return static_cast<int8_t>(codes >> (8 * i)); };
  const unsigned g = lane() / 4, t = lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 16; ++k) {
      d[i] += code(all_lanes[row % 8 * 4 + k / 4].a[row / 8], k % 4) *
              code(all_lanes[column * 4 + k / 4].b, k % 4);
    }
  }
}

}  // namespace redact::simt
