// SPDX-License-Identifier: Apache-2.0
#include "kernels/formats/encode.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/formats/blocks.h"
#include "kernels/formats/half.h"

namespace redact {

namespace {

uint16_t float_to_bf16(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

BlockQ8_0 encode_q8_0(const float* x) {
  float most = 0;
  for (size_t i = 0; i < 32; ++i) most = std::max(most, std::abs(x[i]));
  const float scale = most / 127;
  // A scale so small that its half is 0 gets codes of 0, since its inverse might be infinite.
  const float inverse = scale < 1e-30f ? 0 : 1 / scale;
  BlockQ8_0 block{};
  block.scale = float_to_half(scale);
  for (size_t i = 0; i < 32; ++i) block.code[i] = static_cast<int8_t>(std::round(x[i] * inverse));
  return block;
}

template <typename T>
void put(T value, uint8_t*& out) {
  std::memcpy(out, &value, sizeof value);
  out += sizeof value;
}

}  // namespace

void encode_row(const float* x, size_t n, WeightFormat to, uint8_t* out) {
  if (to == WeightFormat::kF32) {
    std::memcpy(out, x, n * sizeof *x);
  } else if (to == WeightFormat::kQ8_0) {
    for (size_t i = 0; i < n; i += 32) put(encode_q8_0(x + i), out);
  } else {
    const auto narrow = to == WeightFormat::kF16 ? float_to_half : float_to_bf16;
    for (size_t i = 0; i < n; ++i) put(narrow(x[i]), out);
  }
}

}  // namespace redact
