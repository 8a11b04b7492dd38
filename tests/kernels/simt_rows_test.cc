// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels but the products on the emulator, against the reference; and the emulator
// itself.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "kernels/cpu/half.h"
#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/rows.cuh"
#include "tests/kernels/simt/emulator.h"
#include "tests/support/random_weight.h"
#include "tests/support/reference_ops.h"

namespace redact {
namespace {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;

constexpr WeightFormat kAllFormats[] = {
    WeightFormat::kF32,  WeightFormat::kF16,  WeightFormat::kBf16, WeightFormat::kQ8_0,
    WeightFormat::kQ4_0, WeightFormat::kQ4_K, WeightFormat::kQ6_K, WeightFormat::kQ4_1};

simt::Launch rows_launch(size_t blocks) {
  return {{static_cast<unsigned>(blocks), 1}, {simt::kRowThreads, 1}, 16};
}

TEST(Simt, EmbedDecodesExactly) {
  testing::ReferenceOps reference;
  Random random(6);
  const std::vector<int32_t> ids = {4, 0, 4, 2};
  for (const WeightFormat format : kAllFormats) {
    const size_t cols = std::max<size_t>(96, block_weights(format) == 256 ? 512 : 96);
    const OwnedWeight w = random_weight(format, 5, cols, random);
    std::vector<float> got(4 * cols), want(4 * cols);
    const simt::EmbedArgs args{format, w.bytes.data(), w.weight.row_bytes(),
                               cols,   ids.data(),     got.data()};
    simt::run(rows_launch(4), [&] { simt::embed_kernel(args); });
    reference.begin({ids, {}, {}});
    reference.embed(w.weight, 1, want.data());
    EXPECT_EQ(got, want);
  }
}

TEST(Simt, NormAndGate) {
  testing::ReferenceOps reference;
  Random random(7);
  for (const size_t d : {1, 7, 128, 300}) {
    const auto x = random.values(3 * d), weight = random.values(d);
    std::vector<float> got(3 * d), want(3 * d);
    const simt::RmsNormArgs norm{{weight.data(), 1e-5f}, x.data(), d, got.data()};
    simt::run({{3, 1}, {simt::kNormThreads, 1}, simt::kNormShared},
              [&] { simt::rms_norm_kernel(norm); });
    reference.rms_norm({weight.data(), 1e-5f}, x.data(), 3, d, want.data());
    for (size_t i = 0; i < want.size(); ++i) {
      ASSERT_NEAR(got[i], want[i], 2 * static_cast<double>(d) * 0x1p-24 * 16);
    }
    auto gate = random.values(3 * d), gate2 = gate;
    const simt::GateArgs args{gate.data(), x.data(), 3 * d};
    simt::run(rows_launch((3 * d + 127) / 128), [&] { simt::silu_gate_kernel(args); });
    reference.silu_gate(gate2.data(), x.data(), 3 * d);
    for (size_t i = 0; i < gate.size(); ++i) {
      ASSERT_NEAR(gate[i], gate2[i], 0x1p-20 * std::abs(gate2[i]) + 1e-30);
    }
  }
}

TEST(Simt, CandidateLogitsReadOnlyTheRowsNamed) {
  testing::ReferenceOps reference;
  Random random(8);
  for (const WeightFormat format : kAllFormats) {
    const size_t cols = block_weights(format) == 256 ? 256 : 96;
    const OwnedWeight w = random_weight(format, 50, cols, random);
    const auto hidden = random.values(4 * cols);
    const std::vector<uint32_t> offsets = {0, 3, 3, 6, 7}, rows = {0, 0, 0, 2, 2, 2, 3};
    const std::vector<int32_t> ids = {0, 49, 7, 0, 49, 7, 7};
    std::vector<float> got(7), want(7);
    const simt::CandidateArgs args{format,        w.bytes.data(), w.weight.row_bytes(), cols,
                                   hidden.data(), ids.data(),     rows.data(),          7,
                                   got.data()};
    simt::run(rows_launch(2), [&] { simt::candidate_logits_kernel(args); });
    reference.candidate_logits(w.weight, hidden.data(), {offsets, ids}, want.data());
    const double bound = 2 * static_cast<double>(cols) * 0x1p-24 * 16 * static_cast<double>(cols);
    for (size_t i = 0; i < 7; ++i) ASSERT_NEAR(got[i], want[i], bound);
  }
}

TEST(Simt, HalvesRoundToTheNearest) {
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const float value = half_to_float(half), next = half_to_float(static_cast<uint16_t>(bits + 1));
    EXPECT_EQ(simt::half_bits(value), half);
    EXPECT_EQ(simt::half_bits(-value), half | 0x8000);
    if (bits + 1 < 0x7c00) {
      EXPECT_EQ(simt::half_bits((value + next) / 2), half + half % 2);  // ties to even
    }
  }
  EXPECT_EQ(simt::half_bits(65519.0f), 0x7bff);
  EXPECT_EQ(simt::half_bits(65520.0f), 0x7c00);
}

// Two sequences whose pages lie in no order, on both sides: stored row by row, then attended to.
class PagedAttention {
 public:
  PagedAttention(const AttentionShape& shape, Random& random)
      : shape_(shape),
        k_(kPages * kPageEntries * shape.kv_dim(), NAN),
        v_(k_.size(), NAN),
        keys_(k_.size(), 0x7e00),  // NaN: nothing may count on what a page holds at first
        values_(k_.size(), 0x7e00),
        cos_sin_(random.values(50 * shape.head_dim)) {}

  struct Rows {
    std::vector<float> q, k, v;
    std::vector<int32_t> positions;
  };
  Rows random_rows(size_t n, Random& random) const {
    Rows rows{random.values(n * shape_.q_dim()),
              random.values(n * shape_.kv_dim()),
              random.values(n * shape_.kv_dim()),
              {}};
    for (size_t i = 0; i < n; ++i)
      rows.positions.push_back(static_cast<int32_t>(random.bits() % 50));
    return rows;
  }

  // Entries of sequence s from n_past on; returns what rows see, by the reference and by the
  // kernels.
  std::pair<std::vector<float>, std::vector<float>> run(
      Rows rows, const std::vector<std::array<uint32_t, 3>>& segments, uint32_t seed,
      bool bidirectional = false) {
    const size_t n = rows.positions.size();
    Rows ours = rows;
    std::vector<Segment> theirs;
    std::vector<simt::SegmentArgs> args;
    std::vector<uint32_t> segment_of;
    std::vector<simt::QueryTile> tiles;
    uint32_t first = 0;
    const auto group = static_cast<uint32_t>(shape_.n_heads / shape_.n_kv_heads);
    for (const auto& [sequence, n_rows, n_past] : segments) {
      theirs.push_back({first, n_rows, n_past, pages_[sequence].data(), bidirectional});
      for (uint32_t query = 0; query < n_rows * group; query += 16)
        tiles.push_back({static_cast<uint32_t>(args.size()), query});
      segment_of.insert(segment_of.end(), n_rows, static_cast<uint32_t>(args.size()));
      args.push_back({first, n_rows, n_past, pages_[sequence].data(), bidirectional});
      first += n_rows;
    }
    // Some shapes turn in halves, and not wholly.
    const bool halves = shape_.head_dim % 32 == 0;
    const uint32_t n_dims = static_cast<uint32_t>(halves ? shape_.head_dim / 2 : shape_.head_dim);
    const Rope rope{n_dims, halves ? RopePairs::kHalves : RopePairs::kAdjacent, cos_sin_.data()};
    testing::ReferenceOps reference;
    const LayerCache layer{reinterpret_cast<std::byte*>(k_.data()),
                           reinterpret_cast<std::byte*>(v_.data())};
    const float scale = 1.0f / std::sqrt(static_cast<float>(shape_.head_dim));
    std::vector<float> want(n * shape_.q_dim()), got(want.size());
    reference.begin({rows.positions, rows.positions, theirs});
    reference.rope_store(layer, shape_, rope, rows.q.data(), rows.k.data(), rows.v.data());
    reference.attention(layer, {shape_, scale}, rows.q.data(), want.data());

    const simt::CacheArgs cache{keys_.data(), values_.data(), static_cast<uint32_t>(shape_.n_heads),
                                static_cast<uint32_t>(shape_.n_kv_heads),
                                static_cast<uint32_t>(shape_.head_dim)};
    const simt::RopeStoreArgs store{
        cache,  args.data(), segment_of.data(), ours.positions.data(), cos_sin_.data(),
        n_dims, halves,      ours.q.data(),     ours.k.data(),         ours.v.data()};
    simt::run({{static_cast<unsigned>(n), 1}, {128, 1}, 0, seed},
              [&] { simt::rope_store_kernel(store); });
    size_t most = 0;
    for (const auto& segment : args) most = std::max<size_t>(most, segment.n_past + segment.n_rows);
    const auto n_runs = static_cast<uint32_t>((most + kRunEntries - 1) / kRunEntries);
    std::vector<float> parts(tiles.size() * shape_.n_kv_heads * n_runs * 16 * (shape_.head_dim + 2),
                             NAN);
    const simt::AttentionArgs attention{cache,      args.data(), tiles.data(), ours.q.data(),
                                        got.data(), scale,       n_runs,       parts.data()};
    switch (shape_.head_dim / 16) {
      case 1: attend<1>(attention, tiles.size(), seed); break;
      case 2: attend<2>(attention, tiles.size(), seed); break;
      case 3: attend<3>(attention, tiles.size(), seed); break;
      case 4: attend<4>(attention, tiles.size(), seed); break;
      case 5: attend<5>(attention, tiles.size(), seed); break;
      case 6: attend<6>(attention, tiles.size(), seed); break;
      case 7: attend<7>(attention, tiles.size(), seed); break;
      default: attend<8>(attention, tiles.size(), seed);
    }
    return {want, got};
  }

  static constexpr size_t kRunEntries = simt::kRunPages * kPageEntries;

 private:
  template <unsigned kSteps>
  void attend(const simt::AttentionArgs& args, size_t n_tiles, uint32_t seed) const {
    const auto tiles = static_cast<unsigned>(n_tiles);
    const auto heads = static_cast<unsigned>(shape_.n_kv_heads);
    simt::run({{tiles, heads * args.n_runs},
               {simt::kAttentionWarps * 32, 1},
               simt::kAttentionShared<kSteps>,
               seed},
              [&] { simt::attention_kernel<kSteps>(args); });
    if (args.n_runs == 1) return;
    simt::run({{tiles, heads}, {simt::kAttentionWarps * 32, 1}, 0, seed},
              [&] { simt::attention_join_kernel<kSteps>(args); });
  }

  static constexpr size_t kPages = 40;
  AttentionShape shape_;
  std::vector<float> k_, v_;
  std::vector<uint16_t> keys_, values_;
  std::vector<float> cos_sin_;
  // The second sequence grows over two runs of pages.
  std::vector<uint32_t> pages_[2] = {
      {4, 1, 7}, {0,  5,  2,  6,  3,  39, 8,  38, 9,  37, 10, 36, 11, 35, 12, 34, 13, 33,
                  14, 32, 15, 31, 16, 30, 17, 29, 18, 28, 19, 27, 20, 26, 21, 25, 22, 24}};
};

constexpr AttentionShape kAttentionShapes[] = {{4, 4, 32}, {8, 2, 64}, {8, 1, 80},  {2, 1, 16},
                                               {2, 2, 48}, {2, 1, 96}, {2, 1, 112}, {3, 1, 128}};

// Halves round by 2^-11 of their size: scores, sums of head_dim products over its root, move by
// some 2^-10 * 0.64 * sqrt(head_dim) <= 0.006, their weights by as much of themselves, the output
// by that much of values up to 4.
TEST(Simt, AttentionOverPagesWithGroupedHeadsAndTwoSequences) {
  Random random(9);
  for (const AttentionShape shape : kAttentionShapes) {
    PagedAttention cache(shape, random);
    for (const auto& segments :
         std::vector<std::vector<std::array<uint32_t, 3>>>{{{0, 5, 0}, {1, 21, 0}},
                                                           {{1, 15, 21}, {0, 3, 5}},
                                                           {{1, 33, 36}},
                                                           {{1, 180, 69}},
                                                           {{0, 2, 8}, {1, 13, 249}},
                                                           {{1, 250, 262}},
                                                           {{1, 1, 512}}}) {
      size_t n = 0;
      for (const auto& segment : segments) n += segment[1];
      for (const bool bidirectional : {false, true}) {
        if (bidirectional && shape.head_dim > 64)
          continue;  // the mask knows nothing of a head's size
        const auto rows = cache.random_rows(n, random);
        const auto [want, got] = cache.run(rows, segments, 1, bidirectional);
        for (size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], 0.03) << i;
      }
    }
  }
}

TEST(Simt, AttentionGivesTheSameBitsRowByRowAndInAnyOrderOfThreads) {
  Random random(10);
  const AttentionShape shape{8, 2, 64};
  // Rows on both sides of where a run of pages ends, too.
  for (const uint32_t n_past : {21u, 246u}) {
    PagedAttention together(shape, random);
    PagedAttention alone = together;
    const auto past = together.random_rows(n_past, random), rows = together.random_rows(18, random);
    together.run(past, {{1, n_past, 0}}, 1), alone.run(past, {{1, n_past, 0}}, 2);
    const auto batch = together.run(rows, {{1, 18, n_past}}, 3).second;
    for (uint32_t r = 0; r < 18; ++r) {
      const auto part = [r](const std::vector<float>& all, size_t width) {
        return std::vector<float>(all.begin() + static_cast<ptrdiff_t>(r * width),
                                  all.begin() + static_cast<ptrdiff_t>((r + 1) * width));
      };
      const PagedAttention::Rows row{part(rows.q, shape.q_dim()),
                                     part(rows.k, shape.kv_dim()),
                                     part(rows.v, shape.kv_dim()),
                                     {rows.positions[r]}};
      const auto one = alone.run(row, {{1, 1, n_past + r}}, 4 + r).second;
      ASSERT_EQ(std::memcmp(one.data(), &batch[r * shape.q_dim()], one.size() * sizeof(float)), 0)
          << r;
    }
  }
}

TEST(SimtDeathTest, WhatAGpuLeavesUndefinedStopsTheTest) {
  EXPECT_DEATH(simt::run({{1, 1}, {64, 1}},
                         [] {
                           if (simt::thread_index().x < 7) simt::barrier();
                         }),
               "never come");
  EXPECT_DEATH(simt::run({{1, 1}, {32, 1}},
                         [] {
                           if (simt::lane() > 0) simt::warp_sum(1);
                         }),
               "never come");
}

}  // namespace
}  // namespace redact
