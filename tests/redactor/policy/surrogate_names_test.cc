// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "language/language.h"
#include "language/words.h"
#include "tests/support/made_up_names.h"
#include "tests/support/test_key.h"

namespace redact::surrogate_names_test {

std::vector<std::string> draw(std::string_view language, std::string_view list, int n) {
  const Secret secret = testing::test_key("surrogate_names");
  std::vector<std::string> drawn;
  for (int i = 0; i < n; ++i) {
    auto name = make_up_name(secret, language, list, std::to_string(i)).value();
    if (name) drawn.push_back(*std::move(name));
  }
  return drawn;
}

TEST(SurrogateNames, AreListedOrJoinedFromTwoThatAreWithALetterChangedAtMost) {
  for (const std::string_view language : kLanguages) {
    for (const std::string list : {"female", "male", "last"}) {
      for (const std::string& name : draw(language, list, 20)) {
        EXPECT_TRUE(testing::may_be_made_up(name, std::string(language), list)) << name;
        EXPECT_EQ(find_words(name).size(), 1u) << name;
      }
    }
  }
}

// Else whoever tries to join names of the lists knows which are made up.
TEST(SurrogateNames, MayBeOnesThatNoListedNamesCanBeJoinedTo) {
  for (const std::string language : {"de", "en", "it"}) {
    const auto drawn = draw(language, "last", 200);
    const size_t n = std::count_if(drawn.begin(), drawn.end(), [&](const std::string& name) {
      return !testing::may_be_made_up(name, language, "last", false);
    });
    EXPECT_GT(n, drawn.size() / 10) << language;
    EXPECT_LT(n, drawn.size() / 2) << language;
  }
}

// A fourth is listed, and some that are joined are listed by chance: more of the short Arabic
// names.
TEST(SurrogateNames, AreMostlyOnNoList) {
  for (const std::string_view language : kLanguages) {
    const auto listed = testing::surrogate_names(std::string(language), "last");
    const std::set<std::string> names(listed.begin(), listed.end());
    const auto drawn = draw(language, "last", 2000);
    size_t n = 0;
    for (const std::string& name : drawn) n += names.contains(name);
    EXPECT_GT(drawn.size(), 1300u) << language;  // the others found no letter to join at
    EXPECT_GT(n, drawn.size() / 5) << language;
    EXPECT_LT(n, drawn.size() / 2) << language;
  }
}

TEST(SurrogateNames, CommonNamesAreDrawnMoreOften) {
  std::map<std::string, int> times;
  for (const std::string& name : draw("en", "last", 20000)) ++times[name];
  EXPECT_GT(times["smith"], 5 * times["ackroyd"]);
  EXPECT_GT(times["smith"], 20);
}

}  // namespace redact::surrogate_names_test
