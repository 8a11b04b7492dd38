// SPDX-License-Identifier: Apache-2.0
#include "crypto/digest.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace redact::digest_test {

TEST(Digest, OfPiecesIsThatOfAll) {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    std::string all;
    auto digest = Sha256::begin();
    ASSERT_TRUE(digest.ok());
    for (size_t n = random() % 6; n > 0; --n) {
      const std::string piece(random() % 200, static_cast<char>(random()));
      all += piece;
      ASSERT_TRUE(digest->add(piece).ok());
    }
    EXPECT_EQ(*digest->end(), *sha256(all));
  }
}

TEST(Digest, NoTwoListsOfStringsGiveOneMessage) {
  const std::string letters[] = {"", "1", ":", "1:", ":1", "11:", "2:1:"};
  std::set<std::string> seen;
  size_t n = 0;
  const auto add = [&](std::initializer_list<std::string_view> parts) {
    seen.insert(message_of(parts));
    ++n;
  };
  add({});
  for (const std::string& a : letters) {
    add({a});
    for (const std::string& b : letters) {
      add({a, b});
      for (const std::string& c : letters) add({a, b, c});
    }
  }
  EXPECT_EQ(seen.size(), n);
}

}  // namespace redact::digest_test
