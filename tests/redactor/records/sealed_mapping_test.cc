// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/sealed_mapping.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/test_key.h"

namespace redact {
namespace {

Redaction redaction_of(const std::string& source, const std::vector<Span>& spans) {
  const Policy policy = Policy::open("default").value();
  Replacer replacer(policy, source, nullptr, "");
  Rendered rendered = render(plain_text(source), spans, replacer).value();
  return {std::move(rendered.output),
          std::move(rendered.entities),
          std::move(rendered.edits),
          0,
          0,
          0,
          {}};
}

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
    const auto line = seal_mapping(key, "id", source, redaction);
    ASSERT_TRUE(line.ok());
    const auto back = restore(key, *line, redaction.output);
    ASSERT_TRUE(back.ok()) << back.error().message();
    EXPECT_EQ(*back, source);
  }
}

TEST(SealedMapping, HoldsNothingReadableAndOpensForNothingElse) {
  const std::string source = "Ana Gómez has a cough";
  const Redaction redaction = redaction_of(source, {{0, 10, Label::kPatient, 1}});
  const Secret key = testing::test_key("key"), other = testing::test_key("other");
  const std::string line = seal_mapping(key, "7", source, redaction).value();
  EXPECT_EQ(line.find("Ana"), line.npos);
  EXPECT_EQ(sealed_for(line)->id, "7");
  EXPECT_FALSE(restore(other, line, redaction.output).ok());
  EXPECT_TRUE(is_sealed_by(key, line));
  EXPECT_FALSE(is_sealed_by(other, line));
  EXPECT_FALSE(is_sealed_by(key, line.substr(0, line.size() - 4) + "\"}"));
  EXPECT_FALSE(is_sealed_by(key, "{}"));
  EXPECT_FALSE(restore(key, line, redaction.output + " ").ok());
  for (size_t i = line.find("sealed") + 9; i < line.size() - 2; ++i) {
    std::string changed = line;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(restore(key, changed, redaction.output).ok()) << i;
  }
  std::string renamed = line;
  renamed.replace(renamed.find("\"7\""), 3, "\"8\"");
  EXPECT_FALSE(restore(key, renamed, redaction.output).ok());
  EXPECT_FALSE(restore(key, "{}", redaction.output).ok());
  EXPECT_FALSE(sealed_for("[1]"));
}

TEST(SealedMapping, OfAnotherSchemeIsRefused) {
  const std::string source = "Ana Gómez has a cough";
  const Redaction redaction = redaction_of(source, {{0, 10, Label::kPatient, 1}});
  const Secret key = testing::test_key("key");
  const std::string line = seal_mapping(key, "7", source, redaction).value();
  const std::string own = "\"scheme\":" + std::to_string(kValueScheme);
  ASSERT_NE(line.find(own), line.npos);
  EXPECT_TRUE(check_scheme(sealed_for(line)->scheme).ok());
  for (const auto& [other, scheme] : {std::pair("\"scheme\":1", 1), {"\"scheme\":99", 99}}) {
    std::string changed = line;
    changed.replace(changed.find(own), own.size(), other);
    EXPECT_EQ(sealed_for(changed)->scheme, scheme);
    EXPECT_FALSE(check_scheme(scheme).ok());
    EXPECT_FALSE(restore(key, changed, redaction.output).ok());
  }
  std::string first = line;  // the first scheme had no number
  first.erase(first.find(own), own.size() + 1);
  EXPECT_EQ(sealed_for(first)->scheme, 1);
  EXPECT_FALSE(restore(key, first, redaction.output).ok());
}

// In GCM, one nonce for two plain texts would reveal both. Two sealed texts may differ although
// output and source are the same: a tag in the source looks like a tag that was written.
TEST(SealedMapping, ANonceIsForOnePlainTextAlone) {
  const auto nonce_of = [](const std::vector<Span>& spans) {
    const std::string source = "[PATIENT][PATIENT]";
    const Redaction redaction = redaction_of(source, spans);
    EXPECT_EQ(redaction.output, source);
    const std::string line = seal_mapping(testing::test_key("key"), "7", source, redaction).value();
    const size_t at = line.find("nonce");
    return line.substr(at, line.find("sealed") - at);
  };
  const std::string first = nonce_of({{0, 9, Label::kPatient, 1}});
  EXPECT_NE(nonce_of({{9, 18, Label::kPatient, 1}}), first);
  EXPECT_EQ(nonce_of({{0, 9, Label::kPatient, 1}}), first);
}

TEST(SealedMapping, ALineWithACutDigitDoesNotOpen) {
  const std::string source = "Ana Gómez has a cough";
  const Redaction redaction = redaction_of(source, {{0, 10, Label::kPatient, 1}});
  const Secret key = testing::test_key("key");
  std::string line = seal_mapping(key, "7", source, redaction).value();
  line.insert(line.size() - 2, "0");
  EXPECT_FALSE(restore(key, line, redaction.output).ok());
}

}  // namespace
}  // namespace redact
