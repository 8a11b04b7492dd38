// SPDX-License-Identifier: Apache-2.0
// Products and attention with one scale per row (Rounding::kRows), on every instruction set of the
// CPU device: compared with the reference, with the bits of the scalar code, and a row alone with a
// batch (P4).
#include <gtest/gtest.h>

#include <cstring>

#include "tests/kernels/sequences.h"

namespace redact {
namespace {

constexpr WeightUse kByRows = WeightUse::kMultipliedByRows;

class ByRowsAgree : public OpsAgree {
 protected:
  OwnedWeight q8_0(size_t rows, size_t cols) {
    return random_weight(WeightFormat::kQ8_0, rows, cols, random_);
  }
  Random random_{21};
};

// Numbers of rows and columns around those of a tile, which has 8 rows by 8, 16 or 32 outputs, or
// 32 by 32 of 64 columns each (AMX).
TEST_P(ByRowsAgree, MatmulOverTailsOfRowsAndColumns) {
  CpuOps ops(two_, GetParam());
  for (const size_t rows : {1, 5, 16, 31, 32, 33, 77}) {
    for (const size_t n : {1, 2, 7, 8, 9, 35, 36, 37}) {
      const size_t cols = n == 9 || n == 36 ? 1024 : n >= 35 ? 128 : 96;
      const WeightFormat format = n >= 36 ? WeightFormat::kQ5_0 : WeightFormat::kQ8_0;
      const OwnedWeight w = random_weight(format, rows, cols, random_);
      const auto x = random_.values(n * cols), bias = random_.values(rows);
      auto got = output(n * rows), want = output(n * rows);
      const Weight mine = ops.prepare(w.weight, kByRows);
      const Weight theirs = reference_.prepare(w.weight, kByRows);
      ops.matmul(one({mine, got.data(), bias.data()}), x.data(), n);
      reference_.matmul(one({theirs, want.data(), bias.data()}), x.data(), n);
      // Integer sums are exact. The only errors are the rounding of the product of the scales, and
      // of its product with the sum.
      expect_close(got, want, 4, 16.0 * static_cast<double>(cols));
      ops.matmul_add({mine, got.data()}, x.data(), n);
      reference_.matmul_add({theirs, want.data()}, x.data(), n);
      expect_close(got, want, 6, 32.0 * static_cast<double>(cols));
    }
  }
}

// The largest codes: their sum over the largest number of columns fits in 32 bits.
TEST_P(ByRowsAgree, TheLargestSumsDoNotOverflow) {
  CpuOps ops(one_, GetParam());
  OwnedWeight w = q8_0(2, kMostRowCols);
  for (size_t at = 0; at < w.bytes.size(); at += 34) {
    w.bytes[at] = 0, w.bytes[at + 1] = 0x3c;  // a scale of 1
    std::memset(&w.bytes[at + 2], at < w.bytes.size() / 2 ? 127 : -127, 32);
  }
  for (const float sign : {1.0f, -1.0f}) {
    const std::vector<float> x(kMostRowCols, sign * 127);
    std::vector<float> out(2);
    ops.matmul(one({ops.prepare(w.weight, kByRows), out.data()}), x.data(), 1);
    const float want = sign * 127 * 127 * static_cast<float>(kMostRowCols);
    EXPECT_EQ(out, (std::vector<float>{want, -want}));
  }
  OwnedWeight wider = q8_0(1, kMostRowCols + 32);
  EXPECT_FALSE(RowPanels::supports(wider.weight));
}

TEST_P(ByRowsAgree, MatmulGivesTheScalarBitsInAnyCompany) {
  CpuOps ops(one_, GetParam()), threaded(two_, GetParam()), scalar(one_, CpuLevel::kScalar);
  const size_t rows = 101, cols = 416, n = 29;
  const OwnedWeight w = q8_0(rows, cols);
  const auto x = random_.values(n * cols);
  const auto multiply = [&](Ops& device, const float* from, size_t n_rows) {
    std::vector<float> out(n_rows * rows);
    device.matmul(one({device.prepare(w.weight, kByRows), out.data()}), from, n_rows);
    return out;
  };
  const auto want = multiply(scalar, x.data(), n);
  EXPECT_EQ(multiply(ops, x.data(), n), want);
  EXPECT_EQ(multiply(threaded, x.data(), n), want);
  for (size_t r = 0; r < n; ++r) {
    const auto alone = multiply(ops, x.data() + r * cols, 1);
    ASSERT_EQ(std::memcmp(alone.data(), &want[r * rows], rows * sizeof(float)), 0) << r;
  }
}

TEST_P(ByRowsAgree, NormMatmulGivesTheBitsOfNormAndMatmulForMatricesOfAllKinds) {
  CpuOps ops(two_, GetParam());
  const size_t rows = 40, cols = 256, n = 21;
  const auto x = random_.values(n * cols), weight = random_.values(cols);
  const Norm norm{weight.data(), 1e-5f};
  std::vector<float> normed(n * cols);
  ops.rms_norm(norm, x.data(), n, cols, normed.data());
  const OwnedWeight w = q8_0(rows, cols);
  const OwnedWeight other = random_weight(WeightFormat::kQ4_K, rows, cols, random_);
  const OwnedWeight floats = random_weight(WeightFormat::kF16, rows, cols, random_);
  const Weight prepared[] = {ops.prepare(w.weight, kByRows), ops.prepare(other.weight, kByRows),
                             ops.prepare(floats.weight, kByRows),
                             ops.prepare(w.weight, WeightUse::kMultiplied)};
  std::vector<std::vector<float>> want, got(4, std::vector<float>(n * rows));
  std::vector<Product> all;
  for (size_t i = 0; i < 4; ++i) {
    want.emplace_back(n * rows);
    ops.matmul(one({prepared[i], want[i].data()}), normed.data(), n);
    all.push_back({prepared[i], got[i].data()});
  }
  EXPECT_NE(want[0], want[3]);  // by rows and by blocks
  ops.norm_matmul(norm, all, x.data(), n);
  EXPECT_EQ(got, want);
  ops.norm_matmul(norm, {all.data(), 1}, x.data(), n);
  EXPECT_EQ(got[0], want[0]);
}

TEST_P(ByRowsAgree, WhatIsNotFiniteStaysSo) {
  CpuOps ops(one_, GetParam());
  OwnedWeight w = q8_0(16, 64);
  for (const float bad : {INFINITY, -INFINITY, NAN}) {
    auto x = random_.values(2 * 64);
    x[40] = bad;
    std::vector<float> got(2 * 16);
    ops.matmul(one({ops.prepare(w.weight, kByRows), got.data()}), x.data(), 2);
    for (size_t i = 0; i < 32; ++i) EXPECT_EQ(std::isfinite(got[i]), i >= 16) << bad << " " << i;
  }
  const uint16_t infinite = 0x7c00;
  std::memcpy(&w.bytes[3 * 2 * 34], &infinite, sizeof infinite);  // row 3
  std::vector<float> got(16);
  const auto x = random_.values(64);
  ops.matmul(one({ops.prepare(w.weight, kByRows), got.data()}), x.data(), 1);
  for (size_t i = 0; i < 16; ++i) EXPECT_EQ(std::isfinite(got[i]), i != 3) << i;
}

constexpr AttentionShape kInt8Shapes[] = {{4, 4, 32}, {8, 2, 64}, {8, 1, 80}, {3, 3, 16}};

class AttentionByRows : public ByRowsAgree {
 protected:
  static std::vector<float> attend(Ops& device, const LayerCache& cache, const Sequences& s,
                                   const std::vector<Segment>& segments, const Attention& attention,
                                   const std::vector<float>& q) {
    std::vector<float> out(q.size(), kSentinel);
    s.begin(device, segments);
    device.attention(cache, attention, q.data(), out.data());
    return out;
  }
};

TEST_P(AttentionByRows, AgreesWithTheReferenceAndTheScalarBits) {
  CpuOps ops(two_, GetParam()), scalar(one_, CpuLevel::kScalar);
  for (const AttentionShape& shape : kInt8Shapes) {
    Sequences s(shape, random_);
    const LayerCache mine = s.cache(ops, Rounding::kRows), halves = s.cache(ops);
    const LayerCache theirs = s.cache(reference_, Rounding::kRows);
    const LayerCache scalars = s.cache(scalar, Rounding::kRows);
    const auto q = random_.values(s.kRows * shape.q_dim());
    std::vector<Segment> segments = s.segments_;
    for (const bool bidirectional : {false, true}) {
      segments[1].bidirectional = bidirectional;
      for (const Attention& attention : {plain(shape), Attention{shape, 0.3f, 1},
                                         Attention{shape, 0.3f, 7}, Attention{shape, 0.3f, 20}}) {
        const auto got = attend(ops, mine, s, segments, attention, q);
        const auto want = attend(reference_, theirs, s, segments, attention, q);
        // Both round the same way unless a weight is on the border between two steps, and none is.
        for (size_t i = 0; i < q.size(); ++i) ASSERT_NEAR(got[i], want[i], 3e-5) << i;
        EXPECT_EQ(attend(scalar, scalars, s, segments, attention, q), got);
        EXPECT_NE(attend(ops, halves, s, segments, attention, q), got);
      }
    }
  }
}

TEST_P(AttentionByRows, GivesTheSameBitsRowByRow) {
  CpuOps ops(two_, GetParam());
  for (const AttentionShape& shape : kInt8Shapes) {
    for (const size_t window : {0, 9}) {
      Sequences s(shape, random_);
      const LayerCache cache = s.cache(ops, Rounding::kRows);
      Attention attention = plain(shape);
      attention.window = window;
      const auto q = random_.values(s.kRows * shape.q_dim());
      const auto together = attend(ops, cache, s, s.segments_, attention, q);
      std::vector<float> alone(q.size());
      for (const Segment& segment : s.segments_) {
        for (size_t i = 0; i < segment.n_rows; ++i) {
          const Segment row{segment.first_row + i, 1, segment.n_past + i, segment.pages};
          s.begin(ops, {&row, 1});
          ops.attention(cache, attention, q.data(), alone.data());
        }
      }
      ASSERT_EQ(together, alone);
    }
  }
}

TEST_P(AttentionByRows, IsBlindToEntriesThatARowDoesNotSee) {
  CpuOps ops(one_, GetParam());
  const AttentionShape shape{8, 2, 64};
  Sequences s(shape, random_);
  const LayerCache cache = s.cache(ops, Rounding::kRows);
  const auto q = random_.values(s.kRows * shape.q_dim());
  Attention attention = plain(shape);
  attention.window = 8;  // the first sequence's rows see up to 6, 7 and 8 entries
  const auto before = attend(ops, cache, s, s.segments_, attention, q);
  s.fill(NAN);
  s.store(ops, cache, 0, 24, s.pages1_, 8);
  s.store(ops, cache, 0, 10, s.pages2_);  // the second's rows see entries from 14 on
  EXPECT_EQ(attend(ops, cache, s, s.segments_, attention, q), before);
}

TEST_P(AttentionByRows, WhatIsNotFiniteStaysSo) {
  CpuOps ops(one_, GetParam());
  const AttentionShape shape{2, 2, 32};
  const std::vector<uint32_t> pages = {1, 0};
  const std::vector<int32_t> zeros(20);
  const Segment segment{0, 20, 0, pages.data(), true};
  const std::vector<float> angle_0 = {1, 0};
  const auto memory = ops.allocate(4 * ops.page_bytes(shape));
  const LayerCache cache{memory.get(), memory.get() + 2 * ops.page_bytes(shape), PageTable::kAll,
                         Rounding::kRows};
  for (const float bad : {INFINITY, -INFINITY, NAN}) {
    for (size_t which = 0; which < 4; ++which) {  // none, a query, a key, a value
      std::vector<float> rows[3];
      for (auto& each : rows) each = random_.values(20 * shape.q_dim());
      if (which > 0) rows[which - 1][17 * shape.q_dim() + 5] = bad;  // in head 0 of row 17
      std::vector<float> out(20 * shape.q_dim());
      ops.begin({zeros, zeros, {&segment, 1}});
      ops.rope_store(cache, shape, {2, RopePairs::kAdjacent, angle_0.data()}, rows[0].data(),
                     rows[1].data(), rows[2].data());
      ops.attention(cache, plain(shape), rows[0].data(), out.data());
      for (size_t i = 0; i < out.size(); ++i) {
        const bool first_head = i % 64 < 32, row17 = i / 64 == 17;
        const bool spoilt = first_head && (which > 1 || (which == 1 && row17));
        ASSERT_EQ(std::isfinite(out[i]), !spoilt) << bad << " " << which << " " << i;
      }
    }
  }
}

// Heads whose size is not a whole number of vectors keep halves.
TEST_P(AttentionByRows, OtherHeadsGiveTheBitsOfHalves) {
  CpuOps ops(two_, GetParam());
  const AttentionShape shape{3, 3, 18};
  Sequences s(shape, random_);
  const auto q = random_.values(s.kRows * shape.q_dim());
  const LayerCache rows = s.cache(ops, Rounding::kRows), halves = s.cache(ops);
  EXPECT_EQ(attend(ops, rows, s, s.segments_, plain(shape), q),
            attend(ops, halves, s, s.segments_, plain(shape), q));
}

const auto kLevelName = [](const auto& param) { return std::string(cpu_level_name(param.param)); };
INSTANTIATE_TEST_SUITE_P(Levels, ByRowsAgree, ::testing::ValuesIn(kCpuLevels), kLevelName);
INSTANTIATE_TEST_SUITE_P(Levels, AttentionByRows, ::testing::ValuesIn(kCpuLevels), kLevelName);

}  // namespace
}  // namespace redact
