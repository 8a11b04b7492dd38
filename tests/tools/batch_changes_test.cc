// SPDX-License-Identifier: Apache-2.0
// What redact-verify and redact-journal make of ranges and settings of a damaged journal.
#include <gtest/gtest.h>

#include <filesystem>

#include "redactor/journal/journal.h"
#include "tools/batch/changes.h"
#include "tools/batch/merge.h"
#include "tools/batch/source_units.h"

namespace redact::batch {
namespace {

constexpr std::string_view kSource = "Mrs Ellison, 40", kResult = "Mrs [NAME], 40";

TEST(BatchChanges, AResultThatDiffersInItsRangesAloneIsSound) {
  EXPECT_EQ(find_change(kSource, kResult, "[[4,11,6]]"), "");
  EXPECT_EQ(find_change(kSource, kSource, "[]"), "");
}

TEST(BatchChanges, RangesThatAreNoneAreTold) {
  for (const std::string edits :
       {"", "{}", "[4]", "[[4,11]]", "[[4,11,6,1]]", "[[4,11,-6]]", "[[4,11,\"6\"]]",
        "[[4,11.5,6]]", "[{\"0\":4}]", "[null]", "[[4,11,6]"}) {
    EXPECT_EQ(find_change(kSource, kResult, edits), "the ranges cannot be read") << edits;
  }
}

// A sum of these sizes would be small again.
TEST(BatchChanges, RangesThatSayMoreThanTheResultHoldsAreTold) {
  for (const std::string edits : {"[[4,11,11]]", "[[4,11,18446744073709551615]]",
                                  "[[4,11,18446744073709551610],[11,12,1]]"}) {
    EXPECT_EQ(find_change(kSource, kResult, edits), "the result is shorter than the ranges say")
        << edits;
  }
}

TEST(BatchChanges, SettingsThatAreNoTextsAreRefused) {
  EXPECT_EQ(read_reading(R"({"--text-field":"a,b"})")->text_fields.size(), 2u);
  for (const std::string setup : {"", "[]", R"({"--text-field":5})", R"({"--text-column":null})",
                                  R"({"--format":["jsonl"]})"}) {
    EXPECT_FALSE(read_reading(setup).ok()) << setup;
  }
}

TEST(BatchChanges, JournalsWhoseSettingsAreNoTextsAreCompared) {
  const std::filesystem::path folder = ::testing::TempDir() + "batch_changes_test";
  std::filesystem::remove_all(folder);
  std::vector<std::string> paths;
  for (const int share : {1, 2}) {
    paths.push_back(folder / std::to_string(share));
    const auto journal = Journal::open(paths.back()).value();
    const std::string number = std::to_string(share);
    ASSERT_TRUE(journal->begin({R"({"--bias":)" + number + "}", number + "/2", "host", 1}).ok());
    JournalEntry entry;
    entry.place.input = number;
    ASSERT_TRUE(journal->record({entry}, {}).ok());
    ASSERT_TRUE(journal->end("done").ok());
  }
  const auto merged = merge_journals(folder / "merged", paths);
  ASSERT_FALSE(merged.ok());
  EXPECT_NE(merged.error().message().find("differ in --bias"), std::string::npos)
      << merged.error().message();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace redact::batch
