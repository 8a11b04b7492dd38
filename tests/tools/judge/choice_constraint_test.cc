// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/choice_constraint.h"

#include <gtest/gtest.h>

#include <map>

namespace redact::judge::choice_constraint_test {

// Runs a constraint as the engine does, at most `max_rows` rows at a time, with a logit for each
// token id. Returns the tokens that were read.
std::vector<int32_t> run(ChoiceConstraint& choice, size_t n_prefix, size_t max_rows,
                         const std::map<int32_t, float>& logit_of) {
  std::vector<int32_t> read;
  Draft draft;
  for (choice.propose(max_rows, draft); draft.n_rows() > 0; choice.propose(max_rows, draft)) {
    EXPECT_LE(draft.n_rows(), max_rows);
    read.insert(read.end(), draft.ids.begin(), draft.ids.end());
    std::vector<float> logits;
    for (const int32_t id : draft.candidate_ids) logits.push_back(logit_of.at(id));
    EXPECT_EQ(choice.judge(draft, logits).value(), draft.n_rows());
    draft.clear();
  }
  EXPECT_LE(n_prefix + read.size(), choice.max_tokens());
  return read;
}

TEST(ChoiceConstraint, ReadsThePromptInPiecesAndScoresItsEnd) {
  for (const size_t max_rows : {1, 2, 3, 10}) {
    ChoiceConstraint choice(0, 0, {5, 6, 7, 8}, {{{}, {{40}, {41}, {42}}, {}}});
    const auto read = run(choice, 0, max_rows, {{40, 1.5f}, {41, 4.0f}, {42, 3.25f}});
    EXPECT_EQ(read, (std::vector<int32_t>{5, 6, 7, 8}));
    ASSERT_EQ(choice.answer().choices.size(), 1u);
    EXPECT_EQ(choice.answer().choices[0].option, 1u);
    EXPECT_EQ(choice.answer().choices[0].margin, 0.75f);
  }
}

// TP is one token; FN and FP share their first token.
TEST(ChoiceConstraint, TokensThatSeveralOptionsShareDecideBetweenTheOthers) {
  for (const size_t max_rows : {1, 10}) {
    ChoiceConstraint choice(0, 0, {5}, {{{}, {{30}, {40, 41}, {40, 42}}, {}}});
    const auto read = run(choice, 0, max_rows, {{30, 0.0f}, {40, 2.0f}, {41, 1.0f}, {42, 1.5f}});
    EXPECT_EQ(read, (std::vector<int32_t>{5, 40}));
    EXPECT_EQ(choice.answer().choices[0].option, 2u);
    EXPECT_EQ(choice.answer().choices[0].margin, 0.5f);  // the closer of two decisions
  }
}

TEST(ChoiceConstraint, TokensThatAllOptionsBeginWithAreReadFirst) {
  ChoiceConstraint choice(0, 0, {5}, {{{}, {{9, 30}, {9, 31, 32}}, {}}});
  const auto read = run(choice, 0, 10, {{30, 0.0f}, {31, 2.0f}});
  EXPECT_EQ(read, (std::vector<int32_t>{5, 9}));
  EXPECT_EQ(choice.answer().choices[0].option, 1u);
}

TEST(ChoiceConstraint, WhatWasDecidedIsReadBeforeTheNextSlot) {
  for (const size_t max_rows : {1, 2, 10}) {
    ChoiceConstraint choice(1, 100, {5}, {{{6}, {{30, 33}, {31}}, {}}, {{7, 8}, {{31}, {32}}, {}}});
    EXPECT_EQ(choice.prefix(), 1u);
    const auto read = run(choice, 100, max_rows, {{30, 1.0f}, {31, 0.0f}, {32, 3.0f}});
    EXPECT_EQ(read, (std::vector<int32_t>{5, 6, 30, 33, 7, 8}));
    ASSERT_EQ(choice.answer().choices.size(), 2u);
    EXPECT_EQ(choice.answer().choices[0].option, 0u);
    EXPECT_EQ(choice.answer().choices[1].option, 1u);
    EXPECT_EQ(choice.answer().choices[1].margin, 3.0f);
  }
}

TEST(ChoiceConstraint, NothingIsAskedBehindTheLastOption) {
  const TokenSlot more{{}, {{30}, {31}}, 0};
  ChoiceConstraint ends(0, 0, {5}, {more, more, more});
  EXPECT_EQ(run(ends, 0, 10, {{30, 1.0f}, {31, 0.0f}}), (std::vector<int32_t>{5}));
  EXPECT_EQ(ends.answer().choices.size(), 1u);
  ChoiceConstraint goes_on(0, 0, {5}, {more, more, more});
  EXPECT_EQ(run(goes_on, 0, 10, {{30, 0.0f}, {31, 1.0f}}), (std::vector<int32_t>{5, 31, 31}));
  EXPECT_EQ(goes_on.answer().choices.size(), 3u);
}

}  // namespace redact::judge::choice_constraint_test
