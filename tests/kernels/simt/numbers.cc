// SPDX-License-Identifier: Apache-2.0
// The emulator's arithmetic, with the rounding of a GPU.
#include <cmath>
#include <cstring>

#include "kernels/cuda/device.h"
#include "kernels/formats/half.h"

namespace redact::simt {

float half_value(uint16_t bits) { return half_to_float(bits); }
// Rounds normal halves on their bits, and subnormal ones by scaling.
uint16_t half_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // 65,520 and above
  if (magnitude < 0x38800000) {  // below 2^-14: multiples of 2^-24
    float size;
    std::memcpy(&size, &magnitude, 4);
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(size * 0x1p24f)));
  }
  const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return static_cast<uint16_t>(sign | ((rounded >> 13) - (112 << 10)));
}
float multiply(float a, float b) { return a * b; }
float add(float a, float b) { return a + b; }
float fused(float a, float b, float c) { return std::fma(a, b, c); }
float divide(float a, float b) { return a / b; }
float exponential(float x) { return std::exp(x); }
float power_of_two(float x) { return std::exp2(x); }
float larger(float a, float b) { return std::fmax(a, b); }
float inverse_root(float x) { return 1.0f / std::sqrt(x); }
int round_even(float value) { return static_cast<int>(std::nearbyint(value)); }

}  // namespace redact::simt
