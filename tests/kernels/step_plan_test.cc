// SPDX-License-Identifier: Apache-2.0
// How the CUDA backend plans a step: where its tables are placed, and which graphs run its chains
// of launches.
#include <gtest/gtest.h>

#include "kernels/cuda/graph_plan.h"
#include "kernels/cuda/staging_plan.h"

namespace redact::simt::step_plan_test {

struct Args {
  int layer, n_rows;

  bool operator==(const Args&) const = default;
};

// Stand-ins for kernels. Only their addresses count, but their code differs, since a linker could
// merge identical functions.
template <int kNumber>
void kernel(Args) {
  static volatile int calls = kNumber;
  calls = calls + kNumber;
}

Launch launch_of(int layer, int n_rows) {
  return Launch::of(n_rows % 2 == 0 ? kernel<1> : kernel<2>, {{1, 1}, 32}, Args{layer, n_rows});
}

// A device that follows the plan, and checks that each graph then contains the chain.
class Device {
 public:
  void run(std::span<const Launch> chain) {
    const auto [slot, build, changed] = plan_.choose(chain);
    ASSERT_LT(slot, kMostGraphs);
    if (build) {
      graphs_[slot].assign(chain.begin(), chain.end());
      ++n_built;
    }
    ASSERT_EQ(graphs_[slot].size(), chain.size());
    for (const uint32_t i : changed) graphs_[slot][i] = chain[i];
    n_changed += changed.size();
    ASSERT_TRUE(std::ranges::equal(graphs_[slot], chain));
  }

  size_t n_built = 0, n_changed = 0;

 private:
  GraphPlan plan_;
  std::vector<Launch> graphs_[kMostGraphs];
};

// A step of a model, split into chains. Long sequences take one more launch per layer.
void run_step(Device& device, int n_layers, int n_rows, bool are_long) {
  std::vector<Launch> chain;
  const auto run = [&] {
    device.run(chain);
    chain.clear();
  };
  for (int layer = 0; layer < n_layers; ++layer) {
    for (int i = 0; i < 9 + are_long; ++i) {
      chain.push_back(launch_of(layer, n_rows));
      if (chain.size() == kChainLaunches) run();
    }
  }
  if (!chain.empty()) run();
}

TEST(GraphPlan, ACorpusTakesADozen) {
  for (const int n_layers : {3, 32, 80}) {
    Device device;
    for (int step = 0; step < 300; ++step) {
      run_step(device, n_layers, step * 37 % 129 + 1, step % 5 == 0);
    }
    EXPECT_LE(device.n_built, kMostGraphs + 2) << n_layers;  // 80 layers have a dozen chains
  }
}

TEST(GraphPlan, AStepThatComesAgainChangesNothing) {
  Device device;
  for (const int n_rows : {1, 8, 33, 8}) run_step(device, 32, n_rows, false);
  const size_t before = device.n_changed;
  run_step(device, 32, 8, false);
  EXPECT_EQ(device.n_changed, before);
  run_step(device, 32, 9, false);
  EXPECT_GT(device.n_changed, before);
}

TEST(GraphPlan, OnlyWhatDiffersIsChanged) {
  Device device;
  std::vector<Launch> chain;
  for (int i = 0; i < 20; ++i) chain.push_back(launch_of(i, 2));
  for (int n = 0; n < static_cast<int>(kMostGraphs); ++n) {
    chain[7] = launch_of(100 + n, 2);
    device.run(chain);
  }
  EXPECT_EQ(device.n_built, kMostGraphs);
  EXPECT_EQ(device.n_changed, 0u);
  chain[7] = launch_of(99, 3);
  device.run(chain);
  EXPECT_EQ(device.n_changed, 1u);
  for (int n = 1; n < static_cast<int>(kMostGraphs); ++n) {  // only the oldest is gone
    chain[7] = launch_of(100 + n, 2);
    device.run(chain);
  }
  EXPECT_EQ(device.n_changed, 1u);
}

TEST(GraphPlan, ManyLengthsReplaceTheOldestGraph) {
  Device device;
  const std::vector<Launch> chain(200, launch_of(0, 1));
  for (size_t length = 1; length <= 100; ++length) device.run({chain.data(), length});
  EXPECT_EQ(device.n_built, 100u);
  for (size_t length = 101 - kMostGraphs; length <= 100; ++length) {
    device.run({chain.data(), length});
  }
  EXPECT_EQ(device.n_built, 100u);
  device.run({chain.data(), 1});
  EXPECT_EQ(device.n_built, 101u);
}

TEST(StagingPlan, TablesOfAStepLieSideBySideInItsHalf) {
  constexpr size_t kHalf = 1024;
  StagingPlan plan(kHalf);
  for (size_t step = 0; step < 6; ++step) {
    EXPECT_FALSE(plan.begin_step());
    const size_t half = step / 2 % 2 * kHalf;  // every second step is reported as finished
    size_t end = half;
    for (const size_t n_bytes : {1, 64, 200}) {
      const auto at = plan.take(n_bytes);
      ASSERT_TRUE(at.has_value());
      EXPECT_GE(*at, end);
      EXPECT_EQ(*at % StagingPlan::kAlignment, 0u);
      end = *at + n_bytes;
    }
    EXPECT_LE(end, half + kHalf);
    const auto range = plan.uncopied();
    EXPECT_EQ(range.begin, half);
    EXPECT_EQ(range.end, end);
    const auto nothing = plan.uncopied();
    EXPECT_EQ(nothing.begin, nothing.end);
    const auto more = plan.take(8);
    ASSERT_TRUE(more.has_value());
    const auto rest = plan.uncopied();
    EXPECT_GE(*more, end);
    EXPECT_EQ(rest.begin, end);
    EXPECT_EQ(rest.end, *more + 8);
    EXPECT_EQ(plan.step(), step + 1);
    if (step % 2 == 0) plan.finished(plan.step());
  }
}

TEST(StagingPlan, AHalfIsWaitedForAndNotOverrun) {
  StagingPlan plan(256);
  for (size_t step = 0; step < 2; ++step) {
    EXPECT_FALSE(plan.begin_step());
    EXPECT_TRUE(plan.take(100).has_value());
    EXPECT_FALSE(plan.take(256).has_value());
    EXPECT_TRUE(plan.take(128).has_value());
    EXPECT_FALSE(plan.take(1).has_value());
    plan.uncopied();
  }
  EXPECT_TRUE(plan.begin_step());  // copies of the step before the last may still be under way
  plan.finished(plan.step());
  EXPECT_TRUE(plan.take(256).has_value());
  EXPECT_FALSE(plan.begin_step());
}

// Two steps are under way. When the older one is done, its half is free and the other is not.
TEST(StagingPlan, HalvesTakeTurnsWhereTheOlderStepIsWaitedFor) {
  constexpr size_t kHalf = 256;
  StagingPlan plan(kHalf);
  for (uint64_t step = 1; step < 8; ++step) {
    EXPECT_FALSE(plan.begin_step());
    EXPECT_EQ(plan.take(8), (step + 1) % 2 * kHalf);
    plan.uncopied();
    if (step > 1) plan.finished(step - 1);
  }
  EXPECT_FALSE(plan.begin_step());
  plan.take(8);
  plan.uncopied();
  EXPECT_TRUE(plan.begin_step());  // neither is done
}

}  // namespace redact::simt::step_plan_test
