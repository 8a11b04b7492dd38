// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/gguf_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/gguf_builder.h"

namespace redact::gguf_file_test {

using testing::GgufBuilder;
using testing::valid_gguf;

Result<GgufFile> parse(const std::string& bytes) {
  return GgufFile::parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

TEST(GgufFile, ValidFileShowsItsValuesAndTensors) {
  const std::string bytes = valid_gguf().build();
  const auto file = parse(bytes);
  ASSERT_TRUE(file.ok()) << file.error().message();
  const Metadata& m = file->metadata();
  EXPECT_EQ(*m.get_string("general.architecture"), "llama");
  EXPECT_EQ(*m.get_count("a.u32"), 7u);
  EXPECT_EQ(*m.get_count("a.u64"), 9u);
  EXPECT_EQ(**m.find_float("a.f32"), 0.5);
  EXPECT_TRUE(**m.find_bool("a.bool"));
  EXPECT_EQ(*m.get_strings("a.strings"), (std::vector<std::string_view>{"x", "yz"}));
  EXPECT_EQ(*m.get_ints("a.ints"), (std::vector<int32_t>{-1, 3}));
  ASSERT_EQ(file->tensors().size(), 2u);
  const TensorInfo* q8 = file->find("t.q8");
  ASSERT_NE(q8, nullptr);
  EXPECT_EQ(q8->cols(), 32u);
  EXPECT_EQ(q8->rows(), 3u);
  EXPECT_EQ(file->data(*q8).size(), 102u);
  EXPECT_EQ(file->data(*q8).back(), 1);  // only the last byte shows a wrong size
  EXPECT_EQ(file->find("t.none"), nullptr);
}

TEST(GgufFile, Version2IsRead) {
  GgufBuilder builder = valid_gguf();
  builder.version = 2;
  EXPECT_TRUE(parse(builder.build()).ok());
}

TEST(GgufFile, FileWithoutTensorsIsAVocabulary) {
  GgufBuilder builder;
  builder.kv("a", 4, GgufBuilder::raw<uint32_t>(1));
  EXPECT_TRUE(parse(builder.build()).ok());
}

TEST(Metadata, WrongTypeIsAnErrorAndNeverADefault) {
  const std::string bytes = valid_gguf().build();
  const auto file = parse(bytes);
  ASSERT_TRUE(file.ok());
  const Metadata& m = file->metadata();
  EXPECT_FALSE(m.find_count("a.f32").ok());
  EXPECT_FALSE(m.find_string("a.u32").ok());
  EXPECT_FALSE(m.find_float("a.u32").ok());
  EXPECT_FALSE(m.find_bool("a.u32").ok());
  EXPECT_FALSE(m.get_floats("a.ints").ok());
  EXPECT_FALSE(m.get_ints("a.strings").ok());
  EXPECT_FALSE(m.get_strings("a.ints").ok());
  EXPECT_FALSE(m.get_bytes("a.ints").ok());
  // A single value where an array belongs.
  EXPECT_FALSE(m.get_strings("general.architecture").ok());
  EXPECT_FALSE(m.get_floats("a.f32").ok());
  EXPECT_FALSE(m.get_ints("a.u32").ok());
  EXPECT_FALSE(m.get_bytes("a.u8").ok());
  for (const auto& missing :
       {m.get_strings("none").error(), m.get_floats("none").error(), m.get_ints("none").error(),
        m.get_bytes("none").error(), m.get_string("none").error()}) {
    EXPECT_EQ(missing.where, "none");
  }
  EXPECT_FALSE(m.get_count("none").ok());
  EXPECT_TRUE(m.find_count("none").ok());
  EXPECT_EQ(m.get_count("none").error().where, "none");
}

TEST(Metadata, NegativeNumberIsNoCount) {
  GgufBuilder builder;
  builder.kv("n", 5, GgufBuilder::raw<int32_t>(-1));
  builder.kv("big", 10, GgufBuilder::raw<uint64_t>(UINT64_MAX));
  builder.kv("ids", 9,
             GgufBuilder::raw<uint32_t>(4) + GgufBuilder::raw<uint64_t>(1) +
                 GgufBuilder::raw<uint32_t>(1u << 31));
  const std::string bytes = builder.build();
  const auto file = parse(bytes);
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(file->metadata().get_count("n").ok());
  EXPECT_FALSE(file->metadata().get_count("big").ok());
  EXPECT_FALSE(file->metadata().get_ints("ids").ok());
}

TEST(GgufFile, MissingFileAndFolderAreErrors) {
  EXPECT_EQ(GgufFile::open("/nonexistent.gguf").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(GgufFile::open("/tmp").error().kind, ErrorKind::kBadInput);
}

TEST(GgufFile, SharedVocabulariesLoad) {
  const std::string folder = std::string(REDACT_SHARED_DIR) + "/tokenizers";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the shared vocabularies are not here";
  int n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".gguf") continue;
    const auto file = GgufFile::open(entry.path());
    EXPECT_TRUE(file.ok()) << entry.path() << file.error().message();
    ++n;
  }
  EXPECT_EQ(n, 6);
}

// std::to_string writes 309 digits of it.
TEST(GgufFile, AValueIsDescribedInALine) {
  GgufBuilder builder;
  builder.kv("test.large", 12, GgufBuilder::raw(-1.5e300));
  const std::string bytes = builder.build();
  const auto file = parse(bytes);
  ASSERT_TRUE(file.ok()) << file.error().message();
  EXPECT_EQ(file->metadata().describe("test.large"), "-1.5e+300");
}

}  // namespace redact::gguf_file_test
