// SPDX-License-Identifier: Apache-2.0
// Compares the verbs that only some families use with the reference, on every instruction set:
// experts, norms after a projection, norms of heads, a GELU gate, scaled embeddings.
#include <cmath>
#include <cstring>

#include "tests/kernels/ops_agree.h"

namespace redact {
namespace {

// A layer of experts and its rows.
struct Mixture {
  Mixture(WeightFormat format, size_t n_experts, size_t d, size_t d_ff, Random& random)
      : router(random_weight(WeightFormat::kF32, n_experts, d, random)), norm(random.values(d)) {
    for (size_t e = 0; e < n_experts; ++e) {
      gate.push_back(random_weight(format, d_ff, d, random));
      up.push_back(random_weight(format, d_ff, d, random));
      down.push_back(random_weight(format, d, d_ff, random));
    }
  }
  // Runs the rows x on a device.
  void add(Ops& ops, size_t n_used, std::vector<float>& x, size_t n_rows) const {
    const auto prepare = [&ops](const std::vector<OwnedWeight>& list) {
      std::vector<Weight> out;
      for (const OwnedWeight& w : list)
        out.push_back(ops.prepare(w.weight, WeightUse::kMultiplied));
      return out;
    };
    const Weight routing = ops.prepare(router.weight, WeightUse::kMultiplied);
    const auto gates = prepare(gate), ups = prepare(up), downs = prepare(down);
    Experts experts{routing, gates, ups, downs, n_used};
    if (!biases.empty()) {
      const size_t n = gate.size(), d = routing.cols, d_ff = gates[0].rows;
      experts.router_bias = biases.data(), experts.gate_bias = experts.router_bias + n;
      experts.up_bias = experts.gate_bias + n * d_ff;
      experts.down_bias = experts.up_bias + n * d_ff;
      experts.clamped = true;
      ASSERT_EQ(biases.size(), n * (1 + 2 * d_ff + d));
    }
    ops.add_experts({norm.data(), 1e-5f}, experts, x.data(), n_rows);
  }

  OwnedWeight router;
  std::vector<float> norm;
  std::vector<OwnedWeight> gate, up, down;
  std::vector<float> biases;  // of the router and of gate, up and down, with clamped gates; or none
};

TEST_P(OpsAgree, ExpertsAreChosenAndMixed) {
  CpuOps ops(two_, GetParam());
  Random random(20);
  for (const size_t n_used : {1, 2, 5}) {
    const size_t d = 64, n = 19;
    const Mixture mixture(WeightFormat::kF32, 5, d, 40, random);
    auto got = random.values(n * d), want = got;
    mixture.add(ops, n_used, got, n);
    mixture.add(reference_, n_used, want, n);
    double error = 0, power = 0;
    for (size_t i = 0; i < n * d; ++i) {
      error += (got[i] - want[i]) * (got[i] - want[i]), power += want[i] * want[i];
    }
    EXPECT_LT(error / power, 1e-12) << n_used;  // float rounding in sums of 64 terms
  }
}

// Biases of tens, so that gates are clamped on all sides.
TEST_P(OpsAgree, ExpertsWithBiasesAndClampedGates) {
  CpuOps ops(two_, GetParam());
  Random random(22);
  const size_t d = 64, d_ff = 40, n_experts = 5, n = 19;
  Mixture mixture(WeightFormat::kF32, n_experts, d, d_ff, random);
  mixture.biases = random.values(n_experts * (1 + 2 * d_ff + d));
  for (size_t i = n_experts; i < n_experts * (1 + 2 * d_ff); ++i) mixture.biases[i] *= 20;
  auto got = random.values(n * d), want = got;
  mixture.add(ops, 2, got, n);
  mixture.add(reference_, 2, want, n);
  double error = 0, power = 0;
  for (size_t i = 0; i < n * d; ++i) {
    error += (got[i] - want[i]) * (got[i] - want[i]), power += want[i] * want[i];
  }
  EXPECT_LT(error / power, 1e-12);
}

// Rows that share an expert are gathered, which must not change the bits of a row.
TEST_P(OpsAgree, ARowWithExpertsGivesTheSameBitsAloneInABatchAndOnTwoThreads) {
  CpuOps ops(one_, GetParam()), threaded(two_, GetParam());
  Random random(21);
  for (const WeightFormat format : {WeightFormat::kF16, WeightFormat::kQ8_0}) {
    const size_t d = 64, n = 23;
    const Mixture mixture(format, 4, d, 96, random);
    const auto x = random.values(n * d);
    auto batch = x, both = x;
    mixture.add(ops, 2, batch, n);
    mixture.add(threaded, 2, both, n);
    EXPECT_EQ(batch, both);
    for (size_t r = 0; r < n; ++r) {
      std::vector<float> alone(x.begin() + static_cast<ptrdiff_t>(r * d),
                               x.begin() + static_cast<ptrdiff_t>((r + 1) * d));
      mixture.add(ops, 2, alone, 1);
      ASSERT_TRUE(
          std::equal(alone.begin(), alone.end(), batch.begin() + static_cast<ptrdiff_t>(r * d)))
          << r;
    }
  }
}

// With equal logits, the experts with lower numbers are used, in equal shares.
TEST_P(OpsAgree, OfEqualExpertsTheLowerNumbersAreUsed) {
  CpuOps ops(one_, GetParam());
  Random random(22);
  Mixture mixture(WeightFormat::kF32, 4, 32, 32, random);
  std::fill(mixture.router.bytes.begin(), mixture.router.bytes.end(), uint8_t{0});
  auto got = random.values(32), want = got;
  mixture.add(ops, 2, got, 1);
  mixture.gate.resize(2), mixture.up.resize(2), mixture.down.resize(2);
  mixture.router.weight.rows = 2;
  mixture.add(reference_, 2, want, 1);
  for (size_t i = 0; i < 32; ++i) ASSERT_NEAR(got[i], want[i], 1e-4) << i;
}

TEST_P(OpsAgree, WhatIsNotFiniteStaysSoThroughExperts) {
  CpuOps ops(one_, GetParam());
  Random random(23);
  const Mixture mixture(WeightFormat::kQ8_0, 4, 64, 64, random);
  auto x = random.values(64);
  x[7] = NAN;
  mixture.add(ops, 2, x, 1);
  for (const float value : x) EXPECT_FALSE(std::isfinite(value));
}

TEST_P(OpsAgree, AnExpertWhoseLogitIsNotANumberIsChosen) {
  CpuOps ops(one_, GetParam());
  Random random(25);
  for (const size_t broken : {0, 3}) {
    Mixture mixture(WeightFormat::kQ8_0, 4, 64, 64, random);
    const float nan = NAN;
    std::memcpy(mixture.router.bytes.data() + broken * 64 * sizeof nan, &nan, sizeof nan);
    auto x = random.values(64);
    mixture.add(ops, 2, x, 1);
    for (const float value : x) EXPECT_FALSE(std::isfinite(value)) << broken;
  }
}

TEST_P(OpsAgree, AddNormAddsANormedRow) {
  CpuOps ops(two_, GetParam());
  Random random(24);
  for (const size_t d : {1, 7, 100, 256}) {
    const auto x = random.values(3 * d), weight = random.values(d), before = random.values(3 * d);
    auto got = output(3 * d), want = output(3 * d);
    std::copy(before.begin(), before.end(), got.begin());
    std::copy(before.begin(), before.end(), want.begin());
    ops.add_norm({weight.data(), 1e-5f}, x.data(), 3, d, got.data());
    reference_.add_norm({weight.data(), 1e-5f}, x.data(), 3, d, want.data());
    expect_close(got, want, d, 16);
  }
}

TEST_P(OpsAgree, ANormMayBeInPlace) {
  CpuOps ops(two_, GetParam());
  Random random(25);
  auto x = random.values(5 * 48);
  const auto weight = random.values(48);
  std::vector<float> want(5 * 48);
  ops.rms_norm({weight.data(), 1e-5f}, x.data(), 5, 48, want.data());
  ops.rms_norm({weight.data(), 1e-5f}, x.data(), 5, 48, x.data());
  EXPECT_EQ(x, want);
}

TEST_P(OpsAgree, GeluGate) {
  CpuOps ops(two_, GetParam());
  Random random(26);
  for (const size_t d : {1, 7, 16, 100, 5000}) {
    const auto up = random.values(d);
    auto gate = random.values(d);
    for (size_t i = 0; i < d; i += 5) gate[i] *= 60;  // to reach both ends of the curve
    auto want = gate;
    gate.resize(d + kGuard, kSentinel), want.resize(d + kGuard, kSentinel);
    ops.gelu_gate(gate.data(), up.data(), d);
    reference_.gelu_gate(want.data(), up.data(), d);
    for (size_t i = 0; i < gate.size(); ++i) {
      // The reference's 1 + tanh loses parts below 2^-53; for an argument of -8 it is e^-49.
      ASSERT_NEAR(gate[i], want[i], 0x1p-19 * std::abs(want[i]) + 1e-13) << i;
    }
  }
}

TEST_P(OpsAgree, EmbeddingsAreScaled) {
  CpuOps ops(one_, GetParam());
  Random random(27);
  const OwnedWeight w = random_weight(WeightFormat::kF16, 5, 64, random);
  const std::vector<int32_t> ids = {4, 0, 2};
  std::vector<float> plain(3 * 64), scaled(3 * 64);
  ops.begin({ids, {}, {}});
  ops.embed(w.weight, 1, plain.data());
  ops.embed(w.weight, 8.5f, scaled.data());
  for (size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(scaled[i], plain[i] * 8.5f);
}

}  // namespace
}  // namespace redact
