// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/known_people.h"

#include <gtest/gtest.h>

#include <fstream>

namespace redact {
namespace {

Result<KnownPeople> read(const std::string& content) {
  const std::string path = ::testing::TempDir() + "/known_people_test";
  std::ofstream(path, std::ios::binary) << content;
  return KnownPeople::read(path, DateOrder::kDayFirst);
}

TEST(KnownPeople, AreThoseOfEachDocument) {
  const auto known = read(
      "\xef\xbb\xbf{\"id\": \"a\", \"PATIENT\": \"Anna Greco\", \"PHONE\": [\"0117 496 0382\", "
      "\"\"]}\n"
      "{\"id\": 2, \"PATIENT\": null, \"DOCTOR\": \"\"}\n"
      "{\"id\": \"a\", \"DOCTOR\": \"Owen Pritchard\"}\n");
  ASSERT_TRUE(known.ok()) << known.error().message();
  ASSERT_NE(known->of("a"), nullptr);
  EXPECT_EQ(known->of("a")->find("Mrs Greco, Dr Pritchard, 01174960382", SpanSource::kKnown).size(),
            3u);
  ASSERT_NE(known->of("2"), nullptr);
  EXPECT_TRUE(known->of("2")->empty());
  EXPECT_EQ(known->of("b"), nullptr);
}

TEST(KnownPeople, MistakesNameTheLineAndNoWordOfIt) {
  for (const char* line :
       {"Ellison", "{\"PATIENT\": \"Ellison\"}", "{\"id\": [\"Ellison\"]}",
        "{\"id\": \"a\", \"Ellison\": \"x\"}", "{\"id\": \"a\", \"PATIENT\": {\"Ellison\": 1}}",
        "{\"id\": \"a\", \"PATIENT\": [\"Ellison\", 7]}",
        "{\"id\": \"a\", \"DATE\": \"1948-13-45\"}",
        "{\"id\": \"a\", \"DATE\": [\"1948-03-14\", \"Ellison\"]}"}) {
    const auto known = read("{\"id\": \"a\"}\n" + std::string(line) + "\n");
    ASSERT_FALSE(known.ok()) << line;
    EXPECT_EQ(known.error().where, "known people line 2");
    EXPECT_EQ(known.error().message().find("Ellison"), std::string::npos);
  }
}

}  // namespace
}  // namespace redact
