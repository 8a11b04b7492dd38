// SPDX-License-Identifier: Apache-2.0
#include "redactor/memory_budget.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

namespace redact::memory_budget_test {

using namespace std::chrono_literals;

TEST(Memory, IsWaitedForUntilADeadline) {
  using Clock = std::chrono::steady_clock;
  MemoryBudget budget(100);
  auto all = std::make_unique<MemoryBudget::Share>(budget.take(100));
  MemoryBudget::Share share;
  EXPECT_FALSE(budget.take_by(Clock::now() + 1ms, 1, share));
  std::thread waiting([&] { EXPECT_TRUE(budget.take_by(Clock::now() + 1h, 1, share)); });
  all.reset();
  waiting.join();
  EXPECT_EQ(budget.n_taken(), 1u);
}

TEST(Memory, IsTakenInSharesAndALargeDocumentIsAlone) {
  MemoryBudget budget(100);
  auto first = std::make_unique<MemoryBudget::Share>(budget.take(60));
  MemoryBudget::Share second, large;
  EXPECT_FALSE(budget.try_take(41, second));
  EXPECT_TRUE(budget.try_take(40, second));
  EXPECT_EQ(budget.n_taken(), 100u);
  EXPECT_FALSE(budget.try_take(1000, large));
  std::thread waiting([&] { large = budget.take(1000); });
  first.reset();
  second = MemoryBudget::Share();
  waiting.join();
  EXPECT_EQ(budget.n_taken(), 1000u);
  EXPECT_FALSE(budget.try_take(1, second));
}

}  // namespace redact::memory_budget_test
