// SPDX-License-Identifier: Apache-2.0
// Compares rotation, the cache and attention of the CUDA backend with the reference, and tests P4.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/on_cuda.h"

namespace redact {
namespace {

class CudaAttention : public CudaTest {};

struct Rows {
  std::vector<float> q, k, v;
  std::vector<int32_t> positions;
};

// Rows [begin, begin + n) of some.
Rows part_of(const Rows& rows, const AttentionShape& shape, size_t begin, size_t n) {
  const auto first = rows.positions.begin() + static_cast<ptrdiff_t>(begin);
  return {rows_of(rows.q, shape.q_dim(), begin, n),
          rows_of(rows.k, shape.kv_dim(), begin, n),
          rows_of(rows.v, shape.kv_dim(), begin, n),
          {first, first + static_cast<ptrdiff_t>(n)}};
}

// The entries of two sequences in one layer of a device. Their pages are in no particular order,
// and the second sequence grows over three runs of pages.
class Sequences {
 public:
  // `angles`: [kPositions, head_dim]
  Sequences(Ops& ops, const AttentionShape& shape, const float* angles)
      : ops_(ops), shape_(shape), angles_(angles) {
    // NaN, both as floats and as halves: no result may depend on the initial contents of a page.
    const size_t n_bytes = kPages * ops.page_bytes(shape);
    const auto nothing =
        ops.constants(n_bytes / sizeof(float), [&](float* to) { std::memset(to, 0xff, n_bytes); });
    for (auto& memory : memory_) {
      memory = ops.allocate(n_bytes);
      ops.copy(reinterpret_cast<const std::byte*>(nothing.get()), memory.get(), n_bytes);
    }
    ops.finish();
    for (uint32_t i = 0; i < kPages - 3; ++i) {  // from both ends in turn, behind the first's pages
      pages_[1].push_back(i % 2 == 0 ? i / 2 + 3 : kPages - 1 - i / 2);
    }
  }

  struct Part {
    size_t sequence, n_rows, n_past;
    bool bidirectional = false;
  };
  // Stores the rows, then runs attention. q, k, v and out point to the device's memory.
  void run(const std::vector<Part>& parts, const std::vector<int32_t>& positions,
           const Attention& attention, float* q, float* k, const float* v, float* out) {
    std::vector<Segment> segments;
    std::vector<std::vector<uint32_t>> behind;  // page tables of a window
    size_t first = 0;
    for (const auto& [sequence, n_rows, n_past, bidirectional] : parts) {
      segments.push_back({first, n_rows, n_past, pages_[sequence].data(), bidirectional});
      behind.push_back(pages_behind(segments.back(), attention.window));
      first += n_rows;
    }
    for (size_t s = 0; attention.window > 0 && s < segments.size(); ++s) {
      segments[s].pages = kNowhere.data(), segments[s].window_pages = behind[s].data();
    }
    ops_.begin({positions, positions, segments});
    const LayerCache cache{memory_[0].get(), memory_[1].get(),
                           attention.window > 0 ? PageTable::kWindow : PageTable::kAll};
    // Some shapes rotate the two halves of a head as pairs, and only part of the head.
    const bool halves = shape_.head_dim % 32 == 0;
    const Rope rope{halves ? shape_.head_dim / 2 : shape_.head_dim,
                    halves ? RopePairs::kHalves : RopePairs::kAdjacent, angles_};
    ops_.rope_store(cache, shape_, rope, q, k, v);
    ops_.attention(cache, attention, q, out);
    ops_.finish();  // the vectors that the step points to are destroyed on return
  }

  static constexpr size_t kPositions = 50;

 private:
  static constexpr uint32_t kPages = 40;
  // Page numbers that must not be looked up.
  inline static const std::vector<uint32_t> kNowhere = std::vector<uint32_t>(kPages, ~uint32_t{0});

  // A segment's pages, without those behind the window of every row: these belong to others by now.
  static std::vector<uint32_t> pages_behind(const Segment& segment, size_t window) {
    std::vector<uint32_t> pages(kNowhere);
    const size_t seen = Segment::first_visible(segment.n_visible(0), window);
    for (size_t p = std::min(seen, segment.n_past) / kPageEntries;
         p < pages_for(segment.n_past + segment.n_rows); ++p) {
      pages[p] = segment.pages[p];
    }
    return pages;
  }

  Ops& ops_;
  AttentionShape shape_;
  const float* angles_;
  std::shared_ptr<std::byte[]> memory_[2];
  std::vector<uint32_t> pages_[2] = {{1, 0, 2}, {}};
};

// The same cache on the GPU and in the reference.
class Both {
 public:
  Both(const AttentionShape& shape, Random& random, size_t processors = 1)
      : shape_(shape),
        angles_(random.values(Sequences::kPositions * shape.head_dim)),
        device_angles_(upload(ops_, angles_)),
        mine_(ops_, shape, device_angles_.get()),
        theirs_(reference_, shape, angles_.data()) {
    ops_.use_processors(processors);
  }

  Rows random_rows(size_t n, Random& random) const {
    Rows rows{random.values(n * shape_.q_dim()),
              random.values(n * shape_.kv_dim()),
              random.values(n * shape_.kv_dim()),
              {}};
    for (size_t i = 0; i < n; ++i) {
      rows.positions.push_back(static_cast<int32_t>(random.bits() % Sequences::kPositions));
    }
    return rows;
  }
  std::vector<float> on_device(const Rows& rows, const std::vector<Sequences::Part>& parts,
                               const Attention& attention) {
    const auto q = upload(ops_, rows.q), k = upload(ops_, rows.k), v = upload(ops_, rows.v);
    const auto out = ops_.allocate_floats(rows.q.size());
    mine_.run(parts, rows.positions, attention, q.get(), k.get(), v.get(), out.get());
    return ops_.read(out.get(), rows.q.size());
  }
  std::vector<float> by_reference(Rows rows, const std::vector<Sequences::Part>& parts,
                                  const Attention& attention) {
    std::vector<float> out(rows.q.size());
    theirs_.run(parts, rows.positions, attention, rows.q.data(), rows.k.data(), rows.v.data(),
                out.data());
    return out;
  }
  // Runs rows whose results are ignored: they may see entries that were never written.
  void run(const std::vector<Sequences::Part>& parts, const Attention& attention, Random& random) {
    const Rows rows = random_rows(parts[0].n_rows, random);
    on_device(rows, parts, attention), by_reference(rows, parts, attention);
  }
  Attention plain() const {
    return {shape_, 1.0f / std::sqrt(static_cast<float>(shape_.head_dim))};
  }

 private:
  AttentionShape shape_;
  CudaOps ops_;
  ReferenceOps reference_;
  std::vector<float> angles_;
  std::shared_ptr<float[]> device_angles_;
  Sequences mine_, theirs_;
};

// Halves have a relative rounding error of 2^-11. Scores, which are sums of head_dim products
// divided by its root, are off by some 2^-10 * 0.64 * sqrt(head_dim) <= 0.01. Weights have the same
// relative error, and the output is off by as much, relative to values of up to 4.
constexpr double kBound = 0.03;

using Parts = std::vector<Sequences::Part>;

Parts in_both_directions(Parts parts) {
  for (auto& part : parts) part.bidirectional = true;
  return parts;
}

// Runs rows on both sides and expects that they agree.
void expect_agreement(Both& both, const Parts& parts, const Attention& attention, Random& random) {
  size_t n = 0;
  for (const auto& part : parts) n += part.n_rows;
  const Rows rows = both.random_rows(n, random);
  const auto got = both.on_device(rows, parts, attention);
  const auto want = both.by_reference(rows, parts, attention);
  for (size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], kBound) << i;
}

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
TEST_F(CudaAttention, WithScaleSoftcapAndWindow) {
  Random random(12);
  for (const AttentionShape& shape : {AttentionShape{4, 2, 32}, AttentionShape{2, 1, 256}}) {
    const float scale = 0.7f / std::sqrt(static_cast<float>(shape.head_dim));
    for (const Attention& attention :
         {Attention{shape, scale}, Attention{shape, scale, 0.5f}, Attention{shape, scale, 0, 1},
          Attention{shape, scale, 0, 16}, Attention{shape, scale, 0.5f, 37},
          Attention{shape, scale, 0, 270}, Attention{shape, scale, 0, 4000}}) {
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

#ifndef REDACT_GPU  // a GPU allocates memory in larger pieces than requested
// The most rows that are split into runs side by side: three tiles of 32 for each of 64 heads. More
// rows need no more memory for runs.
TEST_F(CudaAttention, RunsTakeNoMoreMemoryThanPlanned) {
  const AttentionShape shape{64, 64, 16};
  constexpr size_t kRows = 96, kPast = 200, kMore = 400;
  StepBounds bounds{kRows, kPast + kRows, 16, shape};
  const auto bytes_of_rows = [&](size_t n) { return n * 3 * bounds.widest_row * 2 * 4; };
  CudaOps ops;
  ops.use_processors(0);  // plans no memory for products
  const size_t planned = ops.scratch_bytes(bounds);
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
  EXPECT_LE(taken, planned);
  EXPECT_GT(taken, bytes_of_rows(kRows + 64));  // the plan's memory for runs is needed
  bounds.n_rows += kMore;
  EXPECT_LT(ops.scratch_bytes(bounds) - planned, bytes_of_rows(kMore) + planned / 2);
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
      attention.softcap = window > 0 ? 2.0f : 0;
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
