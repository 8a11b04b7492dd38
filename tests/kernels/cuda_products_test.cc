// SPDX-License-Identifier: Apache-2.0
// Compares the products of the CUDA backend with the reference, over tails and all formats, and
// tests P4: a row gives the same bits alone and in a batch of any size.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "kernels/formats/half.h"
#include "tests/kernels/products_on_cuda.h"

namespace redact {
namespace {

class CudaProducts : public CudaTest {};

// What an activation loses of itself: as one half, as two bfloat16 numbers, and otherwise.
void expect_agreement(const std::vector<float>& got, const Weight& w, const std::vector<float>& x) {
  expect_agreement(got, w, x,
                   w.format == WeightFormat::kF16    ? 0x1p-11
                   : w.format == WeightFormat::kBf16 ? 0x1p-17
                                                     : 0x1p-20);
}

std::vector<size_t> columns_of(WeightFormat format) {
  const size_t block = block_weights(format);
  if (block == 256) return {256, 768, 1280};
  if (block == 32) return {32, 96, 320, 672};
  return {1, 16, 50, 200};
}

TEST_F(CudaProducts, AgreeWithTheReferenceOverTails) {
  Random random(3);
  for (const WeightFormat format : kRead) {
    CudaOps ops;
    for (const size_t rows : {1, 16, 37}) {
      for (const size_t cols : columns_of(format)) {
        for (const size_t n : {1, 7, 11, 35, 130}) {
          if (n > 11 && (rows != 37 || cols != columns_of(format)[1])) continue;
          const OwnedWeight w = random_weight(format, rows, cols, random);
          const auto x = random.values(n * cols);
          const auto got = multiply(ops, {w.weight, x});
          expect_agreement(got, w.weight, x);
          if (HasFatalFailure()) return;
          const auto twice = multiply(ops, {.w = w.weight, .x = x, .add_to = &got});
          for (size_t i = 0; i < got.size(); ++i) ASSERT_EQ(twice[i], got[i] + got[i]) << i;
        }
      }
    }
  }
}

// The error of products with F16 weights is at most that of llama.cpp, which rounds activations to
// halves as they are, here with exact sums: for rows of usual sizes, whose halves are the same but
// whose sums are rounded here (2 %), and of small ones, which it rounds to halves without a leading
// 1.
TEST_F(CudaProducts, OneHalfOfAnActivationLosesNoMoreThanLlamaCpps) {
  Random random(14);
  const size_t rows = 32, cols = 2048, n = 8;
  const OwnedWeight w = random_weight(WeightFormat::kF16, rows, cols, random);
  for (const float size : {1.0f, 1e-5f}) {
    CudaOps ops;
    auto x = random.values(n * cols);
    for (float& value : x) value *= size;
    const auto got = multiply(ops, {w.weight, x});
    double own = 0, of_halves = 0;
    for (size_t i = 0; i < got.size(); ++i) {
      double exact = 0, halves = 0;
      for (size_t c = 0; c < cols; ++c) {
        const double weight = ReferenceOps::element(w.weight, i % rows, c);
        const float value = x[i / rows * cols + c];
        exact += weight * value;
        halves += weight * half_to_float(float_to_half(value));
      }
      own += (got[i] - exact) * (got[i] - exact);
      of_halves += (halves - exact) * (halves - exact);
    }
    EXPECT_LE(own, (size == 1 ? 1.02 : 0.5) * of_halves) << size;
  }
}

// Rows of size 2^30 and 2^-20 beside rows of size 1: each has its own scale.
TEST_F(CudaProducts, RowsOfAnySizeStandSideBySide) {
  Random random(12);
  for (const WeightFormat format : kMultiplied) {
    CudaOps ops;
    const OwnedWeight w = random_weight(format, 37, 256, random);
    auto x = random.values(5 * 256);
    for (size_t c = 0; c < 256; ++c) x[c] *= 0x1p30f, x[512 + c] *= 0x1p-20f;
    expect_agreement(multiply(ops, {w.weight, x}), w.weight, x);
  }
}

// The shapes of block for one row, a draft and a prompt, with full and partly filled blocks, and
// the segments of a draft in one block and in four.
TEST_F(CudaProducts, ARowGivesTheSameBitsAloneAndInABatchOfAnySize) {
  Random random(4);
  for (const WeightFormat format : kMultiplied) {
    CudaOps ops;
    const size_t rows = 36, cols = 512, n = format == WeightFormat::kQ4_0 ? 512 : 192;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols);
    const auto batch = multiply(ops, {w.weight, x});
    for (const auto& [some, processors] : {std::pair<size_t, size_t>{9, 1},
                                           {9, kMany},
                                           {33, 1},
                                           {33, kMany},
                                           {64, 1},
                                           {64, kMany},
                                           {128, 1}}) {
      ops.use_processors(processors);
      const auto got = multiply(ops, {w.weight, rows_of(x, cols, 0, some)});
      ASSERT_EQ(std::memcmp(got.data(), batch.data(), got.size() * sizeof(float)), 0)
          << static_cast<int>(format) << " " << some << " " << processors;
    }
    for (const size_t r : {size_t{0}, size_t{1}, size_t{37}, n - 1}) {
      const auto alone = multiply(ops, {w.weight, rows_of(x, cols, r, 1)});
      ASSERT_EQ(std::memcmp(alone.data(), &batch[r * rows], rows * sizeof(float)), 0)
          << static_cast<int>(format) << " " << r;
    }
  }
}

// Matrices that share a launch give the same bits as alone, in every format and shape of block.
TEST_F(CudaProducts, TogetherGiveTheBitsOfEachAlone) {
  Random random(3);
  for (const WeightFormat format : kMultiplied) {
    for (const size_t n : {1, 20, 70}) {
      CudaOps ops;
      const size_t cols = 256;
      const auto x = random.values(n * cols);
      std::vector<OwnedWeight> weights;
      for (const size_t rows : {40, 17, 16, 33}) {  // more than a launch takes
        weights.push_back(random_weight(format, rows, cols, random));
      }
      expect_bits_of_each_alone(ops, weights, x);
    }
  }
}

// Mixed formats, as in files: some neighbours share the rows rounded to eight bits, others do not.
TEST_F(CudaProducts, OfSeveralFormatsTogetherGiveTheBitsOfEachAlone) {
  Random random(13);
  CudaOps ops;
  const size_t cols = 256, n = 9;
  const auto x = random.values(n * cols);
  std::vector<OwnedWeight> weights;
  for (const WeightFormat format : {WeightFormat::kQ4_K, WeightFormat::kQ6_K, WeightFormat::kF16,
                                    WeightFormat::kQ4_K, WeightFormat::kF32}) {
    weights.push_back(random_weight(format, 33, cols, random));
  }
  expect_bits_of_each_alone(ops, weights, x);
}

// A row's rounding by one block, and by two.
TEST_F(CudaProducts, ANormOnTheWayGivesTheBitsOfNormAndProduct) {
  Random random(11);
  for (const WeightFormat format : kMultiplied) {
    for (const auto& [n, processors] : {std::pair<size_t, size_t>{3, kMany}, {40, 1}}) {
      CudaOps ops;
      ops.use_processors(processors);
      const size_t cols = 512;
      const OwnedWeight w = random_weight(format, 19, cols, random);
      const auto x = random.values(n * cols), norm_weight = random.values(cols);
      expect_bits_of_norm_and_product(ops, w.weight, x, norm_weight);
    }
  }
}

TEST_F(CudaProducts, ABiasIsAddedToEveryRow) {
  Random random(4);
  for (const WeightFormat format : {WeightFormat::kF32, WeightFormat::kQ4_0}) {
    CudaOps ops;
    const size_t n = 9, rows = 40, cols = 64;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols), bias = random.values(rows);
    const auto plain = multiply(ops, {w.weight, x});
    const auto got = multiply(ops, {.w = w.weight, .x = x, .bias = &bias});
    for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], plain[i] + bias[i % rows]) << i;
  }
}

TEST_F(CudaProducts, WhatIsNotFiniteStaysSo) {
  Random random(5);
  for (const WeightFormat format : kMultiplied) {
    CudaOps ops;
    const OwnedWeight w = random_weight(format, 16, 256, random);
    for (const size_t n : {1, 70}) {
      for (const float bad : {INFINITY, -INFINITY, NAN}) {
        auto x = random.values(n * 256);
        x[40] = bad;
        const auto got = multiply(ops, {w.weight, x});
        for (size_t i = 0; i < got.size(); ++i) {
          ASSERT_EQ(std::isfinite(got[i]), i >= 16) << static_cast<int>(format) << " " << i;
        }
      }
    }
    for (const float y : multiply(ops, {w.weight, std::vector<float>(256, 0.0f)})) EXPECT_EQ(y, 0);
  }
}

}  // namespace
}  // namespace redact
