// SPDX-License-Identifier: Apache-2.0
#include "tools/random_row.h"

#include <cmath>
#include <cstring>

#include "kernels/formats/blocks.h"

namespace redact {

namespace {

struct Named {
  std::string_view name;
  TensorType type;
};
constexpr Named kNamed[] = {
    {"f32", TensorType::kF32},       {"f16", TensorType::kF16},       {"q8_0", TensorType::kQ8_0},
    {"q4_0", TensorType::kQ4_0},     {"q4_1", TensorType::kQ4_1},     {"q5_0", TensorType::kQ5_0},
    {"q5_1", TensorType::kQ5_1},     {"q2_k", TensorType::kQ2_K},     {"q3_k", TensorType::kQ3_K},
    {"q4_k", TensorType::kQ4_K},     {"q5_k", TensorType::kQ5_K},     {"q6_k", TensorType::kQ6_K},
    {"iq4_nl", TensorType::kIQ4_NL}, {"iq4_xs", TensorType::kIQ4_XS},
};

// A half whose value is about `x`, cut to 10 bits; x in [2^-14, 2^15).
uint16_t to_half(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, 4);
  return static_cast<uint16_t>((bits >> 16 & 0x8000) | ((bits >> 23 & 255) - 112) << 10 |
                               (bits >> 13 & 1023));
}

// Calls set(block) for every block of a row.
template <typename Block, typename Set>
void each_block(std::span<char> row, const Set& set) {
  for (size_t at = 0; at < row.size(); at += sizeof(Block)) {
    Block block;
    std::memcpy(&block, &row[at], sizeof block);
    set(block);
    std::memcpy(&row[at], &block, sizeof block);
  }
}

// Sets the scales of blocks of random codes, so that values have a standard deviation of
// `deviation`, and minima that centre them. Uniform codes of n values have a standard deviation of
// n / sqrt(12) about (n - 1) / 2. All runs have equal scales: 16 for Q4_K and Q5_K, 4 for Q2_K,
// Q3_K and Q6_K, and 1 for IQ4_XS, whose half would otherwise be subnormal.
void set_scales(TensorType type, float deviation, std::span<char> row) {
  const auto scale = [&](float codes) { return to_half(deviation / codes); };
  const auto min = [&](float mean, float codes) { return to_half(mean * deviation / codes); };
  const auto six_bits_of_16 = [](auto& block) {
    std::memset(block.scales, 0x50, 8), std::memset(block.scales + 8, 0, 4);
  };
  switch (type) {
    case TensorType::kQ8_0:
      return each_block<BlockQ8_0>(row, [&](auto& b) { b.scale = scale(74); });
    case TensorType::kQ4_0:
      return each_block<BlockQ4_0>(row, [&](auto& b) { b.scale = scale(4.6f); });
    case TensorType::kQ4_1:
      return each_block<BlockQ4_1>(
          row, [&](auto& b) { b.scale = scale(4.6f), b.least = min(-7.5f, 4.6f); });
    case TensorType::kQ5_0:
      return each_block<BlockQ5_0>(row, [&](auto& b) { b.scale = scale(9.2f); });
    case TensorType::kQ5_1:
      return each_block<BlockQ5_1>(
          row, [&](auto& b) { b.scale = scale(9.2f), b.least = min(-15.5f, 9.2f); });
    case TensorType::kIQ4_NL:
      return each_block<BlockIQ4_NL>(row, [&](auto& b) { b.scale = scale(71); });
    case TensorType::kQ2_K:
      return each_block<BlockQ2_K>(row, [&](auto& b) {
        b.scale = scale(1.1f * 4), b.min = min(1.5f, 1.1f * 4);
        std::memset(b.scales, 0x44, 16);
      });
    case TensorType::kQ3_K:  // 4 + 32
      return each_block<BlockQ3_K>(row, [&](auto& b) {
        b.scale = scale(2.3f * 4);
        std::memset(b.scales, 0x44, 8), std::memset(b.scales + 8, 0xaa, 4);
      });
    case TensorType::kQ4_K:
      return each_block<BlockQ4_K>(row, [&](auto& b) {
        b.scale = scale(4.6f * 16), b.min = min(7.5f, 4.6f * 16), six_bits_of_16(b);
      });
    case TensorType::kQ5_K:
      return each_block<BlockQ5_K>(row, [&](auto& b) {
        b.scale = scale(9.2f * 16), b.min = min(15.5f, 9.2f * 16), six_bits_of_16(b);
      });
    case TensorType::kQ6_K:
      return each_block<BlockQ6_K>(
          row, [&](auto& b) { b.scale = scale(18.5f * 4), std::memset(b.scales, 4, 16); });
    case TensorType::kIQ4_XS:  // 1 + 32
      return each_block<BlockIQ4_XS>(row, [&](auto& b) {
        b.scale = scale(71), b.high_scales = 0xaaaa, std::memset(b.low_scales, 0x11, 4);
      });
    default: return;
  }
}

}  // namespace

std::optional<TensorType> random_type_named(std::string_view name) {
  for (const Named& named : kNamed) {
    if (named.name == name) return named.type;
  }
  return std::nullopt;
}

uint64_t row_bytes(TensorType type, uint64_t cols) {
  const TensorTypeInfo info = *tensor_type_info(static_cast<uint32_t>(type));
  return cols / info.block_elements * info.block_bytes;
}

void fill_random_row(TensorType type, uint64_t cols, bool is_vector, RowRandom& random,
                     std::span<char> row) {
  const float deviation = 1.0f / std::sqrt(static_cast<float>(cols));
  for (size_t i = 0; i + 8 <= row.size(); i += 8) {
    const uint64_t bits = random.bits();
    std::memcpy(&row[i], &bits, 8);
  }
  if (type != TensorType::kF32 && type != TensorType::kF16) {
    return set_scales(type, deviation, row);
  }
  for (uint64_t c = 0; c < cols; ++c) {
    const float uniform = static_cast<float>(random.bits() >> 40) * 0x1p-24f - 0.5f;
    const float value = is_vector ? 1.0f : uniform * 3.46f * deviation;
    const uint16_t half = std::abs(value) < 0x1p-14f ? uint16_t{0} : to_half(value);
    if (type == TensorType::kF16) {
      std::memcpy(&row[2 * c], &half, 2);
    } else {
      std::memcpy(&row[4 * c], &value, 4);
    }
  }
}

}  // namespace redact
