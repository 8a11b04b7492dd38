// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/output_ranges.h"

#include <gtest/gtest.h>

namespace redact::output_ranges_test {

// These edits turn "0123456789" into "01[AB]5789[]".
const std::vector<Edit> kEdits = {{2, 5, "[AB]"}, {6, 7, ""}, {9, 10, "9[]"}};

std::pair<size_t, size_t> of(size_t begin, size_t end) {
  const ByteRange range = OutputRanges(kEdits).of(begin, end);
  return {range.begin, range.end};
}

TEST(OutputRanges, WhatIsCopiedMovesWithTheEditsBeforeIt) {
  using Range = std::pair<size_t, size_t>;
  EXPECT_EQ(of(0, 2), Range(0, 2));
  EXPECT_EQ(of(5, 6), Range(6, 7));
  EXPECT_EQ(of(7, 9), Range(7, 9));
  EXPECT_EQ(of(5, 9), Range(6, 9));
}

TEST(OutputRanges, AnEditBelongsToARangeAsAWhole) {
  using Range = std::pair<size_t, size_t>;
  for (size_t begin = 2; begin < 5; ++begin) {
    for (size_t end = begin + 1; end <= 5; ++end) EXPECT_EQ(of(begin, end), Range(2, 6));
  }
  EXPECT_EQ(of(1, 3), Range(1, 6));
  EXPECT_EQ(of(4, 6), Range(2, 7));
  EXPECT_EQ(of(6, 7), Range(7, 7));
  EXPECT_EQ(of(9, 10), Range(9, 12));
}

TEST(OutputRanges, HiddenIsWhatNothingIsLeftOf) {
  const OutputRanges ranges(kEdits);
  EXPECT_TRUE(ranges.are_hidden(2, 5));
  EXPECT_TRUE(ranges.are_hidden(3, 4));
  EXPECT_FALSE(ranges.are_hidden(1, 3));
  EXPECT_FALSE(ranges.are_hidden(3, 6));
  EXPECT_FALSE(ranges.are_hidden(0, 1));
}

}  // namespace redact::output_ranges_test
