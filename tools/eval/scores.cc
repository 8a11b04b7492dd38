// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/scores.h"

#include <algorithm>
#include <cstddef>

#include "tools/eval/bleu.h"
#include "tools/eval/characters.h"
#include "tools/eval/fates.h"
#include "tools/eval/label_sets.h"
#include "tools/eval/outputs.h"
#include "tools/eval/span_counts.h"
#include "tools/eval/tokens.h"

namespace redact::eval {

namespace {

bool is_gold(Fate fate) { return fate == Fate::kFound || fate == Fate::kLeaked; }

// A token that the gold touches is right if all of its gold characters are hidden. Any other token
// is wrong if a letter or digit of it is hidden.
void count_tokens(const std::u32string& text, const std::vector<Fate>& fates, Tally& tally) {
  for (const Token& token : split_tokens(text)) {
    const auto first = fates.begin() + static_cast<std::ptrdiff_t>(token.begin);
    const auto last = fates.begin() + static_cast<std::ptrdiff_t>(token.end);
    const bool wanted = std::any_of(first, last, is_gold);
    const bool wrong = std::find(first, last, wanted ? Fate::kLeaked : Fate::kOver) != last;
    (wanted ? (wrong ? tally.tokens.fn : tally.tokens.tp)
            : (wrong ? tally.tokens.fp : tally.token_true_negatives)) += 1;
  }
}

// Words are separated by white space.
void count_words(const std::u32string& text, const std::vector<Fate>& fates, Tally& tally) {
  bool inside = false, counted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_space(text[i])) {
      inside = false;
      continue;
    }
    if (!inside) {
      ++tally.words;
      inside = true;
      counted = false;
    }
    if (!counted && fates[i] == Fate::kOver) {
      ++tally.over_words;
      counted = true;
    }
  }
}

void count_sentences(const std::u32string& text, Tally& tally) {
  bool open = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text[i];
    const bool ends_here = c == '\n' || ((c == '.' || c == '!' || c == '?') &&
                                         (i + 1 == text.size() || is_space(text[i + 1])));
    open = open || is_alphanumeric(c);
    if (!ends_here || !open) continue;
    ++tally.sentences;
    open = false;
  }
  tally.sentences += open;
}

std::string with_tags(const std::u32string& text, const std::vector<Annotation>& annotations) {
  std::string out;
  size_t at = 0;
  for (const Annotation& a : annotations) {
    if (a.begin < at) continue;  // nested in the previous span, which is written
    out += to_utf8(std::u32string_view(text).substr(at, a.begin - at)) + "[" + a.label + "]";
    at = a.end;
  }
  return out + to_utf8(std::u32string_view(text).substr(at));
}

Tally tally_of(const Document& document, const std::vector<Annotation>& found,
               const std::vector<Fate>& fates) {
  Tally tally;
  const std::u32string& text = document.text;
  tally.documents = 1;
  tally.withheld = document.failed;
  tally.gold_characters = static_cast<double>(std::count_if(fates.begin(), fates.end(), is_gold));
  tally.leaked_characters =
      static_cast<double>(std::count(fates.begin(), fates.end(), Fate::kLeaked));
  tally.leaky = tally.leaked_characters > 0;
  tally.identifying = tally.gold_characters > 0;
  tally.withheld_identifying = document.failed && tally.gold_characters > 0;
  tally.note_recall = character_recall(tally).value_or(0);
  count_spans(text, document.gold, found, tally);
  count_tokens(text, fates, tally);
  count_words(text, fates, tally);
  count_sentences(text, tally);
  count_output(document, tally);
  add_ngrams(document.failed ? "" : with_tags(text, found), with_tags(text, document.gold), tally);
  return tally;
}

void add_labels(const std::vector<Annotation>& gold, const std::vector<Annotation>& found,
                const std::vector<Fate>& fates, std::map<std::string, LabelTally>& by_label) {
  for (const Annotation& g : gold) {
    LabelTally& tally = by_label[g.label];
    const bool hit = std::find(found.begin(), found.end(), g) != found.end();
    (hit ? tally.strict.tp : tally.strict.fn) += 1;
    for (size_t i = g.begin; i < g.end; ++i) {
      tally.gold_characters += is_gold(fates[i]);
      tally.leaked_characters += fates[i] == Fate::kLeaked;
    }
  }
  for (const Annotation& f : found) {
    by_label[f.label].strict.fp += std::find(gold.begin(), gold.end(), f) == gold.end();
  }
}

// Adds the neutral words that were hidden; the report gives their number.
void add_neutral(const Document& document, const std::vector<Fate>& fates,
                 std::map<std::string, double>& words) {
  for (const Annotation& neutral : document.neutral) {
    bool counted = false;
    for (size_t i = neutral.begin; i < neutral.end; ++i) {
      if (is_space(document.text[i])) counted = false;
      if (counted || fates[i] != Fate::kHidden || !is_alphanumeric(document.text[i])) continue;
      ++words[neutral.label];
      counted = true;
    }
  }
}

// Compares the numbers of tags of each kind in a document, wherever they are. Nothing else can be
// compared if an output cannot be aligned with its source.
void add_occurrences(const std::vector<Annotation>& gold, const std::vector<Annotation>& found,
                     std::map<std::string, Counts>& occurrences) {
  std::map<std::string, std::pair<double, double>> tags;
  for (const Annotation& g : gold) ++tags[coarse_group(g.label)].first;
  for (const Annotation& f : found) ++tags[coarse_group(f.label)].second;
  for (const auto& [group, both] : tags) {
    const double common = std::min(both.first, both.second);
    occurrences[group] += {common, both.second - common, both.first - common};
  }
}

}  // namespace

double Scores::neutral_total() const {
  double sum = 0;
  for (const auto& [label, words] : neutral_words) sum += words;
  return sum;
}

Scores score(const std::vector<Document>& documents) {
  Scores scores;
  for (const Document& document : documents) {
    const std::vector<Annotation> found = counted_found(document);
    const std::vector<Fate> fates = fates_of(document);
    const Tally tally = tally_of(document, found, fates);
    scores.total += tally;
    scores.by_language[document.lang.empty() ? "-" : document.lang] += tally;
    scores.documents.push_back(tally);
    add_labels(document.gold, found, fates, scores.by_label);
    add_neutral(document, fates, scores.neutral_words);
    add_occurrences(document.gold, found, scores.occurrences);
  }
  return scores;
}

}  // namespace redact::eval
