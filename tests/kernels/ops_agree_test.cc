// SPDX-License-Identifier: Apache-2.0
// Every instruction set of the CPU device against the reference, over odd shapes and all formats;
// and P4: a row gives the same bits alone, in a batch, and on two threads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "kernels/cpu/cpu_ops.h"
#include "kernels/cpu/half.h"
#include "tests/support/random_weight.h"
#include "tests/support/reference_ops.h"

namespace redact {
namespace {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;
using testing::ReferenceOps;

constexpr float kSentinel = 12345.0f;
constexpr size_t kGuard = 32;  // sentinels behind every output

// Largest error of a float sum of n products: each of n additions and n products rounds by half a
// unit in the last place of a term no larger than the sum of magnitudes (Higham 2002, 3.1).
void expect_close(const std::vector<float>& got, const std::vector<float>& want, size_t n_terms,
                  double magnitude) {
  const double bound = 2 * static_cast<double>(n_terms) * 0x1p-24 * magnitude;
  for (size_t i = 0; i + kGuard < got.size(); ++i) ASSERT_NEAR(got[i], want[i], bound) << i;
  for (size_t i = got.size() - kGuard; i < got.size(); ++i) ASSERT_EQ(got[i], kSentinel);
}

std::span<const Product> one(const Product& product) { return {&product, 1}; }

std::vector<float> output(size_t n) { return std::vector<float>(n + kGuard, kSentinel); }

class OpsAgree : public ::testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (!cpu_has(GetParam())) GTEST_SKIP() << "this machine lacks " << cpu_level_name(GetParam());
  }
  ThreadPool one_{1}, two_{2};
  ReferenceOps reference_;
};

constexpr WeightFormat kFormats[] = {WeightFormat::kF32,  WeightFormat::kF16,  WeightFormat::kBf16,
                                     WeightFormat::kQ8_0, WeightFormat::kQ4_0, WeightFormat::kQ4_K,
                                     WeightFormat::kQ6_K, WeightFormat::kQ4_1};

TEST_P(OpsAgree, MatmulOverTailsOfRowsAndColumns) {
  CpuOps ops(two_, GetParam());
  Random random(1);
  for (const WeightFormat format : kFormats) {
    for (const size_t rows : {1, 3, 5, 17, 33}) {
      for (const size_t n : {1, 2, 5, 12, 13, 16, 35}) {
        const size_t block = block_weights(format);
        const size_t cols = block == 256 ? 512 : block == 32 ? 96 : 1 + random.bits() % 70;
        const OwnedWeight w = random_weight(format, rows, cols, random);
        const auto x = random.values(n * cols);
        auto got = output(n * rows), want = output(n * rows);
        const Weight prepared = ops.prepare(w.weight);
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
  for (const WeightFormat format : kFormats) {
    const size_t rows = 37, cols = block_weights(format) == 256 ? 512 : 160, n = 23;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols);
    std::vector<float> batch(n * rows), both(n * rows), alone(rows);
    const Weight prepared = ops.prepare(w.weight);
    ops.matmul(one({prepared, batch.data()}), x.data(), n);
    threaded.matmul(one({threaded.prepare(w.weight), both.data()}), x.data(), n);
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
    const Weight prepared = ops.prepare(w.weight);
    std::vector<float> normed(n * cols), want(n * rows), got(n * rows);
    ops.rms_norm(norm, x.data(), n, cols, normed.data());
    ops.matmul(one({prepared, want.data()}), normed.data(), n);
    ops.norm_matmul(norm, one({prepared, got.data()}), x.data(), n);
    EXPECT_EQ(got, want);
  }
}

// Sums of a block are integers and blocks add up in order, so no instruction set has a say. Columns
// past one sweep of the cache, rows past one tile and one pass.
TEST_P(OpsAgree, QuantisedMatmulGivesTheScalarBits) {
  CpuOps ops(two_, GetParam()), scalar(one_, CpuLevel::kScalar);
  Random random(8);
  for (const WeightFormat format : {WeightFormat::kQ8_0, WeightFormat::kQ4_0, WeightFormat::kQ4_1,
                                    WeightFormat::kQ4_K, WeightFormat::kQ6_K}) {
    for (const size_t n : {1, 4, 7, 30, 530}) {
      const size_t rows = 21, cols = n == 530 ? 256 : 256 * 9;
      const OwnedWeight w = random_weight(format, rows, cols, random);
      auto x = random.values(n * cols);
      std::fill(x.begin(), x.begin() + 32, 0.0f);
      auto got = output(n * rows), want = output(n * rows);
      ops.matmul(one({ops.prepare(w.weight), got.data()}), x.data(), n);
      scalar.matmul(one({scalar.prepare(w.weight), want.data()}), x.data(), n);
      ASSERT_EQ(std::memcmp(got.data(), want.data(), got.size() * sizeof(float)), 0) << n;
    }
  }
}

// A broken model must show: its logits are checked, so nothing may turn them finite on the way.
TEST_P(OpsAgree, WhatIsNotFiniteStaysSo) {
  CpuOps ops(one_, GetParam());
  Random random(9);
  const OwnedWeight w = random_weight(WeightFormat::kQ8_0, 16, 64, random);
  for (const float bad : {INFINITY, -INFINITY, NAN}) {
    auto x = random.values(64);
    x[40] = bad;
    auto got = output(16);
    ops.matmul(one({ops.prepare(w.weight), got.data()}), x.data(), 1);
    for (size_t i = 0; i < 16; ++i) EXPECT_FALSE(std::isfinite(got[i])) << bad;
  }
}

TEST_P(OpsAgree, EmbedDecodesExactly) {
  CpuOps ops(one_, GetParam());
  Random random(3);
  const std::vector<int32_t> ids = {4, 0, 4, 2};
  for (const WeightFormat format : kFormats) {
    const size_t cols = std::max<size_t>(64, block_weights(format));
    const OwnedWeight w = random_weight(format, 5, cols, random);
    auto got = output(4 * cols), want = output(4 * cols);
    ops.embed(w.weight, ids, got.data());
    reference_.embed(w.weight, ids, want.data());
    EXPECT_EQ(got, want);  // a product of a half and a small integer is exact in float
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
    for (size_t i = 0; i < d; i += 5) gate[i] = gate2[i] = gate[i] * 60;  // both ends of the curve
    gate.resize(d + kGuard, kSentinel), gate2.resize(d + kGuard, kSentinel);
    ops.silu_gate(gate.data(), x.data(), d);
    reference_.silu_gate(gate2.data(), x.data(), d);
    for (size_t i = 0; i < gate.size(); ++i) {
      ASSERT_NEAR(gate[i], gate2[i], 0x1p-20 * std::abs(gate2[i]) + 1e-30) << i;
    }
  }
}

// A cache of pages in one layer, and two sequences of a batch with pasts of different length, whose
// pages lie in no order. The device's pages hold halfs, the reference's the same numbers as floats.
struct Sequences {
  Sequences(const AttentionShape& shape, Random& random)
      : k(random.values(kPages * kPageEntries * shape.kv_dim())),
        v(random.values(kPages * kPageEntries * shape.kv_dim())),
        pages1{4, 1},
        pages2{0, 5, 2} {
    for (auto [floats, halves] : {std::pair{&k, &k16}, {&v, &v16}}) {
      for (float& x : *floats) {
        halves->push_back(float_to_half(x));
        x = half_to_float(halves->back());
      }
    }
  }

  std::vector<Segment> segments() {
    return of(reinterpret_cast<float*>(k16.data()), reinterpret_cast<float*>(v16.data()));
  }
  std::vector<Segment> reference_segments() { return of(k.data(), v.data()); }
  std::vector<Segment> of(float* keys, float* values) {
    return {{0, 3, 5, {keys, values, pages1.data()}}, {3, 15, 21, {keys, values, pages2.data()}}};
  }

  static constexpr size_t kPages = 6, kRows = 18;
  std::vector<float> k, v;
  std::vector<uint16_t> k16, v16;
  std::vector<uint32_t> pages1, pages2;
};

constexpr AttentionShape kShapes[] = {{4, 4, 32}, {8, 2, 64}, {8, 1, 80}, {3, 3, 18}};

TEST_P(OpsAgree, ANormThatOverflowsIsNoNumber) {
  CpuOps ops(two_, GetParam());
  const std::vector<float> weight(33, 1.0f), x(33, 1e30f);
  std::vector<float> out(33);
  ops.rms_norm({weight.data(), 1e-5f}, x.data(), 1, 33, out.data());
  for (const float y : out) EXPECT_TRUE(std::isnan(y)) << y;
}

TEST_P(OpsAgree, AttentionWithGroupedHeadsAndTwoSequences) {
  CpuOps ops(two_, GetParam());
  Random random(5);
  for (const AttentionShape shape : kShapes) {
    Sequences s(shape, random);
    const size_t n = s.kRows * shape.q_dim();
    const auto q = random.values(n);
    auto got = output(n), want = output(n);
    ops.attention(shape, s.segments(), q.data(), got.data());
    reference_.attention(shape, s.reference_segments(), q.data(), want.data());
    expect_close(got, want, shape.head_dim + 40, 16);
    std::vector<Segment> segments = s.segments(), floats = s.reference_segments();
    segments[1].bidirectional = floats[1].bidirectional = true;
    auto both = output(n);
    ops.attention(shape, segments, q.data(), both.data());
    reference_.attention(shape, floats, q.data(), want.data());
    expect_close(both, want, shape.head_dim + 40, 16);
    // Only the last row of the second sequence saw all of its entries before.
    const size_t other = 3 * shape.q_dim(), last = 17 * shape.q_dim();
    EXPECT_EQ(std::memcmp(got.data(), both.data(), other * sizeof(float)), 0);
    EXPECT_NE(std::memcmp(&got[other], &both[other], (last - other) * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(&got[last], &both[last], shape.q_dim() * sizeof(float)), 0);
  }
}

TEST_P(OpsAgree, AttentionGivesTheSameBitsRowByRow) {
  CpuOps ops(two_, GetParam());
  Random random(10);
  for (const AttentionShape shape : kShapes) {
    Sequences s(shape, random);
    const auto q = random.values(s.kRows * shape.q_dim());
    std::vector<float> together(q.size()), alone(q.size());
    ops.attention(shape, s.segments(), q.data(), together.data());
    for (const Segment& segment : s.segments()) {
      for (size_t i = 0; i < segment.n_rows; ++i) {
        const Segment row{segment.first_row + i, 1, segment.n_past + i, segment.kv};
        ops.attention(shape, {&row, 1}, q.data(), alone.data());
      }
    }
    ASSERT_EQ(std::memcmp(together.data(), alone.data(), q.size() * sizeof(float)), 0);
  }
}

// Entries a row must not see, of its own sequence's later rows and of pages not yet written.
TEST_P(OpsAgree, AttentionIsBlindToLaterEntries) {
  CpuOps ops(one_, GetParam());
  Random random(11);
  const AttentionShape shape{8, 2, 64};
  Sequences s(shape, random);
  const auto q = random.values(s.kRows * shape.q_dim());
  std::vector<float> before(q.size()), after(q.size());
  const std::vector<Segment> segments = s.segments();
  ops.attention(shape, segments, q.data(), before.data());
  const KvView& kv = segments[0].kv;
  for (size_t entry = 8; entry < 32; ++entry) {  // the first sequence's rows see 6, 7 and 8 entries
    for (size_t c = 0; c < shape.head_dim; ++c) {
      s.k16[kv.key_at(shape, entry, 1, c)] = s.v16[kv.value_at(shape, entry, 1, c)] =
          0x7e00;  // NaN
    }
  }
  ops.attention(shape, segments, q.data(), after.data());
  ASSERT_EQ(std::memcmp(before.data(), after.data(), q.size() * sizeof(float)), 0);
}

TEST_P(OpsAgree, RopeRotatesAndStores) {
  CpuOps ops(two_, GetParam());
  Random random(6);
  const AttentionShape shape{4, 2, 24};
  std::vector<int32_t> positions;
  for (size_t i = 0; i < Sequences::kRows; ++i) positions.push_back(random.bits() % 50);
  for (const size_t n_dims : {24, 16}) {
    const auto cos_sin = random.values(50 * n_dims);
    const Rope rope{n_dims, cos_sin.data()};
    Sequences a(shape, random);
    Sequences b = a;
    auto q = random.values(a.kRows * shape.q_dim()), k = random.values(a.kRows * shape.kv_dim());
    auto q2 = q, k2 = k;
    const auto v = random.values(a.kRows * shape.kv_dim());
    ops.rope_store(shape, rope, positions, a.segments(), q.data(), k.data(), v.data());
    reference_.rope_store(shape, rope, positions, b.reference_segments(), q2.data(), k2.data(),
                          v.data());
    for (size_t i = 0; i < q.size(); ++i) ASSERT_NEAR(q[i], q2[i], 1e-5);
    for (size_t i = 0; i < b.k.size(); ++i) {
      // A half keeps 11 bits: half a unit in the last place is at most 2^-11 of the number.
      ASSERT_NEAR(half_to_float(a.k16[i]), b.k[i], 0x1p-11 * std::abs(b.k[i]) + 1e-5);
      ASSERT_EQ(a.v16[i], float_to_half(b.v[i]));
    }
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

INSTANTIATE_TEST_SUITE_P(Levels, OpsAgree, ::testing::ValuesIn(kCpuLevels), [](const auto& param) {
  return std::string(cpu_level_name(param.param));
});

}  // namespace
}  // namespace redact
