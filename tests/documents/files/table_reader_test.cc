// SPDX-License-Identifier: Apache-2.0
#include "documents/files/table_reader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/utf16.h"
#include "tests/documents/files/temporary_file.h"

namespace redact::table_reader_test {

const RecordFields kColumns = {.texts = {"note"}};

struct Read {
  std::vector<Document> rows;
  std::string rest;
};

Result<Read> read_all(TableReader reader) {
  Read out;
  for (;;) {
    REDACT_ASSIGN(DocumentReader::Step step, reader.next());
    if (auto* row = std::get_if<Document>(&step)) {
      out.rows.push_back(std::move(*row));
    } else if (auto* end = std::get_if<DocumentReader::End>(&step)) {
      out.rest = std::move(end->rest);
      return out;
    }
  }
}

// Reads a whole table, from a pipe that gives one byte at a time or from a file.
Result<Read> read(std::string_view table, TableOptions options, bool from_pipe) {
  const TemporaryFile file(table);
  if (!from_pipe) return read_all(TableReader(file.open(), std::move(options)));
  TemporaryPipe pipe;
  TableReader reader(pipe.open(), std::move(options));
  std::atomic<bool> has_ended = false;  // an error may end the reading
  std::thread writer([&] {
    for (size_t at = 0; at < table.size() && !has_ended;) {
      if (pipe.is_drained()) pipe.write(table.substr(at++, 1));
    }
    pipe.close();
  });
  Result<Read> read = read_all(std::move(reader));
  has_ended = true;
  writer.join();
  return read;
}

std::string as_read(const Document& row) { return row.before + row.record.text + row.after; }

// The texts of a row, as they are written in it.
std::vector<std::string> fields_of(const Document& row) {
  std::vector<std::string> texts;
  const auto fields = split_row(row.record.text, row.chosen->separator, 1);
  for (const ChosenField& chosen : row.chosen->fields) {
    texts.push_back(fields.value()[chosen.column].text);
  }
  return texts;
}

std::string withheld(const Document& row) { return row.before + row.withheld + row.after; }

Result<Read> read(std::string_view table, std::string_view separators, bool needs_id = false,
                  const RecordFields& columns = kColumns) {
  Result<Read> whole =
      read(table, {.separators = separators, .columns = columns, .needs_id = needs_id}, false);
  const Result<Read> pieces =
      read(table, {.separators = separators, .columns = columns, .needs_id = needs_id}, true);
  EXPECT_EQ(whole.ok(), pieces.ok());
  if (!whole.ok() || !pieces.ok()) return whole;
  EXPECT_EQ(whole->rows.size(), pieces->rows.size());
  for (size_t i = 0; i < whole->rows.size(); ++i) {
    EXPECT_EQ(as_read(whole->rows[i]), as_read(pieces->rows[i]));
  }
  EXPECT_EQ(whole->rest, pieces->rest);
  return whole;
}

std::string rebuilt(std::string_view table, std::string_view separator) {
  const auto parts = read(table, separator);
  EXPECT_TRUE(parts.ok());
  std::string out;
  for (const Document& row : parts->rows) out += as_read(row);
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
  EXPECT_EQ(fields_of(table->rows[0]), std::vector<std::string>{"Ana, \"la\" jefa\r\nvino"});
  EXPECT_EQ(fields_of(table->rows[1]), std::vector<std::string>{"5\" tube"});
  EXPECT_EQ(fields_of(table->rows[2]), std::vector<std::string>{""});
}

TEST(TableReader, AllColumnsButTheIdsAndThePatients) {
  const RecordFields all = {.texts = {"*"}, .labelled = {{"mrn", Label::kId}}, .patient = "of"};
  const auto table = read("sep=|\r\n|of|mrn|id|note\r\na|b|c|d|e\r\n", ",;|", false, all);
  ASSERT_TRUE(table.ok()) << table.error().message();
  ASSERT_EQ(table->rows.size(), 1u);
  EXPECT_EQ(fields_of(table->rows[0]), (std::vector<std::string>{"a", "c", "e"}));
  EXPECT_EQ(table->rows[0].chosen->fields[1].label, Label::kId);
  EXPECT_EQ(table->rows[0].record.id, "d");
  EXPECT_EQ(table->rows[0].record.patient, "b");
  EXPECT_EQ(as_read(table->rows[0]), "sep=|\r\n|of|mrn|id|note\r\na|b|c|d|e\r\n");
  EXPECT_FALSE(read("id\n1\n", ",", false, {.texts = {"*"}}).ok());
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

// A blank line is not a row, here and in Python: an empty text is written so that it stays one.
TEST(TableReader, AnEmptyTextLeavesNoBlankLine) {
  const auto lone = read("note\n\na\n\"b\"\r\nc", ",");
  ASSERT_TRUE(lone.ok());
  EXPECT_EQ(withheld(lone->rows[0]), "note\n\n\"\"\n");
  EXPECT_EQ(withheld(lone->rows[1]), "\"\"\r\n");
  EXPECT_EQ(withheld(lone->rows[2]), "\"\"");
  const auto beside = read("note,id\na,1\n", ",");
  ASSERT_TRUE(beside.ok());
  EXPECT_EQ(withheld(beside->rows[0]), "note,id\n,1\n");
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
  EXPECT_FALSE(read("note\na", ",", false, {.texts = {"note"}, .patient = "patient"}).ok());
}

TEST(TableReader, NothingComesOfABrokenFileAndTheRowsBeforeOfAPipe) {
  const std::string table = "id,note\n1,a\n2\n";
  const TemporaryFile file(table);
  EXPECT_FALSE(TableReader(file.open(), {.separators = ",", .columns = kColumns}).next().ok());
  TemporaryPipe pipe;
  pipe.write(table);
  TableReader reader(pipe.open(), {.separators = ",", .columns = kColumns});
  EXPECT_TRUE(std::holds_alternative<Document>(reader.next().value()));
  EXPECT_FALSE(reader.next().ok());
}

TEST(TableReader, ARowComesAsSoonAsItsEndHasCome) {
  TemporaryPipe pipe;
  TableReader reader(pipe.open(), {.separators = ",", .columns = kColumns});
  pipe.write("id,note\n1,\"a\n\"\n2,\"b\n");
  EXPECT_EQ(as_read(std::get<Document>(reader.next().value())), "id,note\n1,\"a\n\"\n");
  pipe.write("\"\n");
  EXPECT_EQ(as_read(std::get<Document>(reader.next().value())), "2,\"b\n\"\n");
}

TEST(TableReader, ATableInUtf16ComesInUtf8) {
  const std::string text = "sep=;\nid;note\n1;\"\xF0\x9F\x98\x80\n\"\n2;\xC5\x9E\n";
  for (const std::string mark : {"\xEF\xBB\xBF", ""}) {
    for (const bool high_first : {false, true}) {
      for (const bool from_pipe : {false, true}) {
        const TableOptions options{.separators = ",", .columns = kColumns};
        const auto table = read(to_utf16(mark + text, high_first), options, from_pipe);
        ASSERT_TRUE(table.ok()) << table.error().message();
        ASSERT_EQ(table->rows.size(), 2U);
        EXPECT_EQ(as_read(table->rows[0]) + as_read(table->rows[1]) + table->rest, mark + text);
        EXPECT_EQ(fields_of(table->rows[1]), std::vector<std::string>{"\xC5\x9E"});
      }
    }
  }
  // Half a pair, half a unit, and a mark before a text that is no UTF-16.
  const std::string begin = to_utf16("\xEF\xBB\xBFid;note\n1;a", false);
  for (const std::string end : {"\x01\xD8", "\x01\xDC\n", ""}) {
    EXPECT_FALSE(read(begin + end + "\n", ";").ok());
  }
  EXPECT_FALSE(read("\xFF\xFEnote\n1234567\n", ",").ok());
}

TEST(TableReader, WhatIsNoTextOrTooLargeIsRefused) {
  EXPECT_FALSE(read("PK\x03\x04note\n1\n", ",").ok());
  EXPECT_TRUE(
      read("note\n123456789\n", {.separators = ",", .columns = kColumns, .max_row_bytes = 10}, true)
          .ok());
  EXPECT_FALSE(read("note\n1234567890\n",
                    {.separators = ",", .columns = kColumns, .max_row_bytes = 10}, true)
                   .ok());
  EXPECT_FALSE(read("note\n\"1234\n567890\n",
                    {.separators = ",", .columns = kColumns, .max_row_bytes = 10}, true)
                   .ok());
  const std::string blank(11, '\n');
  EXPECT_FALSE(read("note\n" + blank + "1\n",
                    {.separators = ",", .columns = kColumns, .max_row_bytes = 10}, true)
                   .ok());
  EXPECT_FALSE(
      read("\"" + std::string(2 << 20, 'x'), {.separators = ",", .columns = kColumns}, false).ok());
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
    EXPECT_EQ(parts->rows[0].chosen->separator, separator) << table;
  }
  const auto without_id = read("x;note\n1;a\n", ",;", true);
  ASSERT_FALSE(without_id.ok());
  EXPECT_EQ(without_id.error().where, "id column");
}

TEST(TableReader, SeveralColumnsAreChosenInTheOrderOfTheTable) {
  const RecordFields columns{.texts = {"plan", "note"},
                             .labelled = {{"mrn", Label::kMedicalRecord}}};
  const auto table = read("mrn,note,id,plan\n44,\"a,b\",7,c\n", ",", false, columns);
  ASSERT_TRUE(table.ok()) << table.error().message();
  EXPECT_EQ(fields_of(table->rows[0]), (std::vector<std::string>{"44", "a,b", "c"}));
  EXPECT_EQ(withheld(table->rows[0]), "mrn,note,id,plan\n,,7,\n");
  EXPECT_EQ(read("note,mrn\na,1\n", ",", false, columns).error().where, "text column");
  EXPECT_EQ(read("note,plan\na,1\n", ",", false, columns).error().where, "labelled column");
}

TEST(TableReader, ARowWithOneTextIsARecordOfThatText) {
  const TemporaryFile file("id,note\n1,\"a, b\"\n");
  TableReader reader(file.open(), {.separators = ",", .columns = kColumns, .as_records = true});
  const Document row = std::get<Document>(reader.next().value());
  EXPECT_EQ(row.record.text, "a, b");
  EXPECT_EQ(row.chosen, nullptr);
}

}  // namespace redact::table_reader_test
