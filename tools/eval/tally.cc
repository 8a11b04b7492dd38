// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/tally.h"

namespace redact::eval {

std::optional<double> ratio(double part, double whole) {
  return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

void Counts::operator+=(const Counts& other) {
  tp += other.tp;
  fp += other.fp;
  fn += other.fn;
}

void Matches::operator+=(const Matches& other) {
  gold_met += other.gold_met;
  gold_missed += other.gold_missed;
  found_met += other.found_met;
  found_beside += other.found_beside;
}

std::optional<double> Matches::f1() const {
  if (!precision() && !recall()) return std::nullopt;
  const double p = precision().value_or(0), r = recall().value_or(0);
  return p + r > 0 ? 2 * p * r / (p + r) : 0;
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
                                        &Tally::tokens};
  for (Counts Tally::*counts : kCounts) this->*counts += other.*counts;
  overlap += other.overlap;
  for (size_t n = 0; n < 4; ++n) {
    ngram_matches[n] += other.ngram_matches[n];
    ngrams[n] += other.ngrams[n];
  }
}

std::optional<double> leaky_share(const Tally& tally) {
  return ratio(tally.leaky, tally.documents);
}

std::optional<double> character_recall(const Tally& tally) {
  return ratio(tally.gold_characters - tally.leaked_characters, tally.gold_characters);
}

std::optional<double> over_redaction(const Tally& tally) {
  return ratio(1000 * tally.over_words, tally.words);
}

std::optional<double> strict_f1(const Tally& tally) { return tally.strict.f1(); }

std::optional<double> note_recall(const Tally& tally) {
  return ratio(tally.note_recall, tally.identifying);
}

std::optional<double> leak_score(const Tally& tally) {
  return ratio(tally.strict.fn, tally.sentences);
}

std::optional<double> token_accuracy(const Tally& tally) {
  const double right = tally.tokens.tp + tally.token_true_negatives;
  return ratio(right, right + tally.tokens.fp + tally.tokens.fn);
}

}  // namespace redact::eval
