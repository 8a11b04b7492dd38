// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "tests/support/resident.h"

namespace redact::buffer_test {

constexpr size_t kMiB = size_t{1} << 20;

TEST(Buffer, IsZeroedAndAligned) {
  for (const size_t n_bytes :
       {size_t{1}, size_t{100}, kLargeBuffer - 1, kLargeBuffer, 5 * kMiB + 3}) {
    for (int round = 0; round < 2; ++round) {  // the second may get the memory of the first
      const Buffer memory = allocate_buffer(n_bytes);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.get()) % 64, 0u);
      const auto zero = [](std::byte b) { return b == std::byte{0}; };
      EXPECT_TRUE(std::all_of(memory.get(), memory.get() + n_bytes, zero));
      std::fill_n(memory.get(), n_bytes, std::byte{7});
    }
  }
}

TEST(Buffer, ALargeOneIsAlignedAsAsked) {
  std::vector<Buffer> all;
  for (int i = 1; i < 20; ++i) {
    all.push_back(allocate_buffer(kLargeBuffer * static_cast<size_t>(i) + 11, 2 * kMiB));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(all.back().get()) % (2 * kMiB), 0u);
    std::fill_n(all.back().get(), kLargeBuffer, std::byte{7});
  }
}

TEST(Buffer, TakesMemoryWhenWrittenAndReturnsItWhenFreed) {
  if (testing::kSanitized) GTEST_SKIP() << "a sanitizer takes and keeps memory of its own";
  const size_t before = testing::resident_bytes();
  std::vector<Buffer> all;
  for (int i = 0; i < 64; ++i) all.push_back(allocate_buffer(kMiB + 1));
  EXPECT_LT(testing::resident_bytes(), before + 4 * kMiB);
  for (const Buffer& each : all) std::fill_n(each.get(), kMiB, std::byte{7});
  EXPECT_GT(testing::resident_bytes(), before + 60 * kMiB);
  all.erase(all.begin() + 1, all.end() - 1);  // the two that are left do not hold the others
  EXPECT_LT(testing::resident_bytes(), before + 8 * kMiB);
}

TEST(Buffer, TooMuchThrows) {
  EXPECT_THROW((void)allocate_buffer(SIZE_MAX - 100), std::bad_alloc);
  EXPECT_THROW((void)allocate_buffer(SIZE_MAX / 2, 2 * kMiB), std::bad_alloc);
}

}  // namespace redact::buffer_test
