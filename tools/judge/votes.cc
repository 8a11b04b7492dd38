// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/votes.h"

#include <map>
#include <utility>

namespace redact::judge {

Result<Votes> ask_all(Judges judges, const std::vector<Question>& questions) {
  Votes votes;
  for (const auto& judge : judges) {
    REDACT_ASSIGN(std::vector<Answer> answers, judge->ask(questions));
    votes.push_back(std::move(answers));
  }
  return votes;
}

std::optional<size_t> choice_of(const Answer& answer, size_t slot, const VoteRule& rule) {
  if (slot >= answer.choices.size()) return std::nullopt;
  const Choice& choice = answer.choices[slot];
  return choice.margin < rule.min_margin ? std::nullopt : std::optional(choice.option);
}

bool decides(size_t n_votes, size_t n_judges, const VoteRule& rule) {
  return static_cast<double>(n_votes) > rule.share * static_cast<double>(n_judges);
}

std::optional<size_t> verdict_of(const Votes& votes, size_t question, size_t slot,
                                 const VoteRule& rule) {
  std::map<size_t, size_t> counts;
  for (const auto& of_judge : votes) {
    if (const auto option = choice_of(of_judge[question], slot, rule)) ++counts[*option];
  }
  for (const auto& [option, n] : counts) {
    if (decides(n, votes.size(), rule)) return option;
  }
  return std::nullopt;
}

}  // namespace redact::judge
