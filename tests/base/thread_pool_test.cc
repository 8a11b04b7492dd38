// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace redact {
namespace {

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
  for (const size_t bad : {0u, 50u, 99u}) {  // the caller's share, and the others'
    std::vector<int> visits(100, 0);
    const auto task = [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) ++visits[i];
      if (begin <= bad && bad < end) throw std::runtime_error("share");
    };
    EXPECT_THROW(pool.parallel_for(100, 1, task), std::runtime_error);
    EXPECT_EQ(visits, std::vector<int>(100, 1));
  }
  int sum = 0;  // and the pool goes on
  pool.parallel_for(1, 1, [&](size_t, size_t) { sum = 1; });
  EXPECT_EQ(sum, 1);
}

}  // namespace
}  // namespace redact
