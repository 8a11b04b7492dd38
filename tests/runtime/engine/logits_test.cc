// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/logits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <thread>
#include <vector>

#include "kernels/cpu/cpu_ops.h"

namespace redact::logits_test {

class LogitMemoryTest : public ::testing::Test {
 protected:
  ThreadPool pool_{1};
  CpuOps ops_{pool_, CpuLevel::kScalar};
};

TEST_F(LogitMemoryTest, IsUsedAgainOnceNobodyHoldsIt) {
  std::optional<LogitMemory> memory(std::in_place, ops_, 2, 100);
  auto first = memory->take(100);
  const float* const at = first.get();
  const auto second = memory->take(50);
  EXPECT_NE(second.get(), at);
  EXPECT_FALSE(memory->has_free());
  first.reset();
  EXPECT_TRUE(memory->has_free());
  first = memory->take(10);
  EXPECT_EQ(first.get(), at);
  memory.reset();
  second[49] = 1, first[9] = 2;
  EXPECT_EQ(second[49] + first[9], 3);
}

struct CountingOps : CpuOps {
  using CpuOps::CpuOps;
  std::shared_ptr<float[]> host_floats(size_t n) override {
    ++n_calls, n_floats += n;
    return CpuOps::host_floats(n);
  }
  size_t n_calls = 0, n_floats = 0;
};

// The device's memory is taken once, for any number and size of passes. A pass that finds no piece
// gets memory of its own.
TEST_F(LogitMemoryTest, IsTakenAtTheStart) {
  CountingOps ops(pool_, CpuLevel::kScalar);
  LogitMemory memory(ops, 3, 10);
  std::vector<std::shared_ptr<float[]>> held;
  for (size_t i = 0; i < 3; ++i) {
    held.push_back(memory.take(10));
    std::fill_n(held.back().get(), 10, static_cast<float>(i));
  }
  memory.take(10)[9] = 9;
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(held[i][0] + held[i][9], 2.0f * static_cast<float>(i));
  const float* const at = held[2].get();
  held[2].reset();
  const auto larger = memory.take(11);
  larger[10] = 1;
  EXPECT_NE(larger.get(), at);
  EXPECT_EQ(memory.take(7).get(), at);
  EXPECT_EQ(ops.n_calls, 1u);
  EXPECT_EQ(ops.n_floats, 30u);
}

// A thread reads what it holds while others are written.
TEST_F(LogitMemoryTest, StaysUnchangedWhileAnotherThreadHoldsIt) {
  LogitMemory memory(ops_, LogitMemory::kMost, 1000);
  std::vector<std::thread> readers;
  for (int pass = 0; pass < 50; ++pass) {
    auto floats = memory.take(1000);
    std::fill_n(floats.get(), 1000, static_cast<float>(pass));
    readers.emplace_back([pass, held = std::move(floats)]() mutable {
      for (int i = 0; i < 1000; ++i) EXPECT_EQ(held[i], static_cast<float>(pass));
      held.reset();
    });
  }
  for (std::thread& reader : readers) reader.join();
}

TEST(CheckFinite, FindsOneBrokenValue) {
  std::vector<float> values(37, -1.0f);
  EXPECT_TRUE(check_finite(values).ok());
  EXPECT_TRUE(check_finite({}).ok());
  for (const float broken : {NAN, INFINITY, -INFINITY}) {
    values[36] = broken;
    EXPECT_EQ(check_finite(values).error().kind, ErrorKind::kBadInput);
  }
}

}  // namespace redact::logits_test
