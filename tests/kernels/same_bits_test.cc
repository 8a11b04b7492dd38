// SPDX-License-Identifier: Apache-2.0
// Every instruction set of this machine gives the same bits in every row kernel, so the spans of a
// document do not depend on the machine (P4).
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "kernels/cpu/lanes.h"
#include "kernels/cpu/level_kernels.h"
#include "kernels/formats/half.h"
#include "tests/support/random_weight.h"

namespace redact::same_bits_test {

using testing::Random;

// Compares the result of run(kernels) on every level of this machine with that of the scalar one.
template <typename Run>
void expect_same_bits(const Run& run) {
  const auto want = run(kScalarRows);
  for (const CpuLevel level : kCpuLevels) {
    if (!cpu_has(level)) continue;
    const auto got = run(kernels_of(level).rows);
    ASSERT_EQ(got.size(), want.size());
    ASSERT_EQ(std::memcmp(got.data(), want.data(), want.size() * sizeof want[0]), 0)
        << cpu_level_name(level);
  }
}

// Lengths around those of vectors, of 16 lanes and of blocks, and tails of every length.
std::vector<size_t> lengths() {
  std::vector<size_t> out;
  for (size_t n = 1; n <= 70; ++n) out.push_back(n);
  for (const size_t n : {96, 127, 128, 255, 576, 1000}) out.push_back(n);
  return out;
}

TEST(SameBits, DotRows) {
  Random random(1);
  for (const size_t cols : lengths()) {
    for (const auto& shape : {std::pair{1, 1}, {4, 4}, {7, 9}, {16, 5}}) {
      const int n_w = shape.first, n_x = shape.second;
      const auto w = random.values(n_w * cols), x = random.values(n_x * cols);
      const auto before = random.values(n_w * n_x);
      for (const bool add : {false, true}) {
        expect_same_bits([&](const RowKernels& rows) {
          auto out = before;
          rows.dot_rows(w.data(), n_w, x.data(), n_x, cols, out.data(), n_w, add);
          return out;
        });
      }
    }
  }
}

TEST(SameBits, RmsNorm) {
  Random random(2);
  for (const size_t d : lengths()) {
    const auto x = random.values(d), weight = random.values(d);
    expect_same_bits([&](const RowKernels& rows) {
      std::vector<float> out(d);
      rows.rms_norm(x.data(), weight.data(), 1e-5f, d, out.data());
      return out;
    });
  }
}

TEST(SameBits, LayerNorm) {
  Random random(7);
  for (const size_t d : lengths()) {
    const auto x = random.values(d), weight = random.values(d), bias = random.values(d);
    expect_same_bits([&](const RowKernels& rows) {
      std::vector<float> out(d);
      rows.layer_norm(x.data(), {weight.data(), bias.data(), 1e-12f}, d, out.data());
      return out;
    });
  }
}

TEST(SameBits, Gelu) {
  Random random(8);
  for (const size_t n : lengths()) {
    auto x = random.values(n);
    for (size_t i = 0; i < n; i += 3) x[i] *= 9;
    expect_same_bits([&](const RowKernels& rows) {
      auto out = x;
      rows.gelu(out.data(), n);
      return out;
    });
  }
}

TEST(SameBits, Gates) {
  Random random(3);
  for (const auto gate_of : {&RowKernels::silu_gate, &RowKernels::gelu_gate,
                             &RowKernels::erf_gelu_gate, &RowKernels::clamped_gate}) {
    for (const size_t n : lengths()) {
      auto x = random.values(n);
      const auto up = random.values(n);
      for (size_t i = 0; i < n; i += 3) x[i] *= 40;
      expect_same_bits([&](const RowKernels& rows) {
        auto gate = x;
        (rows.*gate_of)(gate.data(), up.data(), n);
        return gate;
      });
    }
  }
}

TEST(SameBits, Exponentials) {
  Random random(5);
  for (const size_t n : lengths()) {
    auto x = random.values(n);
    for (float& value : x) value = -30 * std::abs(value);
    expect_same_bits([&](const RowKernels& rows) {
      auto out = x;
      rows.exp_nonpositive(out.data(), n);
      return out;
    });
  }
}

TEST(SameBits, Quantise) {
  Random random(4);
  for (const size_t n : {32, 64, 96, 1024}) {
    auto x = random.values(n);
    for (size_t i = 0; i < 32; ++i) x[i] *= static_cast<float>(i % 3) * 1e-20f;
    const size_t n_scales = n / kBlock * kTileRows;
    expect_same_bits([&](const RowKernels& rows) {
      std::vector<int8_t> codes(n_scales * kBlock);
      std::vector<float> scales(n_scales);
      std::vector<int32_t> sums(n_scales), low_sums(n_scales);
      rows.quantise(x.data(), n, codes.data(), scales.data(), sums.data(), low_sums.data());
      std::vector<double> all(codes.begin(), codes.end());
      all.insert(all.end(), scales.begin(), scales.end());
      all.insert(all.end(), sums.begin(), sums.end());
      all.insert(all.end(), low_sums.begin(), low_sums.end());
      return all;
    });
  }
}

TEST(SameBits, Rotate) {
  Random random(16);
  for (const RopePairs pairs : {RopePairs::kAdjacent, RopePairs::kHalves}) {
    for (const size_t n_dims : {2, 8, 18, 30, 64, 80, 128}) {
      const auto head = random.values(n_dims + 3), angles = random.values(n_dims);
      expect_same_bits([&](const RowKernels& rows) {
        auto out = head;
        rows.rotate(out.data(), {n_dims, pairs, nullptr}, angles.data());
        EXPECT_EQ(out.back(), head.back());
        return out;
      });
    }
  }
}

TEST(SameBits, QuantiseRows) {
  Random random(14);
  for (const size_t n : {16, 32, 64, 80, 1024}) {
    for (const float size : {1.0f, 1e-20f, 1e-32f, 1e30f}) {
      auto x = random.values(n);
      for (float& value : x) value *= size;
      expect_same_bits([&](const RowKernels& rows) {
        std::vector<int8_t> codes(n);
        float scale;
        int32_t sum;
        rows.quantise_row(x.data(), n, codes.data(), &scale, &sum);
        std::vector<double> all(codes.begin(), codes.end());
        EXPECT_EQ(sum, std::accumulate(codes.begin(), codes.end(), 0));
        all.push_back(scale), all.push_back(sum);
        return all;
      });
    }
  }
}

TEST(SameBits, ARowThatIsNotFiniteIsRoundedToZeros) {
  Random random(17);
  for (const float bad : {INFINITY, -INFINITY, NAN, -NAN}) {
    auto x = random.values(80);
    for (const size_t at : {0, 16, 32, 79}) x[at] = bad;
    expect_same_bits([&](const RowKernels& rows) {
      std::vector<int8_t> codes(x.size(), 1);
      float scale;
      int32_t sum;
      rows.quantise_row(x.data(), x.size(), codes.data(), &scale, &sum);
      EXPECT_EQ(codes, std::vector<int8_t>(x.size()));
      EXPECT_EQ(sum, 0);
      EXPECT_TRUE(std::isnan(scale));
      return codes;
    });
  }
}

// Compares the baseline's products of bytes and its narrowing with lane-by-lane implementations.
TEST(SameBits, BytesOfTheBaseline) {
  Random random(15);
  for (int i = 0; i < 100'000; ++i) {
    Lanes<Scalar>::IntVec sum, u, s;
    for (int lane = 0; lane < 4; ++lane) {
      sum[lane] = static_cast<int32_t>(random.bits()) >> 4;
      u[lane] = static_cast<int32_t>(i % 2 ? random.bits() : 0xffffffff);
      s[lane] = static_cast<int32_t>(i % 3 ? random.bits() : 0x7f80807f);
    }
    const auto got = Lanes<Scalar>::dot4(sum, u, s), want = LaneByLane<Scalar>::dot4(sum, u, s);
    ASSERT_EQ(std::memcmp(&got, &want, sizeof got), 0);
    uint8_t bytes[4], want_bytes[4];
    Lanes<Scalar>::store_bytes(bytes, u), LaneByLane<Scalar>::store_bytes(want_bytes, u);
    ASSERT_EQ(std::memcmp(bytes, want_bytes, 4), 0);
  }
}

std::vector<uint16_t> random_halves(size_t n, Random& random) {
  std::vector<uint16_t> out;
  for (const float x : random.values(n)) out.push_back(float_to_half(x));
  return out;
}

TEST(SameBits, ToHalf) {
  Random random(7);
  for (const size_t n : lengths()) {
    std::vector<float> x(n);
    for (float& value : x) {  // about half of them lie midway between two halves, or are halves
      value = std::bit_cast<float>(random.bits() & (random.bits() % 2 ? 0xfffff000u : ~0u));
    }
    expect_same_bits([&](const RowKernels& rows) {
      std::vector<uint16_t> out(n);
      rows.to_half(x.data(), n, out.data());
      return out;
    });
  }
}

TEST(SameBits, Attend) {
  Random random(5);
  for (const size_t head_dim : {8, 18, 30, 64, 80, 128}) {
    for (const size_t n_entries : {1, 5, 16, 17, 70, 333}) {
      const size_t n_pages = pages_for(n_entries), n = 1 + random.bits() % kMaxQueries;
      const auto k = random_halves(n_pages * kPageEntries * head_dim, random);
      const auto v = random_halves(k.size(), random);
      const auto q = random.values(n * head_dim);
      const AttendParams params{head_dim, 0.3f};
      const size_t window = random.bits() % 2 ? 1 + random.bits() % 40 : 0;
      std::vector<uint32_t> pages(n_pages);
      for (size_t i = 0; i < n_pages; ++i) pages[i] = static_cast<uint32_t>((i + 3) % n_pages);
      expect_same_bits([&](const RowKernels& rows) {
        std::vector<float> out(n * head_dim), scores(n * n_pages * kPageEntries);
        std::vector<AttendQuery> queries;
        for (size_t i = 0; i < n; ++i) {
          const size_t end = n_entries - i % n_entries;
          queries.push_back(
              {&q[i * head_dim], &out[i * head_dim], {Segment::first_visible(end, window), end}});
        }
        rows.attend(queries.data(), n, {k.data(), v.data(), pages.data(), kPageEntries * head_dim},
                    params, scores.data(), n_pages * kPageEntries);
        return out;
      });
    }
  }
}

void expect_fused(float a, float b, float c) {
  using Baseline = Lanes<Scalar>;
  const Baseline::Vec got =
      Baseline::fma(a - Baseline::Vec{}, b - Baseline::Vec{}, c - Baseline::Vec{});
  const float want = std::fma(a, b, c);
  for (int lane = 0; lane < 4; ++lane) {
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(got[lane])) << a << " " << b << " " << c;
    } else {
      ASSERT_EQ(std::bit_cast<uint32_t>(got[lane]), std::bit_cast<uint32_t>(want))
          << a << " " << b << " " << c;
    }
  }
}

// The baseline's fused multiply-add: exponents near and far apart, sums that cancel, and sums that
// lie 2^-54 of their size off the midpoint of two floats, where rounding twice goes wrong.
TEST(SameBits, FusedMultiplyAddOfTheBaseline) {
  Random random(6);
  const auto any = [&] { return std::bit_cast<float>(random.bits()); };
  for (int i = 0; i < 500'000; ++i) {
    const float a = random.value(), b = random.value();
    expect_fused(any(), any(), any());
    expect_fused(a, b, random.value() * 0x1p-24f);
    expect_fused(a, b, -a * b);
    const float sign = i % 2 ? 1.0f : -1.0f, size = std::ldexp(sign, static_cast<int>(i % 80) - 40);
    expect_fused(1 + 0x1p-10f, (1 - 0x1p-10f + 0x1p-20f) * 0x1p-24f * size, size);
    expect_fused(1 + 0x1p-15f, (1 - 0x1p-15f) * 0x1p-24f * size, (1 + 0x1p-23f) * size);
  }
}

}  // namespace redact::same_bits_test
