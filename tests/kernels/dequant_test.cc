// SPDX-License-Identifier: Apache-2.0
// Compares the decoding of every quantised format with the gguf package, bit for bit, over all
// 65,536 scales (tests/golden/make_dequant_goldens.py).
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/formats/decode.h"

namespace redact::dequant_test {

struct Case {
  const char* name;
  WeightFormat format;
  size_t scale_at;
  int second_at;  // offset of another half, or -1
};

class Dequant : public ::testing::TestWithParam<Case> {};

TEST_P(Dequant, IsBitIdenticalToTheGgufPackageForEveryScale) {
  constexpr size_t kBlocks = 65536;
  const Case& c = GetParam();
  const size_t size = block_bytes(c.format), n = block_weights(c.format);
  std::vector<uint8_t> bytes(kBlocks * size);
  uint32_t state = 12345;
  for (uint8_t& byte : bytes) {
    state = 1664525 * state + 1013904223;
    byte = static_cast<uint8_t>(state >> 24);
  }
  for (uint32_t i = 0; i < kBlocks; ++i) {
    const auto scale = static_cast<uint16_t>(i), second = static_cast<uint16_t>(i * 40503);
    std::memcpy(&bytes[i * size + c.scale_at], &scale, 2);
    if (c.second_at >= 0) {
      std::memcpy(&bytes[i * size + static_cast<size_t>(c.second_at)], &second, 2);
    }
  }
  const Weight w{c.format, kBlocks, n, bytes.data()};
  std::vector<float> row(n);
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < kBlocks; ++i) {
    decode_row(w, i, row.data());
    for (const float value : row) {
      const uint32_t bits = std::isnan(value) ? 0x7fc00000u : std::bit_cast<uint32_t>(value);
      for (int shift = 0; shift < 32; shift += 8) {
        hash = (hash ^ (bits >> shift & 255)) * 0x100000001b3u;
      }
    }
  }
  const auto golden = nlohmann::json::parse(
      std::ifstream(std::string(REDACT_SOURCE_DIR) + "/tests/golden/dequant.json"));
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  EXPECT_EQ(golden.at(c.name), text);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, Dequant,
    ::testing::Values(
        Case{"Q8_0", WeightFormat::kQ8_0, 0, -1}, Case{"Q4_0", WeightFormat::kQ4_0, 0, -1},
        Case{"Q4_1", WeightFormat::kQ4_1, 0, 2}, Case{"Q5_0", WeightFormat::kQ5_0, 0, -1},
        Case{"Q5_1", WeightFormat::kQ5_1, 0, 2}, Case{"Q2_K", WeightFormat::kQ2_K, 80, 82},
        Case{"Q3_K", WeightFormat::kQ3_K, 108, -1}, Case{"Q4_K", WeightFormat::kQ4_K, 0, 2},
        Case{"Q5_K", WeightFormat::kQ5_K, 0, 2}, Case{"IQ4_NL", WeightFormat::kIQ4_NL, 0, -1},
        Case{"IQ4_XS", WeightFormat::kIQ4_XS, 0, -1}, Case{"Q6_K", WeightFormat::kQ6_K, 208, -1}),
    [](const auto& param) { return std::string(param.param.name); });

}  // namespace redact::dequant_test
