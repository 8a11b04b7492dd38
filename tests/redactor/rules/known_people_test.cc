// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/known_people.h"

#include <gtest/gtest.h>

namespace redact::known_people_test {

Result<KnownPeople> read(const std::string& content) {
  return KnownPeople::read(UserFile::in_memory(content), DateOrder::kDayFirst);
}

TEST(KnownPeople, AreThoseOfEachDocument) {
  const auto known = read(
      "\xef\xbb\xbf{\"id\": \"a\", \"PATIENT\": \"Anna Greco\", \"PHONE\": [\"0117 496 0382\", "
      "\"\"]}\n"
      "{\"id\": 2, \"PATIENT\": null, \"DOCTOR\": \"\"}\n"
      "{\"id\": \"a\", \"DOCTOR\": \"Owen Pritchard\"}\n");
  ASSERT_TRUE(known.ok()) << known.error().message();
  ASSERT_EQ(known->find("a", "").size(), 1u);
  EXPECT_EQ(known->find("a", "")[0]
                ->find("Mrs Greco, Dr Pritchard, 01174960382", SpanSource::kKnown)
                .size(),
            3u);
  ASSERT_EQ(known->find("2", "").size(), 1u);
  EXPECT_TRUE(known->find("2", "")[0]->empty());
  EXPECT_TRUE(known->find("b", "a").empty());
}

TEST(KnownPeople, OrOfAPatientInAllDocuments) {
  const auto known = read(
      "{\"patient\": 7, \"PATIENT\": \"Anna Greco\"}\n"
      "{\"id\": \"a\", \"DOCTOR\": \"Owen Pritchard\"}\n");
  ASSERT_TRUE(known.ok()) << known.error().message();
  EXPECT_EQ(known->find("a", "7").size(), 2u);
  EXPECT_EQ(known->find("b", "7").size(), 1u);
  EXPECT_TRUE(known->find("7", "").empty());
}

TEST(KnownPeople, OfOneDocumentAreAddedToAList) {
  TermList terms(DateOrder::kDayFirst);
  terms.add_known("Owen Pritchard", Label::kDoctor);
  ASSERT_TRUE(
      KnownPeople::add(R"({"PATIENT": "Anna Greco", "DATE": null})", DateOrder::kDayFirst, terms)
          .ok());
  EXPECT_EQ(terms.find("Mrs Greco, Dr Pritchard", SpanSource::kKnown).size(), 2u);
  for (const char* object : {"Ellison", "[\"Ellison\"]", "{\"Ellison\": 7}", "{\"PATIENT\": 7}"}) {
    const auto added = KnownPeople::add(object, DateOrder::kDayFirst, terms);
    ASSERT_FALSE(added.ok()) << object;
    EXPECT_EQ(added.error().message().find("Ellison"), std::string::npos);
  }
}

TEST(KnownPeople, DeepNestingIsNoMoreThanAMistake) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  for (const std::string& value : {deep, "{\"Ellison\": " + deep + "}"}) {
    const std::string fields = "\"PATIENT\": " + value + "}";
    TermList terms(DateOrder::kDayFirst);
    EXPECT_FALSE(KnownPeople::add("{" + fields, DateOrder::kDayFirst, terms).ok());
    EXPECT_FALSE(read("{\"id\": \"a\", " + fields + "\n").ok());
  }
}

TEST(KnownPeople, ListsInMemoryAreReadLikeFiles) {
  const auto known = KnownPeople::read(UserFile::in_memory(R"({"id": "a", "PATIENT": "Bo Li"})"),
                                       DateOrder::kDayFirst);
  ASSERT_TRUE(known.ok());
  EXPECT_EQ(known->find("a", "").size(), 1u);
  EXPECT_FALSE(KnownPeople::read(UserFile::in_memory("Bo"), DateOrder::kDayFirst).ok());
}

TEST(KnownPeople, MistakesNameTheLineAndNoWordOfIt) {
  for (const char* line :
       {"Ellison", "{\"PATIENT\": \"Ellison\"}", "{\"id\": 1, \"patient\": \"Ellison\"}",
        "{\"id\": [\"Ellison\"]}", "{\"id\": \"a\", \"Ellison\": \"x\"}",
        "{\"id\": \"a\", \"PATIENT\": {\"Ellison\": 1}}",
        "{\"id\": \"a\", \"PATIENT\": [\"Ellison\", 7]}",
        "{\"id\": \"a\", \"DATE\": \"1948-13-45\"}",
        "{\"id\": \"a\", \"DATE\": [\"1948-03-14\", \"Ellison\"]}"}) {
    const auto known = read("{\"id\": \"a\"}\n" + std::string(line) + "\n");
    ASSERT_FALSE(known.ok()) << line;
    EXPECT_EQ(known.error().where, "known people line 2");
    EXPECT_EQ(known.error().message().find("Ellison"), std::string::npos);
  }
}

}  // namespace redact::known_people_test
