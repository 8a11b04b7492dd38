// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

namespace redact::eval {

// nullopt if the divisor is 0, which is neither perfect nor a failure.
std::optional<double> ratio(double part, double whole);

struct Counts {
  double tp = 0, fp = 0, fn = 0;

  void operator+=(const Counts& other);
  std::optional<double> precision() const { return ratio(tp, tp + fp); }
  std::optional<double> recall() const { return ratio(tp, tp + fn); }
  std::optional<double> f1() const { return ratio(2 * tp, 2 * tp + fp + fn); }
};

// Several found spans may match one gold span, so each side is counted separately.
struct Matches {
  double gold_met = 0, gold_missed = 0, found_met = 0, found_beside = 0;

  void operator+=(const Matches& other);
  std::optional<double> precision() const { return ratio(found_met, found_met + found_beside); }
  std::optional<double> recall() const { return ratio(gold_met, gold_met + gold_missed); }
  std::optional<double> f1() const;
};

struct LabelTally {
  Counts strict;
  double gold_characters = 0, leaked_characters = 0;

  std::optional<double> character_recall() const {
    return ratio(gold_characters - leaked_characters, gold_characters);
  }
};

// The counts of one document, or their sums over many. White space is not counted as characters.
struct Tally {
  double documents = 0;
  double withheld = 0;
  double identifying = 0;           // documents with a gold character
  double withheld_identifying = 0;  // those of them that are withheld
  double leaky = 0;                 // documents with a leaked character
  double gold_characters = 0, leaked_characters = 0;
  double words = 0;
  double over_words = 0;           // words with a letter or digit that was hidden outside the gold
  double compared = 0;             // documents whose output and replacements are known
  double edits_outside = 0;        // of these, code points that differ outside the replacements
  double replaced_characters = 0;  // of the found spans in these
  double kept_characters = 0;      // of those, characters that the replacements repeat
  double sentences = 0;            // ends of lines and of sentences
  double note_recall = 0;  // sum over notes of the share of their identifying characters found
  Counts strict;           // span and label
  Counts spans;            // span alone
  Counts merged;           // MEDDOCAN: spans with only punctuation between them may be one
  Matches overlap;         // a common character and the same label
  Counts tokens;           // words and marks, hidden or not
  double token_true_negatives = 0;
  std::array<double, 4> ngram_matches{}, ngrams{};  // for BLEU
  double hypothesis_tokens = 0, reference_tokens = 0;

  void operator+=(const Tally& other);
  // Corpus BLEU as sacrebleu computes it: 13a tokens, four n-grams, exponential smoothing.
  double bleu() const;
};

// A figure computed from the sums.
using Figure = std::optional<double>(const Tally&);
Figure leaky_share, character_recall, strict_f1, token_accuracy;
Figure over_redaction;  // words per 1,000
Figure note_recall;     // mean over the documents with identifying characters
Figure leak_score;      // missed spans per sentence

}  // namespace redact::eval
