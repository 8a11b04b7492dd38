// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/judge/judge.h"

namespace redact::judge {

// Asks models whether hidden and left passages identify a person, where there is no gold.
enum class Verdict { kTruePositive, kFalsePositive, kFalseNegative, kTrueNegative };

// A span that may be an identifier: one that the redaction hid, or a suspect that it left.
struct Suspect {
  size_t document;  // into the documents
  size_t begin, end;
  std::string label;
  bool hidden;
};

// The spans of `documents`, and those of `more` (the same documents at a higher bias, or from
// another tool) that overlap none of them. A withheld document has no suspects, because none of it
// was let out.
std::vector<Suspect> suspects(const std::vector<eval::Document>& documents,
                              const std::vector<eval::Document>& more);

// "Does the passage in brackets help to identify a person?", with the text around it; the answers
// are yes and no.
Question identity_question(const eval::Document& document, const Suspect& suspect);

struct Tribunal {
  size_t true_positives = 0, false_positives = 0, false_negatives = 0, true_negatives = 0;
  size_t discarded = 0;  // without a majority among the judges that did not abstain
  size_t unanimous = 0;

  void add(Verdict verdict);
};

// The verdict of the judges on one suspect, from one answer of each. Judges with a margin below
// `min_margin` abstain; more than half of all judges must agree. nullopt: discarded.
std::optional<Verdict> verdict_of(bool hidden, std::span<const Answer> answers, float min_margin);

// Clinical retention: for each chunk of 20 words of the source and the same part of the output, the
// question whether every clinical fact is still there. No questions where the record lacks the
// places of the replacements (eval::is_comparable).
std::vector<Question> retention_questions(const eval::Document& document);

struct Ruling {
  Tribunal tribunal;
  size_t chunks = 0, retained = 0, chunks_discarded = 0;
  size_t withheld = 0;        // documents, about which nothing is asked
  size_t not_comparable = 0;  // other documents, whose records lack the offsets for retention
};

// Asks every judge everything. Errors: a judge's.
Result<Ruling> rule(const std::vector<eval::Document>& documents,
                    const std::vector<Suspect>& suspects,
                    std::span<const std::unique_ptr<Judge>> judges, float min_margin);

}  // namespace redact::judge
