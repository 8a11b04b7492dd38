// SPDX-License-Identifier: Apache-2.0
// The formats of weights, decoded one element at a time.
#include <cmath>
#include <cstring>

#include "tests/support/reference_ops.h"

namespace redact::testing {

namespace {

double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  const double sign = bits >> 15 ? -1 : 1;
  if (exponent == 31) return mantissa ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

uint16_t read16(const uint8_t* p) { return static_cast<uint16_t>(p[0] | p[1] << 8); }

// The code of weight i of a block whose 16 bytes of nibbles begin at `nibbles`.
int nibble_of_32(const uint8_t* nibbles, size_t i) {
  return i < 16 ? nibbles[i] % 16 : nibbles[i - 16] / 16;
}
// Bit i of a sequence of bytes.
int bit_of(const uint8_t* bytes, size_t i) { return bytes[i / 8] >> (i % 8) & 1; }
// The 2-bit code of weight i in a block of 256.
int two_bits(const uint8_t* codes, size_t i) {
  return codes[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2) & 3;
}
int q3_k_scale(const uint8_t* s, size_t run) {
  const int low = run < 8 ? s[run] % 16 : s[run - 8] / 16;
  return low + (s[8 + run % 4] >> (run / 4 * 2)) % 4 * 16 - 32;
}
// The scales and minima of Q4_K and Q5_K.
int six_bit_scale(const uint8_t* s, size_t run) {
  return run < 4 ? s[run] % 64 : s[run + 4] % 16 + s[run - 4] / 64 * 16;
}
int six_bit_min(const uint8_t* s, size_t run) {
  return run < 4 ? s[run + 4] % 64 : s[run + 4] / 16 + s[run] / 64 * 16;
}
int iq4_value(int code) {
  constexpr int kValues[] = {-127, -104, -83, -65, -49, -35, -22, -10,
                             1,    13,   25,  38,  53,  69,  89,  113};
  return kValues[code];
}

}  // namespace

double ReferenceOps::element(const Weight& w, size_t r, size_t c) {
  const uint8_t* row = w.row(r);
  switch (w.format) {
    case WeightFormat::kF32: {
      float value;
      std::memcpy(&value, row + 4 * c, 4);
      return value;
    }
    case WeightFormat::kF16: return half_value(read16(row + 2 * c));
    case WeightFormat::kBf16: {
      const uint32_t bits = static_cast<uint32_t>(read16(row + 2 * c)) << 16;
      float value;
      std::memcpy(&value, &bits, 4);
      return value;
    }
    case WeightFormat::kQ8_0: {
      const uint8_t* block = row + c / 32 * 34;
      return half_value(read16(block)) * static_cast<int8_t>(block[2 + c % 32]);
    }
    case WeightFormat::kQ4_0: {
      const uint8_t* block = row + c / 32 * 18;
      return half_value(read16(block)) * (nibble_of_32(block + 2, c % 32) - 8);
    }
    case WeightFormat::kQ4_1: {
      const uint8_t* block = row + c / 32 * 20;
      return half_value(read16(block)) * nibble_of_32(block + 4, c % 32) +
             half_value(read16(block + 2));
    }
    case WeightFormat::kQ5_0: {
      const uint8_t* block = row + c / 32 * 22;
      const int code = nibble_of_32(block + 6, c % 32) + 16 * bit_of(block + 2, c % 32);
      return half_value(read16(block)) * (code - 16);
    }
    case WeightFormat::kQ5_1: {
      const uint8_t* block = row + c / 32 * 24;
      const int code = nibble_of_32(block + 8, c % 32) + 16 * bit_of(block + 4, c % 32);
      return half_value(read16(block)) * code + half_value(read16(block + 2));
    }
    case WeightFormat::kIQ4_NL: {
      const uint8_t* block = row + c / 32 * 18;
      return half_value(read16(block)) * iq4_value(nibble_of_32(block + 2, c % 32));
    }
    case WeightFormat::kQ2_K: {
      const uint8_t* block = row + c / 256 * 84;
      const int both = block[c % 256 / 16];
      return half_value(read16(block + 80)) * (both % 16) * two_bits(block + 16, c % 256) -
             half_value(read16(block + 82)) * (both / 16);
    }
    case WeightFormat::kQ3_K: {
      const uint8_t* block = row + c / 256 * 110;
      const size_t i = c % 256;
      const int high = block[i % 32] >> (i / 32) & 1;
      return half_value(read16(block + 108)) * q3_k_scale(block + 96, i / 16) *
             (two_bits(block + 32, i) + 4 * high - 4);
    }
    case WeightFormat::kQ4_K:
    case WeightFormat::kQ5_K: {
      const bool fifth = w.format == WeightFormat::kQ5_K;
      const uint8_t* block = row + c / 256 * (fifth ? 176 : 144);
      const size_t i = c % 256, run = i / 32;
      const uint8_t byte = block[(fifth ? 48 : 16) + run / 2 * 32 + i % 32];
      const int high = fifth ? block[16 + i % 32] >> run & 1 : 0;
      const int code = (run % 2 ? byte / 16 : byte % 16) + 16 * high;
      return half_value(read16(block)) * six_bit_scale(block + 4, run) * code -
             half_value(read16(block + 2)) * six_bit_min(block + 4, run);
    }
    case WeightFormat::kIQ4_XS: {
      const uint8_t* block = row + c / 256 * 136;
      const size_t i = c % 256, run = i / 32;
      const int low = run % 2 ? block[4 + run / 2] / 16 : block[4 + run / 2] % 16;
      const int scale = low + (read16(block + 2) >> (2 * run)) % 4 * 16 - 32;
      return half_value(read16(block)) * scale *
             iq4_value(nibble_of_32(block + 8 + 16 * run, i % 32));
    }
    case WeightFormat::kQ6_K: {
      const uint8_t* block = row + c / 256 * 210;
      const size_t i = c % 256, half = i / 128, k = i % 128 / 32, j = i % 32;
      const uint8_t low = block[64 * half + 32 * (k % 2) + j];
      const int high = block[128 + 32 * half + j] >> (2 * k) & 3;
      const int code = (k < 2 ? low % 16 : low / 16) + 16 * high;
      const int scale = static_cast<int8_t>(block[192 + i / 16]);
      return half_value(read16(block + 208)) * scale * (code - 32);
    }
  }
  return NAN;
}

}  // namespace redact::testing
