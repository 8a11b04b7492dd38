// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/ruling.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tools/judge/recorded_judge.h"

namespace redact::judge {

std::vector<std::string> Docket::instructions() const {
  std::set<std::string> all;
  for (const auto* questions : {&identity, &over_classes, &retention.questions, &gold.questions}) {
    for (const Question& question : *questions) all.insert(question.instruction);
  }
  if (!over_classes.empty()) all.insert(kSeverityInstruction);
  return {all.begin(), all.end()};
}

Docket prepare(const Matters& matters, std::vector<eval::Document> documents,
               const std::vector<eval::Document>& more, const eval::Categories& categories) {
  Docket docket;
  docket.matters = matters;
  docket.documents = std::move(documents);
  if (matters.spans) {
    docket.suspects = suspects(docket.documents, more);
    docket.identity = identity_questions(docket.documents, docket.suspects);
  }
  if (matters.retention) {
    docket.retention = retention_questions(docket.documents, matters.every_pair);
  }
  if (matters.gold) docket.gold = gold_questions(docket.documents, categories);
  if (matters.over) {
    docket.false_positives = false_positives(docket.documents);
    docket.over_classes = over_class_questions(docket.documents, docket.false_positives);
  }
  return docket;
}

Result<Ruling> rule(const Docket& docket, Judges judges, const VoteRule& vote_rule) {
  Ruling ruling;
  ruling.n_judges = judges.size();
  ruling.documents = docket.documents.size();
  ruling.withheld =
      static_cast<size_t>(std::count_if(docket.documents.begin(), docket.documents.end(),
                                        [](const eval::Document& d) { return d.failed; }));
  const auto ask = [&](const std::vector<Question>& questions) -> Result<Votes> {
    REDACT_ASSIGN(Votes votes, ask_all(judges, questions));
    if (!votes.empty()) ruling.answers += to_lines(questions, votes[0]);
    return votes;
  };
  if (docket.matters.spans) {
    REDACT_ASSIGN(const Votes votes, ask(docket.identity));
    ruling.spans = count_identity(docket.suspects, votes, vote_rule);
  }
  if (docket.matters.retention) {
    REDACT_ASSIGN(const Votes votes, ask(docket.retention.questions));
    ruling.retention = count_retention(docket.documents, docket.retention, votes, vote_rule);
  }
  if (docket.matters.gold) {
    REDACT_ASSIGN(const Votes votes, ask(docket.gold.questions));
    ruling.gold = count_gold(docket.gold, votes, vote_rule);
  }
  if (docket.matters.over) {
    REDACT_ASSIGN(const Votes classes, ask(docket.over_classes));
    const std::vector<Question> relevant =
        severity_questions(docket.documents, docket.false_positives, classes, vote_rule);
    REDACT_ASSIGN(const Votes severities, ask(relevant));
    ruling.over = count_over_redaction(classes, docket.over_classes.size(), severities,
                                       relevant.size(), vote_rule);
  }
  return ruling;
}

}  // namespace redact::judge
