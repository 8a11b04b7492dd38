// SPDX-License-Identifier: Apache-2.0
// Compares rotation, the cache and attention of the CUDA backend with the reference, and tests P4.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/cuda_sequences.h"

namespace redact {
namespace {

class CudaAttention : public CudaTest {};

constexpr AttentionShape kShapes[] = {{4, 4, 32}, {8, 2, 64},  {8, 1, 80},  {2, 1, 16}, {2, 2, 48},
                                      {2, 1, 96}, {2, 1, 112}, {3, 1, 128}, {2, 1, 256}};

TEST_F(CudaAttention, OverPagesWithGroupedHeadsAndTwoSequences) {
  Random random(9);
  for (const AttentionShape& shape : kShapes) {
    Both both(shape, random);
    for (const Parts& parts :
         {Parts{{0, 5, 0}, {1, 21, 0}}, Parts{{1, 15, 21}, {0, 3, 5}}, Parts{{1, 33, 36}}}) {
      expect_agreement(both, parts, both.plain(), random);
      expect_agreement(both, in_both_directions(parts), both.plain(), random);
    }
  }
}

// Over three runs of 256 entries, in parallel blocks and in a loop.
TEST_F(CudaAttention, OverManyRuns) {
  Random random(11);
  for (const AttentionShape& shape : {AttentionShape{4, 2, 32}, AttentionShape{1, 1, 128}}) {
    Both both(shape, random);
    for (const Parts& parts : {Parts{{1, 249, 0}}, Parts{{0, 2, 0}, {1, 13, 249}},
                               Parts{{1, 250, 262}}, Parts{{1, 1, 512}}}) {
      expect_agreement(both, parts, both.plain(), random);
    }
  }
}

// A full window of the bundled model, in its shape except for the number of heads; and windows
// beside causal rows, in runs side by side.
TEST_F(CudaAttention, WindowsInBothDirections) {
  Random random(15);
  Both both({2, 2, 64}, random);
  for (const Parts& parts :
       {Parts{{1, 387, 0, true}}, Parts{{0, 30, 0, true}, {1, 300, 0}, {0, 9, 30, true}},
        Parts{{1, 2, 300}, {0, 37, 0, true}}}) {
    expect_agreement(both, parts, both.plain(), random);
  }
}

// A run that a row does not see has no weight, even if the weights of the visible runs are tiny.
TEST_F(CudaAttention, ScoresFarBelowZero) {
  const AttentionShape shape{4, 2, 32};
  Random random(13);
  Both both(shape, random);
  for (const auto& [n_rows, n_past] : {std::pair<size_t, size_t>{250, 0}, {18, 246}}) {
    Rows rows = both.random_rows(n_rows, random);
    // Keys that rotation does not change.
    for (size_t i = 0; i < rows.k.size(); ++i) rows.k[i] = i % 32 < 16 ? 0.0f : 8.0f;
    for (float& x : rows.q) x = -8;
    const auto got = both.on_device(rows, {{1, n_rows, n_past}}, both.plain());
    const auto want = both.by_reference(rows, {{1, n_rows, n_past}}, both.plain());
    for (size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], kBound) << i;
  }
}

// The options of families other than llama. Windows end inside pages, chunks and runs and between
// them, are longer than a sequence, or have one entry. Pages behind a window are no longer there.
TEST_F(CudaAttention, WithScaleAndWindow) {
  Random random(12);
  for (const AttentionShape& shape : {AttentionShape{4, 2, 32}, AttentionShape{2, 1, 256}}) {
    const float scale = 0.7f / std::sqrt(static_cast<float>(shape.head_dim));
    for (const Attention& attention :
         {Attention{shape, scale}, Attention{shape, scale, 1}, Attention{shape, scale, 16},
          Attention{shape, scale, 37}, Attention{shape, scale, 270},
          Attention{shape, scale, 4000}}) {
      Both both(shape, random);
      for (const Parts& parts : {Parts{{0, 3, 0}, {1, 250, 0}}, Parts{{1, 19, 250}, {0, 5, 3}},
                                 Parts{{1, 1, 269}}, Parts{{1, 2, 303}}}) {
        const bool hole = parts[0].n_past == 303;  // entries behind the window were never written
        if (hole && (attention.window == 0 || attention.window > 16)) continue;
        if (hole) both.run({{1, 17, 286}}, attention, random);
        expect_agreement(both, parts, attention, random);
      }
      expect_agreement(both, {{1, 9, 250, true}}, attention, random);
    }
  }
}

// A band that ends inside pages and chunks and between them, in tiles of several bands and of parts
// of one; with a head's queries of one row in two tiles, a past and a window. In a causal
// segment it reaches only back.
TEST_F(CudaAttention, WithinARadius) {
  Random random(18);
  for (const AttentionShape& shape : {AttentionShape{4, 2, 32}, {1, 1, 64}, {3, 1, 96}}) {
    Both both(shape, random);
    for (const size_t radius : {1, 8, 17, 64, 150, 400}) {
      Attention attention = both.plain();
      attention.radius = radius;
      expect_agreement(both, {{0, 37, 0, true}, {1, 210, 0, true}}, attention, random);
      expect_agreement(both, {{1, 30, 210}, {0, 2, 37}}, attention, random);
      expect_agreement(both, {{1, 70, 210, true}}, attention, random);
    }
    Attention attention = both.plain();
    attention.window = 60, attention.radius = 40;
    expect_agreement(both, {{1, 100, 0, true}}, attention, random);
  }
}

#ifndef REDACT_GPU  // a GPU allocates memory in larger pieces than requested
// The most rows that are split into runs side by side: three tiles of 32 for each of 64 heads. More
// rows need no more memory for runs.
TEST_F(CudaAttention, RunsTakeNoMoreMemoryThanPlanned) {
  const AttentionShape shape{64, 64, 16};
  constexpr size_t kRows = 96, kPast = 200, kMore = 400;
  const StepBounds bounds{kRows, kPast + kRows, 64, shape};
  const auto bytes_of_rows = [&](size_t n) { return n * 3 * bounds.widest_row * 4; };
  for (const bool reserves : {false, true}) {
    CudaOps ops;
    ops.use_processors(0);  // plans no memory for products
    const size_t planned = ops.scratch_bytes(bounds), free = ops.free_bytes();
    if (reserves) ops.reserve(bounds);
    EXPECT_LE(free - ops.free_bytes(), planned);
    const auto keys = ops.allocate(19 * ops.page_bytes(shape)),
               values = ops.allocate(19 * ops.page_bytes(shape));
    const auto q = ops.allocate_floats(kRows * shape.q_dim()),
               out = ops.allocate_floats(kRows * shape.q_dim());
    std::vector<uint32_t> pages(19);
    for (uint32_t i = 0; i < pages.size(); ++i) pages[i] = i;
    const std::vector<int32_t> ids(kRows);
    const Segment segment{0, kRows, kPast, pages.data()};
    const size_t before = ops.free_bytes();
    ops.begin({ids, ids, {&segment, 1}});
    ops.attention({keys.get(), values.get()}, {shape, 1}, q.get(), out.get());
    const size_t taken = before - ops.free_bytes();
    ops.finish();
    if (reserves) {
      EXPECT_EQ(taken, 0u);
      continue;
    }
    EXPECT_LE(taken, planned);
    EXPECT_GT(taken, bytes_of_rows(kRows + 64));  // the plan's memory for runs is needed
    StepBounds larger = bounds;
    larger.n_rows += kMore;
    EXPECT_LT(ops.scratch_bytes(larger) - planned, bytes_of_rows(kMore) + planned / 2);
  }
}
#endif

class CudaAttentionBits : public CudaAttention, public ::testing::WithParamInterface<size_t> {};

// A row alone, and in tiles of 16 and 32 queries, with runs in parallel blocks and in a loop;
// stored by one block and by several.
TEST_P(CudaAttentionBits, GivesTheSameBitsRowByRow) {
  constexpr size_t kRows = 18;
  const size_t window = GetParam();
  for (const AttentionShape& shape : {AttentionShape{8, 2, 64}, AttentionShape{16, 16, 16}}) {
    // The second past also puts rows on both sides of the end of a run.
    for (const size_t n_past : {21, 246}) {
      Random random(10), again(10);
      Both together(shape, random), alone(shape, again, kMany);
      Attention attention = together.plain();
      attention.window = window;
      const Rows past = together.random_rows(n_past, random),
                 rows = together.random_rows(kRows, random);
      together.on_device(past, {{1, n_past, 0}}, together.plain());
      alone.on_device(past, {{1, n_past, 0}}, alone.plain());
      const auto batch = together.on_device(rows, {{1, kRows, n_past}}, attention);
      Parts each;
      for (size_t r = 0; r < kRows; ++r) each.push_back({1, 1, n_past + r});
      EXPECT_EQ(together.on_device(rows, each, attention), batch);  // with 16 heads, in a loop
      for (size_t r = 0; r < kRows; ++r) {
        const auto one = alone.on_device(part_of(rows, shape, r, 1), {each[r]}, attention);
        ASSERT_EQ(std::memcmp(one.data(), &batch[r * shape.q_dim()], one.size() * sizeof(float)), 0)
            << r;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Windows, CudaAttentionBits, ::testing::Values(0, 20, 100));

// The rows of a window that is read in both directions, alone and beside others, in any place.
TEST_F(CudaAttention, AWindowGivesTheSameBitsBesideOthers) {
  for (const AttentionShape& shape : {AttentionShape{2, 2, 64}, AttentionShape{6, 2, 96}}) {
    Random random(16);
    Both both(shape, random);
    const size_t window = 70, before = 9, after = 30;
    const Rows rows = both.random_rows(before + window + after, random);
    const auto alone =
        both.on_device(part_of(rows, shape, before, window), {{1, window, 0, true}}, both.plain());
    for (const bool others : {false, true}) {
      const auto all = both.on_device(
          rows, {{0, before, 0, others}, {1, window, 0, true}, {0, after, before, others}},
          both.plain());
      EXPECT_EQ(rows_of(all, shape.q_dim(), before, window), alone) << shape.head_dim << others;
    }
  }
}

// The same within a band, where the rows of a tile see other entries.
TEST_F(CudaAttention, ABandGivesTheSameBitsBesideOthers) {
  const AttentionShape shape{6, 2, 64};
  Random random(19);
  Both both(shape, random);
  Attention attention = both.plain();
  attention.radius = 20;
  const size_t window = 70, before = 9, after = 30;
  const Rows rows = both.random_rows(before + window + after, random);
  const auto alone =
      both.on_device(part_of(rows, shape, before, window), {{1, window, 0, true}}, attention);
  const auto all = both.on_device(
      rows, {{0, before, 0, true}, {1, window, 0, true}, {0, after, before, true}}, attention);
  EXPECT_EQ(rows_of(all, shape.q_dim(), before, window), alone);
}

// An entry outside the range of halves makes the rows that see it NaN, also those whose score would
// be minus infinity, and changes no other bit.
TEST_F(CudaAttention, WhatIsNotFiniteShowsWhereItIsSeen) {
  const AttentionShape shape{4, 2, 32};
  Random random(14), again(14);
  Both sound(shape, random), broken(shape, again);
  Attention attention = sound.plain();
  attention.window = 4;
  for (const bool in_key : {false, true}) {
    Rows rows = sound.random_rows(12, random);
    const auto want = sound.on_device(rows, {{1, 12, 0}}, attention);
    for (const size_t head : {0, 1}) {  // in row 5, in a dimension that does not rotate
      (in_key ? rows.k : rows.v)[5 * shape.kv_dim() + 32 * head + 31] = head == 0 ? 1e30f : -1e30f;
    }
    const auto got = broken.on_device(rows, {{1, 12, 0}}, attention);
    for (size_t i = 0; i < got.size(); ++i) {
      const size_t row = i / shape.q_dim();
      if (row < 5 || row > 8) {
        ASSERT_EQ(got[i], want[i]) << row;
      } else {
        ASSERT_TRUE(std::isnan(got[i])) << row;
      }
    }
    // Both directions see the last four entries: entry 5 of 9, but not of 10.
    for (const size_t n : {size_t{9}, size_t{10}}) {
      const auto all = broken.on_device(part_of(rows, shape, 0, n), {{1, n, 0, true}}, attention);
      for (const float x : all) ASSERT_EQ(std::isnan(x), n == 9) << n;
    }
    Attention banded = sound.plain();
    banded.radius = 3;
    const auto all = broken.on_device(rows, {{1, 12, 0, true}}, banded);
    for (size_t i = 0; i < all.size(); ++i) {
      const size_t row = i / shape.q_dim();
      ASSERT_EQ(std::isnan(all[i]), row >= 2 && row <= 8) << row;
    }
  }
}

// A query outside the range of halves has scores of minus infinity alone where all keys have the
// other sign.
TEST_F(CudaAttention, AQueryThatIsNotFiniteShows) {
  const AttentionShape shape{4, 2, 32};
  Random random(17);
  Both both(shape, random);
  Rows rows = both.random_rows(12, random);
  for (size_t i = 0; i < rows.k.size(); ++i) rows.k[i] = i % 32 < 16 ? 0.0f : 8.0f;  // not rotated
  for (size_t c = 0; c < shape.q_dim(); ++c)
    rows.q[5 * shape.q_dim() + c] = c % 32 < 31 ? 0 : -1e30f;
  for (const bool bidirectional : {false, true}) {
    const auto got = both.on_device(rows, {{1, 12, 0, bidirectional}}, both.plain());
    for (size_t i = 0; i < got.size(); ++i) {
      ASSERT_EQ(std::isnan(got[i]), i / shape.q_dim() == 5) << i;
    }
  }
}

}  // namespace
}  // namespace redact
