// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/corpus.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace redact::eval::corpus_test {

class CorpusFiles : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& content) {
    const auto path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return path.string();
  }
  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) /
      ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(CorpusFiles, BratAndI2b2AndJsonlSayTheSame) {
  write("brat/a.txt", "Señor Ana\n is 54");
  write("brat/a.ann", "T1\tNAME 6 9\tAna\n#1\tnote\nT2\tAGE 14 16\t54\n");
  write("i2b2/a.xml",
        "<?xml version=\"1.0\"?><deIdi2b2><TEXT><![CDATA[Señor Ana\n is 54]]></TEXT><TAGS>"
        "<NAME id=\"P0\" start=\"6\" end=\"9\" text=\"Ana\" TYPE=\"NAME\"/>"
        "<AGE start=\"14\" end=\"16\" TYPE=\"AGE\"/></TAGS></deIdi2b2>");
  const std::string jsonl = write(
      "gold.jsonl",
      R"({"id": "a", "text": "Señor Ana\n is 54", "spans": [{"start": 14, "end": 16, "label": "AGE"}, {"start": 6, "end": 9, "label": "NAME"}]})");
  for (const std::string& path :
       {(folder_ / "brat").string(), (folder_ / "i2b2").string(), jsonl}) {
    const auto documents = read_gold(path);
    ASSERT_TRUE(documents.ok()) << documents.error().message();
    ASSERT_EQ(documents->size(), 1u);
    const Document& d = (*documents)[0];
    EXPECT_EQ(d.id, "a");
    EXPECT_EQ(to_utf8(d.text), "Señor Ana\n is 54");
    const std::vector<Annotation> want = {{6, 9, "NAME"}, {14, 16, "AGE"}};
    EXPECT_EQ(d.gold, want);
  }
}

TEST_F(CorpusFiles, EveryGoldDocumentMustBeAnsweredOnce) {
  const std::string gold = write("gold.jsonl",
                                 "{\"id\": \"a\", \"text\": \"Ana\", \"spans\": []}\n"
                                 "{\"id\": \"b\", \"text\": \"Bo\", \"spans\": []}\n");
  const std::string a =
      R"({"id": "a", "text": "[NAME]", "entities": [{"entity_type": "NAME", "start": 0, "end": 3}]})";
  const std::string b = R"({"id": "b", "status": "failed"})";
  auto documents = read_gold(gold).value();
  EXPECT_TRUE(add_records(write("all.jsonl", a + "\n" + b + "\n"), documents).ok());
  EXPECT_EQ(documents[0].found.size(), 1u);
  EXPECT_TRUE(documents[1].failed);
  const std::string wrong[] = {a,
                               a + "\n" + a + "\n" + b,
                               a + "\n" + b + "\n{\"id\": \"c\"}",
                               "[]",
                               R"({"id": "a", "entities": [{"start": 0, "end": 9}]})",
                               R"({"id": "a", "entities": [{"start": "0", "end": 1}]})"};
  for (const std::string& records : wrong) {
    auto fresh = read_gold(gold).value();
    EXPECT_FALSE(add_records(write("wrong.jsonl", records), fresh).ok()) << records;
  }
}

TEST_F(CorpusFiles, AFieldThatIsMissingOrOfAnotherTypeIsNamed) {
  const std::string text = R"("text": "Ana lives in Rome")";
  const std::pair<std::string, std::string> wrong[] = {
      {"{" + text + "}", "gold line 1: has no \"spans\""},
      {"{" + text + R"(, "spans": null})", "gold line 1: has no \"spans\""},
      {R"({"text": 3, "spans": []})", "gold line 1: has no \"text\""},
      {"{" + text + R"(, "lang": 3, "spans": []})", "gold line 1: has no \"lang\""},
      {"{" + text + R"(, "spans": [{"start": 0, "end": 3, "entity_type": "NAME"}]})",
       "gold line 1, spans 1: has no \"label\""},
      {"{" + text + R"(, "spans": [{"end": 3, "label": "NAME"}]})",
       "gold line 1, spans 1: has no \"start\""},
      {"{" + text + R"(, "spans": [{"start": 0.9, "end": 3, "label": "NAME"}]})",
       "gold line 1, spans 1: has no \"start\""},
      {"{" + text + R"(, "spans": ["Ana"]})", "gold line 1, spans 1: has no \"start\""},
      {"Ana", "gold line 1: has no \"text\""}};
  for (const auto& [line, error] : wrong) {
    const auto gold = read_gold(write("gold.jsonl", line + "\n"));
    ASSERT_FALSE(gold.ok()) << line;
    EXPECT_TRUE(gold.error().message().starts_with(error)) << gold.error().message();
  }
  const std::string gold = write("gold.jsonl", R"({"id": 1, "text": "Ana", "spans": []})");
  const std::pair<std::string, std::string> records[] = {
      {R"({"id": 1})", "records line 1: has no \"entities\""},
      {R"({"id": 1, "entities": [{"start": 0, "end": 3, "label": "NAME"}]})",
       "records line 1, entities 1: has no \"entity_type\""},
      {R"({"id": 1, "entities": [{"out_start": 0, "out_end": 6, "entity_type": "NAME"}]})",
       "records line 1: has no offsets of the source; redact --include-evidence writes them"},
      {R"({"id": 1, "offsets": "utf16", "entities": []})",
       "records line 1: has offsets in bytes or UTF-16 units"},
      {R"({"id": 1, "entities": [{"start": 0, "end": 3, "entity_type": "NAME", "out_end": 3}]})",
       "records line 1, entities 1: has no \"out_start\""}};
  for (const auto& [line, error] : records) {
    auto documents = read_gold(gold).value();
    const auto added = add_records(write("wrong.jsonl", line), documents);
    ASSERT_FALSE(added.ok()) << line;
    EXPECT_TRUE(added.error().message().starts_with(error)) << added.error().message();
  }
}

TEST_F(CorpusFiles, GoldThatIsThereTwiceCountsOnce) {
  const std::string span = R"({"start": 0, "end": 3, "label": "NAME"})";
  const auto documents =
      read_gold(write("gold.jsonl", R"({"text": "Ana", "spans": [)" + span + "," + span + "]}"));
  EXPECT_EQ(documents.value()[0].gold.size(), 1u);
}

TEST_F(CorpusFiles, GoldWithoutDocumentsIsAnError) {
  EXPECT_FALSE(read_gold(write("gold.jsonl", "\n")).ok());
}

TEST_F(CorpusFiles, OffsetsOfI2b2AndLabelsOfBratAreChecked) {
  const auto with_tag = [&](const std::string& tag) {
    write("i2b2/a.xml", "<deIdi2b2><TEXT>Ana Ruiz</TEXT><TAGS>" + tag + "</TAGS></deIdi2b2>");
    return read_gold((folder_ / "i2b2").string());
  };
  EXPECT_TRUE(with_tag("<NAME start=\"0\" end=\"8\"/>").ok());
  EXPECT_FALSE(with_tag("<NAME start=\"x\" end=\"8\"/>").ok());
  EXPECT_FALSE(with_tag("<NAME end=\"8\"/>").ok());
  EXPECT_FALSE(with_tag("<NAME start=\"0\" end=\"8\" TYPE=\"NAM\xff\"/>").ok());
  write("brat/a.txt", "Ana Ruiz");
  for (const char* line : {"T1\tNAM\xff 0 8", "T1\tNAME 0", "T1\tNAME", "T1\tNAME 0 8x"}) {
    write("brat/a.ann", line);
    EXPECT_FALSE(read_gold((folder_ / "brat").string()).ok()) << line;
  }
}

TEST_F(CorpusFiles, OffsetsOfBratLeadToItsText) {
  write("brat/a.txt", "Ana\r\nRuiz");
  const auto is_read = [&](const std::string& line) {
    write("brat/a.ann", line);
    return read_gold((folder_ / "brat").string()).ok();
  };
  for (const char* line :
       {"T1\tNAME 0 3\tAna", "T1\tNAME 0 9\tAna  Ruiz", "T1\tNAME 0 3;5 9\tAna Ruiz\r"}) {
    EXPECT_TRUE(is_read(line)) << line;
  }
  for (const char* line : {"T1\tNAME 4 8\tRuiz", "T1\tNAME 0 3\tAnn", "T1\tNAME 0 3\t"}) {
    EXPECT_FALSE(is_read(line)) << line;
  }
}

TEST_F(CorpusFiles, TextOfI2b2IsAllOfItsPieces) {
  write("a.xml",
        "<deIdi2b2><TEXT>\n<![CDATA[a]]]]><![CDATA[>b, Dr Ruiz]]></TEXT><TAGS>"
        "<NAME start=\"10\" end=\"14\"/></TAGS></deIdi2b2>");
  const auto documents = read_gold(folder_.string());
  ASSERT_TRUE(documents.ok()) << documents.error().message();
  EXPECT_EQ(to_utf8(documents->front().text), "\na]]>b, Dr Ruiz");
  write("a.xml", "<deIdi2b2><TEXT>a<b/>c</TEXT><TAGS/></deIdi2b2>");
  EXPECT_FALSE(read_gold(folder_.string()).ok());
}

TEST_F(CorpusFiles, ADocumentOfMultigrasccoWithStaleOffsetsIsLeftOutAndCounted) {
  const auto document = [](const std::string& name, const std::string& entity) {
    return R"({"filename": ")" + name + R"(", "text": "Señor Ana\n is 54", "entities": [)" +
           entity + "]}";
  };
  const std::string path = write(
      "Turkish_PHI.json",
      "[" + document("a", R"({"start": 6, "end": 9, "text": "Ana", "type": "NAME_PATIENT"})") +
          "," + document("b", R"({"start": 5, "end": 8, "text": "Ana", "type": "NAME_PATIENT"})") +
          "," + document("c", R"({"start": 6, "end": 6, "text": "", "type": "NAME_PATIENT"})") +
          "," + document("d", R"({"start": 6, "end": 99, "text": "Ana", "type": "NAME_PATIENT"})") +
          "," + document("e", "") + "]");
  size_t left_out = 0;
  const auto documents = read_gold(path, &left_out);
  ASSERT_TRUE(documents.ok()) << documents.error().message();
  EXPECT_EQ(left_out, 3u);
  ASSERT_EQ(documents->size(), 2u);
  EXPECT_EQ((*documents)[0].id, "a");
  EXPECT_EQ((*documents)[0].lang, "tr");
  EXPECT_EQ((*documents)[0].gold, (std::vector<Annotation>{{6, 9, "NAME_PATIENT"}}));
  EXPECT_EQ((*documents)[1].id, "e");
  const auto without_type = read_gold(
      write("x.json", "[" + document("a", R"({"start": 6, "end": 9, "text": "Ana"})") + "]"));
  ASSERT_FALSE(without_type.ok());
  EXPECT_EQ(without_type.error().message(),
            "gold document 1, entities 1: has no \"type\" that is a string");
  EXPECT_FALSE(read_gold(write("y.json", "{}")).ok());
}

TEST_F(CorpusFiles, WhatWouldGoUnreadInAFolderIsAnError) {
  write("a.txt", "Ana");
  write("a.ann", "T1\tNAME 0 3\tAna\n");
  EXPECT_TRUE(read_gold(folder_.string()).ok());
  write("b.txt", "Bo");
  EXPECT_FALSE(read_gold(folder_.string()).ok());
  write("b.ann", "");
  EXPECT_TRUE(read_gold(folder_.string()).ok());
  write("more/c.txt", "Cy");
  EXPECT_FALSE(read_gold(folder_.string()).ok());
}

}  // namespace redact::eval::corpus_test
