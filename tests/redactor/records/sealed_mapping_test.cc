// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/sealed_mapping.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/redactor/records/redaction_of.h"
#include "tests/support/test_key.h"

namespace redact::sealed_mapping_test {

using testing::redaction_of;

struct Sealed {
  std::string source = "Ana Gómez has a cough";
  Redaction redaction = redaction_of(source, 0, 10);
  Secret key = testing::test_key("key");
  // The line of the text under a name.
  std::string line(const TextName& name) const {
    return seal_mapping(key, name, source, redaction).value();
  }
  bool opens(const Secret& with, const std::string& changed) const {
    return restore(with, changed, redaction.output).ok();
  }
};

TEST(SealedMapping, GivesBackEveryByteOfAnySource) {
  std::mt19937 random(7);
  const Secret key = testing::test_key("key");
  for (int round = 0; round < 300; ++round) {
    std::string source;
    for (size_t n = random() % 60; source.size() < n;) source += static_cast<char>(random());
    std::vector<Span> spans;
    for (size_t at = random() % 5; at + 1 < source.size();) {
      const size_t end = std::min(source.size(), at + 1 + random() % 9);
      spans.push_back({at, end, static_cast<Label>(random() % 5), 1});
      at = end + random() % 7;
    }
    const Redaction redaction = redaction_of(source, spans);
    const auto line = seal_mapping(key, {"id"}, source, redaction);
    ASSERT_TRUE(line.ok());
    const auto back = restore(key, *line, redaction.output);
    ASSERT_TRUE(back.ok()) << back.error().message();
    EXPECT_EQ(*back, source);
  }
}

// Otherwise a line would reveal the length of the hidden texts.
TEST(SealedMapping, HasTheLengthOfALineWithOtherTexts) {
  const Secret key = testing::test_key("key");
  const auto length_for = [&](size_t n, size_t n_hidden) {
    std::string source;
    std::vector<Span> spans;
    for (size_t i = 0; i < n_hidden; ++i) {
      spans.push_back({source.size(), source.size() + n, Label::kPatient, 1});
      source.append(n, 'a').append(" ");
    }
    return seal_mapping(key, {"7"}, source, redaction_of(source, spans))->size();
  };
  for (size_t n = 2; n <= 60; ++n) EXPECT_EQ(length_for(n, 10), length_for(1, 10)) << n;
  // Of 100 names, the length tells that of all of them to an eighth.
  std::set<size_t> lengths;
  for (size_t n = 1; n <= 800; ++n) lengths.insert(length_for(n, 100));
  EXPECT_LT(lengths.size(), 60u);
}

TEST(SealedMapping, HoldsNothingReadableAndOpensForNothingElse) {
  const Sealed sealed;
  const Secret &key = sealed.key, other = testing::test_key("other");
  const std::string line = sealed.line({"7"});
  EXPECT_EQ(line.find("Ana"), line.npos);
  EXPECT_EQ(sealed_for(line)->name.id, "7");
  EXPECT_FALSE(sealed.opens(other, line));
  EXPECT_TRUE(is_sealed_by(key, line));
  EXPECT_FALSE(is_sealed_by(other, line));
  EXPECT_FALSE(is_sealed_by(key, line.substr(0, line.size() - 4) + "\"}"));
  EXPECT_FALSE(is_sealed_by(key, "{}"));
  EXPECT_FALSE(restore(key, line, sealed.redaction.output + " ").ok());
  for (size_t i = line.find("sealed") + 9; i < line.size() - 2; ++i) {
    std::string changed = line;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(sealed.opens(key, changed)) << i;
  }
  std::string renamed = line;
  renamed.replace(renamed.find("\"7\""), 3, "\"8\"");
  EXPECT_FALSE(sealed.opens(key, renamed));
  EXPECT_FALSE(sealed.opens(key, "{}"));
  EXPECT_FALSE(sealed_for("[1]"));
}

TEST(SealedMapping, OfAnUnknownSchemeIsRefused) {
  const Sealed sealed;
  const std::string line = sealed.line({"7"});
  const std::string own = "\"scheme\":" + std::to_string(kSealingScheme);
  ASSERT_NE(line.find(own), line.npos);
  EXPECT_TRUE(check_scheme(sealed_for(line)->scheme).ok());
  std::string changed = line;
  changed.replace(changed.find(own), own.size(), "\"scheme\":99");
  EXPECT_EQ(sealed_for(changed)->scheme, 99);
  EXPECT_FALSE(check_scheme(99).ok());
  EXPECT_FALSE(sealed.opens(sealed.key, changed));
  // A strong line does not open as a weak one, whatever nonce is added.
  changed = line;
  changed.replace(changed.find(own), own.size(),
                  "\"scheme\":2,\"nonce\":\"000000000000000000000000\"");
  EXPECT_TRUE(sealed_for(changed)->is_weak());
  EXPECT_FALSE(sealed.opens(sealed.key, changed));
  const std::string first = R"({"id":"7","out_sha256":"00","nonce":"00","sealed":"00"})";
  EXPECT_EQ(sealed_for(first)->scheme, 1);  // the first had no number
  EXPECT_FALSE(check_scheme(1).ok());
}

// The weak scheme drew its nonce from "2\n" + digest + id + "\n" + text, in which bytes can move
// from the text into the id.
TEST(SealedMapping, BytesMovedBetweenIdAndTextAreSealedApart) {
  const auto size = [](char n) { return std::string(1, n) + std::string(7, '\0'); };
  const std::string moved = size(0) + size(3) + size(5) + "Anna";
  Redaction redaction{};
  redaction.output = "[P][Q]";
  redaction.edits = {{0, 5, "[P]"}, {5, 8, "[Q]"}};
  const Secret key = testing::test_key("key");
  const std::string one = seal_mapping(key, {"7"}, "Anna\nBea", redaction).value();
  redaction.edits = {{3, 6, "[Q]"}};
  const std::string two = seal_mapping(key, {"7\n" + moved}, "[P]Bea", redaction).value();
  EXPECT_NE(associated_data(*sealed_for(one)), associated_data(*sealed_for(two)));
  const auto sealed_part = [](const std::string& line) { return line.substr(line.find("sealed")); };
  EXPECT_NE(sealed_part(one).substr(0, 41), sealed_part(two).substr(0, 41));
  // Each opens for itself alone, also with the parts exchanged.
  EXPECT_EQ(*restore(key, one, "[P][Q]"), "Anna\nBea");
  EXPECT_EQ(*restore(key, two, "[P][Q]"), "[P]Bea");
  const auto with = [&](const std::string& line, const std::string& other) {
    return line.substr(0, line.find("sealed")) + sealed_part(other);
  };
  EXPECT_FALSE(restore(key, with(one, two), "[P][Q]").ok());
  EXPECT_FALSE(restore(key, with(two, one), "[P][Q]").ok());
}

// Wherever bytes move between the strings of a name, its associated data differs.
TEST(SealedMapping, NoTwoNamesHaveOneAssociatedData) {
  const std::string all = "1:a2:bc12\n:3:";
  std::set<std::string> seen;
  size_t n = 0;
  for (size_t i = 0; i <= all.size(); ++i) {
    for (size_t j = i; j <= all.size(); ++j) {
      for (size_t row : {0, 1, 11}) {
        const TextName name{all.substr(0, i), all.substr(i, j - i), row};
        seen.insert(associated_data({name, all.substr(j), kSealingScheme}));
        ++n;
      }
    }
  }
  EXPECT_EQ(seen.size(), n);
}

// A line that is bound to a place opens for no other, nor does one of a whole table.
TEST(SealedMapping, EveryFieldIsSealed) {
  const Sealed sealed;
  const Secret& key = sealed.key;
  const std::string line = sealed.line({"7", "ward/a.csv", 12});
  EXPECT_EQ(*restore(key, line, sealed.redaction.output), sealed.source);
  EXPECT_EQ(sealed_for(line)->name.table, "ward/a.csv");
  EXPECT_EQ(sealed_for(line)->name.row, 12u);
  const std::pair<std::string, std::string> changes[] = {{"\"7\"", "\"8\""},
                                                         {"\"7\"", "\"\""},
                                                         {"ward/a.csv", "ward/b.csv"},
                                                         {"ward/a.csv", ""},
                                                         {"\"row\":12", "\"row\":13"},
                                                         {"\"row\":12", "\"row\":0"},
                                                         {"\"row\":12", "\"row\":-12"},
                                                         {"\"row\":12", "\"row\":\"12\""},
                                                         {",\"row\":12", ""},
                                                         {"\"table\"", "\"tables\""}};
  for (const auto& [from, to] : changes) {
    std::string changed = line;
    ASSERT_NE(changed.find(from), changed.npos) << from;
    changed.replace(changed.find(from), from.size(), to);
    EXPECT_FALSE(sealed.opens(key, changed)) << to;
    EXPECT_FALSE(is_sealed_by(key, changed)) << to;
  }
  const std::string whole = seal_table(key, "ward/a.csv", *sha256(sealed.redaction.output)).value();
  EXPECT_TRUE(sealed_for(whole)->is_whole_table());
  EXPECT_TRUE(is_sealed_by(key, whole));
  EXPECT_FALSE(sealed.opens(key, whole));
}

TEST(SealedMapping, ATextWithoutReplacementsIsSealedToo) {
  const Redaction redaction = redaction_of("No fever.", {});
  const Secret key = testing::test_key("key");
  const std::string line = seal_mapping(key, {"\xff"}, "No fever.", redaction).value();
  EXPECT_EQ(sealed_for(line)->name.id, "\xff");
  EXPECT_EQ(*restore(key, line, "No fever."), "No fever.");
  EXPECT_FALSE(is_sealed_by(testing::test_key("other"), line));
}

TEST(SealedMapping, ALineIsSealedTheSameWayEachTime) {
  const std::string source = "[PATIENT][PATIENT]";
  const auto line_of = [&](const std::vector<Span>& spans) {
    const Redaction redaction = redaction_of(source, spans);
    EXPECT_EQ(redaction.output, source);
    return seal_mapping(testing::test_key("key"), {"7"}, source, redaction).value();
  };
  const std::string first = line_of({{0, 9, Label::kPatient, 1}});
  EXPECT_EQ(line_of({{0, 9, Label::kPatient, 1}}), first);
  EXPECT_NE(line_of({{9, 18, Label::kPatient, 1}}), first);
}

TEST(SealedMapping, ALineWithACutDigitDoesNotOpen) {
  const Sealed sealed;
  std::string line = sealed.line({"7"});
  line.insert(line.size() - 2, "0");
  EXPECT_FALSE(sealed.opens(sealed.key, line));
}

}  // namespace redact::sealed_mapping_test
