// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/entity_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace redact::entity_numbers_test {

using Words = std::vector<std::string>;

// The rule, word for word: every entity is looked at.
class OneByOne {
 public:
  size_t of_words(const Words& words) {
    const auto all_in = [](const Words& some, const Words& all) {
      return !some.empty() && std::all_of(some.begin(), some.end(), [&](const std::string& word) {
        return std::find(all.begin(), all.end(), word) != all.end();
      });
    };
    const auto same = std::find(known_.begin(), known_.end(), words);
    if (same != known_.end()) return static_cast<size_t>(same - known_.begin()) + 1;
    for (size_t i = known_.size(); i-- > 0;) {
      if (all_in(known_[i], words)) return known_[i] = words, i + 1;
      if (all_in(words, known_[i])) return i + 1;
    }
    known_.push_back(words);
    return known_.size();
  }

 private:
  std::vector<Words> known_;
};

TEST(EntityNumbers, WordsOfAnEarlierOneAreThatOne) {
  EntityNumbers numbers;
  EXPECT_EQ(numbers.of_words({"st", "mary's"}), 1u);
  EXPECT_EQ(numbers.of_words({"king's", "college"}), 2u);
  EXPECT_EQ(numbers.of_words({"st", "mary's", "hospital"}), 1u);
  EXPECT_EQ(numbers.of_words({"hospital"}), 1u);
  EXPECT_EQ(numbers.of_words({"college", "hospital"}), 3u);
}

TEST(EntityNumbers, PeopleShareTheNumbersAndHaveNoWords) {
  EntityNumbers numbers;
  EXPECT_EQ(numbers.of_person(7), 1u);
  EXPECT_EQ(numbers.of_words({}), 2u);
  EXPECT_EQ(numbers.of_person(3), 3u);
  EXPECT_EQ(numbers.of_words({}), 2u);
  EXPECT_EQ(numbers.of_person(7), 1u);
}

TEST(EntityNumbers, BeginAboveThoseThatTheSourceHolds) {
  EntityNumbers numbers(7);
  EXPECT_EQ(numbers.of_person(3), 8u);
  EXPECT_EQ(numbers.of_words({"st", "mary's"}), 9u);
  EXPECT_EQ(numbers.of_words({"st", "mary's", "hospital"}), 9u);
  EXPECT_EQ(numbers.of_person(3), 8u);
}

TEST(EntityNumbers, AreThoseOfTheRuleForDrawnWords) {
  std::mt19937 random(5);
  for (int run = 0; run < 200; ++run) {
    EntityNumbers numbers;
    OneByOne rule;
    const size_t n_words = 2 + random() % 12;
    for (int i = 0; i < 60; ++i) {
      Words words(random() % 4);
      for (std::string& word : words)
        word = std::string(1, static_cast<char>('a' + random() % n_words));
      ASSERT_EQ(numbers.of_words(words), rule.of_words(words)) << "run " << run << ", " << i;
    }
  }
}

}  // namespace redact::entity_numbers_test
