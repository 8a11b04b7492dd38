// SPDX-License-Identifier: Apache-2.0
// Pages and slots without a model: no page has two owners, none is lost, and no admitted sequence
// runs out of pages.
#include "runtime/engine/sequence_table.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace redact::sequence_table_test {

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

// A table of sequences without a window.
SequenceTable table_of(size_t max_sequences, size_t max_entries, size_t n_pages) {
  return {{max_sequences, max_entries, max_entries, 0}, {n_pages, 0}};
}
const PagePool& pool(const SequenceTable& table, PageTable which = PageTable::kAll) {
  return table.in(which).pool();
}

TEST(SequenceTable, AdmitsOnlyWhatCanGrowToItsFullLength) {
  SequenceTable table = table_of(4, 40, 7);  // 3 pages a sequence: 2 fit
  const auto first = table.admit(0), second = table.admit(0);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(table.admit(0));
  table.grow(*first, 0, 40);
  table.grow(*second, 0, 40);
  EXPECT_EQ(table.pages(*first).size(), 3u);
  EXPECT_EQ(pool(table).n_free(), 1u);
  table.release(*first);
  EXPECT_TRUE(table.admit(0));
}

TEST(SequenceTable, AdmitsNoMoreThanItHasSlots) {
  SequenceTable table = table_of(2, 16, 100);
  ASSERT_TRUE(table.admit(0));
  ASSERT_TRUE(table.admit(0));
  EXPECT_FALSE(table.admit(0));
}

TEST(SequenceTable, SharesWholePagesOfAPrefixAndCopiesTheLast) {
  SequenceTable table = table_of(3, 64, 16);
  const auto maker = table.admit(0);
  table.grow(*maker, 0, 20);
  const std::vector<uint32_t> prefix = table.pages(*maker);
  const size_t shared = table.share_prefix(*maker, 20);
  table.release(*maker);
  EXPECT_EQ(pool(table).holders(prefix[0]), 1u);  // the table itself

  const auto a = table.admit(shared), b = table.admit(shared), other = table.admit(0);
  EXPECT_TRUE(table.pages(*other).empty());
  EXPECT_EQ(table.n_prefix_entries(shared), 20u);
  ASSERT_TRUE(table.prefix_ends_inside_a_page(shared));
  EXPECT_EQ(table.in(PageTable::kAll).prefix_tail_page(shared), prefix[1]);
  EXPECT_EQ(table.pages(*a)[0], prefix[0]);
  EXPECT_EQ(table.pages(*b)[0], prefix[0]);
  EXPECT_NE(table.pages(*a)[1], table.pages(*b)[1]);
  EXPECT_NE(table.pages(*a)[1], prefix[1]);
  EXPECT_EQ(pool(table).holders(prefix[0]), 3u);
  table.release(*a);
  table.release(*b);
  table.release(*other);
  EXPECT_EQ(pool(table).holders(prefix[0]), 1u);
  EXPECT_EQ(pool(table).n_free(), 14u);  // the prefix keeps its two
}

TEST(SequenceTable, DroppedPrefixesFreeTheirPages) {
  // Under a window of 20 entries a prefix of 60 holds only the pages that its followers see.
  SequenceTable table({4, 1000, 10, 20}, {100, 20});
  for (int round = 0; round < 3; ++round) {
    for (const size_t number : {1, 2}) {
      const auto maker = table.admit(0);
      for (size_t at = 0; at < 60; at += 10) table.grow(*maker, at, at + 10);
      EXPECT_EQ(table.share_prefix(*maker, 60), number);  // numbers begin at 1 again
      table.release(*maker);
    }
    const auto follower = table.admit(2);
    table.grow(*follower, 60, 70);
    table.release(*follower);
    EXPECT_EQ(pool(table).n_free(), 100 - 2 * 4u);
    EXPECT_EQ(pool(table, PageTable::kWindow).n_free(), 20 - 2 * 2u);
    table.drop_prefixes();
    EXPECT_EQ(pool(table).n_free(), 100u);
    EXPECT_EQ(pool(table, PageTable::kWindow).n_free(), 20u);
  }
}

// Sequences with random lifetimes: a page has one owner unless it is shared, and all are returned.
TEST(SequenceTable, RandomLivesLoseAndShareNothingByAccident) {
  std::mt19937 random(3);
  SequenceTable table = table_of(6, 100, 6 * 7);
  std::vector<size_t> lengths(6, 0);
  for (int step = 0; step < 20000; ++step) {
    const size_t slot = random() % 6;
    if (!table.active(slot)) {
      const auto admitted = table.admit(0);
      if (admitted) lengths[*admitted] = 0;
    } else if (random() % 10 == 0) {
      table.release(slot);
    } else {
      const size_t before = lengths[slot];
      lengths[slot] = std::min<size_t>(100, before + random() % 30);
      table.grow(slot, before, lengths[slot]);
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
    ASSERT_EQ(pool(table).n_free(), 42 - n);
  }
}

// Steps of at most 10 rows that see 20 entries each: 29 entries, which touch at most 3 pages.
constexpr PageBounds kWindowed{4, 1000, 10, 20};

TEST(SequenceTable, GivesBackWhatLiesBehindTheWindow) {
  SequenceTable table(kWindowed, {4 * 63, 4 * 4});
  const SequencePages& window = table.in(PageTable::kWindow);
  const size_t slot = *table.admit(0);
  for (size_t n = 0; n < 1000; n += 10) {
    table.grow(slot, n, n + 10);
    const size_t first = n + 1 > 20 ? (n + 1 - 20) / 16 : 0;  // of the first entry that row n sees
    EXPECT_EQ(window.first_page(slot), first) << n;
    EXPECT_EQ(window.pages(slot).size(), pages_for(n + 10));
    EXPECT_EQ(window.pool().n_free(), 16 - (pages_for(n + 10) - first));
    EXPECT_EQ(pool(table).n_free(), 4 * 63 - pages_for(n + 10));
  }
  table.release(slot);
  EXPECT_EQ(window.pool().n_free(), 16u);
  EXPECT_EQ(pool(table).n_free(), 4u * 63);
}

TEST(SequenceTable, AWindowedSequenceIsPromisedWhatItCanHold) {
  EXPECT_EQ(kWindowed.pages_of_sequence(), 3u);  // 29 entries touch 3 pages at most
  SequenceTable table(kWindowed, {4 * 63, 3 * 3});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(table.admit(0));
  EXPECT_FALSE(table.admit(0));
}

TEST(SequenceTable, APrefixKeepsWhatItsSuccessorsSee) {
  SequenceTable table(kWindowed, {4 * 63, 4 * 3 + 7});
  const SequencePages& window = table.in(PageTable::kWindow);
  const size_t maker = *table.admit(0);
  for (size_t n = 0; n < 100; n += 10) table.grow(maker, n, n + 10);
  const size_t shared = table.share_prefix(maker, 100);
  table.release(maker);
  EXPECT_EQ(window.pool().n_free(), 19u - 2);  // entry 81 on: pages 5 and 6
  const size_t a = *table.admit(shared), b = *table.admit(shared);
  EXPECT_EQ(window.first_page(a), 5u);
  EXPECT_EQ(window.pages(a)[5], window.pages(b)[5]);
  EXPECT_NE(window.pages(a)[6], window.pages(b)[6]);  // the prefix ends in it
  EXPECT_EQ(window.pool().holders(window.pages(a)[5]), 3u);
  table.grow(a, 130, 140);  // a is past the prefix: its own pages from 111 on
  EXPECT_EQ(window.pool().holders(window.pages(b)[5]), 2u);
  table.release(a), table.release(b);
  EXPECT_EQ(window.pool().n_free(), 19u - 2);
}

// As above, with a window and prefixes: the pages a row may read are its own or the prefix's.
TEST(SequenceTable, RandomLivesWithAWindow) {
  std::mt19937 random(4);
  const size_t n_pages = 4 * 3 + 7;
  SequenceTable table(kWindowed, {4 * 63 + 7, n_pages});
  const SequencePages& window = table.in(PageTable::kWindow);
  const size_t maker = *table.admit(0);
  for (size_t n = 0; n < 100; n += 10) table.grow(maker, n, n + 10);
  table.share_prefix(maker, 100);
  table.release(maker);
  std::vector<size_t> lengths(4, 0);
  for (int step = 0; step < 20000; ++step) {
    const size_t slot = random() % 4;
    if (!table.active(slot)) {
      const size_t prefix = random() % 2;
      const auto admitted = table.admit(prefix);
      ASSERT_TRUE(admitted);  // there are as many pages as slots need
      lengths[*admitted] = prefix * 100;
    } else if (random() % 20 == 0 || lengths[slot] + 10 > 1000) {
      table.release(slot);
    } else {
      table.grow(slot, lengths[slot], lengths[slot] + 10);
      lengths[slot] += random() % 11;  // accepted rows
    }
    std::set<uint32_t> held;
    size_t n = 0;
    for (size_t s = 0; s < 4; ++s) {
      if (!table.active(s)) continue;
      for (size_t p = window.first_page(s); p < window.pages(s).size(); ++p) {
        const uint32_t page = window.pages(s)[p];
        if (window.pool().holders(page) > 1) continue;  // the prefix's
        held.insert(page);
        ++n;
      }
      ASSERT_LE(window.first_page(s) * 16, lengths[s] + 1 > 20 ? lengths[s] + 1 - 20 : 0);
    }
    ASSERT_EQ(held.size(), n);
    ASSERT_EQ(window.pool().n_free() + n + 2, n_pages);
  }
}

}  // namespace redact::sequence_table_test
