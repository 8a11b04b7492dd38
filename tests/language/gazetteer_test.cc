// SPDX-License-Identifier: Apache-2.0
#include "language/gazetteer.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace redact::gazetteer_test {

const std::vector<std::string> kClasses = {"a", "b", "c", "d"};

using Entry = std::pair<const char*, uint8_t>;

uint32_t hash_of(std::string_view text) {
  uint64_t hash = 14695981039346656037u;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211u;
  }
  return static_cast<uint32_t>((hash >> 32) ^ (hash & 0xffffffffu));
}

std::vector<uint8_t> table(const std::vector<Entry>& entries) {
  std::map<uint32_t, uint8_t> sorted;
  for (const auto& [name, classes] : entries) sorted[hash_of(name)] = classes;
  std::vector<uint8_t> out;
  for (const auto& [hash, classes] : sorted) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<uint8_t>(hash >> shift));
    out.push_back(classes);
  }
  return out;
}

class KnownWords : public ::testing::Test {
 protected:
  const std::vector<uint8_t> table_ = table({{"maria", 1},
                                             {"garcia", 2},
                                             {"san", 1},
                                             {"palma", 6},
                                             {"san sebastian", 4},
                                             {"san sebastian de los", 8},
                                             {"l aquila", 4},
                                             {"st gallen", 4},
                                             {"\u0645\u062d\u0645\u062f", 1}});
  // The known words in a text with their classes, as "word:classes".
  std::vector<std::string> find(std::string_view text) const {
    const auto gazetteer = Gazetteer::read(table_, kClasses);
    EXPECT_TRUE(gazetteer.ok());
    std::vector<std::string> out;
    for (const KnownWord& word : gazetteer->find(text)) {
      out.push_back(std::string(text.substr(word.begin, word.end - word.begin)) + ":" +
                    std::to_string(word.classes));
    }
    return out;
  }
  using Found = std::vector<std::string>;
};

TEST_F(KnownWords, AreFoundWhateverTheirCaseAndAccents) {
  EXPECT_EQ(find("Mar\u00eda GARC\u00cdA, de palma."),
            (Found{"Mar\u00eda:1", "GARC\u00cdA:2", "palma:6"}));
  EXPECT_EQ(find("Mariana Garc"), Found{});
  EXPECT_EQ(find("\u0645\u062d\u0645\u0651\u062f"),
            Found{"\u0645\u062d\u0645\u0651\u062f:1"});  // with shadda
}

TEST(Gazetteer, FindsAWordAmongAllHashesThatBeginAlike) {
  for (const char* word : {"maria", "garcia", "palma"}) {
    const uint32_t hash = hash_of(word), first = hash & 0xffff0000u;
    for (const bool is_in : {true, false}) {
      std::vector<uint8_t> table;
      for (uint32_t low = 0; low < 0x10000; ++low) {
        if (first + low == hash && !is_in) continue;
        for (int shift = 24; shift >= 0; shift -= 8) {
          table.push_back(static_cast<uint8_t>((first + low) >> shift));
        }
        table.push_back(first + low == hash ? 2 : 1);
      }
      const auto known = Gazetteer::read(table, kClasses)->find(word);
      ASSERT_EQ(known.size(), is_in ? 1u : 0u) << word;
      if (is_in) {
        EXPECT_EQ(known[0].classes, 2);
      }
    }
  }
}

TEST_F(KnownWords, TheLongestPhraseCounts) {
  EXPECT_EQ(find("San Sebasti\u00e1n"), (Found{"San:5", "Sebasti\u00e1n:4"}));
  EXPECT_EQ(find("san sebastian de los Reyes"), (Found{"san:9", "sebastian:8", "de:8", "los:8"}));
  EXPECT_EQ(find("san sebastian de la"), (Found{"san:5", "sebastian:4"}));
}

TEST_F(KnownWords, OfAPhraseAreJoinedByLittle) {
  for (const char* joint : {" ", "\u00a0", "-", "'", "\u2019", ".", "- ", "' ", "\u2019 ", ". "}) {
    EXPECT_EQ(find("St" + std::string(joint) + "Gallen").size(), 2u) << "'" << joint << "'";
  }
  for (const char* gap : {"  ", "\n", ", ", " - ", "/", "", "--", "-\n"}) {
    EXPECT_EQ(find("St" + std::string(gap) + "Gallen").size(), 0u) << "'" << gap << "'";
  }
}

TEST_F(KnownWords, TokensHaveTheClassesOfTheWordOfTheirLastByte) {
  const std::string text = "a Mar\u00eda, l'Aquila";
  const auto gazetteer = Gazetteer::read(table_, kClasses);
  const auto found = gazetteer->find(text);
  std::span<const KnownWord> words = found;
  const struct {
    size_t begin, end;
    uint8_t classes;
  } tokens[] = {{0, 1, 0}, {1, 4, 1},  // " Ma"
                {4, 5, 1}, {5, 5, 1},  // the first byte of a character has no bytes of its own
                {5, 7, 1}, {7, 8, 1}, {8, 9, 0}, {9, 11, 4}, {11, 12, 0}, {12, 18, 4}};
  for (const auto& token : tokens) {
    EXPECT_EQ(classes_at(words, token.begin, token.end), token.classes) << token.begin;
  }
}

TEST_F(KnownWords, AUsersHintsJoinThem) {
  auto gazetteer = Gazetteer::read(table_, kClasses);
  ASSERT_TRUE(gazetteer->add({"d", "Mar\u00eda", "line 1"}).ok());
  ASSERT_TRUE(gazetteer->add({"b", "MARIA  Thornwick-Sur", "line 2"}).ok());
  std::vector<int> classes;
  for (const KnownWord& word : gazetteer->find("maria, Maria Thornwick Sur")) {
    classes.push_back(word.classes);
  }
  EXPECT_EQ(classes, (std::vector<int>{9, 11, 2, 2}));
  for (const Hint& bad : std::vector<Hint>{
           {"e", "Maria", "line 3"}, {"a", "-", "line 3"}, {"a", "v w x y z", "line 3"}}) {
    const auto refused = gazetteer->add(bad);
    ASSERT_FALSE(refused.ok()) << bad.term;
    EXPECT_EQ(refused.error().where, "line 3");
  }
}

TEST(GazetteerTable, EachOfManyEntriesIsFound) {
  std::map<uint32_t, uint8_t> sorted;
  for (int i = 0; i < 50000; ++i) sorted[hash_of("w" + std::to_string(i))] |= 1 << i % 2;
  std::vector<uint8_t> entries;
  for (const auto& [hash, classes] : sorted) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      entries.push_back(static_cast<uint8_t>(hash >> shift));
    }
    entries.push_back(classes);
  }
  const auto gazetteer = Gazetteer::read(entries, {"a", "b"});
  ASSERT_TRUE(gazetteer.ok());
  size_t n_others = 0;
  for (int i = 0; i < 50000; ++i) {
    const auto found = gazetteer->find("w" + std::to_string(i));
    ASSERT_EQ(found.size(), 1u) << i;
    ASSERT_EQ(found[0].classes, sorted[hash_of("w" + std::to_string(i))]);
    n_others += gazetteer->find("v" + std::to_string(i)).size();
  }
  EXPECT_LT(n_others, 10u);  // collisions
}

TEST(GazetteerTable, FaultsAreRefused) {
  const auto good = table({{"a", 1}, {"b", 3}, {"c", 2}});
  ASSERT_TRUE(Gazetteer::read(good, {"a", "b"}).ok());
  EXPECT_FALSE(Gazetteer::read(good, {"a"}).ok());  // a class without a name
  EXPECT_FALSE(Gazetteer::read(std::span(good).first(14), {"a", "b"}).ok());
  auto none = good, swapped = good, twice = good;
  none[4] = 0;
  std::swap_ranges(swapped.begin(), swapped.begin() + 5, swapped.begin() + 5);
  std::copy_n(twice.begin(), 4, twice.begin() + 5);
  for (const auto& bad : {none, swapped, twice}) {
    const auto read = Gazetteer::read(bad, {"a", "b"});
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().where, "redact.gazetteer");
  }
  const auto empty = Gazetteer::read({}, {});
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->empty());
  EXPECT_TRUE(empty->find("Maria").empty());
}

}  // namespace redact::gazetteer_test
