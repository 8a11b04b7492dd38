// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file_io.h"

namespace redact::atomic_file_test {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() { fs::create_directories(folder_); }
  ~AtomicFileTest() override { fs::remove_all(folder_); }

  const fs::path folder_ = fs::path(testing::TempDir()) / "redact-atomic-file-test";
};

TEST_F(AtomicFileTest, TheLongestNameFits) {
  const fs::path path = folder_ / std::string(255, 'n');
  for (const char* content : {"first", "second"}) {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file.ok()) << file.error().message();
    ASSERT_TRUE(file->write(content).ok());
    const auto done = file->commit();
    ASSERT_TRUE(done.ok()) << done.error().message();
    EXPECT_EQ(read_file(path).value(), content);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AtomicFileTest, WhatIsTakenBackIsGone) {
  auto file = AtomicFile::create(folder_ / "a");
  ASSERT_TRUE(file->write("one").ok());
  const size_t size = file->size();
  ASSERT_TRUE(file->write("two").ok());
  ASSERT_TRUE(file->shorten(size).ok());
  ASSERT_TRUE(file->write("3").ok());
  ASSERT_TRUE(file->commit().ok());
  EXPECT_EQ(read_file(folder_ / "a").value(), "one3");
}

TEST_F(AtomicFileTest, WithoutCommitNothingIsLeft) {
  { auto file = AtomicFile::create(folder_ / "a"); }
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace redact::atomic_file_test
