// SPDX-License-Identifier: Apache-2.0
// Compares the experts of the CUDA backend with the reference, and tests P4.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/kernels/on_cuda.h"

namespace redact {
namespace {

// A layer of experts on the device.
class Mixture {
 public:
  Mixture(WeightFormat gate_format, WeightFormat up_format, WeightFormat down_format,
          size_t n_experts, size_t d, size_t d_ff, Random& random)
      : d_(d),
        router_(random_weight(WeightFormat::kF32, n_experts, d, random)),
        norm_(random.values(d)) {
    ops_.use_processors(0);  // plans no memory for products that are not those of experts
    for (size_t e = 0; e < n_experts; ++e) {
      gate_.push_back(random_weight(gate_format, d_ff, d, random));
      up_.push_back(random_weight(up_format, d_ff, d, random));
      down_.push_back(random_weight(down_format, d, d_ff, random));
    }
  }

  // Returns the rows x after the layer.
  std::vector<float> on_device(size_t n_used, const std::vector<float>& x) {
    if (placed_.empty()) place();
    const auto rows = upload(ops_, x), norm = upload(ops_, norm_);
    ops_.add_experts({norm.get(), 1e-5f}, {placed_router_, placed(0), placed(1), placed(2), n_used},
                     rows.get(), x.size() / d_);
    return ops_.read(rows.get(), x.size());
  }
  // The device memory that a step of these rows takes. It must be the first step of this backend,
  // or buffers are reserved.
  size_t bytes_of_step(size_t n_used, const std::vector<float>& x) {
    if (placed_.empty()) place();
    const auto rows = upload(ops_, x), norm = upload(ops_, norm_);
    const size_t before = ops_.free_bytes();
    ops_.add_experts({norm.get(), 1e-5f}, {placed_router_, placed(0), placed(1), placed(2), n_used},
                     rows.get(), x.size() / d_);
    return before - ops_.free_bytes();
  }
  // Reserves the buffers of all steps within `bounds`, and runs one of a row, which makes the
  // tables of experts. Returns the bytes reserved.
  size_t reserve(const StepBounds& bounds, size_t n_used, Random& random) {
    place();
    const size_t before = ops_.free_bytes();
    ops_.reserve(bounds);
    const size_t reserved = before - ops_.free_bytes();
    on_device(n_used, random.values(d_));
    return reserved;
  }
  size_t planned_bytes(const StepBounds& bounds) const { return ops_.scratch_bytes(bounds); }
  std::vector<float> by_reference(size_t n_used, std::vector<float> x) {
    const auto weights = [](const std::vector<OwnedWeight>& list) {
      std::vector<Weight> out;
      for (const OwnedWeight& w : list) out.push_back(w.weight);
      return out;
    };
    const auto gate = weights(gate_), up = weights(up_), down = weights(down_);
    ReferenceOps reference;
    reference.add_experts({norm_.data(), 1e-5f}, {router_.weight, gate, up, down, n_used}, x.data(),
                          x.size() / d_);
    return x;
  }
  // Makes all experts score equally.
  void forget_router() { std::fill(router_.bytes.begin(), router_.bytes.end(), uint8_t{0}); }
  // Makes the logit of an expert NaN for every row.
  void break_router_of(size_t expert) {
    const float nan = NAN;
    std::memcpy(router_.bytes.data() + expert * d_ * sizeof nan, &nan, sizeof nan);
  }

 private:
  void place() {
    placed_router_ = ops_.prepare(router_.weight, WeightUse::kMultiplied);
    for (const auto* list : {&gate_, &up_, &down_}) {
      for (const OwnedWeight& w : *list) {
        placed_.push_back(ops_.prepare(w.weight, WeightUse::kMultiplied));
      }
    }
  }
  std::span<const Weight> placed(size_t list) const {
    return std::span(placed_).subspan(list * gate_.size(), gate_.size());
  }

  CudaOps ops_;
  size_t d_;
  OwnedWeight router_;
  std::vector<float> norm_;
  std::vector<OwnedWeight> gate_, up_, down_;
  Weight placed_router_;
  std::vector<Weight> placed_;
};

double nmse(const std::vector<float>& got, const std::vector<float>& want) {
  double error = 0, power = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    error += (got[i] - want[i]) * (got[i] - want[i]), power += want[i] * want[i];
  }
  return error / power;
}

class CudaExperts : public CudaTest {};

TEST_F(CudaExperts, AreChosenAndMixed) {
  Random random(20);
  for (const size_t n_used : {1, 2, 5}) {
    Mixture mixture(WeightFormat::kF32, WeightFormat::kF32, WeightFormat::kF32, 5, 64, 40, random);
    for (const size_t n : {1, 19}) {
      const auto x = random.values(n * 64);
      // Float rounding in sums of 64 terms.
      EXPECT_LT(nmse(mixture.on_device(n_used, x), mixture.by_reference(n_used, x)), 1e-12);
    }
  }
}

// More experts than a warp has lanes, in a model and used by a row.
TEST_F(CudaExperts, AreChosenAmongMany) {
  Random random(27);
  for (const auto& [n_experts, n_used] : {std::pair(70, 6), std::pair(40, 40)}) {
    Mixture mixture(WeightFormat::kF32, WeightFormat::kF32, WeightFormat::kF32,
                    static_cast<size_t>(n_experts), 32, 16, random);
    const auto x = random.values(9 * 32);
    const auto used = static_cast<size_t>(n_used);
    EXPECT_LT(nmse(mixture.on_device(used, x), mixture.by_reference(used, x)), 1e-12) << n_experts;
  }
}

// Three blocks of rows, the last with a few; more experts than a block has threads. Then a few
// rows, where blocks of tokens stay unused, in tables full of others' numbers.
TEST_F(CudaExperts, AreChosenForManyRows) {
  Random random(29);
  for (const auto& [n_experts, n_used] : {std::pair(5, 2), std::pair(260, 3)}) {
    Mixture mixture(WeightFormat::kF32, WeightFormat::kF32, WeightFormat::kF32,
                    static_cast<size_t>(n_experts), 32, 16, random);
    const auto used = static_cast<size_t>(n_used);
    for (const size_t n : {75, 3}) {
      const auto x = random.values(n * 32);
      EXPECT_LT(nmse(mixture.on_device(used, x), mixture.by_reference(used, x)), 1e-12) << n;
    }
  }
}

// The number of one expert overflows; the row goes to that expert and is not finite.
TEST_F(CudaExperts, ALogitThatIsNotANumberIsChosen) {
  Random random(28);
  Mixture mixture(WeightFormat::kF32, WeightFormat::kF32, WeightFormat::kF32, 4, 32, 32, random);
  mixture.break_router_of(2);
  for (const float value : mixture.on_device(1, random.values(32))) {
    EXPECT_FALSE(std::isfinite(value));
  }
}

TEST_F(CudaExperts, AgreeInEveryFormat) {
  Random random(21);
  for (const WeightFormat format : kMultiplied) {
    // Q4_K models store their down projections in a better format, as files do.
    const WeightFormat down = format == WeightFormat::kQ4_K ? WeightFormat::kQ6_K : format;
    const size_t d = block_weights(format) == 256 ? 256 : 96;
    Mixture mixture(format, format, down, 3, d, d, random);
    const auto x = random.values(11 * d);
    // Where activations are rounded to eight bits, some round the other way after the norm. Halves
    // lose 4.4e-8 of the power in each of the three products that follow one another.
    const double bound = block_weights(format) > 1      ? 1e-3
                         : format == WeightFormat::kF16 ? 5e-7
                                                        : 1e-8;
    EXPECT_LT(nmse(mixture.on_device(2, x), mixture.by_reference(2, x)), bound)
        << format_info(format).name;
  }
}

TEST_F(CudaExperts, AgreeWhereGatesAndTheirProductsDifferInFormat) {
  Random random(25);
  Mixture mixture(WeightFormat::kQ4_K, WeightFormat::kQ6_K, WeightFormat::kQ8_0, 3, 256, 256,
                  random);
  const auto x = random.values(11 * 256);
  EXPECT_LT(nmse(mixture.on_device(2, x), mixture.by_reference(2, x)), 1e-3);
}

// A row alone, and among others in blocks of 8, 32 and 64 tokens. An expert fills one block,
// several or none.
TEST_F(CudaExperts, ARowGivesTheSameBitsAloneAndInABatch) {
  Random random(22);
  for (const WeightFormat format : {WeightFormat::kF32, WeightFormat::kF16, WeightFormat::kQ8_0}) {
    Mixture mixture(format, format, format, 3, 64, 32, random);
    for (const size_t n : {7, 20, 50}) {
      const auto x = random.values(n * 64);
      const auto batch = mixture.on_device(2, x);
      for (size_t r = 0; r < n; r += 1 + n / 4) {
        ASSERT_EQ(mixture.on_device(2, rows_of(x, 64, r, 1)), rows_of(batch, 64, r, 1)) << r;
      }
    }
  }
}

TEST_F(CudaExperts, OfEqualsTheLowerNumbersAreUsed) {
  Random random(23);
  Mixture mixture(WeightFormat::kF32, WeightFormat::kF32, WeightFormat::kF32, 4, 32, 32, random);
  mixture.forget_router();
  const auto x = random.values(3 * 32);
  EXPECT_LT(nmse(mixture.on_device(2, x), mixture.by_reference(2, x)), 1e-12);
}

TEST_F(CudaExperts, WhatIsNotFiniteStaysSo) {
  Random random(24);
  Mixture mixture(WeightFormat::kQ8_0, WeightFormat::kQ8_0, WeightFormat::kQ8_0, 4, 64, 64, random);
  auto x = random.values(2 * 64);
  const auto sound = mixture.on_device(2, x);
  x[7] = NAN;
  const auto got = mixture.on_device(2, x);
  for (size_t i = 0; i < 64; ++i) EXPECT_FALSE(std::isfinite(got[i])) << i;
  EXPECT_EQ(rows_of(got, 64, 1, 1), rows_of(sound, 64, 1, 1));
}

#ifndef REDACT_GPU  // a GPU allocates memory in larger pieces than requested
TEST_F(CudaExperts, TakeNoMoreMemoryThanPlanned) {
  Random random(26);
  const size_t n_experts = 16, n_used = 4, d = 32;
  for (const size_t n : {20, 150}) {
    Mixture mixture(WeightFormat::kF32, WeightFormat::kF32, WeightFormat::kF32, n_experts, d, d,
                    random);
    StepBounds bounds{};
    bounds.n_rows = n, bounds.widest_row = d;
    const size_t without = mixture.planned_bytes(bounds);
    bounds.n_experts = n_experts, bounds.n_experts_used = n_used;
    const size_t taken = mixture.bytes_of_step(n_used, random.values(n * d));
    EXPECT_LE(taken, mixture.planned_bytes(bounds)) << n;
    EXPECT_GT(taken, without) << n;  // the plan's memory for experts is needed
    for (const WeightFormat format : {WeightFormat::kF32, WeightFormat::kQ8_0}) {
      Mixture reserves(format, format, format, n_experts, d, d, random);
      EXPECT_LE(reserves.reserve(bounds, n_used, random), reserves.planned_bytes(bounds)) << n;
      EXPECT_EQ(reserves.bytes_of_step(n_used, random.values(n * d)), 0u) << n;
    }
  }
}
#endif

}  // namespace
}  // namespace redact
