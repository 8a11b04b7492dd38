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

// Is what was hidden an identifier, and is what was left one? Without gold, models are asked.
enum class Verdict { kTruePositive, kFalsePositive, kFalseNegative, kTrueNegative };

// A span that somebody took for an identifier: hidden by the redaction, or only suspected.
struct Suspect {
  size_t document;  // into the documents
  size_t begin, end;
  std::string label;
  bool hidden;
};

// The spans found in `documents`, and those of `more` (the same documents at a higher bias, or from
// another tool) that meet none of them. A withheld document has none: nothing of it was left.
std::vector<Suspect> suspects(const std::vector<eval::Document>& documents,
                              const std::vector<eval::Document>& more);

// "Does the marked text identify a person ...?", with some text around; answers yes and no.
Question identity_question(const eval::Document& document, const Suspect& suspect);

struct Tribunal {
  size_t true_positives = 0, false_positives = 0, false_negatives = 0, true_negatives = 0;
  size_t discarded = 0;  // no majority among votes that were sure enough
  size_t unanimous = 0;

  void add(Verdict verdict);
};

// One suspect's answers, a judge each: those with a margin below `min_margin` abstain; more than
// half of all judges must agree. nullopt: discarded.
std::optional<Verdict> verdict_of(bool hidden, std::span<const Answer> answers, float min_margin);

// Clinical retention: the source cut into chunks of 20 words, each beside what the output has in
// its place, and the question whether every clinical fact is still there. None where the record
// does not say what stands in place of what (eval::is_comparable).
std::vector<Question> retention_questions(const eval::Document& document);

struct Ruling {
  Tribunal tribunal;
  size_t chunks = 0, retained = 0, chunks_discarded = 0;
  size_t withheld = 0;        // documents, about which nothing is asked
  size_t not_comparable = 0;  // documents let out, whose retention cannot be asked about
};

// Asks every judge everything. Errors: a judge's.
Result<Ruling> rule(const std::vector<eval::Document>& documents,
                    const std::vector<Suspect>& suspects,
                    std::span<const std::unique_ptr<Judge>> judges, float min_margin);

}  // namespace redact::judge
