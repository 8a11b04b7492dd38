// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/tally.h"

#include <algorithm>

namespace redact::eval {

void Counts::operator+=(const Counts& other) {
  tp += other.tp;
  fp += other.fp;
  fn += other.fn;
}

void LabelTally::operator+=(const LabelTally& other) {
  strict += other.strict;
  gold_characters += other.gold_characters;
  leaked_characters += other.leaked_characters;
}

void Tally::operator+=(const Tally& other) {
  constexpr double Tally::*kSums[] = {&Tally::documents,
                                      &Tally::withheld,
                                      &Tally::identifying,
                                      &Tally::withheld_identifying,
                                      &Tally::leaky,
                                      &Tally::gold_characters,
                                      &Tally::leaked_characters,
                                      &Tally::words,
                                      &Tally::over_words,
                                      &Tally::compared,
                                      &Tally::edits_outside,
                                      &Tally::replaced_characters,
                                      &Tally::kept_characters,

                                      &Tally::sentences,
                                      &Tally::note_recall,
                                      &Tally::token_true_negatives,
                                      &Tally::hypothesis_tokens,
                                      &Tally::reference_tokens};
  for (double Tally::*sum : kSums) this->*sum += other.*sum;
  constexpr Counts Tally::*kCounts[] = {&Tally::strict, &Tally::spans, &Tally::merged,
                                        &Tally::overlap, &Tally::tokens};
  for (Counts Tally::*counts : kCounts) this->*counts += other.*counts;
  for (size_t n = 0; n < 4; ++n) {
    ngram_matches[n] += other.ngram_matches[n];
    ngrams[n] += other.ngrams[n];
  }
}

double Tally::token_accuracy() const {
  const double right = tokens.tp + token_true_negatives;
  const double all = right + tokens.fp + tokens.fn;
  return all > 0 ? right / all : 0;
}

double leaky_share(const Tally& tally) { return tally.leaky / std::max(tally.documents, 1.0); }
double character_recall(const Tally& tally) {
  return tally.gold_characters > 0 ? 1 - tally.leaked_characters / tally.gold_characters : 1;
}
double over_redaction(const Tally& tally) {
  return 1000 * tally.over_words / std::max(tally.words, 1.0);
}
double strict_f1(const Tally& tally) { return tally.strict.f1(); }

}  // namespace redact::eval
