// SPDX-License-Identifier: Apache-2.0
#include "kernels/formats/half.h"

#include <bit>

namespace redact {

float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = (half >> 10) & 0x1fu;
  const uint32_t mantissa = half & 0x3ffu;
  if (exponent == 0) {  // zero and subnormals: mantissa * 2^-24
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
  }
  const uint32_t wide = exponent == 31 ? 255 : exponent + (127 - 15);
  return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

uint16_t float_to_half(float x) {
  const uint32_t bits = std::bit_cast<uint32_t>(x), magnitude = bits & 0x7fffffffu;
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
  const auto with_sign = [&](uint32_t half) { return static_cast<uint16_t>(sign | half); };
  if (magnitude > 0x7f800000u) return with_sign(0x7e00u | (magnitude >> 13 & 0x3ffu));
  if (magnitude >= 0x47800000u) return with_sign(0x7c00u);  // from 2^16 on
  if (magnitude < 0x38800000u) {                            // below 2^-14: a multiple of 2^-24
    // Floats in [0.5, 1) are multiples of 2^-24, so the sum is rounded exactly as the half must be.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return with_sign(std::bit_cast<uint32_t>(shifted) - std::bit_cast<uint32_t>(0.5f));
  }
  // Adds half a unit less one, plus one if the half's last bit is odd: ties go to even. A carry
  // moves into the exponent, and from the largest exponent to that of infinity.
  const uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1);
  return with_sign((rounded - ((127u - 15u) << 23)) >> 13);
}

}  // namespace redact
