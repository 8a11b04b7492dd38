// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/table.h"

#include <gtest/gtest.h>

namespace redact {
namespace {

const RecordFields kColumns = {"note", "id", ""};

std::string rebuilt(std::string_view table, char separator) {
  const auto read = read_table(table, {&separator, 1}, kColumns, false);
  EXPECT_TRUE(read.ok());
  std::string out;
  size_t at = 0;
  for (const TableRow& row : read->rows) {
    out += table.substr(at, row.begin - at);
    out += to_field(row.record.text, separator, table[row.begin] == '"');
    at = row.end;
  }
  return out += table.substr(at);
}

TEST(Table, FieldsMayHoldSeparatorsQuotesAndLineEnds) {
  const auto table = read_table(
      "\xEF\xBB\xBFid,note,x\r\n"
      "7,\"Ana, \"\"la\"\" jefa\r\nvino\",\r\n"
      "\r\n"
      "8,5\" tube,\n"
      "9,,end",
      ",", kColumns, false);
  ASSERT_TRUE(table.ok()) << table.error().message();
  const std::vector<TableRow>& rows = table->rows;
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].record.id, "7");
  EXPECT_EQ(rows[0].record.text, "Ana, \"la\" jefa\r\nvino");
  EXPECT_EQ(rows[1].record.text, "5\" tube");
  EXPECT_EQ(rows[2].record.text, "");
}

TEST(Table, RowsCountWithoutAColumnOfIds) {
  const auto table = read_table("note\na\nb", "\t", kColumns, false);
  ASSERT_TRUE(table.ok());
  const std::vector<TableRow>& rows = table->rows;
  EXPECT_EQ(rows[1].record.id, "2");
  EXPECT_EQ(rows[1].record.text, "b");
}

TEST(Table, EveryByteButTheTextsIsCopied) {
  for (const std::string table :
       {"id;note\r\n1;\"a;b\"\r\n2;plain\r\n", "note\n", "note", "a;note;b\n\n\n1;\"\";\n;x;",
        "\"note\";\"id\"\n\"q\"\"q\";\"\"\n", "note;id\nlast;", "id;note\n1;5\" x\n"}) {
    EXPECT_EQ(rebuilt(table, ';'), table);
  }
}

TEST(Table, MistakesNameTheRowOrTheColumn) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "text column"},
      {"id,text\n1,a\n", "text column"},
      {"id,note\n1,a\n2\n", "row 2"},
      {"id,note\n1,a,b\n", "row 1"},
      {"id,note\n1,\"a\n", "row 1"},
      {"id,note\n1,\"a\"b\n", "row 1"},
      {"\"id", "row 0"},
      {"note,id\ra,1\rb,2\r", "row 0"},
      {"id,note,note\n", "text column"},
      {"id,note,id\n", "id column"},
  };
  for (const auto& [table, where] : cases) {
    const auto read = read_table(table, ",", kColumns, false);
    ASSERT_FALSE(read.ok()) << table;
    EXPECT_EQ(read.error().where, where) << table;
  }
  EXPECT_FALSE(read_table("note\na", ",", {"note", "id", "patient"}, false).ok());
}

TEST(Table, AnIdThatIsNeededMustStandInTheHeader) {
  EXPECT_TRUE(read_table("note\na", ",", kColumns, false).ok());
  const auto table = read_table("note\na", ",", kColumns, true);
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error().where, "id column");
}

TEST(Table, TheHeaderTellsTheSeparator) {
  const std::pair<const char*, char> cases[] = {
      {"id,note\n1,a;b\n", ','},
      {"id;note\n1;a,b\n", ';'},
      {"id;\"note\"\n1;\"a;b\"\n", ';'},  // by commas a quote that stands inside a field
      {"note\na;b\n", ','},
  };
  for (const auto& [table, separator] : cases) {
    const auto read = read_table(table, ",;", kColumns, false);
    ASSERT_TRUE(read.ok()) << table;
    EXPECT_EQ(read->separator, separator) << table;
  }
  const auto without_id = read_table("x;note\n1;a\n", ",;", kColumns, true);
  ASSERT_FALSE(without_id.ok());
  EXPECT_EQ(without_id.error().where, "id column");
}

TEST(Table, FieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(to_field("[PATIENT]", ',', false), "[PATIENT]");
  EXPECT_EQ(to_field("[PATIENT]", ',', true), "\"[PATIENT]\"");
  EXPECT_EQ(to_field("Rivera, \"Ana\"", ',', false), "\"Rivera, \"\"Ana\"\"\"");
  EXPECT_EQ(to_field("Rivera, Ana", '\t', false), "Rivera, Ana");
}

}  // namespace
}  // namespace redact
