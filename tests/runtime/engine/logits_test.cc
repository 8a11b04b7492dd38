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
  std::optional<LogitMemory> memory(std::in_place, ops_);
  auto first = memory->take(100);
  const float* const at = first.get();
  const auto second = memory->take(50);
  EXPECT_NE(second.get(), at);
  first.reset();
  first = memory->take(10);
  EXPECT_EQ(first.get(), at);
  first.reset();
  first = memory->take(200);  // does not fit
  first[199] = 2;
  second[49] = 1;
  memory.reset();
  EXPECT_EQ(second[49] + first[199], 3);
}

struct CountingOps : CpuOps {
  using CpuOps::CpuOps;
  std::shared_ptr<float[]> host_floats(size_t n) override {
    ++n_pieces;
    return CpuOps::host_floats(n);
  }
  size_t n_pieces = 0;
};

TEST_F(LogitMemoryTest, GrowsAFewTimesOnly) {
  CountingOps ops(pool_, CpuLevel::kScalar);
  LogitMemory memory(ops);
  for (size_t n = 1; n <= 1024; ++n) memory.take(n)[n - 1] = 1;
  EXPECT_EQ(ops.n_pieces, 11u);  // 1, 2, 4, ... 1024
}

// The device's memory is bounded, however many passes are kept; memory beyond the bound is used
// once.
TEST_F(LogitMemoryTest, IsBounded) {
  CountingOps ops(pool_, CpuLevel::kScalar);
  LogitMemory memory(ops);
  std::vector<std::shared_ptr<float[]>> held;
  for (size_t i = 0; i < LogitMemory::kMost; ++i) held.push_back(memory.take(10));
  memory.take(10)[9] = 1;
  const float* const at = held[3].get();
  held[3].reset();
  EXPECT_EQ(memory.take(7).get(), at);
  EXPECT_EQ(ops.n_pieces, LogitMemory::kMost);
}

// A thread reads what it holds while others are written.
TEST_F(LogitMemoryTest, StaysUnchangedWhileAnotherThreadHoldsIt) {
  LogitMemory memory(ops_);
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
