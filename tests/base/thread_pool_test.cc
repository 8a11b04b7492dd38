// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace redact::thread_pool_test {

TEST(ThreadPool, RangesTileTheWork) {
  ThreadPool pool(3);
  for (const size_t n : {0, 1, 7, 64, 1001}) {
    std::vector<int> visits(n, 0);
    pool.parallel_for(n, 4, [&](size_t begin, size_t end) {
      EXPECT_EQ(begin % 4, 0u);
      for (size_t i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(n, 1));
  }
}

TEST(ThreadPool, WhatAnyShareThrowsIsThrownWhenAllAreDone) {
  ThreadPool pool(3);
  for (const size_t bad : {0u, 50u, 99u}) {  // in the caller's share, and in the others
    std::vector<int> visits(100, 0);
    const auto task = [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) ++visits[i];
      if (begin <= bad && bad < end) throw std::runtime_error("share");
    };
    EXPECT_THROW(pool.parallel_for(100, 1, task), std::runtime_error);
    EXPECT_EQ(visits, std::vector<int>(100, 1));
  }
  int sum = 0;  // the pool still works
  pool.parallel_for(1, 1, [&](size_t, size_t) { sum = 1; });
  EXPECT_EQ(sum, 1);
}

TEST(ThreadPool, HasNoMoreThreadsThanItsBound) {
  EXPECT_EQ(ThreadPool(100'000).n_threads(), ThreadPool::most());
  EXPECT_EQ(ThreadPool(0).n_threads(), ThreadPool::one_per_core());
  EXPECT_EQ(ThreadPool(-1).n_threads(), ThreadPool::one_per_core());
}

// Bytes of address space that the process has in use.
size_t address_space() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

// Exits with 0 if a pool that gets no thread beside the caller's does its work. The system refuses
// a thread when its stack of 8 MiB does not fit in the address space.
void work_without_room_for_threads() {
  const rlimit tight = {address_space() + (size_t{1} << 20), RLIM_INFINITY};
  if (::setrlimit(RLIMIT_AS, &tight) != 0) std::_Exit(2);
  ThreadPool pool(ThreadPool::most());
  int sum = 0;
  pool.parallel_for(10, 1, [&](size_t begin, size_t end) { sum += static_cast<int>(end - begin); });
  std::_Exit(pool.n_threads() == 1 && sum == 10 ? 0 : 1);
}

// Runs in a process of its own: the C library keeps the stacks of threads that have ended.
TEST(ThreadPoolDeathTest, WorksWithTheThreadsThatTheSystemGives) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer needs the address space that this test takes away";
#endif
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(work_without_room_for_threads(), ::testing::ExitedWithCode(0), "");
}

}  // namespace redact::thread_pool_test
