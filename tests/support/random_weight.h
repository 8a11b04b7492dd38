// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <random>
#include <vector>

#include "kernels/formats/format.h"

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

// A weight matrix of random bytes, with scales of a realistic size.
struct OwnedWeight {
  std::vector<uint8_t> bytes;
  Weight weight;
};

// The positions of the halves in a block, and their least exponent.
struct HalfPlaces {
  int scale, min;  // byte offsets; -1: none
  uint32_t least_exponent;
  bool centred;  // the min is the block's least value, about -7.5 scales
};
inline HalfPlaces half_places(WeightFormat format) {
  // Scales are in 2^-6 .. 2^-3 for codes of up to 8 bits, and in 2^-11 .. 2^-8 in k formats, where
  // they are multiplied by the scales of runs, which reach 127. IQ4_NL's codes represent values up
  // to 127.
  switch (format) {
    case WeightFormat::kQ4_1:
    case WeightFormat::kQ5_1: return {0, 2, 9, true};
    case WeightFormat::kQ4_K:
    case WeightFormat::kQ5_K: return {0, 2, 4, false};
    case WeightFormat::kQ2_K: return {80, 82, 7, false};
    case WeightFormat::kQ3_K: return {108, -1, 4, false};
    case WeightFormat::kQ6_K: return {208, -1, 4, false};
    case WeightFormat::kIQ4_NL: return {0, -1, 6, false};
    case WeightFormat::kIQ4_XS: return {0, -1, 2, false};
    default: return {0, -1, 9, false};
  }
}

inline OwnedWeight random_weight(WeightFormat format, size_t rows, size_t cols, Random& random) {
  OwnedWeight out;
  out.weight = {format, rows, cols, nullptr};
  out.bytes.resize(out.weight.row_bytes() * rows);
  for (uint8_t& byte : out.bytes) byte = static_cast<uint8_t>(random.bits());
  const HalfPlaces places = half_places(format);
  const auto half = [&] {
    return static_cast<uint16_t>((random.bits() & 0x8000) |
                                 (places.least_exponent + random.bits() % 4) << 10 |
                                 (random.bits() & 1023));
  };
  const size_t step = block_bytes(format);
  for (size_t at = 0; at < out.bytes.size(); at += step) {
    if (format == WeightFormat::kF32) {
      const float value = random.value();
      std::memcpy(&out.bytes[at], &value, 4);
    } else if (format == WeightFormat::kBf16) {
      const auto bf16 =
          static_cast<uint16_t>((121 + random.bits() % 4) << 7 | (random.bits() & 127));
      std::memcpy(&out.bytes[at], &bf16, 2);
    } else {
      const uint16_t scale = half();
      std::memcpy(&out.bytes[at + static_cast<size_t>(places.scale)], &scale, 2);
      if (places.min < 0) continue;
      const auto least = static_cast<uint16_t>((scale ^ 0x8000) + (3 << 10));
      const uint16_t min = places.centred ? least : half();
      std::memcpy(&out.bytes[at + static_cast<size_t>(places.min)], &min, 2);
    }
  }
  out.weight.data = out.bytes.data();
  return out;
}

}  // namespace redact::testing
