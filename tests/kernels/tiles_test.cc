// SPDX-License-Identifier: Apache-2.0
// The AMX kernels with emulated tiles (emulated_tiles.h) give the scalar bits, so that they are
// also tested where no processor has tiles (P4). The vectors around them need AVX-512.
#include "tests/kernels/ops_agree.h"

namespace redact {
namespace {

class Tiles : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cpu_has(CpuLevel::kAvx512)) GTEST_SKIP() << "this machine lacks avx512";
  }

  void expect_scalar_bits(WeightFormat format, WeightUse use, size_t rows, size_t cols, size_t n) {
    const OwnedWeight w = random_weight(format, rows, cols, random_);
    const auto x = random_.values(n * cols);
    auto got = output(n * rows), want = got;
    for (auto [level, out] : {std::pair{CpuLevel::kAmx, &got}, {CpuLevel::kScalar, &want}}) {
      CpuOps ops(pool_, level);
      const Weight prepared = ops.prepare(w.weight, use);
      ops.matmul(one({prepared, out->data()}), x.data(), n);
      ops.matmul_add({prepared, out->data()}, x.data(), n);
    }
    EXPECT_EQ(got, want) << rows << " x " << cols << ", " << n << " rows";
  }

  ThreadPool pool_{1};
  Random random_{31};
};

// Numbers of outputs and of rows around those of a tile and of four.
TEST_F(Tiles, ProductsByRows) {
  for (const size_t rows : {1, 15, 16, 17, 31, 32, 33, 77}) {
    for (const size_t n : {1, 15, 16, 17, 31, 32, 33, 70}) {
      for (const size_t cols : {64, 96, 384}) {
        expect_scalar_bits(WeightFormat::kQ8_0, WeightUse::kMultipliedByRows, rows, cols, n);
      }
    }
  }
}

TEST_F(Tiles, TheLargestSumsByRows) {
  OwnedWeight w = random_weight(WeightFormat::kQ8_0, 1, kMostRowCols, random_);
  for (size_t at = 0; at < w.bytes.size(); at += 34) {
    w.bytes[at] = 0, w.bytes[at + 1] = 0x3c;  // a scale of 1
    std::memset(&w.bytes[at + 2], 127, 32);
  }
  CpuOps ops(pool_, CpuLevel::kAmx);
  const Weight prepared = ops.prepare(w.weight, WeightUse::kMultipliedByRows);
  for (const float sign : {1.0f, -1.0f}) {
    const std::vector<float> x(kMostRowCols, sign * 127);
    float out;
    ops.matmul(one({prepared, &out}), x.data(), 1);
    EXPECT_EQ(out, sign * 127 * 127 * static_cast<float>(kMostRowCols));
  }
}

TEST_F(Tiles, ProductsByBlocks) {
  for (const WeightFormat format :
       {WeightFormat::kQ8_0, WeightFormat::kQ4_0, WeightFormat::kQ4_K}) {
    for (const size_t n : {1, 3, 8, 16, 35}) {
      expect_scalar_bits(format, WeightUse::kMultiplied, 37, 512, n);
    }
  }
}

}  // namespace
}  // namespace redact
