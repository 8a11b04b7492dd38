// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/table_reader.h"

#include <gtest/gtest.h>

#include "tests/redactor/files/temporary_file.h"

namespace redact {
namespace {

const RecordFields kColumns = {"note", "id"};

struct Read {
  std::vector<Document> rows;
  std::string rest;
};

// Reads a whole table, from a pipe that gives one byte at a time or from a file.
Result<Read> read(std::string_view table, TableOptions options, bool from_pipe) {
  const TemporaryFile file(table);
  TemporaryPipe pipe;
  TableReader reader(from_pipe ? pipe.open() : file.open(), std::move(options));
  Read out;
  for (size_t at = 0;;) {
    REDACT_ASSIGN(DocumentReader::Step step, reader.next(!from_pipe));
    if (auto* row = std::get_if<Document>(&step)) {
      out.rows.push_back(std::move(*row));
    } else if (auto* end = std::get_if<DocumentReader::End>(&step)) {
      out.rest = std::move(end->rest);
      return out;
    } else if (at < table.size()) {
      pipe.write(table.substr(at++, 1));
    } else {
      pipe.close();
    }
  }
}

Result<Read> read(std::string_view table, std::string_view separators, bool needs_id = false,
                  const RecordFields& columns = kColumns) {
  Result<Read> whole = read(table, {separators, columns, needs_id}, false);
  const Result<Read> pieces = read(table, {separators, columns, needs_id}, true);
  EXPECT_EQ(whole.ok(), pieces.ok());
  if (!whole.ok() || !pieces.ok()) return whole;
  EXPECT_EQ(whole->rows.size(), pieces->rows.size());
  for (size_t i = 0; i < whole->rows.size(); ++i) {
    EXPECT_EQ(whole->rows[i].frame.around("x"), pieces->rows[i].frame.around("x"));
  }
  EXPECT_EQ(whole->rest, pieces->rest);
  return whole;
}

std::string rebuilt(std::string_view table, std::string_view separator) {
  const auto parts = read(table, separator);
  EXPECT_TRUE(parts.ok());
  std::string out;
  for (const Document& row : parts->rows) out += row.frame.around(row.record.text);
  return out + parts->rest;
}

TEST(TableReader, FieldsMayHoldSeparatorsQuotesAndLineEnds) {
  const auto table = read(
      "\xEF\xBB\xBFid,note,x\r\n"
      "7,\"Ana, \"\"la\"\" jefa\r\nvino\",\r\n"
      "\r\n"
      "8,5\" tube,\n"
      "9,,end",
      ",");
  ASSERT_TRUE(table.ok()) << table.error().message();
  ASSERT_EQ(table->rows.size(), 3u);
  EXPECT_EQ(table->rows[0].record.id, "7");
  EXPECT_EQ(table->rows[0].where, "row 1 ");
  EXPECT_EQ(table->rows[0].record.text, "Ana, \"la\" jefa\r\nvino");
  EXPECT_EQ(table->rows[1].record.text, "5\" tube");
  EXPECT_EQ(table->rows[2].record.text, "");
}

TEST(TableReader, RowsCountWithoutAColumnOfIds) {
  const auto table = read("note\na\nb", "\t");
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->rows[1].record.id, "2");
  EXPECT_FALSE(table->rows[1].record.has_id);
  EXPECT_EQ(table->rows[1].record.text, "b");
}

TEST(TableReader, EveryByteButTheTextsIsCopied) {
  for (const std::string table :
       {"id;note\r\n1;\"a;b\"\r\n2;plain\r\n", "note\n", "note", "a;note;b\n\n\n1;\"\";\n;x;",
        "\"note\";\"id\"\n\"q\"\"q\";\"\"\n", "note;id\nlast;", "id;note\n1;5\" x\n",
        "\n\r\nnote;id\na;1\n\n\r\n\n", "id;\"no\"\"te\";note\n1;\"\n\";\"\"\"\"\n"}) {
    EXPECT_EQ(rebuilt(table, ";"), table);
  }
}

// A blank line is no row, here and in Python: an empty text is written so that it stays one.
TEST(TableReader, AnEmptyTextLeavesNoBlankLine) {
  const auto lone = read("note\n\na\n\"b\"\r\nc", ",");
  ASSERT_TRUE(lone.ok());
  EXPECT_EQ(lone->rows[0].frame.empty(), "note\n\n\"\"\n");
  EXPECT_EQ(lone->rows[0].frame.around(""), "note\n\n\"\"\n");
  EXPECT_EQ(lone->rows[1].frame.empty(), "\"\"\r\n");
  EXPECT_EQ(lone->rows[2].frame.empty(), "\"\"");
  const auto beside = read("note,id\na,1\n", ",");
  ASSERT_TRUE(beside.ok());
  EXPECT_EQ(beside->rows[0].frame.empty(), "note,id\n,1\n");
}

TEST(TableReader, MistakesNameTheRowOrTheColumn) {
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
    const auto broken = read(table, ",");
    ASSERT_FALSE(broken.ok()) << table;
    EXPECT_EQ(broken.error().where, where) << table;
  }
  EXPECT_FALSE(read("note\na", ",", false, {"note", "id", "patient"}).ok());
}

TEST(TableReader, NothingComesOfABrokenFileAndTheRowsBeforeOfAPipe) {
  const std::string table = "id,note\n1,a\n2\n";
  const TemporaryFile file(table);
  EXPECT_FALSE(TableReader(file.open(), {",", kColumns}).next(true).ok());
  TemporaryPipe pipe;
  pipe.write(table);
  TableReader reader(pipe.open(), {",", kColumns});
  EXPECT_TRUE(std::holds_alternative<Document>(reader.next(true).value()));
  EXPECT_FALSE(reader.next(true).ok());
}

TEST(TableReader, ARowComesWhenItsEndHasCome) {
  TemporaryPipe pipe;
  TableReader reader(pipe.open(), {",", kColumns});
  pipe.write("id,note\n1,\"a\n");
  EXPECT_TRUE(std::holds_alternative<DocumentReader::NotYet>(reader.next(false).value()));
  pipe.write("\"\n");
  EXPECT_EQ(std::get<Document>(reader.next(false).value()).frame.around("b"), "id,note\n1,\"b\"\n");
  EXPECT_TRUE(std::holds_alternative<DocumentReader::NotYet>(reader.next(false).value()));
}

TEST(TableReader, WhatIsNoTextOrTooLargeIsRefused) {
  EXPECT_FALSE(read("PK\x03\x04note\n1\n", ",").ok());
  EXPECT_TRUE(read("note\n123456789\n", {",", kColumns, false, 10}, true).ok());
  EXPECT_FALSE(read("note\n1234567890\n", {",", kColumns, false, 10}, true).ok());
  EXPECT_FALSE(read("note\n\"1234\n567890\n", {",", kColumns, false, 10}, true).ok());
  EXPECT_FALSE(read("\"" + std::string(2 << 20, 'x'), {",", kColumns, false}, false).ok());
}

TEST(TableReader, AnIdThatIsNeededMustStandInTheHeader) {
  EXPECT_TRUE(read("note\na", ",").ok());
  const auto table = read("note\na", ",", true);
  ASSERT_FALSE(table.ok());
  EXPECT_EQ(table.error().where, "id column");
}

TEST(TableReader, TheHeaderTellsTheSeparator) {
  const std::pair<const char*, char> cases[] = {
      {"id,note\n1,a;b\n", ','},
      {"id;note\n1;a,b\n", ';'},
      {"id;\"note\"\n1;\"a;b\"\n", ';'},  // with commas, the quote would be inside a field
      {"note\na;b\n", ','},
  };
  for (const auto& [table, separator] : cases) {
    const auto parts = read(table, ",;");
    ASSERT_TRUE(parts.ok()) << table;
    EXPECT_EQ(parts->rows[0].frame.separator, separator) << table;
  }
  const auto without_id = read("x;note\n1;a\n", ",;", true);
  ASSERT_FALSE(without_id.ok());
  EXPECT_EQ(without_id.error().where, "id column");
}

TEST(CsvRow, FieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(to_field("[PATIENT]", ',', false), "[PATIENT]");
  EXPECT_EQ(to_field("[PATIENT]", ',', true), "\"[PATIENT]\"");
  EXPECT_EQ(to_field("Rivera, \"Ana\"", ',', false), "\"Rivera, \"\"Ana\"\"\"");
  EXPECT_EQ(to_field("Rivera, Ana", '\t', false), "Rivera, Ana");
}

}  // namespace
}  // namespace redact
