// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

namespace redact::rows_test {

// Tokens that end at these bytes.
TokenizedText tokens_that_end(const std::vector<uint32_t>& ends) {
  TokenizedText tokens;
  tokens.end = ends;
  for (size_t i = 0; i < ends.size(); ++i) {
    tokens.ids.push_back(static_cast<int32_t>(i));
    tokens.begin.push_back(i == 0 ? 0 : ends[i - 1]);
  }
  return tokens;
}

// The rows of a text whose tokens are separated by "|".
std::vector<std::string> rows_of(const std::string& marked) {
  std::string text;
  std::vector<uint32_t> ends;
  for (const char c : marked + "|") {
    if (c != '|') {
      text += c;
    } else {
      ends.push_back(static_cast<uint32_t>(text.size()));
    }
  }
  const TextRows rows = cut_rows(text, tokens_that_end(ends), {6, 2});
  std::vector<std::string> out;
  for (size_t r = 0; r < rows.n(); ++r) {
    out.push_back(text.substr(rows.begin(r), rows.end(r) - rows.begin(r)));
  }
  return out;
}

using Rows = std::vector<std::string>;

TEST(CutRows, AgreesWithWhatTheTrainerCuts) {
  std::ifstream file(std::string(REDACT_SOURCE_DIR) + "/tests/golden/rows.json");
  const auto golden = nlohmann::json::parse(file);
  const RowLimits limits{golden.at("tokens"), golden.at("digits")};
  for (const auto& each : golden.at("texts")) {
    const std::string text = each.at("text");
    const TextRows rows = cut_rows(text, tokens_that_end(each.at("ends")), limits);
    EXPECT_EQ(rows.first, each.at("first").get<std::vector<uint32_t>>()) << text;
  }
  EXPECT_GT(golden.at("texts").size(), 50u);
}

TEST(CutRows, AWordAMarkOrTwoDigitsAreARow) {
  EXPECT_EQ(rows_of("Tel| Cl|aire|:| |0|1|2|N|ov|."),
            (Rows{"Tel", " Claire", ":", " 01", "2", "Nov", "."}));
  EXPECT_EQ(rows_of("na|meC|L|AIRE|na|me"), (Rows{"nameCLAIREname"}));  // not inside a token
  EXPECT_EQ(rows_of("na|me|CL|AIRE"), (Rows{"name", "CLAIRE"}));
  EXPECT_EQ(rows_of("a|b|c|d|e|f|g"), (Rows{"abcdef", "g"}));
}

TEST(CutRows, WithOneTokenEachTokenIsARow) {
  const TextRows rows = cut_rows("ab c", tokens_that_end({1, 2, 4}), {});
  EXPECT_EQ(rows.first, (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(rows.begin(2), 2u);
  EXPECT_EQ(rows.end(2), 4u);
  EXPECT_EQ(rows.ids(1).size(), 1u);
  EXPECT_EQ(cut_rows("", {}, {}).n(), 0u);
  EXPECT_EQ(cut_rows("", {}, {6, 2}).n(), 0u);
}

// Tokens of no bytes spell a space by the bytes of its mark.
TEST(CutRows, TokensOfNoBytesBelongToWhatFollowsThem) {
  const std::string text = "ab";
  TokenizedText tokens = tokens_that_end({0, 0, 0, 1, 2});
  EXPECT_EQ(cut_rows(text, std::move(tokens), {6, 2}).first, (std::vector<uint32_t>{0, 5}));
  EXPECT_EQ(cut_rows("", tokens_that_end({0, 0, 0}), {6, 2}).n(), 1u);
}

// P2: any bytes, cut anywhere, are in a row of at most so many tokens.
TEST(CutRows, AnyBytesAreTiledByRowsWithinTheLimit) {
  std::mt19937 random(53);
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text(random() % 60, ' ');
    for (char& c : text) c = trial % 2 ? static_cast<char>(random()) : "a1 .\xc3\xa9\xf0\x9f\x98\x80"[random() % 10];
    std::vector<uint32_t> ends;
    for (uint32_t at = 0; at < text.size();) {
      at = std::min(at + static_cast<uint32_t>(random() % 4), static_cast<uint32_t>(text.size()));
      ends.push_back(at);
    }
    const size_t n = ends.size();
    const RowLimits limits{4 + random() % 8, 1 + random() % 4};
    const TextRows rows = cut_rows(text, tokens_that_end(ends), limits);
    ASSERT_EQ(rows.first.front(), 0u);
    ASSERT_EQ(rows.first.back(), n);
    for (size_t r = 0; r < rows.n(); ++r) {
      ASSERT_GE(rows.ids(r).size(), 1u);
      ASSERT_LE(rows.ids(r).size(), limits.tokens);
    }
  }
}

}  // namespace redact::rows_test
