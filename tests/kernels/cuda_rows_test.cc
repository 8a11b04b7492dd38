// SPDX-License-Identifier: Apache-2.0
// Compares the verbs of the CUDA backend that work on single rows with the reference.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/embedded_rows.h"
#include "tests/kernels/on_cuda.h"

namespace redact {
namespace {

class CudaRows : public CudaTest {};

TEST_F(CudaRows, EmbedDecodesExactlyAndSumsInOrder) {
  Random random(6);
  const testing::EmbeddedRows rows;
  for (const WeightFormat format : kRead) {
    CudaOps ops;
    const size_t cols = block_weights(format) == 256 ? 512 : 96;
    const OwnedWeight w = random_weight(format, 5, cols, random);
    const auto out = ops.allocate_floats(4 * cols);
    ops.begin(rows.step());
    ops.embed(ops.prepare(w.weight, WeightUse::kGathered), rows.kScale, out.get());
    EXPECT_EQ(ops.read(out.get(), 4 * cols), rows.want(w.weight));
  }
}

TEST_F(CudaRows, Norms) {
  ReferenceOps reference;
  Random random(7);
  CudaOps ops;
  for (const size_t d : {1, 7, 128, 300, 1000}) {
    const size_t n = 3 * d;
    const auto x = random.values(n), weight = random.values(d);
    const auto device_x = upload(ops, x), device_weight = upload(ops, weight);
    const auto out = ops.allocate_floats(n);
    std::vector<float> want(n);
    ops.rms_norm({device_weight.get(), 1e-5f}, device_x.get(), 3, d, out.get());
    reference.rms_norm({weight.data(), 1e-5f}, x.data(), 3, d, want.data());
    const auto got = ops.read(out.get(), n);
    for (size_t i = 0; i < n; ++i) {
      ASSERT_NEAR(got[i], want[i], 2 * static_cast<double>(d) * 0x1p-24 * 16);
    }
    auto added = random.values(n);
    const auto device_added = upload(ops, added);
    ops.add_norm({device_weight.get(), 1e-5f}, device_x.get(), 3, d, device_added.get());
    reference.add_norm({weight.data(), 1e-5f}, x.data(), 3, d, added.data());
    const auto sum = ops.read(device_added.get(), n);
    for (size_t i = 0; i < n; ++i) {
      ASSERT_NEAR(sum[i], added[i], 2 * static_cast<double>(d) * 0x1p-24 * 16);
    }
  }
}

TEST_F(CudaRows, Gates) {
  ReferenceOps reference;
  Random random(9);
  CudaOps ops;
  for (const size_t n : {1, 21, 384, 3000}) {
    const auto up = random.values(n);
    auto values = random.values(n);
    for (size_t i = 0; i < n; i += 5) values[i] *= 60;  // to reach both ends of the curves
    const auto device_up = upload(ops, up);
    for (const auto gate : {&Ops::silu_gate, &Ops::gelu_gate, &Ops::erf_gelu_gate}) {
      auto want = values;
      const auto on_device = upload(ops, values);
      (ops.*gate)(on_device.get(), device_up.get(), n);
      (reference.*gate)(want.data(), up.data(), n);
      const auto got = ops.read(on_device.get(), n);
      for (size_t i = 0; i < n; ++i) {
        // The reference's 1 + tanh loses parts below 2^-53; for an argument of -8 it is e^-49.
        ASSERT_NEAR(got[i], want[i], 0x1p-19 * std::abs(want[i]) + 1e-13) << i;
      }
    }
  }
}

TEST_F(CudaRows, ANormThatOverflowsIsNoNumber) {
  CudaOps ops;
  const auto x = upload(ops, std::vector<float>(33, 1e30f)),
             weight = upload(ops, std::vector<float>(33, 1.0f));
  const auto out = ops.allocate_floats(33);
  ops.rms_norm({weight.get(), 1e-5f}, x.get(), 1, 33, out.get());
  for (const float y : ops.read(out.get(), 33)) EXPECT_TRUE(std::isnan(y)) << y;
}

TEST_F(CudaRows, PositionsAreAddedByTheStepsNumbers) {
  CudaOps ops;
  Random random(12);
  const auto table = random.values(7 * 300), x = random.values(3 * 300);
  const std::vector<int32_t> ids = {0, 0, 0}, positions = {6, 0, 3};
  const auto device_table = upload(ops, table), device_x = upload(ops, x);
  auto want = x;
  ops.begin({ids, positions, {}});
  ops.add_positions(device_table.get(), 300, device_x.get());
  ReferenceOps reference;
  reference.begin({ids, positions, {}});
  reference.add_positions(table.data(), 300, want.data());
  EXPECT_EQ(ops.read(device_x.get(), want.size()), want);
}

// The bounds of this and of Gelu are those of encoders_agree_test.cc.
TEST_F(CudaRows, LayerNormsOfRowsFarFromZero) {
  ReferenceOps reference;
  Random random(13);
  CudaOps ops;
  for (const size_t d : {1, 7, 33, 300, 2500}) {
    auto x = random.values(3 * d);
    for (float& value : x) value += 50;
    const auto weight = random.values(d), bias = random.values(d);
    const auto device_x = upload(ops, x), device_weight = upload(ops, weight),
               device_bias = upload(ops, bias), out = upload(ops, std::vector<float>(3 * d, 9.0f));
    const LayerNorm norm{device_weight.get(), device_bias.get(), 1e-12f};
    std::vector<float> want(3 * d);
    ops.layer_norm(norm, device_x.get(), 3, d, out.get());
    reference.layer_norm({weight.data(), bias.data(), 1e-12f}, x.data(), 3, d, want.data());
    const auto got = ops.read(out.get(), 3 * d);
    const double bound = 0x1p-16 * std::sqrt(static_cast<double>(d));
    for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], want[i], bound) << d << " " << i;
    ops.layer_norm(norm, device_x.get(), 3, d, device_x.get());
    EXPECT_EQ(ops.read(device_x.get(), 3 * d), got);
    ops.layer_norm({device_weight.get(), nullptr, 1e-12f}, device_x.get(), 3, d, out.get());
    reference.layer_norm({weight.data(), nullptr, 1e-12f}, got.data(), 3, d, want.data());
    const auto without_bias = ops.read(out.get(), 3 * d);
    for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(without_bias[i], want[i], bound) << d;
  }
}

TEST_F(CudaRows, LayerNormUsesEps) {
  CudaOps ops;
  const auto x = upload(ops, {1e-6f, -1e-6f}), ones = upload(ops, {1, 1}),
             zeros = upload(ops, {0, 0}), out = ops.allocate_floats(2);
  ops.layer_norm({ones.get(), zeros.get(), 1e-12f}, x.get(), 1, 2, out.get());
  EXPECT_NEAR(ops.read(out.get(), 1)[0], std::sqrt(0.5), 1e-6);
  ops.layer_norm({ones.get(), zeros.get(), 1e-5f}, x.get(), 1, 2, out.get());
  EXPECT_NEAR(ops.read(out.get(), 1)[0], 1e-6 / std::sqrt(1e-5), 1e-9);
}

TEST_F(CudaRows, Gelu) {
  ReferenceOps reference;
  CudaOps ops;
  std::vector<float> x;
  for (float value = -14; value < 14; value += 0.003f) x.push_back(value);
  auto want = x;
  const auto on_device = upload(ops, x);
  ops.gelu(on_device.get(), x.size() - 1);  // the last value stays
  reference.gelu(want.data(), x.size() - 1);
  const auto got = ops.read(on_device.get(), x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const double bound = (0x1p-21 + x[i] * x[i] * 0x1p-23) * std::abs(want[i]);
    ASSERT_NEAR(got[i], want[i], bound + 1e-35) << x[i];
  }
}

TEST_F(CudaRows, VerbsOfEncodersKeepWhatIsNotFinite) {
  CudaOps ops;
  const auto ones = upload(ops, std::vector<float>(33, 1.0f));
  for (const float bad : {INFINITY, -INFINITY, NAN, 1e30f}) {  // its square overflows
    std::vector<float> x(33, 1.0f);
    x[20] = bad;
    const auto on_device = upload(ops, x);
    ops.layer_norm({ones.get(), ones.get(), 1e-12f}, on_device.get(), 1, 33, on_device.get());
    for (const float y : ops.read(on_device.get(), 33)) EXPECT_FALSE(std::isfinite(y)) << bad;
    const auto alone = upload(ops, {bad});
    ops.gelu(alone.get(), 1);
    EXPECT_EQ(std::isfinite(ops.read(alone.get(), 1)[0]), std::isfinite(bad)) << bad;
  }
}

TEST_F(CudaRows, CandidateLogitsReadOnlyTheRowsNamed) {
  ReferenceOps reference;
  Random random(8);
  for (const WeightFormat format : kRead) {
    CudaOps ops;
    const size_t cols = block_weights(format) == 256 ? 256 : 96;
    const OwnedWeight w = random_weight(format, 50, cols, random);
    const auto hidden = random.values(4 * cols);
    const std::vector<uint32_t> offsets = {0, 3, 3, 6, 7};
    const std::vector<int32_t> ids = {0, 49, 7, 0, 49, 7, 7};
    std::vector<float> got(7), want(7);
    const auto on_device = upload(ops, hidden);
    ops.candidate_logits(ops.prepare(w.weight, WeightUse::kGathered), on_device.get(),
                         {offsets, ids}, got.data());
    reference.candidate_logits(w.weight, hidden.data(), {offsets, ids}, want.data());
    const double bound = 2 * static_cast<double>(cols) * 0x1p-24 * 16 * static_cast<double>(cols);
    for (size_t i = 0; i < 7; ++i) ASSERT_NEAR(got[i], want[i], bound);
  }
}

// Runs of rows with the same ids, in tiles of 8 rows and 16 ids that are full, nearly full or just
// begun, between rows with ids of their own: each row has the bits that it has alone.
TEST_F(CudaRows, RowsWithTheSameCandidatesGetTheBitsOfOneAlone) {
  Random random(11);
  const std::vector<int32_t> shared = [] {
    std::vector<int32_t> ids(35);
    for (size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int32_t>((i * 7) % 50);
    return ids;
  }();
  for (const WeightFormat format : kRead) {
    CudaOps ops;
    const size_t cols = block_weights(format) == 256 ? 256 : 96;
    const OwnedWeight w = random_weight(format, 50, cols, random);
    const Weight table = ops.prepare(w.weight, WeightUse::kGathered);
    std::vector<uint32_t> offsets = {0};
    std::vector<int32_t> ids;
    const auto add_rows = [&](size_t n_rows, std::span<const int32_t> of_row) {
      for (size_t r = 0; r < n_rows; ++r) {
        ids.insert(ids.end(), of_row.begin(), of_row.end());
        offsets.push_back(static_cast<uint32_t>(ids.size()));
      }
    };
    const std::span<const int32_t> all = shared;
    add_rows(1, all.first(1));
    add_rows(9, all);
    add_rows(1, all.first(5));
    add_rows(2, {});
    add_rows(8, all.first(16));
    add_rows(1, all);
    add_rows(7, all.subspan(1, 17));
    const size_t n_rows = offsets.size() - 1;
    const auto hidden = upload(ops, random.values(n_rows * cols));
    std::vector<float> got(ids.size(), -1), alone(ids.size(), -2);
    ops.candidate_logits(table, hidden.get(), {offsets, ids}, got.data());
    std::vector<uint32_t> firsts(offsets.begin(), offsets.end() - 1);
    std::fill_n(firsts.begin() + 1, 9, offsets[1]);  // they share a list
    std::vector<float> shared_list(ids.size(), -3);
    ops.candidate_logits(table, hidden.get(), {offsets, ids, firsts}, shared_list.data());
    EXPECT_EQ(shared_list, got);
    for (size_t r = 0; r < n_rows; ++r) {
      const std::vector<uint32_t> of_row = {0, offsets[r + 1] - offsets[r]};
      ops.candidate_logits(table, hidden.get() + r * cols,
                           {of_row, std::span(ids).subspan(offsets[r], of_row[1])},
                           alone.data() + offsets[r]);
    }
    EXPECT_EQ(got, alone);
  }
}

// A step may consist of a prompt's rows only, for which no logits are requested.
TEST_F(CudaRows, NoCandidatesAreNoError) {
  CudaOps ops;
  Random random(10);
  const OwnedWeight w = random_weight(WeightFormat::kF32, 4, 32, random);
  const std::vector<uint32_t> offsets = {0, 0, 0};
  const auto hidden = upload(ops, random.values(2 * 32));
  ops.candidate_logits(ops.prepare(w.weight, WeightUse::kGathered), hidden.get(), {offsets, {}},
                       nullptr);
  ops.finish();
  EXPECT_TRUE(ops.status().ok());
}

// At all alignments. The bytes between and behind the pieces stay as they were.
TEST_F(CudaRows, PiecesAreCopied) {
  CudaOps ops;
  Random random(9);
  const auto values = random.values(2000);
  const std::vector<float> zeros(values.size());
  for (const size_t n_bytes : {1, 16, 37, 64, 2100}) {
    for (const Pieces& pieces :
         {Pieces{n_bytes}, Pieces{n_bytes, 3, 2112}, Pieces{n_bytes, 3, 2111}}) {
      for (const size_t offset : {0, 16, 5}) {
        const auto from = upload(ops, values), to = upload(ops, zeros);
        ops.copy(reinterpret_cast<const std::byte*>(from.get()) + offset,
                 reinterpret_cast<std::byte*>(to.get()) + offset, pieces);
        auto want = zeros;
        ReferenceOps().copy(reinterpret_cast<const std::byte*>(values.data()) + offset,
                            reinterpret_cast<std::byte*>(want.data()) + offset, pieces);
        const auto got = ops.read(to.get(), want.size());
        ASSERT_EQ(std::memcmp(got.data(), want.data(), want.size() * sizeof(float)), 0)
            << n_bytes << " " << pieces.stride << " " << offset;
      }
    }
  }
}

}  // namespace
}  // namespace redact
