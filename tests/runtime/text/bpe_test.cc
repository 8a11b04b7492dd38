// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/bpe.h"

#include <gtest/gtest.h>

#include <random>

namespace redact::bpe_test {

// Letters are the symbols 0..3; merges give symbols from 10 on.
MergeTable small_table() {
  MergeTable table;
  table.add(0, 1, 1, 10);    // ab, after bc
  table.add(1, 2, 0, 11);    // bc
  table.add(0, 11, 2, 12);   // a bc
  table.add(10, 10, 3, 13);  // ab ab
  table.add(3, 3, 4, 14);    // dd
  table.add(14, 14, 5, 15);  // dd dd
  return table;
}

std::vector<int32_t> merged(const MergeTable& table, const std::vector<int32_t>& letters) {
  std::vector<BpeSymbol> word;
  for (const int32_t letter : letters) word.push_back({letter, 1});
  bpe_merge(table, word);
  std::vector<int32_t> ids;
  uint32_t length = 0;
  for (const BpeSymbol& symbol : word) {
    ids.push_back(symbol.id);
    length += symbol.length;
  }
  EXPECT_EQ(length, letters.size());
  return ids;
}

// The definition, quadratic: find the leftmost pair of the lowest rank, merge it, start over.
std::vector<int32_t> merged_slowly(const MergeTable& table, std::vector<int32_t> ids) {
  for (;;) {
    size_t best = ids.size();
    const MergeTable::Merge* merge = nullptr;
    for (size_t i = 0; i + 1 < ids.size(); ++i) {
      const auto* found = table.find(ids[i], ids[i + 1]);
      if (found != nullptr && (merge == nullptr || found->rank < merge->rank)) {
        merge = found;
        best = i;
      }
    }
    if (merge == nullptr) return ids;
    ids[best] = merge->joined;
    ids.erase(ids.begin() + static_cast<ptrdiff_t>(best) + 1);
  }
}

TEST(Bpe, LowestRankJoinsBeforeTheLeftmost) {
  EXPECT_EQ(merged(small_table(), {0, 1, 2}), (std::vector<int32_t>{12}));
}

TEST(Bpe, EqualRanksJoinFromTheLeft) {
  EXPECT_EQ(merged(small_table(), {3, 3, 3}), (std::vector<int32_t>{14, 3}));
}

TEST(Bpe, EmptyWordAndWordWithoutMergesStay) {
  EXPECT_TRUE(merged(small_table(), {}).empty());
  EXPECT_EQ(merged(small_table(), {2, 0}), (std::vector<int32_t>{2, 0}));
}

TEST(Bpe, RandomWordsAgreeWithTheDefinition) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<int32_t> word(random() % 60);  // short and long
    for (int32_t& letter : word) letter = static_cast<int32_t>(random() % 4);
    ASSERT_EQ(merged(small_table(), word), merged_slowly(small_table(), word)) << trial;
  }
}

}  // namespace redact::bpe_test
