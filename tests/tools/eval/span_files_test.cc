// SPDX-License-Identifier: Apache-2.0
// Reading and writing of BIO tags and marked texts.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/tools/eval/document_of.h"
#include "tools/eval/bio.h"
#include "tools/eval/markup.h"
#include "tools/eval/own_gold.h"

namespace redact::eval::span_files_test {

std::string write(const std::string& name, const std::string& content) {
  const auto path = std::filesystem::path(::testing::TempDir()) / name;
  std::ofstream(path) << content;
  return path.string();
}

TEST(Bio, SpansBecomeTagsOfTokens) {
  const auto document = document_of("Dr. Ana Ruiz-Gil\nde Elche", {},
                                    {{4, 16, "DOCTOR"}, {8, 12, "NAME"}, {20, 22, "CITY"}});
  EXPECT_EQ(to_bio({document}, true),
            "-DOCSTART- O\n\nDr O\n. O\nAna B-DOCTOR\nRuiz I-DOCTOR\n- I-DOCTOR\nGil I-DOCTOR\n\n"
            "de O\nElche B-CITY\n\n");
}

TEST(Bio, NeighboursOfOneLabelAreTwoSpans) {
  const auto document = document_of("Ana Bo", {{0, 3, "NAME"}, {4, 6, "NAME"}}, {});
  EXPECT_EQ(to_bio({document}, false), "-DOCSTART- O\n\nAna B-NAME\nBo B-NAME\n\n");
  const auto read = read_bio(write("two.bio", to_bio({document}, false)));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)[0].gold, document.gold);
}

TEST(Bio, WhatWasWrittenReadsBackTheSame) {
  const std::string path =
      write("in.bio",
            "-DOCSTART- -X- O O\n\nAna NNP B-NAME\nRuiz NNP I-NAME\n. . O\n\nBo I-NAME\n54 I-AGE\n"
            "-DOCSTART- O\nElche\tB-CITY\r\n");
  const auto read = read_bio(path);
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(to_utf8((*read)[0].text), "Ana Ruiz .\nBo 54");
  const std::vector<Annotation> gold = {{0, 8, "NAME"}, {11, 13, "NAME"}, {14, 16, "AGE"}};
  EXPECT_EQ((*read)[0].gold, gold);
  EXPECT_EQ((*read)[1].gold, (std::vector<Annotation>{{0, 5, "CITY"}}));
  const auto again = read_bio(write("again.bio", to_bio(*read, false)));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)[0].gold, gold);
}

TEST(Bio, FilesOfTagsAreGoldAndRecords) {
  auto documents = read_gold(write("gold.bio", "Ana B-NAME\nsano O\n"));
  ASSERT_TRUE(documents.ok()) << documents.error().message();
  ASSERT_TRUE(add_records(write("found.conll", "Ana O\nsano B-CITY\n"), *documents).ok());
  EXPECT_EQ((*documents)[0].found, (std::vector<Annotation>{{4, 8, "CITY"}}));
  EXPECT_FALSE(add_records(write("other.bio", "Eva O\nsano B-CITY\n"), *documents).ok());
  EXPECT_FALSE(add_records(write("none.bio", ""), *documents).ok());
}

TEST(Bio, ALineThatIsNoTokenAndTagIsNamed) {
  for (const char* line : {"Ana", "Ana B-", "Ana X-NAME", "Ana NAME"}) {
    const auto read = read_bio(write("bad.bio", "Bo O\n" + std::string(line) + "\n"));
    ASSERT_FALSE(read.ok()) << line;
    EXPECT_EQ(read.error().where, "line 2");
    EXPECT_EQ(read.error().message().find("Ana"), std::string::npos);
  }
}

TEST(Markup, MarksAreReadInBothSpellingsAndWrittenInOne) {
  const std::vector<Annotation> gold = {{4, 12, "DOCTOR"}, {16, 21, "LOCATION-OTHER"}};
  for (const char* marked :
       {"Dr. BEGINER_DOCTOR Ana Ruiz ENDNER en BEGINER_LOCATION-OTHER Elche ENDNER.",
        "Dr. BEGINNER_DOCTOR Ana Ruiz ENDNER en <LOCATION-OTHER>Elche</LOCATION-OTHER>."}) {
    const auto document = parse_markup(marked, "record");
    ASSERT_TRUE(document.ok()) << document.error().message();
    EXPECT_EQ(to_utf8(document->text), "Dr. Ana Ruiz en Elche.");
    EXPECT_EQ(document->gold, gold);
    EXPECT_EQ(to_markup(document->text, document->gold),
              "Dr. BEGINER_DOCTOR Ana Ruiz ENDNER en BEGINER_LOCATION-OTHER Elche ENDNER.");
  }
  EXPECT_EQ(to_utf8(parse_markup("x < 5 <b> </b> BEGINER", "record")->text),
            "x < 5 <b> </b> BEGINER");
}

TEST(Markup, MarksThatDoNotPairAreRefusedWithoutAWordOfTheText) {
  for (const char* marked :
       {"BEGINER_NAME Ana", "Ana ENDNER", "BEGINER_A Ana BEGINER_B Bo ENDNER ENDNER", "<A>Ana</B>",
        "<A>Ana ENDNER", "BEGINER_A Ana</A>", "<A></A>"}) {
    const auto document = parse_markup(marked, "record 3");
    ASSERT_FALSE(document.ok()) << marked;
    EXPECT_NE(document.error().message().find("record 3"), std::string::npos);
    EXPECT_EQ(document.error().message().find("Ana"), std::string::npos);
  }
}

TEST(Markup, MarkedTextsAreGoldAndRecords) {
  const std::string line = R"({"id": "a", "markup": "BEGINER_NAME Ana ENDNER sana"})";
  auto documents = read_gold(write("marked.jsonl", line + "\n"));
  ASSERT_TRUE(documents.ok()) << documents.error().message();
  EXPECT_EQ((*documents)[0].id, "a");
  EXPECT_EQ((*documents)[0].gold, (std::vector<Annotation>{{0, 3, "NAME"}}));
  const std::string found = R"({"id": "a", "markup": "Ana <CITY>sana</CITY>"})";
  ASSERT_TRUE(add_records(write("found.jsonl", found + "\n"), *documents).ok());
  EXPECT_EQ((*documents)[0].found, (std::vector<Annotation>{{4, 8, "CITY"}}));
  const std::string edited = R"({"id": "a", "markup": "Eva <CITY>sana</CITY>"})";
  EXPECT_FALSE(add_records(write("edited.jsonl", edited + "\n"), *documents).ok());
}

// Labels of GraSCCo, MEDDOCAN and presidio-research; a title is no identifier, and what no set has
// is OTHER.
TEST(OwnGold, HasTheLabelsOfThisProject) {
  auto document = document_of("Dr. Jana Koch, 04103 Elche, Room 7",
                              {{0, 3, "NAME_TITLE"},
                               {4, 13, "NAME_DOCTOR"},
                               {15, 20, "TERRITORIO"},
                               {21, 26, "GPE"},
                               {28, 34, "CHAMBER"}},
                              {});
  document.id = "7";
  document.lang = "de";
  const OwnGold own = to_own_gold({document});
  EXPECT_EQ(own.lines,
            R"({"id":"7","lang":"de","text":"Dr. Jana Koch, 04103 Elche, Room 7","spans":[)"
            R"({"start":4,"end":13,"label":"DOCTOR"},{"start":15,"end":20,"label":"ZIP"},)"
            R"({"start":21,"end":26,"label":"CITY"},{"start":28,"end":34,"label":"OTHER"}]})"
            "\n");
  EXPECT_NE(own.mapping.find("| NAME_TITLE | none | 1 |"), std::string::npos) << own.mapping;
  EXPECT_NE(own.mapping.find("| TERRITORIO | ZIP | 1 |"), std::string::npos) << own.mapping;
  const auto read = read_gold(write("own.jsonl", own.lines));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ((*read)[0].gold[1], (Annotation{15, 20, "ZIP"}));
}

}  // namespace redact::eval::span_files_test
