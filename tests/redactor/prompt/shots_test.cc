// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/shots.h"

#include <gtest/gtest.h>

namespace redact::shots_test {

Result<std::vector<Shot>> read(const std::string& content) {
  return read_shots(UserFile::in_memory(content));
}

std::string where(const std::string& content) {
  const auto shots = read(content);
  return shots.ok() ? "" : shots.error().where;
}

TEST(Shots, AreReadInOrder) {
  const auto shots = read(
      "{\"input\": \"Li is 9.\\n\", \"output\": \"[N] is 9.\\n\"}\n\n"
      "{\"output\": \"ANONYMOUS\", \"input\": \"\\u00bfQu\\u00e9?\"}\n");
  ASSERT_TRUE(shots.ok()) << shots.error().message();
  ASSERT_EQ(shots->size(), 2u);
  EXPECT_EQ((*shots)[0].input, "Li is 9.\n");
  EXPECT_EQ((*shots)[0].output, "[N] is 9.\n");
  EXPECT_EQ((*shots)[1].input, "¿Qué?");
  EXPECT_EQ((*shots)[1].output, "ANONYMOUS");
}

TEST(Shots, WhatIsNoExampleIsRefusedByLine) {
  const std::string good = "{\"input\": \"a\", \"output\": \"b\"}\n";
  EXPECT_EQ(where(good), "");
  EXPECT_EQ(where("\n"), "shots");
  EXPECT_EQ(where(good + "\nnonsense"), "shots line 3");
  EXPECT_EQ(where(good + "[\"a\", \"b\"]"), "shots line 2");
  EXPECT_EQ(where("{\"input\": \"a\"}"), "shots line 1");
  EXPECT_EQ(where("{\"input\": \"a\", \"output\": 1}"), "shots line 1");
  EXPECT_EQ(where("{\"input\": \"\", \"output\": \"b\"}"), "shots line 1");
  EXPECT_EQ(where("{\"input\": \"a\", \"output\": \"b\", \"note\": \"c\"}"), "shots line 1");
  EXPECT_EQ(where("{\"input\": \"a\", \"output\": \"b\\u0000\"}"), "shots line 1");
  EXPECT_EQ(where(good + "{\"input\": \"\xff\", \"output\": \"b\"}"), "shots line 2");
  EXPECT_FALSE(read_shots("/nonexistent").ok());
}

}  // namespace redact::shots_test
