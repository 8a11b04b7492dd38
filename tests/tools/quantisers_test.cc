// SPDX-License-Identifier: Apache-2.0
// Quantisation of floats to blocks: Q8_0, Q4_0 and Q5_0 must match the gguf package byte for byte
// (tests/golden/make_quant_goldens.py); Q4_K and Q6_K are tested by what their blocks decode to.
#include "tools/quantisers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernels/formats/decode.h"
#include "runtime/model/weights.h"
#include "tests/support/random_weight.h"

namespace redact {
namespace {

std::vector<uint8_t> quantised(TensorType type, const std::vector<float>& x) {
  const Weight shape{*weight_format(type), 1, x.size()};
  std::vector<uint8_t> out(shape.n_bytes());
  quantiser_of(type)(x.data(), x.size(), out.data());
  return out;
}

std::vector<float> decoded(TensorType type, const std::vector<uint8_t>& bytes, size_t n) {
  std::vector<float> out(n);
  decode_row({*weight_format(type), 1, n, bytes.data()}, 0, out.data());
  return out;
}

double relative_error(TensorType type, const std::vector<float>& x) {
  const auto after = decoded(type, quantised(type, x), x.size());
  double change = 0, power = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    change += std::pow(static_cast<double>(after[i]) - x[i], 2), power += std::pow(x[i], 2);
  }
  return std::sqrt(change / power);
}

// The floats of make_quant_goldens.py.
std::vector<float> golden_floats() {
  constexpr size_t kBlocks = 16384;
  std::vector<float> out(kBlocks * 32);
  uint32_t state = 12345;
  for (size_t i = 0; i < out.size(); ++i) {
    state = 1664525 * state + 1013904223;
    const size_t block = i / 32;
    float value = static_cast<float>(static_cast<int32_t>(state >> 8) - 0x800000) * 0x1p-23f;
    if (block % 7 == 0) value = std::nearbyint(value * 16) / 16;
    out[i] = block == 0 ? 0 : value * std::ldexp(1.0f, static_cast<int>(block % 21) - 16);
  }
  return out;
}

TEST(Quantisers, PlainTypesGiveTheBytesOfTheGgufPackage) {
  const auto golden = nlohmann::json::parse(
      std::ifstream(std::string(REDACT_SOURCE_DIR) + "/tests/golden/quant.json"));
  const std::vector<float> x = golden_floats();
  for (const auto& [name, type] : {std::pair{"Q8_0", TensorType::kQ8_0},
                                   {"Q4_0", TensorType::kQ4_0},
                                   {"Q5_0", TensorType::kQ5_0}}) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const uint8_t byte : quantised(type, x)) hash = (hash ^ byte) * 0x100000001b3u;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    EXPECT_EQ(golden.at(name), text) << name;
  }
}

// The errors of llama.cpp's own quantisers, in llama-cpp-python 0.3.36, are 0.0714 and 0.0178.
TEST(Quantisers, KTypesOfNormalValues) {
  testing::Random random(1);
  const std::vector<float> x = random.values(256 * 256);
  EXPECT_LT(relative_error(TensorType::kQ4_K, x), 0.0714);
  EXPECT_LT(relative_error(TensorType::kQ6_K, x), 0.0178);
}

TEST(Quantisers, KTypesOfValuesOnAGrid) {
  testing::Random random(2);
  for (const TensorType type : {TensorType::kQ4_K, TensorType::kQ6_K}) {
    std::vector<float> x(256);
    for (size_t i = 0; i < 256; ++i) {  // every run has both ends of its range
      const int code = i % 16 == 0 ? 0 : i % 16 == 1 ? 15 : static_cast<int>(random.bits() % 16);
      x[i] = 0.25f * static_cast<float>(code - 8);
    }
    EXPECT_LT(relative_error(type, x), 2e-3) << tensor_type_name(type);
  }
}

TEST(Quantisers, KTypesOfZerosAndOfOneValue) {
  for (const TensorType type : {TensorType::kQ4_K, TensorType::kQ6_K}) {
    for (const float value : {0.0f, 1.0f, -3.0f, 1e-38f, 65504.0f, -65504.0f}) {
      const std::vector<float> x(512, value);
      for (const float y : decoded(type, quantised(type, x), x.size())) {
        ASSERT_NEAR(y, value, std::abs(value) * 2e-3 + 1e-7) << tensor_type_name(type);
      }
    }
  }
}

TEST(Quantisers, OtherTypesHaveNone) {
  for (const TensorType type : {TensorType::kF32, TensorType::kQ5_K, TensorType::kIQ4_NL}) {
    EXPECT_EQ(quantiser_of(type), nullptr);
  }
}

}  // namespace
}  // namespace redact
