// SPDX-License-Identifier: Apache-2.0
// The CUDA products with quantised weights on the emulator, against the reference.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "kernels/cuda/gemm_f16.cuh"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/packed.h"
#include "tests/kernels/simt/emulator.h"
#include "tests/support/random_weight.h"
#include "tests/support/reference_ops.h"

namespace redact {
namespace {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;

constexpr WeightFormat kPackedFormats[] = {WeightFormat::kQ8_0, WeightFormat::kQ4_0,
                                           WeightFormat::kQ4_K, WeightFormat::kQ6_K};

TEST(Packed, UnpackGivesTheFilesBytes) {
  Random random(1);
  for (const WeightFormat format : kPackedFormats) {
    for (const size_t rows : {1, 15, 16, 33}) {
      for (const size_t some : {32, 64, 96, 256, 512}) {
        const size_t cols = std::max(some, block_weights(format));
        const OwnedWeight w = random_weight(format, rows, cols, random);
        EXPECT_EQ(unpack(pack(w.weight)), w.bytes);
      }
    }
  }
}

TEST(Packed, UnpackGivesTheHalvesOfTheFile) {
  Random random(6);
  for (const auto& [rows, cols] :
       std::vector<std::pair<size_t, size_t>>{{1, 1}, {16, 16}, {37, 50}}) {
    const OwnedWeight w = random_weight(WeightFormat::kF16, rows, cols, random);
    const auto plain = unpack_halves(pack_halves(w.weight), rows, cols);
    ASSERT_EQ(plain.size() * 2, w.bytes.size());
    EXPECT_EQ(std::memcmp(plain.data(), w.bytes.data(), w.bytes.size()), 0);
  }
}

// The definition of mma.m16n8k32, over fragments that the layout in device.h says.
TEST(Simt, MmaMultipliesMatrices) {
  std::mt19937 random(2);
  int8_t a[16][32], b[32][8];
  for (auto& row : a)
    for (int8_t& x : row) x = static_cast<int8_t>(random());
  for (auto& row : b)
    for (int8_t& x : row) x = static_cast<int8_t>(random());
  int32_t d[16][8] = {};
  simt::run({{1, 1}, {32, 1}}, [&] {
    const unsigned g = simt::lane() / 4, t = simt::lane() % 4;
    simt::Codes4 fa[4] = {}, fb[2] = {};
    for (unsigned i = 0; i < 4; ++i) {
      for (unsigned r = 0; r < 4; ++r)
        fa[r] |= uint32_t{static_cast<uint8_t>(a[g + r % 2 * 8][4 * t + i + r / 2 * 16])} << 8 * i;
      for (unsigned r = 0; r < 2; ++r)
        fb[r] |= uint32_t{static_cast<uint8_t>(b[4 * t + i + r * 16][g])} << 8 * i;
    }
    int32_t fd[4] = {1, 2, 3, 4};
    simt::mma_s8(fd, fa, fb);
    for (unsigned i = 0; i < 4; ++i)
      d[g + i / 2 * 8][2 * t + i % 2] = fd[i] - static_cast<int32_t>(i) - 1;
  });
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 8; ++j) {
      int32_t want = 0;
      for (int k = 0; k < 32; ++k) want += a[i][k] * b[k][j];
      EXPECT_EQ(d[i][j], want) << i << " " << j;
    }
  }
}

simt::GemmCall one_matrix(const simt::GemmMatrix& matrix, size_t n, size_t column_tiles, bool add) {
  const simt::GemmMatrix none{nullptr, nullptr, nullptr, nullptr, nullptr, 0, UINT32_MAX};
  return {{matrix, none, none}, n, column_tiles, add};
}

// x in eight bits and its product with W, as the backend launches them.
std::vector<float> gemm(const Weight& w, const std::vector<float>& x, size_t n, uint32_t seed,
                        unsigned block_tiles, std::vector<float> out = {}) {
  const PackedMatrix packed = pack(w);
  const size_t blocks = packed.shape.column_tiles(), padded = (n + 7) / 8 * 8;
  std::vector<int8_t> codes(padded * blocks * 32, 99);
  std::vector<float> scales(padded * blocks, 99), sums(scales);
  const simt::QuantiseArgs quantise{x.data(),      n,          w.cols, blocks, codes.data(),
                                    scales.data(), sums.data()};
  const auto groups = static_cast<unsigned>((blocks + 3) / 4);
  simt::run({{groups, static_cast<unsigned>(padded)}, {128, 1}, 0, seed},
            [&] { simt::quantise_kernel(quantise); });
  const bool add = !out.empty();
  out.resize(n * w.rows);
  const simt::GemmCall call =
      one_matrix({packed.codes.data(), packed.high.data(), packed.scales.data(),
                  packed.steps.data(), out.data(), static_cast<uint32_t>(w.rows), 0},
                 n, blocks, add);
  const simt::GemmQArgs args{call, codes.data(), scales.data(), sums.data()};
  // Every shape of block that the backend launches, whatever it would take for n.
  const unsigned row_tiles = block_tiles == 1 ? 1 : 2;
  const auto blocks_of = [](size_t all, size_t each) {
    return static_cast<unsigned>((all + each - 1) / each);
  };
  const simt::Launch launch{
      {blocks_of(n, 8 * block_tiles), blocks_of(packed.shape.row_tiles(), row_tiles)},
      {simt::kGemmWarps * 32, 1},
      simt::kGemmWarps * 16 * 8 * block_tiles * sizeof(float),
      seed};
  const auto run = [&]<WeightFormat kFormat>() {
    simt::run(launch, [&] {
      if (block_tiles == 1) return simt::gemm_q_kernel<kFormat, 1, 1>(args);
      if (block_tiles == 4) return simt::gemm_q_kernel<kFormat, 2, 4>(args);
      simt::gemm_q_kernel<kFormat, 2, 8>(args);
    });
  };
  switch (w.format) {
    case WeightFormat::kQ8_0: run.operator()<WeightFormat::kQ8_0>(); break;
    case WeightFormat::kQ4_0: run.operator()<WeightFormat::kQ4_0>(); break;
    case WeightFormat::kQ4_K: run.operator()<WeightFormat::kQ4_K>(); break;
    default: run.operator()<WeightFormat::kQ6_K>();
  }
  return out;
}

TEST(Simt, GemmAgreesWithTheReferenceOverTails) {
  testing::ReferenceOps reference;
  Random random(3);
  for (const WeightFormat format : kPackedFormats) {
    for (const size_t rows : {1, 16, 37}) {
      for (const size_t some : {32, 96, 320, 1280}) {
        if (some % block_weights(format) != 0) continue;
        const size_t cols = some;
        for (const size_t n : {1, 2, 8, 11, 35}) {
          const OwnedWeight w = random_weight(format, rows, cols, random);
          const auto x = random.values(n * cols);
          std::vector<float> want(n * rows);
          const Product product{w.weight, want.data()};
          reference.matmul({&product, 1}, x.data(), n);
          const auto got = gemm(w.weight, x, n, 1, 1);
          const double bound =
              2 * static_cast<double>(cols) * 0x1p-24 * 16 * static_cast<double>(cols);
          for (size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], bound) << i;
          const auto twice = gemm(w.weight, x, n, 1, 4, got);
          for (size_t i = 0; i < want.size(); ++i) ASSERT_EQ(twice[i], got[i] + got[i]) << i;
        }
      }
    }
  }
}

TEST(Simt, ARowGivesTheSameBitsAloneAndInAnyOrderOfThreads) {
  Random random(4);
  for (const WeightFormat format : kPackedFormats) {
    const size_t rows = 36, cols = 512, n = 69;
    const OwnedWeight w = random_weight(format, rows, cols, random);
    const auto x = random.values(n * cols);
    const auto batch = gemm(w.weight, x, n, 1, 8);
    EXPECT_EQ(batch, gemm(w.weight, x, n, 77, 8));
    EXPECT_EQ(batch, gemm(w.weight, x, n, 1, 4));
    for (size_t r = 0; r < n; r += 4) {
      const std::vector<float> row(x.begin() + static_cast<ptrdiff_t>(r * cols),
                                   x.begin() + static_cast<ptrdiff_t>((r + 1) * cols));
      const auto alone = gemm(w.weight, row, 1, 5, 1);
      ASSERT_EQ(std::memcmp(alone.data(), &batch[r * rows], rows * sizeof(float)), 0) << r;
    }
  }
}

TEST(Simt, NormQuantiseGivesTheBitsOfNormAndQuantise) {
  Random random(11);
  for (const size_t cols : {32, 96, 320}) {
    const size_t n = 3, blocks = PackedShape{1, cols}.column_tiles(), padded = 8;
    const auto x = random.values(n * cols), weight = random.values(cols);
    const simt::NormArgs norm{weight.data(), 1e-5f};
    struct Rows {
      std::vector<int8_t> codes;
      std::vector<float> scales, sums;
      bool operator==(const Rows&) const = default;
    };
    const Rows blank{std::vector<int8_t>(padded * blocks * 32, 99),
                     std::vector<float>(padded * blocks, 99),
                     std::vector<float>(padded * blocks, 99)};
    Rows want = blank, got = blank;
    const auto args = [&](const float* from, Rows& rows) {
      return simt::QuantiseArgs{
          from, n, cols, blocks, rows.codes.data(), rows.scales.data(), rows.sums.data()};
    };
    std::vector<float> normed(n * cols);
    const simt::RmsNormArgs first{norm, x.data(), cols, normed.data()};
    simt::run({{n, 1}, {simt::kNormThreads, 1}, simt::kNormShared},
              [&] { simt::rms_norm_kernel(first); });
    const auto groups = static_cast<unsigned>((blocks + 3) / 4);
    simt::run({{groups, padded}, {128, 1}},
              [&] { simt::quantise_kernel(args(normed.data(), want)); });
    const simt::NormQuantiseArgs both{norm, args(x.data(), got)};
    simt::run({{padded, 1}, {simt::kNormThreads, 1}, simt::kNormShared, 5},
              [&] { simt::norm_quantise_kernel(both); });
    EXPECT_EQ(got, want) << cols;
  }
}

// x split in two and its product with weights of 16 bits, as the backend launches them.
template <WeightFormat kFormat>
std::vector<float> gemm_f16(const Weight& w, const std::vector<float>& x, size_t n, uint32_t seed,
                            simt::NormArgs norm = {}) {
  const std::vector<uint16_t> packed = pack_halves(w);
  const size_t tiles = (w.cols + 15) / 16, padded = (n + 7) / 8 * 8;
  std::vector<simt::Words4> parts(padded * tiles * 4);
  std::vector<float> scales(padded, 99), out(n * w.rows, 99);
  const simt::SplitArgs split{norm, x.data(), n, w.cols, tiles, parts.data()->word, scales.data()};
  simt::run({{static_cast<unsigned>(padded), 1}, {simt::kNormThreads, 1}, simt::kNormShared, seed},
            [&] { simt::split_kernel<kFormat>(split); });
  const simt::GemmCall call =
      one_matrix({reinterpret_cast<const uint8_t*>(packed.data()), nullptr, nullptr, nullptr,
                  out.data(), static_cast<uint32_t>(w.rows), 0},
                 n, tiles, false);
  const simt::GemmF16Args args{call, parts.data()->word, scales.data()};
  const auto row_tiles = static_cast<unsigned>((w.rows + 15) / 16);
  const auto tokens = static_cast<unsigned>(padded / 8);
  const auto run = [&](unsigned r, unsigned t, size_t shared, void (*kernel)(simt::GemmF16Args)) {
    simt::run(
        {{(tokens + t - 1) / t, (row_tiles + r - 1) / r}, {simt::kGemmWarps * 32, 1}, shared, seed},
        [&] { kernel(args); });
  };
  if (tokens == 1) {
    run(1, 1, simt::kGemmShared<1>, simt::gemm_f16_kernel<kFormat, 1, 1>);
  } else if (tokens <= 4) {
    run(2, 4, simt::kGemmShared<4>, simt::gemm_f16_kernel<kFormat, 2, 4>);
  } else {
    run(2, 8, simt::kGemmShared<8>, simt::gemm_f16_kernel<kFormat, 2, 8>);
  }
  return out;
}

// What is lost of an activation is 2^-17 of it (BF16) or 2^-25 of the largest (F16); a sum of n
// terms rounds by n 2^-24 of their sizes. Values lie below 4, weights below 16.
template <WeightFormat kFormat>
void expect_agreement(double lost) {
  testing::ReferenceOps reference;
  Random random(12);
  for (const size_t rows : {1, 16, 37}) {
    for (const size_t cols : {1, 16, 50, 200}) {
      for (const size_t n : {1, 8, 11, 35, 66}) {
        const OwnedWeight w = random_weight(kFormat, rows, cols, random);
        auto x = random.values(n * cols);
        for (size_t c = 0; c < cols; ++c) x[c] *= 0x1p30f;  // rows of any size
        std::vector<float> want(n * rows);
        const Product product{w.weight, want.data()};
        reference.matmul({&product, 1}, x.data(), n);
        const auto got = gemm_f16<kFormat>(w.weight, x, n, 1);
        for (size_t i = 0; i < want.size(); ++i) {
          double sizes = 0, largest = 0;
          for (size_t c = 0; c < cols; ++c) {
            const double value = std::abs(x[i / rows * cols + c]);
            sizes += value * std::abs(testing::ReferenceOps::element(w.weight, i % rows, c));
            largest = std::max(largest, value);
          }
          const double terms = static_cast<double>(cols);
          ASSERT_NEAR(got[i], want[i], (lost + 3 * terms * 0x1p-24) * (sizes + largest * 1e-6))
              << i;
        }
        EXPECT_EQ(got, gemm_f16<kFormat>(w.weight, x, n, 77));
        const std::vector<float> last(x.end() - static_cast<ptrdiff_t>(cols), x.end());
        const auto alone = gemm_f16<kFormat>(w.weight, last, 1, 3);
        ASSERT_EQ(std::memcmp(alone.data(), &got[(n - 1) * rows], rows * sizeof(float)), 0);
      }
    }
  }
}
TEST(Simt, ProductsWithHalvesAgreeWithTheReference) {
  expect_agreement<WeightFormat::kF16>(0x1p-20);
}
TEST(Simt, ProductsWithBfloat16AgreeWithTheReference) {
  expect_agreement<WeightFormat::kBf16>(0x1p-17);
}

TEST(Simt, SplitTakesZeroRowsAndShowsWhatIsNotFinite) {
  Random random(13);
  const OwnedWeight w = random_weight(WeightFormat::kF16, 16, 64, random);
  for (const float y : gemm_f16<WeightFormat::kF16>(w.weight, std::vector<float>(64, 0), 1, 1))
    EXPECT_EQ(y, 0);
  for (const float bad : {INFINITY, -INFINITY, NAN}) {
    auto x = random.values(64);
    x[40] = bad;
    for (const float y : gemm_f16<WeightFormat::kF16>(w.weight, x, 1, 1))
      EXPECT_FALSE(std::isfinite(y)) << bad;
  }
}

TEST(Simt, WhatIsNotFiniteStaysSo) {
  Random random(5);
  const OwnedWeight w = random_weight(WeightFormat::kQ8_0, 16, 64, random);
  for (const float bad : {INFINITY, -INFINITY, NAN}) {
    auto x = random.values(64);
    x[40] = bad;
    for (const float y : gemm(w.weight, x, 1, 1, 1)) EXPECT_FALSE(std::isfinite(y)) << bad;
  }
}

}  // namespace
}  // namespace redact
