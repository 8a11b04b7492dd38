// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/logits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <thread>
#include <vector>

namespace redact::logits_test {

TEST(LogitMemory, IsUsedAgainOnceNobodyHoldsIt) {
  std::optional<LogitMemory> memory(std::in_place);
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

// A thread reads what it holds while others are written.
TEST(LogitMemory, StaysUnchangedWhileAnotherThreadHoldsIt) {
  LogitMemory memory;
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
