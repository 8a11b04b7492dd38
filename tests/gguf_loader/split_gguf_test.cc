// SPDX-License-Identifier: Apache-2.0
// Models split over several files: they are read as one, or refused if the parts do not fit
// together (S01 to S06); hostile chat templates (S07, S08).
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "gguf_loader/gguf_file.h"
#include "tests/documents/files/temporary_file.h"
#include "tests/support/gguf_builder.h"

namespace redact::split_gguf_test {

using testing::GgufBuilder;

void split_keys(GgufBuilder& part, uint16_t number, uint16_t count, int32_t n_tensors) {
  part.kv("split.no", 2, GgufBuilder::raw(number));
  part.kv("split.count", 2, GgufBuilder::raw(count));
  part.kv("split.tensors.count", 5, GgufBuilder::raw(n_tensors));
}

// Three parts with one, two and one tensors.
class SplitGguf : public ::testing::Test {
 protected:
  void SetUp() override {
    for (uint16_t i = 0; i < 3; ++i) {
      if (i == 0) parts_[i].kv("general.architecture", 8, GgufBuilder::string("llama"));
      split_keys(parts_[i], i, 3, 4);
    }
    parts_[0].tensor("a", {8}, 0, 0, 32);
    parts_[1].tensor("b", {8, 2}, 0, 0, 64).tensor("c", {8}, 0, 64, 32);
    parts_[2].tensor("d", {32, 3}, 8, 0, 102);
  }

  std::string path(int number, int count = 3) const {
    char name[64];
    std::snprintf(name, sizeof name, "m-%05d-of-%05d.gguf", number, count);
    return folder_ / name;
  }
  static void write(const std::string& file, const GgufBuilder& part) {
    std::ofstream(file, std::ios::binary) << part.build();
  }
  void write_all() const {
    for (int i = 0; i < 3; ++i) write(path(i + 1), parts_[static_cast<size_t>(i)]);
  }
  // The error of opening the first part.
  std::string refusal() const {
    write_all();
    const auto file = GgufFile::open(path(1));
    return file.ok() ? "" : file.error().message();
  }
  // Replaces a part by an empty one, which then gets its own keys.
  GgufBuilder& replace(size_t i) { return parts_[i] = GgufBuilder(); }

  const TemporaryFolder folder_;
  GgufBuilder parts_[3];
};

TEST_F(SplitGguf, MoreTensorsThanTheLimitInAllPartsAreRefused) {
  for (size_t part = 0; part < 3; ++part) {
    replace(part);
    split_keys(parts_[part], static_cast<uint16_t>(part), 3, 66'000);
    for (uint64_t i = 0; i < 22'000; ++i) {
      parts_[part].tensor(std::to_string(part) + "." + std::to_string(i), {8}, 0, 32 * i, 32);
    }
  }
  EXPECT_NE(refusal().find("n_tensors"), std::string::npos) << refusal();
}

TEST_F(SplitGguf, FirstPartOpensAllAndTheCatalogueSpansThem) {
  write_all();
  auto opened = GgufFile::open(path(1));
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  const GgufFile file = std::move(*opened);  // views stay valid across a move
  EXPECT_EQ(*file.metadata().get_string("general.architecture"), "llama");
  ASSERT_EQ(file.tensors().size(), 4u);
  const char* names[] = {"a", "b", "c", "d"};
  const uint32_t parts[] = {0, 1, 1, 2};
  const size_t sizes[] = {32, 64, 32, 102};
  for (size_t i = 0; i < 4; ++i) {
    const TensorInfo* info = file.find(names[i]);
    ASSERT_NE(info, nullptr);
    EXPECT_EQ(info, &file.tensors()[i]);
    EXPECT_EQ(info->part, parts[i]);
    const auto data = file.data(*info);
    ASSERT_EQ(data.size(), sizes[i]);
    for (const uint8_t byte : data) ASSERT_EQ(byte, 1);  // a wrong mapping shows headers or padding
  }
}

TEST_F(SplitGguf, FirstPartMayHoldMetadataAlone) {
  replace(0).kv("general.architecture", 8, GgufBuilder::string("llama"));
  split_keys(parts_[0], 0, 3, 3);
  for (const uint16_t i : {1, 2}) split_keys(replace(i), i, 3, 3);
  parts_[1].tensor("b", {8, 2}, 0, 0, 64).tensor("c", {8}, 0, 64, 32);
  parts_[2].tensor("d", {32, 3}, 8, 0, 102);
  write_all();
  const auto file = GgufFile::open(path(1));
  ASSERT_TRUE(file.ok()) << file.error().message();
  const std::string last = parts_[2].build();  // the data, then 26 bytes of padding
  ASSERT_NE(file->find("d"), nullptr);
  const auto data = file->data(*file->find("d"));
  EXPECT_EQ(std::string(data.begin(), data.end()), last.substr(last.size() - 128, 102));
}

TEST_F(SplitGguf, FileMergedFromPartsIsWhole) {
  for (const uint16_t count : {0, 1}) {
    GgufBuilder merged;
    split_keys(merged, 0, count, 4);
    merged.tensor("a", {8}, 0, 0, 32);
    write(folder_ / "merged.gguf", merged);
    EXPECT_TRUE(GgufFile::open(folder_ / "merged.gguf").ok());
  }
}

TEST_F(SplitGguf, S01NumberOfAnotherTypeIsRefused) {
  replace(1).kv("split.no", 4, GgufBuilder::raw<uint32_t>(1));
  parts_[1].kv("split.count", 2, GgufBuilder::raw<uint16_t>(3));
  parts_[1].kv("split.tensors.count", 5, GgufBuilder::raw<int32_t>(4));
  EXPECT_EQ(refusal(), "m-00002-of-00003.gguf: split.no: must be of type u16");
  replace(0).kv("split.no", 4, GgufBuilder::raw<uint32_t>(0));
  parts_[0].kv("split.count", 2, GgufBuilder::raw<uint16_t>(3));
  EXPECT_EQ(refusal(), "split.no: must be of type u16");
  replace(0).kv("split.count", 4, GgufBuilder::raw<uint32_t>(3));
  EXPECT_EQ(refusal(), "split.count: must be of type u16");
  replace(0).kv("split.count", 2, GgufBuilder::raw<uint16_t>(3));
  EXPECT_EQ(refusal(), "split.no: required key is missing");
}

TEST_F(SplitGguf, S02CountThatNoModelHasIsRefusedBeforeAnyPartIsSought) {
  split_keys(replace(0), 0, 65535, 4);
  EXPECT_EQ(refusal(), "split.count: 65535 parts exceed the limit of 1024");
  split_keys(replace(0), 0, 4, 4);  // within the limit, but not what the name says
  EXPECT_EQ(refusal(),
            "m-00001-of-00003.gguf: this is the first of 4 parts; to find the others, its name "
            "must end in -00001-of-00004.gguf");
  split_keys(replace(0), 7, 3, 4);
  EXPECT_EQ(refusal(), "split.no: 7 is out of range: split.count is 3");
}

TEST_F(SplitGguf, S03MissingPartIsNamed) {
  write_all();
  std::filesystem::remove(path(3));
  const auto file = GgufFile::open(path(1));
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(file.error().message(), "m-00003-of-00003.gguf: No such file or directory");
}

TEST_F(SplitGguf, S04TensorInTwoPartsIsRefused) {
  split_keys(replace(2), 2, 3, 4);
  parts_[2].tensor("b", {8}, 0, 0, 32);
  EXPECT_EQ(refusal(),
            "m-00003-of-00003.gguf: tensor b: an earlier part has a tensor of the same name");
}

TEST_F(SplitGguf, S05PartsOfTwoModelsAreRefused) {
  const GgufBuilder third = parts_[2];
  split_keys(replace(2), 2, 3, 9);
  parts_[2].tensor("d", {8}, 0, 0, 32);
  EXPECT_EQ(refusal(),
            "m-00003-of-00003.gguf: split.tensors.count: expected 4 according to the first part, "
            "found 9");
  parts_[2] = third;
  parts_[2].kv("general.architecture", 8, GgufBuilder::string("phi3"));
  EXPECT_EQ(refusal(),
            "m-00003-of-00003.gguf: general.architecture: value differs from the first part: "
            "the parts belong to different models");
  parts_[2] = third;
  parts_[2].kv("general.name", 8, GgufBuilder::string("other"));
  EXPECT_NE(refusal().find("general.name: value differs from the first part"), std::string::npos);
  parts_[2] = third;
  parts_[2].tensor("e", {8}, 0, 128, 32);
  EXPECT_EQ(refusal(), "split.tensors.count: expected 4 tensors, but the parts hold 5");
  split_keys(replace(2), 1, 3, 4);
  parts_[2].tensor("d", {8}, 0, 0, 32);
  EXPECT_EQ(refusal(),
            "m-00003-of-00003.gguf: split.no: expected 2 according to the first part, found 1");
  replace(2).tensor("d", {8}, 0, 0, 32);
  EXPECT_EQ(refusal(),
            "m-00003-of-00003.gguf: split.count: required key is missing: this file is not part of "
            "a split model");
  parts_[2] = third;
  EXPECT_EQ(refusal(), "");
}

TEST_F(SplitGguf, S06PartThatIsNotTheFirstIsRefusedByTheNameOfTheFirst) {
  write_all();
  EXPECT_EQ(GgufFile::open(path(2)).error().message(),
            "m-00002-of-00003.gguf: this is part 2 of 3; open m-00001-of-00003.gguf");
  write(folder_ / "other.gguf", parts_[2]);
  EXPECT_EQ(GgufFile::open(folder_ / "other.gguf").error().message(),
            "other.gguf: this is part 3 of 3; open the first part, whose name ends in "
            "-00001-of-00003.gguf");
  write(path(1), parts_[1]);
  EXPECT_EQ(GgufFile::open(path(1)).error().message(),
            "m-00001-of-00003.gguf: this is part 2 of 3; open the first part, whose name ends in "
            "-00001-of-00003.gguf");
}

TEST_F(SplitGguf, PartsAreSoughtByTheFirstOnesNameOnly) {
  write_all();
  write(folder_ / "first.gguf", parts_[0]);
  EXPECT_NE(GgufFile::open(folder_ / "first.gguf").error().message().find("to find the others"),
            std::string::npos);
}

TEST_F(SplitGguf, BrokenPartIsNamedWithItsFault) {
  write_all();
  std::filesystem::resize_file(path(2), std::filesystem::file_size(path(2)) - 32);
  const auto file = GgufFile::open(path(1));
  ASSERT_FALSE(file.ok());
  EXPECT_TRUE(file.error().message().starts_with("m-00002-of-00003.gguf: offset of tensor c: "));
}

TEST_F(SplitGguf, BufferThatIsAPartIsRefused) {
  for (const GgufBuilder& part : parts_) {
    const std::string bytes = part.build();
    const auto file =
        GgufFile::parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    ASSERT_FALSE(file.ok());
    EXPECT_NE(
        file.error().message().find(" of 3; open the first part, whose name ends in -00001-of-"),
        std::string::npos);
  }
}

TEST_F(SplitGguf, S07AndS08TemplatesAreTextThatIsOnlyShown) {
  const std::string code = "{% for x in ''.__class__.__mro__ %}\x1b]0;{{ x }}{% endfor %}\n";
  std::string large;
  while (large.size() < (1u << 20)) large += code;
  for (const std::string& text : {code, large}) {
    GgufBuilder builder;
    builder.kv("tokenizer.chat_template", 8, GgufBuilder::string(text));
    write(folder_ / "template.gguf", builder);
    const auto file = GgufFile::open(folder_ / "template.gguf");
    ASSERT_TRUE(file.ok()) << file.error().message();
    EXPECT_EQ(*file->metadata().get_string("tokenizer.chat_template"), text);
    const std::string shown = file->metadata().describe("tokenizer.chat_template");
    EXPECT_LE(shown.size(), 63u);
    for (const char c : shown) EXPECT_TRUE(c >= ' ' && c < 0x7f);
  }
}

}  // namespace redact::split_gguf_test
