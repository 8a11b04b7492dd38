// SPDX-License-Identifier: Apache-2.0
// Compares every instruction set of the CPU device with the reference, over odd shapes and all
// formats, and tests P4: a row gives the same bits alone, in a batch, and on two threads.
#include "tests/kernels/ops_agree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/embedded_rows.h"

namespace redact {
namespace {

// All formats: those that are not quantised, and one for each row of the table.
std::vector<WeightFormat> formats() {
  std::vector<WeightFormat> out = {WeightFormat::kF32, WeightFormat::kF16, WeightFormat::kBf16};
  for (const QuantisedFormat& row : kQuantisedFormats) out.push_back(row.format);
  return out;
}

TEST_P(OpsAgree, MatmulOverTailsOfRowsAndColumns) {
  CpuOps ops(two_, GetParam());
  Random random(1);
  for (const WeightFormat format : formats()) {
    for (const size_t rows : {1, 3, 5, 17, 33}) {
      for (const size_t n : {1, 2, 5, 12, 13, 16, 35}) {
        const size_t block = block_weights(format);
        const size_t cols = block == 256 ? 512 : block == 32 ? 96 : 1 + random.bits() % 70;
        const OwnedWeight w = random_weight(format, rows, cols, random);
        const auto x = random.values(n * cols);
        auto got = output(n * rows), want = output(n * rows);
        const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
        ops.matmul(one({prepared, got.data()}), x.data(), n);
        reference_.matmul(one({w.weight, want.data()}), x.data(), n);
        expect_close(got, want, cols, 16.0 * static_cast<double>(cols));
        ops.matmul_add({prepared, got.data()}, x.data(), n);
        reference_.matmul_add({w.weight, want.data()}, x.data(), n);
        expect_close(got, want, cols, 32.0 * static_cast<double>(cols));
      }
    }
  }
}

TEST_P(OpsAgree, RowsGiveTheSameBitsAloneInABatchAndOnTwoThreads) {
  CpuOps ops(one_, GetParam()), threaded(two_, GetParam());
  Random random(2);
  for (const WeightFormat format : formats()) {
    const size_t rows = 37, cols = block_weights(format) == 256 ? 512 : 160, n = 23;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols);
    std::vector<float> batch(n * rows), both(n * rows), alone(rows);
    const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
    ops.matmul(one({prepared, batch.data()}), x.data(), n);
    threaded.matmul(one({threaded.prepare(w.weight, WeightUse::kMultiplied), both.data()}),
                    x.data(), n);
    ASSERT_EQ(batch, both);
    for (size_t r = 0; r < n; ++r) {
      ops.matmul(one({prepared, alone.data()}), x.data() + r * cols, 1);
      ASSERT_EQ(std::memcmp(alone.data(), batch.data() + r * rows, rows * sizeof(float)), 0) << r;
    }
  }
}

TEST_P(OpsAgree, NormMatmulGivesTheBitsOfNormAndMatmul) {
  CpuOps ops(two_, GetParam());
  Random random(10);
  for (const WeightFormat format : {WeightFormat::kF16, WeightFormat::kQ8_0, WeightFormat::kQ4_K}) {
    const size_t rows = 19, cols = 256, n = 21;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols), weight = random.values(cols);
    const Norm norm{weight.data(), 1e-5f};
    const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
    std::vector<float> normed(n * cols), want(n * rows), got(n * rows);
    ops.rms_norm(norm, x.data(), n, cols, normed.data());
    ops.matmul(one({prepared, want.data()}), normed.data(), n);
    ops.norm_matmul(norm, one({prepared, got.data()}), x.data(), n);
    EXPECT_EQ(got, want);
  }
}

// The sums of a block are integers and blocks are added in order, so the result does not depend on
// the instruction set. There are more columns than one sweep of the cache takes, and more rows than
// one tile and one pass take.
TEST_P(OpsAgree, QuantisedMatmulGivesTheScalarBits) {
  CpuOps ops(two_, GetParam()), scalar(one_, CpuLevel::kScalar);
  Random random(8);
  for (const QuantisedFormat& row : kQuantisedFormats) {
    const WeightFormat format = row.format;
    for (const size_t n : {1, 4, 7, 30, 530}) {
      const size_t rows = 21, cols = n == 530 ? 256 : 256 * 9;
      const OwnedWeight w = random_weight(format, rows, cols, random);
      auto x = random.values(n * cols);
      std::fill(x.begin(), x.begin() + 32, 0.0f);
      auto got = output(n * rows), want = output(n * rows);
      ops.matmul(one({ops.prepare(w.weight, WeightUse::kMultiplied), got.data()}), x.data(), n);
      scalar.matmul(one({scalar.prepare(w.weight, WeightUse::kMultiplied), want.data()}), x.data(),
                    n);
      ASSERT_EQ(std::memcmp(got.data(), want.data(), got.size() * sizeof(float)), 0)
          << format_info(format).name << " " << n;
    }
  }
}

// A broken model must be noticed. Its logits are checked, so no operation on the way may turn
// non-finite numbers into finite ones.
TEST_P(OpsAgree, WhatIsNotFiniteStaysSo) {
  CpuOps ops(one_, GetParam());
  Random random(9);
  const OwnedWeight w = random_weight(WeightFormat::kQ8_0, 16, 64, random);
  for (const float bad : {INFINITY, -INFINITY, NAN}) {
    auto x = random.values(64);
    x[40] = bad;
    auto got = output(16);
    ops.matmul(one({ops.prepare(w.weight, WeightUse::kMultiplied), got.data()}), x.data(), 1);
    for (size_t i = 0; i < 16; ++i) EXPECT_FALSE(std::isfinite(got[i])) << bad;
  }
}

// A product of a half and a small integer is exact in float.
TEST_P(OpsAgree, EmbedDecodesExactlyAndSumsInOrder) {
  CpuOps ops(one_, GetParam());
  Random random(3);
  const testing::EmbeddedRows rows;
  for (const WeightFormat format : formats()) {
    const size_t cols = std::max<size_t>(64, block_weights(format));
    const OwnedWeight w = random_weight(format, 5, cols, random);
    auto got = output(4 * cols), want = output(4 * cols);
    for (Ops* each : {static_cast<Ops*>(&ops), static_cast<Ops*>(&reference_)}) {
      each->begin(rows.step());
      each->embed(w.weight, rows.kScale, each == &ops ? got.data() : want.data());
    }
    expect_close(got, want, 8, 8 * 16);
    got.resize(4 * cols);
    EXPECT_EQ(got, rows.want(w.weight));
  }
}

TEST_P(OpsAgree, NormAndGate) {
  CpuOps ops(two_, GetParam());
  Random random(4);
  for (const size_t d : {1, 7, 16, 100, 256}) {
    const auto x = random.values(3 * d), weight = random.values(d);
    auto got = output(3 * d), want = output(3 * d);
    ops.rms_norm({weight.data(), 1e-5f}, x.data(), 3, d, got.data());
    reference_.rms_norm({weight.data(), 1e-5f}, x.data(), 3, d, want.data());
    expect_close(got, want, d, 16);
    auto gate = random.values(d), gate2 = gate;
    // To reach both ends of the curve.
    for (size_t i = 0; i < d; i += 5) gate[i] = gate2[i] = gate[i] * 60;
    gate.resize(d + kGuard, kSentinel), gate2.resize(d + kGuard, kSentinel);
    ops.silu_gate(gate.data(), x.data(), d);
    reference_.silu_gate(gate2.data(), x.data(), d);
    for (size_t i = 0; i < gate.size(); ++i) {
      ASSERT_NEAR(gate[i], gate2[i], 0x1p-20 * std::abs(gate2[i]) + 1e-30) << i;
    }
  }
}

TEST_P(OpsAgree, ANormThatOverflowsIsNoNumber) {
  CpuOps ops(two_, GetParam());
  const std::vector<float> weight(33, 1.0f), x(33, 1e30f);
  std::vector<float> out(33);
  ops.rms_norm({weight.data(), 1e-5f}, x.data(), 1, 33, out.data());
  for (const float y : out) EXPECT_TRUE(std::isnan(y)) << y;
}

TEST_P(OpsAgree, ABiasIsAddedToEveryRow) {
  CpuOps ops(two_, GetParam());
  Random random(13);
  for (const WeightFormat format : {WeightFormat::kF32, WeightFormat::kQ4_0}) {
    const size_t rows = 21, cols = 64, n = 5;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols), bias = random.values(rows), norm = random.values(cols);
    const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
    auto got = output(n * rows), want = output(n * rows);
    ops.matmul(one({prepared, got.data(), bias.data()}), x.data(), n);
    reference_.matmul(one({w.weight, want.data(), bias.data()}), x.data(), n);
    expect_close(got, want, cols, 16.0 * cols);
    ops.matmul_add({prepared, got.data(), bias.data()}, x.data(), n);
    reference_.matmul_add({w.weight, want.data(), bias.data()}, x.data(), n);
    expect_close(got, want, cols, 32.0 * cols);
    ops.norm_matmul({norm.data(), 1e-5f}, one({prepared, got.data(), bias.data()}), x.data(), n);
    reference_.norm_matmul({norm.data(), 1e-5f}, one({w.weight, want.data(), bias.data()}),
                           x.data(), n);
    // The code of an activation may round the other way: half a step of 1/127 of the largest.
    for (size_t i = 0; i < n * rows; ++i) ASSERT_NEAR(got[i], want[i], 0.05) << i;
  }
}

TEST_P(OpsAgree, CandidateLogitsReadOnlyTheRowsNamed) {
  CpuOps ops(one_, GetParam());
  Random random(7);
  const OwnedWeight w = random_weight(WeightFormat::kQ8_0, 50, 64, random);
  const auto hidden = random.values(4 * 64);
  const std::vector<uint32_t> offsets = {0, 3, 3, 6, 7};
  const std::vector<int32_t> ids = {0, 49, 7, 0, 49, 7, 7};
  auto got = output(7), want = output(7);
  ops.candidate_logits(w.weight, hidden.data(), {offsets, ids}, got.data());
  reference_.candidate_logits(w.weight, hidden.data(), {offsets, ids}, want.data());
  expect_close(got, want, 64, 16.0 * 64);
}

// Consecutive rows with the same candidates are one product, split into shares. The bits are those
// of each row alone.
TEST_P(OpsAgree, CandidateLogitsOfManyRowsAreThoseOfEach) {
  CpuOps ops(two_, GetParam());
  Random random(8);
  constexpr size_t kCols = 256, kRows = 60;
  const OwnedWeight w = random_weight(WeightFormat::kQ8_0, 300, kCols, random);
  const auto hidden = random.values(kRows * kCols);
  std::vector<uint32_t> offsets = {0}, firsts;  // the first 25 rows share a list
  std::vector<int32_t> ids;
  for (size_t r = 0; r < kRows; ++r) {
    const size_t n = r < 40 ? 141 : r < 43 ? 0 : 1 + r % 2;
    firsts.push_back(r > 0 && r < 25 ? 0 : static_cast<uint32_t>(ids.size()));
    for (size_t i = 0; i < n; ++i) ids.push_back(static_cast<int32_t>((7 * i + r / 25) % 300));
    offsets.push_back(static_cast<uint32_t>(ids.size()));
  }
  auto got = output(ids.size()), shared = output(ids.size());
  ops.candidate_logits(w.weight, hidden.data(), {offsets, ids}, got.data());
  std::fill_n(ids.begin() + 141, 24 * 141, -1);  // not read
  ops.candidate_logits(w.weight, hidden.data(), {offsets, ids, firsts}, shared.data());
  EXPECT_EQ(shared, got);
  for (size_t r = 1; r < 25; ++r) std::copy_n(ids.begin(), 141, ids.begin() + offsets[r]);
  for (size_t r = 0; r < kRows; ++r) {
    const size_t begin = offsets[r], n = offsets[r + 1] - begin;
    const std::vector<uint32_t> alone = {0, static_cast<uint32_t>(n)};
    auto want = output(n);
    ops.candidate_logits(w.weight, hidden.data() + r * kCols,
                         {alone, std::span(ids).subspan(begin, n)}, want.data());
    for (size_t i = 0; i < n; ++i) ASSERT_EQ(got[begin + i], want[i]) << r << " " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, OpsAgree, ::testing::ValuesIn(kCpuLevels), [](const auto& param) {
  return std::string(cpu_level_name(param.param));
});

}  // namespace
}  // namespace redact
