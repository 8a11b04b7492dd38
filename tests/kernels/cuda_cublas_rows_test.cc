// SPDX-License-Identifier: Apache-2.0
// Products of 16-bit weights by cuBLAS (kernels/cuda/cublas_products.h): they agree with the
// reference, and a row gives the same bits alone and in a batch of any size (P4). On the emulator
// the library is a stand-in that adds in order, so here P4 says that the rows around the product
// are right; whether cuBLAS keeps it, only a GPU can show (REDACT_GPU, with matrices of a 7B
// model).
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "kernels/cuda/cublas_products.h"
#include "tests/kernels/products_on_cuda.h"

namespace redact {
namespace {

constexpr WeightFormat kHalves[] = {WeightFormat::kF16, WeightFormat::kBf16};

struct MatrixShape {
  size_t rows, cols;
};
#if defined(REDACT_GPU)
constexpr MatrixShape kShapes[] = {{4096, 4096}, {11008, 4096}, {4096, 11008}, {1024, 4096}};
#else
constexpr MatrixShape kShapes[] = {{40, 72}};
#endif

class CudaCublasRows : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    if (IsSkipped()) return;
    const auto opened = ops_.use_cublas(REDACT_CUBLAS_LT);
#if defined(REDACT_GPU)
    if (!opened.ok()) GTEST_SKIP() << opened.error().message();
#endif
    ASSERT_TRUE(opened.ok()) << opened.error().message();
  }

  CudaOps ops_;
  Random random_{8};
};

// An activation that is rounded to 16 bits loses up to 2^-11 of itself (F16) or 2^-8 (BF16).
void expect_agreement(const std::vector<float>& got, const Weight& w, const std::vector<float>& x) {
  expect_agreement(got, w, x, w.format == WeightFormat::kBf16 ? 0x1p-8 : 0x1p-11);
}

TEST_F(CudaCublasRows, AgreeWithTheReference) {
  for (const WeightFormat format : kHalves) {
    for (const MatrixShape shape : {MatrixShape{8, 8}, {136, 72}, {64, 64}}) {
      for (const size_t n : {1, 3, 256, 257}) {
        if (n > 3 && shape.rows != 136) continue;
        const OwnedWeight w = random_weight(format, shape.rows, shape.cols, random_);
        const auto x = random_.values(n * shape.cols);
        const auto got = multiply(ops_, {w.weight, x});
        expect_agreement(got, w.weight, x);
        if (HasFatalFailure()) return;
        const auto twice = multiply(ops_, {.w = w.weight, .x = x, .add_to = &got});
        for (size_t i = 0; i < got.size(); ++i) ASSERT_EQ(twice[i], got[i] + got[i]) << i;
      }
    }
  }
}

TEST_F(CudaCublasRows, GiveTheSameBitsAloneAndInABatchOfAnySize) {
  constexpr size_t kRows = 600;
  for (const WeightFormat format : kHalves) {
    for (const MatrixShape& shape : kShapes) {
      const OwnedWeight w = random_weight(format, shape.rows, shape.cols, random_);
      const auto x = random_.values(kRows * shape.cols);
      const auto batch = multiply(ops_, {w.weight, x});
      const auto expect_bits = [&](size_t first, size_t n) {
        const auto got = multiply(ops_, {w.weight, rows_of(x, shape.cols, first, n)});
        ASSERT_EQ(std::memcmp(got.data(), &batch[first * shape.rows], got.size() * sizeof(float)),
                  0)
            << format_info(format).name << ", " << shape.rows << " by " << shape.cols << ", rows "
            << first << " to " << first + n;
      };
      for (const size_t n : {2, 9, 33, 255, 256, 257, 511}) expect_bits(0, n);
      for (const size_t row : {0, 1, 7, 8, 31, 63, 64, 127, 128, 200, 255, 256, 300, 599}) {
        expect_bits(static_cast<size_t>(row), 1);
      }
      if (HasFatalFailure()) return;
    }
  }
}

// One row in all places of a call, beside the same and beside others.
TEST_F(CudaCublasRows, GiveTheSameBitsInEveryPlaceOfACall) {
  constexpr size_t kPlaces = CublasProducts::kTokens;
  for (const WeightFormat format : kHalves) {
    for (const MatrixShape& shape : kShapes) {
      const OwnedWeight w = random_weight(format, shape.rows, shape.cols, random_);
      const auto row = random_.values(shape.cols);
      const auto want = multiply(ops_, {w.weight, row});
      for (const size_t step : {1, 2, 3}) {  // every place, every second, every third
        auto x = random_.values(kPlaces * shape.cols);
        for (size_t place = 0; place < kPlaces; place += step) {
          std::copy(row.begin(), row.end(), &x[place * shape.cols]);
        }
        const auto got = multiply(ops_, {w.weight, x});
        for (size_t place = 0; place < kPlaces; place += step) {
          ASSERT_EQ(std::memcmp(want.data(), &got[place * shape.rows], want.size() * sizeof(float)),
                    0)
              << format_info(format).name << ", " << shape.rows << " by " << shape.cols
              << ", place " << place;
        }
      }
    }
  }
}

TEST_F(CudaCublasRows, OfAnySizeStandSideBySide) {
  for (const WeightFormat format : kHalves) {
    const OwnedWeight w = random_weight(format, 40, 256, random_);
    auto x = random_.values(5 * 256);
    for (size_t c = 0; c < 256; ++c) x[c] *= 0x1p30f, x[512 + c] *= 0x1p-20f;
    expect_agreement(multiply(ops_, {w.weight, x}), w.weight, x);
  }
}

TEST_F(CudaCublasRows, WhatIsNotFiniteStaysSoInItsRow) {
  for (const WeightFormat format : kHalves) {
    const OwnedWeight w = random_weight(format, 16, 64, random_);
    for (const float bad : {INFINITY, -INFINITY, NAN}) {
      auto x = random_.values(3 * 64);
      x[64 + 40] = bad;
      const auto got = multiply(ops_, {w.weight, x});
      for (size_t i = 0; i < got.size(); ++i) ASSERT_EQ(std::isfinite(got[i]), i / 16 != 1) << i;
    }
    for (const float y : multiply(ops_, {w.weight, std::vector<float>(64)})) EXPECT_EQ(y, 0);
  }
}

TEST_F(CudaCublasRows, ANormOnTheWayGivesTheBitsOfNormAndProduct) {
  for (const WeightFormat format : kHalves) {
    const size_t cols = 96, n = 3;
    const OwnedWeight w = random_weight(format, 24, cols, random_);
    const auto x = random_.values(n * cols), norm_weight = random_.values(cols);
    expect_bits_of_norm_and_product(ops_, w.weight, x, norm_weight);
  }
}

// Matrices of both formats, more than a launch of the kernels takes.
TEST_F(CudaCublasRows, OfSeveralMatricesTogetherGiveTheBitsOfEachAlone) {
  const size_t cols = 64, n = 300;
  const auto x = random_.values(n * cols);
  std::vector<OwnedWeight> weights;
  for (const size_t rows : {40, 24, 16, 32, 8}) {
    weights.push_back(random_weight(kHalves[weights.size() / 3], rows, cols, random_));
  }
  expect_bits_of_each_alone(ops_, weights, x);
  EXPECT_TRUE(ops_.status().ok());
}

}  // namespace
}  // namespace redact
