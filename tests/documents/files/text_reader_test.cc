// SPDX-License-Identifier: Apache-2.0
#include "documents/files/text_reader.h"

#include <gtest/gtest.h>

#include "tests/documents/files/temporary_file.h"

namespace redact::text_reader_test {

using namespace std::string_literals;
using Step = DocumentReader::Step;

TEST(TextReader, AFileIsOneDocument) {
  const std::string content = std::string(100'000, 'x') + "\r\n\xFF\0"s;
  const TemporaryFile file(content);
  TextReader reader(file.open(), "ward/note.txt");
  const Step step = reader.next().value();
  ASSERT_TRUE(std::holds_alternative<Document>(step));
  EXPECT_EQ(std::get<Document>(step).record.text, content);
  EXPECT_EQ(std::get<Document>(step).record.id, "ward/note.txt");
  EXPECT_EQ(std::get<Document>(step).before + std::get<Document>(step).after, "");
  EXPECT_TRUE(std::holds_alternative<DocumentReader::End>(reader.next().value()));
}

TEST(TextReader, OfAPipeTheEndIsWaitedFor) {
  TemporaryPipe pipe;
  TextReader reader(pipe.open(), "63");
  pipe.write("no ");
  pipe.write("fever");
  pipe.close();
  EXPECT_EQ(std::get<Document>(reader.next().value()).record.text, "no fever");
}

TEST(TextReader, WhatIsTooLargeIsNoDocument) {
  TemporaryPipe pipe;
  pipe.write("12345678");
  pipe.close();
  EXPECT_TRUE(TextReader(pipe.open(), "x", 8).next().ok());
  const TemporaryFile file("123456789");
  const auto step = TextReader(file.open(), "x", 8).next();
  ASSERT_FALSE(step.ok());
  EXPECT_NE(step.error().message().find("4 GiB"), std::string::npos);
}

}  // namespace redact::text_reader_test
