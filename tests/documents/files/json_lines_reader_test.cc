// SPDX-License-Identifier: Apache-2.0
#include "documents/files/json_lines_reader.h"

#include <gtest/gtest.h>

#include "tests/documents/files/temporary_file.h"

namespace redact::json_lines_reader_test {

const auto kAllLines = [](const std::string&) { return true; };

// The ids of all documents up to the end, with "!" for a bad line.
std::string ids(JsonLinesReader& reader) {
  std::string out;
  for (;;) {
    const DocumentReader::Step step = reader.next().value();
    if (const auto* document = std::get_if<Document>(&step)) {
      out += document->record.id + " ";
    } else if (std::holds_alternative<DocumentReader::BadLine>(step)) {
      out += "! ";
    } else {
      return out;
    }
  }
}

TEST(JsonLinesReader, EmptyLinesCountAndTheLastNeedsNoEnd) {
  const TemporaryFile file(
      "{\"text\": \"a\"}\r\n\n \t\n{\"text\": \"b\"}\nnonsense\n{\"text\": \"c\"}");
  JsonLinesReader reader(file.open(), {}, kAllLines);
  EXPECT_EQ(ids(reader), "1 4 ! 6 ");
  JsonLinesReader last(file.open(), {}, [](const std::string& name) { return name >= "4"; });
  EXPECT_EQ(ids(last), "4 ! 6 ");
}

TEST(JsonLinesReader, ALineIsTakenByItsIdOrElseItsNumber) {
  const TemporaryFile file(
      "{\"text\": \"a\", \"id\": \"x\"}\n{\"text\": \"b\"}\n{\"text\": \"c\", \"id\": 1}\n");
  std::string asked;
  JsonLinesReader reader(file.open(), {}, [&](const std::string& name) {
    asked += name + " ";
    return name != "2";
  });
  EXPECT_EQ(ids(reader), "x 1 ");
  EXPECT_EQ(asked, "x 2 1 ");
}

TEST(JsonLinesReader, ALineComesAsSoonAsItsEndHasCome) {
  TemporaryPipe pipe;
  JsonLinesReader reader(pipe.open(), {}, kAllLines);
  pipe.write("{\"text\": \"a\"}\n{\"te");
  EXPECT_EQ(std::get<Document>(reader.next().value()).record.text, "a");
  pipe.write("xt\": \"b\"}");
  pipe.close();
  EXPECT_EQ(std::get<Document>(reader.next().value()).record.text, "b");
  EXPECT_TRUE(std::holds_alternative<DocumentReader::End>(reader.next().value()));
}

TEST(JsonLinesReader, ALineThatIsTooLongIsLeftOutAndTheOthersAreRead) {
  const std::string line = "{\"text\": \"a\"}\n",
                    longer = "{\"text\": \"" + std::string(300'000, 'x') + "\"}";
  for (const std::string& content : {line + longer + "\n" + line, line + longer}) {
    const TemporaryFile file(content);
    JsonLinesReader reader(file.open(), {}, kAllLines, 100);
    EXPECT_EQ(ids(reader), content.ends_with("\n") ? "1 ! 3 " : "1 ! ");
  }
}

}  // namespace redact::json_lines_reader_test
