// SPDX-License-Identifier: Apache-2.0
// Pages and slots without a model: nothing is held twice, nothing is lost, nobody waits half way.
#include "runtime/engine/sequence_table.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace redact {
namespace {

TEST(PagePool, SharedPagesAreFreeWhenTheLastHolderLetsGo) {
  PagePool pool(2);
  const uint32_t page = pool.take();
  pool.share(page);
  EXPECT_EQ(pool.holders(page), 2u);
  pool.release(page);
  EXPECT_EQ(pool.n_free(), 1u);
  pool.release(page);
  EXPECT_EQ(pool.n_free(), 2u);
}

TEST(PagePool, ThePageLetGoLastIsTakenFirst) {
  PagePool pool(8);
  const uint32_t a = pool.take(), b = pool.take();
  pool.release(a);
  pool.release(b);
  EXPECT_EQ(pool.take(), b);
  EXPECT_EQ(pool.take(), a);
}

TEST(SequenceTable, AdmitsOnlyWhatCanGrowToItsFullLength) {
  SequenceTable table(4, 40, 7);  // 3 pages a sequence: 2 fit
  const auto first = table.admit(0), second = table.admit(0);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(table.admit(0));
  table.grow(*first, 40);
  table.grow(*second, 40);
  EXPECT_EQ(table.pages(*first).size(), 3u);
  EXPECT_EQ(table.pool().n_free(), 1u);
  table.release(*first);
  EXPECT_TRUE(table.admit(0));
}

TEST(SequenceTable, AdmitsNoMoreThanItHasSlots) {
  SequenceTable table(2, 16, 100);
  ASSERT_TRUE(table.admit(0));
  ASSERT_TRUE(table.admit(0));
  EXPECT_FALSE(table.admit(0));
}

TEST(SequenceTable, SharesWholePagesOfAPrefixAndCopiesTheLast) {
  SequenceTable table(3, 64, 16);
  const auto maker = table.admit(0);
  table.grow(*maker, 20);
  const std::vector<uint32_t> prefix = table.pages(*maker);
  const size_t shared = table.share_prefix(prefix, 20);
  table.release(*maker);
  EXPECT_EQ(table.pool().holders(prefix[0]), 1u);  // the table's own

  const auto a = table.admit(shared), b = table.admit(shared), other = table.admit(0);
  EXPECT_TRUE(table.pages(*other).empty());
  EXPECT_EQ(table.n_prefix_entries(shared), 20u);
  ASSERT_TRUE(table.prefix_ends_inside_a_page(shared));
  EXPECT_EQ(table.prefix_tail_page(shared), prefix[1]);
  EXPECT_EQ(table.pages(*a)[0], prefix[0]);
  EXPECT_EQ(table.pages(*b)[0], prefix[0]);
  EXPECT_NE(table.pages(*a)[1], table.pages(*b)[1]);
  EXPECT_NE(table.pages(*a)[1], prefix[1]);
  EXPECT_EQ(table.pool().holders(prefix[0]), 3u);
  table.release(*a);
  table.release(*b);
  table.release(*other);
  EXPECT_EQ(table.pool().holders(prefix[0]), 1u);
  EXPECT_EQ(table.pool().n_free(), 14u);  // the prefix keeps its two
}

// Random lives of sequences: a page has one owner, or is the shared one; all come back.
TEST(SequenceTable, RandomLivesLoseAndShareNothingByAccident) {
  std::mt19937 random(3);
  SequenceTable table(6, 100, 6 * 7);
  std::vector<size_t> lengths(6, 0);
  for (int step = 0; step < 20000; ++step) {
    const size_t slot = random() % 6;
    if (!table.active(slot)) {
      const auto admitted = table.admit(0);
      if (admitted) lengths[*admitted] = 0;
    } else if (random() % 10 == 0) {
      table.release(slot);
    } else {
      lengths[slot] = std::min<size_t>(100, lengths[slot] + random() % 30);
      table.grow(slot, lengths[slot]);
    }
    std::set<uint32_t> held;
    size_t n = 0;
    for (size_t s = 0; s < 6; ++s) {
      if (!table.active(s)) continue;
      ASSERT_GE(table.pages(s).size() * 16, lengths[s]);
      held.insert(table.pages(s).begin(), table.pages(s).end());
      n += table.pages(s).size();
    }
    ASSERT_EQ(held.size(), n);
    ASSERT_EQ(table.pool().n_free(), 42 - n);
  }
}

}  // namespace
}  // namespace redact
