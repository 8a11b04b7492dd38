// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/zip_members.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <array>
#include <utility>

#include "tests/documents/structured/random_text.h"
#include "tests/documents/structured/scanned.h"

namespace redact::zip_members_test {

// An archive of members that are deflated, or stored if their name ends in .png, made at some time.
std::string archive(const std::vector<std::pair<std::string, std::string>>& members,
                    int level = 9) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(target);
  zip_t* zip = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error);
  for (const auto& [name, bytes] : members) {
    zip_source_t* source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
    const auto index = static_cast<zip_uint64_t>(zip_file_add(zip, name.c_str(), source, 0));
    zip_file_set_dostime(zip, index, 0x6000, 0x5000, 0);
    zip_file_set_comment(zip, index, "by Ana Rossi", 12, 0);
    zip_set_file_compression(zip, index, name.ends_with(".png") ? ZIP_CM_STORE : ZIP_CM_DEFLATE,
                             static_cast<zip_uint32_t>(level));
  }
  EXPECT_EQ(zip_close(zip), 0);
  zip_stat_t stat;
  zip_source_stat(target, &stat);
  std::string out(stat.size, '\0');
  zip_source_open(target);
  zip_source_read(target, out.data(), out.size());
  zip_source_close(target);
  zip_source_free(target);
  return out;
}

const std::vector<std::pair<std::string, std::string>> kDocument = {
    {"[Content_Types].xml", "<Types/>"},
    {"word/document.xml", repeated("<w:t>Ana Rossi</w:t>", 100)},
    {"word/media/image1.png", repeated("\x89PNG\r\n", 9)},
    {"word/empty.xml", ""}};

TEST(ZipMembers, AreListedAndRead) {
  const std::string file = archive(kDocument);
  const auto zip = ZipMembers::open(file);
  ASSERT_TRUE(zip.ok()) << zip.error().message();
  ASSERT_EQ(zip->members().size(), kDocument.size());
  for (size_t i = 0; i < kDocument.size(); ++i) {
    EXPECT_EQ(zip->members()[i].name, kDocument[i].first);
    EXPECT_EQ(zip->members()[i].size, kDocument[i].second.size());
    EXPECT_EQ(zip->read(i).value(), kDocument[i].second);
  }
}

TEST(ZipMembers, WhatIsNotReplacedIsCopiedAsItIsCompressed) {
  // Numbers, which level 1 compresses into other bytes than the library's usual level.
  auto document = kDocument;
  std::mt19937 random(12);
  for (int i = 0; i < 3000; ++i) document[1].second += std::to_string(random() % 1000) + " mg ";
  const std::string file = archive(document, 1);
  ASSERT_NE(file.size(), archive(document, 6).size());
  const auto zip = ZipMembers::open(file);
  const auto written = zip->write({{0, "<Types>x</Types>"}});
  ASSERT_TRUE(written.ok()) << written.error().message();
  const auto again = ZipMembers::open(*written);
  ASSERT_TRUE(again.ok()) << again.error().message();
  EXPECT_EQ(again->read(0).value(), "<Types>x</Types>");
  for (size_t i = 1; i < document.size(); ++i) {
    EXPECT_EQ(again->members()[i].name, document[i].first);
    EXPECT_EQ(again->members()[i].compressed, zip->members()[i].compressed);
    EXPECT_EQ(again->read(i).value(), document[i].second);
  }
  const size_t data = file.find("word/document.xml") + 17;
  EXPECT_NE(written->find(file.substr(data, zip->members()[1].compressed)), std::string::npos);
  EXPECT_EQ(written->find("by Ana Rossi"), std::string::npos);  // comments are left out
}

TEST(ZipMembers, TwoWritesGiveTheSameBytes) {
  const std::string file = archive(kDocument);
  const std::map<size_t, std::string> replaced = {{1, repeated("[NAME] ", 1000)}};
  const std::string first = ZipMembers::open(file)->write(replaced).value();
  EXPECT_EQ(first, ZipMembers::open(file)->write(replaced).value());
  // The time and date of every local header (bytes 10 to 13).
  for (size_t at = 0; (at = first.find("PK\3\4", at)) != std::string::npos; ++at) {
    EXPECT_EQ(first.substr(at + 10, 4), std::string("\0\0\x21\0", 4));
  }
  // Written again without replacement, it is a fixed point, whatever the time was.
  EXPECT_EQ(first, ZipMembers::open(first)->write({}).value());
}

TEST(ZipMembers, BombsAreRefused) {
  const std::string ratio = archive({{"a", std::string(8 << 20, 'a')}});
  EXPECT_EQ(ZipMembers::open(ratio).error().message(),
            "member 0 of the ZIP archive: more than 200 times its compressed size");
  std::vector<std::pair<std::string, std::string>> many;
  for (size_t i = 0; i <= kMostZipMembers; ++i) many.emplace_back(std::to_string(i) + ".png", "");
  EXPECT_EQ(ZipMembers::open(archive(many)).error().message(),
            "ZIP archive: more than 10000 members");
  many.pop_back();
  EXPECT_TRUE(ZipMembers::open(archive(many)).ok());
}

// `file` with the 4-byte little-endian number at `offset` in each header with this signature.
std::string patched(std::string file, const std::string& signature, size_t offset, uint32_t value) {
  for (size_t at = file.find(signature); at != std::string::npos;
       at = file.find(signature, at + 1)) {
    for (size_t i = 0; i < 4; ++i) file[at + offset + i] = static_cast<char>(value >> (8 * i));
  }
  return file;
}

TEST(ZipMembers, SizesThatLieAreRefused) {
  const std::string local = "PK\3\4", central = "PK\1\2";
  const std::string file = archive({{"a", repeated("0123456789", 1000)}});
  for (const uint32_t size : {9999u, 10001u, 5u}) {
    const std::string lying = patched(patched(file, local, 22, size), central, 24, size);
    const auto zip = ZipMembers::open(lying);
    EXPECT_FALSE(zip.ok() && zip->read(0).ok()) << size;
  }
  const std::string huge = patched(patched(file, local, 22, 0xf0000000), central, 24, 0xf0000000);
  EXPECT_FALSE(ZipMembers::open(huge).ok());
}

TEST(ZipMembers, MoreThanAGigabyteInAllIsRefused) {
  std::mt19937 random(11);
  std::string noise(1200000, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  std::string file =
      archive({{"a", noise}, {"b", noise}, {"c", noise}, {"d", noise}, {"e", noise}});
  file = patched(patched(file, "PK\3\4", 22, 220000000), "PK\1\2", 24, 220000000);
  EXPECT_EQ(ZipMembers::open(file).error().message(),
            "member 4 of the ZIP archive: the members have more than 1 GiB");
}

TEST(ZipMembers, WhatCannotBeCopiedFaithfullyIsRefused) {
  EXPECT_EQ(ZipMembers::open("").error().message(), "ZIP archive: no members");
  EXPECT_FALSE(ZipMembers::open("PK not an archive").ok());
  std::string twice = archive({{"name1", "x"}, {"name2", "y"}});
  for (size_t at; (at = twice.find("name2")) != std::string::npos;) twice[at + 4] = '1';
  EXPECT_FALSE(ZipMembers::open(twice).ok());
}

TEST(ZipMembers, MutatedArchivesAreReadOrRefused) {
  std::mt19937 random(10);
  const std::string file = archive(kDocument);
  constexpr auto kPieces =
      std::to_array<std::string_view>({"PK\1\2", "PK\3\4", "PK\5\6", "\xff\xff\xff\xff"});
  int read = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const std::string mutated = mutate(random, file, kPieces);
    const auto zip = ZipMembers::open(mutated);
    if (!zip.ok()) continue;
    for (size_t i = 0; i < zip->members().size(); ++i) {
      const auto bytes = zip->read(i);
      if (!bytes.ok()) continue;
      ++read;
      ASSERT_EQ(bytes->size(), zip->members()[i].size);
    }
    (void)zip->write({{0, "x"}});
  }
  EXPECT_GT(read, 100);
}

}  // namespace redact::zip_members_test
