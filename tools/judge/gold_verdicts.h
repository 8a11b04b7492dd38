// SPDX-License-Identifier: Apache-2.0
// The verdicts of the Italian study. A judge sees a note, its redaction and the gold spans of one
// category, and writes JSON in which it counts each gold span as hidden (TP), left (FN) or wrongly
// replaced (FP), and then as many more FP as it sees tags without gold. What it writes is fixed but
// for these choices.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/eval/studies/categories.h"
#include "tools/eval/tally.h"
#include "tools/judge/votes.h"

namespace redact::judge {

// A question is a note and a category that has gold spans in it, or tags in its output.
struct GoldQuestions {
  std::vector<Question> questions;
  std::vector<std::string> categories;  // of each question
  std::vector<size_t> n_gold;           // slots of each for gold spans; the others are for more FP
  size_t withheld = 0;                  // documents, about which nothing is asked
  size_t silent = 0;                    // other documents, whose records hold no text
};

GoldQuestions gold_questions(const std::vector<eval::Document>& documents,
                             const eval::Categories& categories);

struct CategoryVerdicts {
  eval::Counts counts;
  size_t discarded = 0;   // gold spans and further FP without a verdict
  size_t unanswered = 0;  // questions that no judge answered, being longer than their contexts

  // The accuracy over spans that were not discarded. There are no true negatives.
  std::optional<double> accuracy() const {
    return eval::ratio(counts.tp, counts.tp + counts.fp + counts.fn);
  }
  void operator+=(const CategoryVerdicts& other);
};

// By category. Each gold span is voted on separately; if a text occurs twice, the votes for the
// second are each judge's second. The k-th further FP has the votes of the judges that see k or
// more.
std::map<std::string, CategoryVerdicts> count_gold(const GoldQuestions& asked, const Votes& votes,
                                                   const VoteRule& rule);

}  // namespace redact::judge
