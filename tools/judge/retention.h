// SPDX-License-Identifier: Apache-2.0
// CIRE, the clinical information retention of the survey of clinical loss: source and output are
// aligned word by word, the alignment is cut into pieces of 20 columns, and judges say for each
// pair of pieces whether it lost clinical meaning. A note's CIRE is the share of pairs that lost
// none; a set's is the mean over its notes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/judge/votes.h"

namespace redact::judge {

// Whether a pair lost clinical meaning: what counts, what does not, and eight examples.
extern const char* const kRetentionInstruction;

struct RetentionQuestions {
  std::vector<Question> questions;
  std::vector<size_t> documents;  // of each question
  std::vector<size_t> unchanged;  // pairs of each document not asked about
  size_t withheld = 0;            // documents, about which nothing is asked
  size_t not_comparable = 0;      // other documents, without a text or too long
};

// `every_pair`: asks about equal pairs too, as the survey does. Otherwise they count as retained.
RetentionQuestions retention_questions(const std::vector<eval::Document>& documents,
                                       bool every_pair);

struct Retention {
  size_t pairs = 0, retained = 0, discarded = 0;  // unchanged pairs count as pairs and as retained
  size_t unchanged = 0;
  size_t withheld = 0, not_comparable = 0;
  std::map<std::string, double> by_note;  // CIRE by id, of notes with a pair that is not discarded

  std::optional<double> mean() const;  // of the notes; nullopt without any
};

Retention count_retention(const std::vector<eval::Document>& documents,
                          const RetentionQuestions& asked, const Votes& votes,
                          const VoteRule& rule);

}  // namespace redact::judge
