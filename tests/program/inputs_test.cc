// SPDX-License-Identifier: Apache-2.0
#include "program/inputs.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "program/name_list.h"
#include "program/repeats.h"
#include "tests/documents/files/temporary_file.h"

namespace redact::inputs_test {

namespace fs = std::filesystem;

class InputsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "b/inner");
    for (const char* name : {"c.txt", "a.txt", "b/inner/x.jsonl", "b/z.txt", "b-1.txt"}) {
      std::ofstream(folder_ / name) << "note";
    }
  }

  Inputs list(const std::vector<std::string>& paths,
              std::optional<OutputFormat> format = std::nullopt) {
    return Inputs::list(paths, format, [](const std::string&) { return true; });
  }

  static std::vector<std::string> names(const Inputs& inputs) {
    std::vector<std::string> all;
    for (const Input& input : inputs) all.push_back(input.name);
    return all;
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

using Names = std::vector<std::string>;

TEST_F(InputsTest, AFolderIsListedInTheOrderOfItsPaths) {
  const Inputs inputs = list({folder_});
  EXPECT_EQ(names(inputs), (Names{"a.txt", "b-1.txt", "b/inner/x.jsonl", "b/z.txt", "c.txt"}));
  EXPECT_EQ(inputs[2].path, folder_ / "b/inner/x.jsonl");
  EXPECT_EQ(inputs[2].number, 3u);
  EXPECT_FALSE(inputs.have_empty_folder());
}

TEST_F(InputsTest, PathsKeepTheirOrderAndEachHasItsOwnFolder) {
  const Inputs inputs = list({folder_ / "c.txt", "-", folder_ / "b", folder_ / "a.txt"});
  EXPECT_EQ(names(inputs), (Names{"c.txt", "stdin", "inner/x.jsonl", "z.txt", "a.txt"}));
  EXPECT_EQ(inputs[0].path, folder_ / "c.txt");
  EXPECT_TRUE(inputs[1].is_stdin());
  EXPECT_TRUE(inputs[1].is_pipe);
  EXPECT_EQ(inputs[3].path, folder_ / "b/z.txt");
  EXPECT_EQ(inputs[4].path, folder_ / "a.txt");
}

TEST_F(InputsTest, AFolderWithoutFilesIsTold) {
  fs::create_directories(folder_ / "empty/inner");
  EXPECT_TRUE(list({folder_ / "empty"}).have_empty_folder());
  EXPECT_TRUE(list({folder_ / "empty"}).empty());
}

TEST_F(InputsTest, WhatIsNotTakenHasNoNumber) {
  const Inputs inputs =
      Inputs::list({folder_}, {}, [](const std::string& name) { return name != "b-1.txt"; });
  EXPECT_EQ(names(inputs), (Names{"a.txt", "b/inner/x.jsonl", "b/z.txt", "c.txt"}));
  EXPECT_EQ(inputs[1].number, 2u);
}

TEST_F(InputsTest, ResultsAreNamedByTheFormat) {
  const Inputs inputs = list({folder_}, OutputFormat::kBrat);
  EXPECT_EQ(inputs[0].result, "a.ann");
  EXPECT_EQ(inputs[2].result, "b/inner/x.jsonl.ann");
}

TEST_F(InputsTest, SomeOfThemKeepTheirNumbersAndWhatIsDone) {
  const Inputs all = list({folder_});
  Inputs left = all.none();
  EXPECT_TRUE(left.empty());
  left.add(all[4]);
  Input lines = all[2];
  lines.n_done = 7;
  left.add_first(lines);
  EXPECT_EQ(names(left), (Names{"b/inner/x.jsonl", "c.txt"}));
  EXPECT_EQ(left[0].number, 3u);
  EXPECT_EQ(left[0].n_done, 7u);
  EXPECT_EQ(left[1].n_done, 0u);
  const Inputs one = left.only([](const Input& input) { return input.n_done > 0; });
  EXPECT_EQ(names(one), Names{"b/inner/x.jsonl"});
  EXPECT_EQ(one[0].n_done, 7u);
}

TEST_F(InputsTest, AnyOfThemInAnyOrderAreFoundByTheirIndex) {
  const Inputs all = list({folder_});
  for (const std::vector<size_t>& order :
       {std::vector<size_t>{0, 1, 2, 3, 4}, {1, 2, 4}, {3, 4, 0, 1}, {2, 1, 0}, {1, 1}}) {
    for (const bool with_first : {false, true}) {
      Inputs some = all.none();
      Names expected;
      for (const size_t i : order) {
        some.add(all[i]);
        expected.push_back(all[i].name);
      }
      if (with_first) {
        some.add_first(all[3]);
        expected.insert(expected.begin(), all[3].name);
        some.add(all[0]);
        expected.push_back(all[0].name);
      }
      EXPECT_EQ(names(some), expected);
      EXPECT_EQ(some.size(), expected.size());
    }
  }
}

TEST(NameListTest, HoldsNamesInTheirOrder) {
  NameList list;
  Names expected = {"z", "y", std::string(300, 'a') + "2", "", "\xC3\xA9", "b"};
  for (int i = 0; i < 100; ++i) expected.push_back(std::string(300, 'a') + std::to_string(100 + i));
  for (const std::string& name : expected) list.add(name);
  Names listed;
  for (size_t i = 0; i < list.size(); ++i) listed.push_back(list[i]);
  EXPECT_EQ(listed, expected);
}

TEST(RepeatsTest, HoldsWhatWasAddedTwice) {
  Repeats repeats;
  for (const char* text : {"a", "b", "c", "b"}) repeats.add(text);
  repeats.seal();
  EXPECT_TRUE(repeats.any());
  EXPECT_TRUE(repeats.may_hold("b"));
  EXPECT_FALSE(repeats.may_hold("a"));
  EXPECT_FALSE(repeats.may_hold("d"));
}

}  // namespace redact::inputs_test
