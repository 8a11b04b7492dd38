// SPDX-License-Identifier: Apache-2.0
#include "documents/files/input_bytes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <future>

#include "tests/documents/files/temporary_file.h"

namespace redact::input_bytes_test {

TEST(InputBytes, ReadsAFileInPiecesAndOnceMore) {
  const std::string content(200'000, 'a');
  const TemporaryFile file(content);
  auto reader = InputBytes::open(file.path(), false);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader->size(), content.size());
  for (int time = 0; time < 2; ++time) {
    std::string read;
    while (!reader->has_ended()) {
      ASSERT_TRUE(reader->read_more().ok());
      EXPECT_LE(reader->unread().size(), 1u << 16);
      read += reader->unread();
      reader->take(reader->unread().size());
    }
    EXPECT_EQ(read, content);
    EXPECT_EQ(reader->share_read(), 1);
    ASSERT_TRUE(reader->rewind().ok());
  }
}

TEST(InputBytes, KeepsWhatIsNotTaken) {
  const TemporaryFile file("one two");
  auto reader = InputBytes::open(file.path(), false);
  ASSERT_TRUE(reader->read_more().ok());
  EXPECT_FALSE(reader->has_ended());
  reader->take(4);
  EXPECT_EQ(reader->unread(), "two");
  ASSERT_TRUE(reader->read_more().ok());
  EXPECT_TRUE(reader->has_ended());
  EXPECT_EQ(reader->unread(), "two");
}

TEST(InputBytes, APipeIsOpenedAtOnceAndHasNoEndBeforeItsWriter) {
  const TemporaryFile file("");
  const std::string path = file.path() + ".pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(InputBytes::open(path, false).ok());
  auto reader = InputBytes::open(path, true);
  ASSERT_TRUE(reader.ok());
  auto first = std::async(std::launch::async, [&] { return reader->read_more().ok(); });
  EXPECT_EQ(first.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  FILE* writer = std::fopen(path.c_str(), "w");
  std::fputs("note", writer);
  std::fflush(writer);
  EXPECT_TRUE(first.get());
  EXPECT_FALSE(reader->has_ended());
  EXPECT_EQ(reader->unread(), "note");
  std::fclose(writer);
  ASSERT_TRUE(reader->read_more().ok());
  EXPECT_TRUE(reader->has_ended());
  ::unlink(path.c_str());
}

TEST(InputBytes, FoldersAndDevicesAreNoFiles) {
  for (const char* path : {"/", "/dev/zero", "/nonexistent"}) {
    EXPECT_FALSE(InputBytes::open(path, true).ok()) << path;
  }
}

}  // namespace redact::input_bytes_test
