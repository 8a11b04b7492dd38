// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <random>
#include <vector>

#include "kernels/format.h"

namespace redact::testing {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  float value() { return std::normal_distribution<float>()(engine_); }
  std::vector<float> values(size_t n) {
    std::vector<float> out(n);
    for (float& x : out) x = value();
    return out;
  }
  uint32_t bits() { return engine_(); }

 private:
  std::mt19937 engine_;
};

// A weight matrix of random bytes with scales of a sane size.
struct OwnedWeight {
  std::vector<uint8_t> bytes;
  Weight weight;
};

inline OwnedWeight random_weight(WeightFormat format, size_t rows, size_t cols, Random& random) {
  OwnedWeight out;
  out.weight = {format, rows, cols, nullptr};
  out.bytes.resize(out.weight.row_bytes() * rows);
  for (uint8_t& byte : out.bytes) byte = static_cast<uint8_t>(random.bits());
  const size_t step = block_bytes(format);
  for (size_t at = 0; at < out.bytes.size(); at += step) {
    if (format == WeightFormat::kF32) {
      const float value = random.value();
      std::memcpy(&out.bytes[at], &value, 4);
    } else if (format == WeightFormat::kQ4_K || format == WeightFormat::kQ6_K) {
      // Run scales reach 63 and 127: halves of 2^-11 .. 2^-8.
      const auto half = [&] {
        return static_cast<uint16_t>((random.bits() & 0x8000) | (4 + random.bits() % 4) << 10 |
                                     (random.bits() & 1023));
      };
      const uint16_t scale = half(), min = half();
      std::memcpy(&out.bytes[at + (format == WeightFormat::kQ4_K ? 0 : 208)], &scale, 2);
      if (format == WeightFormat::kQ4_K) std::memcpy(&out.bytes[at + 2], &min, 2);
    } else {  // a scale or value of 2^-6 .. 2^-3, in half or bf16
      const uint32_t exponent = format == WeightFormat::kBf16 ? 121 + random.bits() % 4 : 0;
      const uint16_t half = static_cast<uint16_t>(
          (random.bits() & 0x8000) | (9 + random.bits() % 4) << 10 | (random.bits() & 1023));
      const uint16_t bf16 = static_cast<uint16_t>(exponent << 7 | (random.bits() & 127));
      std::memcpy(&out.bytes[at], format == WeightFormat::kBf16 ? &bf16 : &half, 2);
      if (format == WeightFormat::kQ4_1) {  // codes are 0 .. 15: a least value of about -7.5 scales
        const uint16_t least = static_cast<uint16_t>((half ^ 0x8000) + (3 << 10));
        std::memcpy(&out.bytes[at + 2], &least, 2);
      }
    }
  }
  out.weight.data = out.bytes.data();
  return out;
}

}  // namespace redact::testing
