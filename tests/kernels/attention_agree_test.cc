// SPDX-License-Identifier: Apache-2.0
// Compares rotation, the cache and attention of every instruction set of the CPU device with the
// reference, and tests P4: a row gives the same bits alone and in a batch.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/sequences.h"

namespace redact {
namespace {

using AttentionAgree = OpsAgree;

constexpr AttentionShape kShapes[] = {{4, 4, 32}, {8, 2, 64},       {8, 1, 80},
                                      {3, 3, 18}, {8, 2, 64, true}, {3, 3, 18, true}};

TEST_P(AttentionAgree, AttentionWithGroupedHeadsAndTwoSequences) {
  CpuOps ops(two_, GetParam());
  Random random(5);
  for (const AttentionShape& shape : kShapes) {
    Sequences s(shape, random);
    const LayerCache mine = s.cache(ops), theirs = s.cache(reference_);
    const size_t n = s.kRows * shape.q_dim();
    const auto q = random.values(n);
    std::vector<Segment> segments = s.segments_;
    const auto attend = [&](Ops& device, const LayerCache& cache) {
      auto out = output(n);
      s.begin(device, segments);
      device.attention(cache, plain(shape), q.data(), out.data());
      return out;
    };
    const auto causal = attend(ops, mine);
    expect_close(causal, attend(reference_, theirs), shape.head_dim + 40, 16);
    segments[1].bidirectional = true;
    const auto both = attend(ops, mine);
    expect_close(both, attend(reference_, theirs), shape.head_dim + 40, 16);
    // In causal attention, only the last row of the second sequence sees all of its entries.
    const size_t other = 3 * shape.q_dim(), last = 17 * shape.q_dim();
    EXPECT_EQ(std::memcmp(causal.data(), both.data(), other * sizeof(float)), 0);
    EXPECT_NE(std::memcmp(&causal[other], &both[other], (last - other) * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(&causal[last], &both[last], shape.q_dim() * sizeof(float)), 0);
  }
}

// The options of families other than llama. Windows end inside pages and between them, are longer
// than a sequence, or have one entry.
TEST_P(AttentionAgree, AttentionWithScaleAndWindow) {
  CpuOps ops(two_, GetParam());
  Random random(12);
  const AttentionShape shape{8, 2, 64};
  Sequences s(shape, random);
  const LayerCache mine = s.cache(ops), theirs = s.cache(reference_);
  const size_t n = s.kRows * shape.q_dim();
  const auto q = random.values(n);
  std::vector<float> last;
  for (const Attention& attention :
       {Attention{shape, 0.3f}, Attention{shape, 0.3f, 1}, Attention{shape, 0.3f, 7},
        Attention{shape, 0.3f, 16}, Attention{shape, 0.3f, 20}, Attention{shape, 0.3f, 400}}) {
    auto got = output(n), want = output(n);
    s.begin(ops, s.segments_), s.begin(reference_, s.segments_);
    ops.attention(mine, attention, q.data(), got.data());
    reference_.attention(theirs, attention, q.data(), want.data());
    expect_close(got, want, shape.head_dim + 60, 16);
    EXPECT_NE(got, last);
    last = got;
  }
}

// A band reaches to both sides of a row, and in a causal segment only back.
TEST_P(AttentionAgree, AttentionWithinARadius) {
  CpuOps ops(two_, GetParam());
  Random random(13);
  for (const AttentionShape& shape : {AttentionShape{8, 2, 64}, {3, 3, 18, true}}) {
    Sequences s(shape, random);
    const LayerCache mine = s.cache(ops), theirs = s.cache(reference_);
    const size_t n = s.kRows * shape.q_dim();
    const auto q = random.values(n);
    std::vector<Segment> segments = s.segments_;
    segments[1].bidirectional = true;
    std::vector<float> last;
    for (const size_t radius : {1, 4, 8, 17, 400}) {
      Attention attention = plain(shape);
      attention.radius = radius;
      auto got = output(n), want = output(n);
      s.begin(ops, segments), s.begin(reference_, segments);
      ops.attention(mine, attention, q.data(), got.data());
      reference_.attention(theirs, attention, q.data(), want.data());
      expect_close(got, want, shape.head_dim + 60, 16);
      EXPECT_NE(got, last);
      last = got;
    }
  }
}

// A sink far above the scores leaves almost nothing of the values, one far below nothing of itself.
TEST_P(AttentionAgree, AttentionWithSinks) {
  CpuOps ops(two_, GetParam());
  Random random(14);
  const AttentionShape shape{6, 2, 16, true};
  Sequences s(shape, random);
  const LayerCache mine = s.cache(ops), theirs = s.cache(reference_);
  const size_t n = s.kRows * shape.q_dim();
  const auto q = random.values(n);
  auto without = output(n);
  s.begin(ops, s.segments_), s.begin(reference_, s.segments_);
  ops.attention(mine, plain(shape), q.data(), without.data());
  const std::vector<float> sinks = {0.5f, -1, 3, -1e4f, 40, 0};
  Attention attention = plain(shape);
  attention.sinks = sinks.data();
  auto got = output(n), want = output(n);
  ops.attention(mine, attention, q.data(), got.data());
  reference_.attention(theirs, attention, q.data(), want.data());
  expect_close(got, want, shape.head_dim + 40, 16);
  for (size_t i = 0; i < n; ++i) {
    const size_t head = i % shape.q_dim() / shape.head_dim;
    if (head == 3) {
      EXPECT_EQ(got[i], without[i]);
    } else if (head == 4) {
      EXPECT_LT(std::abs(got[i]), 1e-9f);
    }
  }
  const std::vector<float> unknown(6, NAN);
  attention.sinks = unknown.data();
  ops.attention(mine, attention, q.data(), got.data());
  EXPECT_TRUE(std::isnan(got[0]));
}

TEST_P(AttentionAgree, AttentionGivesTheSameBitsRowByRow) {
  CpuOps ops(two_, GetParam());
  Random random(10);
  for (const AttentionShape& shape : kShapes) {
    for (const size_t window : {0, 9}) {
      Sequences s(shape, random);
      const LayerCache cache = s.cache(ops);
      Attention attention = plain(shape);
      attention.window = window;
      const auto q = random.values(s.kRows * shape.q_dim());
      std::vector<float> together(q.size()), alone(q.size());
      s.begin(ops, s.segments_);
      ops.attention(cache, attention, q.data(), together.data());
      for (const Segment& segment : s.segments_) {
        for (size_t i = 0; i < segment.n_rows; ++i) {
          const Segment row{segment.first_row + i, 1, segment.n_past + i, segment.pages};
          s.begin(ops, {&row, 1});
          ops.attention(cache, attention, q.data(), alone.data());
        }
      }
      ASSERT_EQ(std::memcmp(together.data(), alone.data(), q.size() * sizeof(float)), 0);
    }
  }
}

// A row must not see the entries of later rows in its own sequence, or pages not yet written.
TEST_P(AttentionAgree, AttentionIsBlindToLaterEntries) {
  CpuOps ops(one_, GetParam());
  Random random(11);
  const AttentionShape shape{8, 2, 64};
  Sequences s(shape, random);
  const LayerCache cache = s.cache(ops);
  const auto q = random.values(s.kRows * shape.q_dim());
  std::vector<float> before(q.size()), after(q.size());
  s.begin(ops, s.segments_);
  ops.attention(cache, plain(shape), q.data(), before.data());
  s.fill(NAN);
  s.store(ops, cache, 0, 24, s.pages1_, 8);  // the first sequence's rows see 6, 7 and 8 entries
  s.begin(ops, s.segments_);
  ops.attention(cache, plain(shape), q.data(), after.data());
  ASSERT_EQ(std::memcmp(before.data(), after.data(), q.size() * sizeof(float)), 0);
}

TEST_P(AttentionAgree, RopeRotatesAndStores) {
  CpuOps ops(two_, GetParam());
  Random random(6);
  const AttentionShape shape{4, 2, 24};
  std::vector<int32_t> positions;
  for (size_t i = 0; i < Sequences::kRows; ++i) positions.push_back(random.bits() % 50);
  for (const RopePairs pairs : {RopePairs::kAdjacent, RopePairs::kHalves}) {
    for (const size_t n_dims : {24, 16}) {
      const auto cos_sin = random.values(50 * n_dims);
      const Rope rope{n_dims, pairs, cos_sin.data()};
      Sequences s(shape, random);
      const auto q = random.values(s.kRows * shape.q_dim()),
                 k = random.values(s.kRows * shape.kv_dim()),
                 v = random.values(s.kRows * shape.kv_dim());
      // Returns the rotated queries and keys, and the output of attention over the entries.
      const auto run = [&](Ops& device) {
        const LayerCache cache = s.cache(device);
        auto queries = q, keys = k;
        std::vector<float> out(q.size());
        device.begin({positions, positions, s.segments_});
        device.rope_store(cache, shape, rope, queries.data(), keys.data(), v.data());
        device.attention(cache, plain(shape), queries.data(), out.data());
        queries.insert(queries.end(), keys.begin(), keys.end());
        return std::pair(queries, out);
      };
      const auto [rotated, seen] = run(ops);
      const auto [want_rotated, want_seen] = run(reference_);
      for (size_t i = 0; i < rotated.size(); ++i) ASSERT_NEAR(rotated[i], want_rotated[i], 1e-5);
      // The stored halves of this step's keys and values have relative errors of up to 2^-12. Sums
      // of 24 products of size 1 are therefore off by some 24 * 2^-12, and the weights by as much.
      for (size_t i = 0; i < seen.size(); ++i) ASSERT_NEAR(seen[i], want_seen[i], 0.02);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, AttentionAgree, ::testing::ValuesIn(kCpuLevels),
                         [](const auto& param) {
                           return std::string(cpu_level_name(param.param));
                         });

}  // namespace
}  // namespace redact
