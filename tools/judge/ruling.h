// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/judge/gold_verdicts.h"
#include "tools/judge/identity.h"
#include "tools/judge/over_redaction.h"
#include "tools/judge/retention.h"

namespace redact::judge {

// The kinds of questions to ask.
struct Matters {
  bool spans = false;      // identity.h
  bool retention = false;  // retention.h
  bool gold = false;       // gold_verdicts.h; the documents need gold
  bool over = false;       // over_redaction.h; the documents need gold
  bool every_pair = false;
};

// All questions except those of severity, which depend on answers.
struct Docket {
  Matters matters;
  std::vector<eval::Document> documents;
  std::vector<Suspect> suspects;
  std::vector<FalsePositive> false_positives;
  std::vector<Question> identity, over_classes;
  RetentionQuestions retention;
  GoldQuestions gold;

  // The instructions of the questions.
  std::vector<std::string> instructions() const;
};

// `more`: as for suspects(), empty for none.
Docket prepare(const Matters& matters, std::vector<eval::Document> documents,
               const std::vector<eval::Document>& more, const eval::Categories& categories);

struct Ruling {
  size_t n_judges = 0, documents = 0, withheld = 0;
  std::optional<Tribunal> spans;
  std::optional<Retention> retention;
  std::optional<std::map<std::string, CategoryVerdicts>> gold;
  std::optional<OverRedaction> over;
  std::string answers;  // of the first judge, as lines (recorded_judge.h)
};

// Asks every judge all questions. Errors: those of the judges.
Result<Ruling> rule(const Docket& docket, Judges judges, const VoteRule& rule);

std::string to_text(const Ruling& ruling);
std::string to_json(const Ruling& ruling);

}  // namespace redact::judge
