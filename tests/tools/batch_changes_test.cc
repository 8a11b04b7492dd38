// SPDX-License-Identifier: Apache-2.0
// What redact-verify and redact-journal make of ranges and settings of a damaged journal.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file_io.h"
#include "program/batch/journal.h"
#include "tests/documents/files/temporary_file.h"
#include "tools/batch/audit.h"
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

// Ranges of the result determine the text between them.
TEST(BatchChanges, RangesOfTheResultLeaveTheRestInItsOrder) {
  EXPECT_EQ(find_change(kSource, kResult, "[[4,10]]"), "");
  EXPECT_EQ(find_change("Ana, 40, Ana", "[N], 40, ", "[[0,3],[9,9]]"), "");
  EXPECT_EQ(find_change("Ana", "", "[[0,0]]"), "");
  EXPECT_EQ(find_change("Ana Bo", " Bo", "[[0,0]]"), "");
  EXPECT_EQ(find_change("Ana Bo, Bo", " ", "[[0,0],[1,1]]"), "");
  const std::string before = "changed outside the ranges, before byte ";
  EXPECT_EQ(find_change("Dr Ellison, 40", kResult, "[[4,10]]"), before + "4");
  EXPECT_EQ(find_change("Ana, 40", "[N], 41, [D]", "[[0,3],[9,12]]"), before + "9");
  EXPECT_EQ(find_change("Ana", "Ana[N]", "[[3,6]]"), before + "3");  // nothing stood there
  EXPECT_EQ(find_change("Ana Bo Cy", "[N] Cy Bo[N]", "[[0,3],[9,12]]"), before + "9");
  const std::string last = "changed outside the ranges, after the last one";
  EXPECT_EQ(find_change("Mrs Ellison, 41", kResult, "[[4,10]]"), last);
  EXPECT_EQ(find_change("Ana", "[N]na!", "[[0,3]]"), last);
  for (const std::string edits : {"[[4,18]]", "[[10,4]]", "[[4,10],[9,11]]"}) {
    EXPECT_EQ(find_change(kSource, kResult, edits), "the ranges overlap or leave the result");
  }
}

TEST(BatchChanges, RangesThatAreNoneAreTold) {
  for (const std::string edits :
       {"", "{}", "[4]", "[[4]]", "[[4,11],[4,11,6]]", "[[4,11,6,1]]", "[[4,11,-6]]",
        "[[4,11,\"6\"]]", "[[4,11.5,6]]", "[{\"0\":4}]", "[null]", "[[4,11,6]"}) {
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

// What the merge of two journals that differ in a setting says.
std::string said_of(const std::string& name) {
  const TemporaryFolder folder;
  std::vector<std::string> paths;
  for (const int share : {1, 2}) {
    paths.push_back(folder / std::to_string(share));
    const auto journal = Journal::open({paths.back()}).value();
    const std::string number = std::to_string(share);
    const std::string setup = "{\"" + name + "\":" + number + "}";
    EXPECT_TRUE(journal->begin({setup, number + "/2", "host", 1}).ok());
    JournalEntry entry;
    entry.place.input = number;
    EXPECT_TRUE(journal->record({entry}, {}).ok());
    EXPECT_TRUE(journal->end("done").ok());
  }
  const auto merged = merge_journals(folder / "merged", paths);
  return merged.ok() ? "" : merged.error().message();
}

TEST(BatchChanges, JournalsWhoseSettingsAreNoTextsAreCompared) {
  EXPECT_EQ(said_of("--bias"), "merge: the journals differ in --bias");
}

TEST(BatchChanges, ASettingThatNoRunWritesIsNotQuoted) {
  EXPECT_EQ(said_of("Mrs Ellison"), "merge: the journals differ in settings");
  EXPECT_EQ(said_of("two\\nlines"), "merge: the journals differ in settings");
}

TEST(BatchChanges, AnAuditLeavesTheJournalToOthers) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "in");
  std::filesystem::create_directories(folder / "out");
  { ASSERT_TRUE(Journal::open({folder / "journal"}).ok()); }
  for (int i = 0; i < 2; ++i) {
    const auto counts =
        audit({folder / "journal", folder / "journal.key", folder / "in", folder / "out"},
              [](const std::string&, const std::string&) {});
    ASSERT_TRUE(counts.ok()) << counts.error().message();
    EXPECT_EQ(counts->n_findings, 0u);
  }
  EXPECT_TRUE(Journal::open({folder / "journal"}).ok());
}

// Reading a value this deep recursively would overflow the stack.
TEST(BatchChanges, RangesThatAreDeepAreLeftOutOfAnExport) {
  const TemporaryFolder folder;
  {
    const auto journal = Journal::open({folder / "journal"}).value();
    ASSERT_TRUE(journal->begin({"{}", "1/1", "host", 1}).ok());
    JournalEntry entry;
    entry.place.input = "a";
    entry.edits = "[[4,11,6]]";
    entry.reasons = std::string(1000000, '[') + std::string(1000000, ']');
    ASSERT_TRUE(journal->record({entry}, {}).ok());
  }
  std::FILE* out = std::fopen((folder / "out").c_str(), "w");
  ASSERT_NE(out, nullptr);
  EXPECT_TRUE(export_documents(folder / "journal", {}, out).ok());
  std::fclose(out);
  const std::string line = read_file(folder / "out").value();
  EXPECT_NE(line.find("\"edits\":[[4,11,6]]"), line.npos) << line;
  EXPECT_LT(line.size(), 500u);
}

}  // namespace
}  // namespace redact::batch
