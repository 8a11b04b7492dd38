// SPDX-License-Identifier: Apache-2.0
// The emulator's matrix products of a warp, with the fragment layouts of the PTX manual.
#include <cstring>

#include "kernels/formats/half.h"
#include "tests/kernels/simt/emulator.h"

namespace redact::simt {

namespace {

// m16n8k16 over 16-bit numbers that `value` decodes.
void mma_16_bits(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2],
                 float (*value)(uint16_t)) {
  // Every lane decodes its own fragment once, for all lanes that read it.
  struct Fragments {
    float a[4][2], b[2][2];
  } mine;
  for (unsigned i = 0; i < 2; ++i) {
    for (unsigned r = 0; r < 4; ++r) mine.a[r][i] = value(static_cast<uint16_t>(a[r] >> (16 * i)));
    for (unsigned r = 0; r < 2; ++r) mine.b[r][i] = value(static_cast<uint16_t>(b[r] >> (16 * i)));
  }
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto a_at = [&](unsigned row, unsigned k) {
    return all_lanes[row % 8 * 4 + k % 8 / 2].a[k / 8 * 2 + row / 8][k % 2];
  };
  const auto b_at = [&](unsigned k, unsigned column) {
    return all_lanes[column * 4 + k % 8 / 2].b[k / 8][k % 2];
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

namespace {

// A lane computes outputs from two rows of A and two columns of B. Each row or column has kRuns
// runs of 16 codes, spread over four lanes with four codes each: row r of A is in the registers
// a[2 * run + r / 8] of the four lanes from 4 * (r % 8) on, column c of B in b[run] of the four
// lanes from 4c on.
template <unsigned kRuns>
struct CodeFragments {
  Codes4 a[2 * kRuns], b[kRuns];
};
template <unsigned kRuns>
void mma_codes(int32_t (&d)[4], const CodeFragments<kRuns>& mine) {
  const auto* lanes = static_cast<const CodeFragments<kRuns>*>(exchange(&mine, sizeof(mine)));
  const unsigned g = lane() / 4, t = lane() % 4;
  int8_t a[2][16 * kRuns], b[2][16 * kRuns];
  for (unsigned i = 0; i < 2; ++i) {
    for (unsigned run = 0; run < kRuns; ++run) {
      for (unsigned four = 0; four < 4; ++four) {
        const unsigned at = run * 16 + four * 4;
        std::memcpy(&a[i][at], &lanes[g * 4 + four].a[run * 2 + i], 4);
        std::memcpy(&b[i][at], &lanes[(2 * t + i) * 4 + four].b[run], 4);
      }
    }
  }
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned k = 0; k < 16 * kRuns; ++k) d[i] += a[i / 2][k] * b[i % 2][k];
  }
}

}  // namespace

void mma_s8(int32_t (&d)[4], const Codes4 (&a)[4], const Codes4 (&b)[2]) {
  mma_codes<2>(d, {{a[0], a[1], a[2], a[3]}, {b[0], b[1]}});
}

void mma_s8_half(int32_t (&d)[4], Codes4 a0, Codes4 a1, Codes4 b0) {
  mma_codes<1>(d, {{a0, a1}, {b0}});
}

}  // namespace redact::simt
