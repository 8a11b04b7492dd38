// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/scores.h"

#include <utf8proc.h>

#include <algorithm>
#include <random>
#include <set>

#include "redactor/words.h"
#include "tools/eval/bleu.h"
#include "tools/eval/label_sets.h"

namespace redact::eval {

namespace {

constexpr int kBootstrapRounds = 1000;

bool is_space(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return (c >= 9 && c <= 13) || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}
bool is_alphanumeric(char32_t c) { return is_word_character(static_cast<int32_t>(c)); }

using Mask = std::vector<bool>;

Mask mask_of(const std::vector<Annotation>& annotations, size_t size) {
  Mask mask(size, false);
  for (const Annotation& a : annotations)
    std::fill(mask.begin() + static_cast<ptrdiff_t>(a.begin),
              mask.begin() + static_cast<ptrdiff_t>(a.end), true);
  return mask;
}

using Range = std::pair<size_t, size_t>;

std::set<Range> ranges_of(const std::vector<Annotation>& annotations) {
  std::set<Range> ranges;
  for (const Annotation& a : annotations) ranges.insert({a.begin, a.end});
  return ranges;
}

template <typename T>
Counts count(const std::set<T>& gold, const std::set<T>& found) {
  Counts counts;
  for (const T& g : gold) (found.contains(g) ? counts.tp : counts.fn) += 1;
  for (const T& f : found) counts.fp += !gold.contains(f);
  return counts;
}

// Neighbours between which there is neither letter nor digit become one.
std::set<Range> merge(const std::set<Range>& ranges, const std::u32string& text) {
  std::set<Range> merged;
  for (const Range& range : ranges) {
    if (!merged.empty()) {
      const Range last = *merged.rbegin();
      const size_t from = std::min(last.second, range.first);
      const auto gap = std::u32string_view(text).substr(from, range.first - from);
      if (std::none_of(gap.begin(), gap.end(), is_alphanumeric)) {
        merged.erase(std::prev(merged.end()));
        merged.insert({last.first, range.second});
        continue;
      }
    }
    merged.insert(range);
  }
  return merged;
}

// MEDDOCAN's second subtrack: what agrees strictly or after merging is right, and no span inside
// of it is wrong on either side.
Counts count_merged(const std::set<Range>& gold, const std::set<Range>& found,
                    const std::u32string& text) {
  std::set<Range> right;
  const auto add_common = [&](const std::set<Range>& a, const std::set<Range>& b) {
    for (const Range& range : a) {
      if (b.contains(range)) right.insert(range);
    }
  };
  add_common(gold, found);
  add_common(merge(gold, text), merge(found, text));
  const auto wrong = [&](const std::set<Range>& ranges, const std::set<Range>& others) {
    return static_cast<double>(std::count_if(ranges.begin(), ranges.end(), [&](const Range& range) {
      return !others.contains(range) &&
             std::none_of(right.begin(), right.end(), [&](const Range& r) {
               return r.first <= range.first && range.second <= r.second;
             });
    }));
  };
  return {static_cast<double>(right.size()), wrong(found, gold), wrong(gold, found)};
}

Counts count_overlaps(const std::vector<Annotation>& gold, const std::vector<Annotation>& found) {
  const auto meets = [](const Annotation& a, const std::vector<Annotation>& others) {
    return std::any_of(others.begin(), others.end(), [&](const Annotation& b) {
      return a.label == b.label && a.begin < b.end && b.begin < a.end;
    });
  };
  Counts counts;
  for (const Annotation& g : gold) (meets(g, found) ? counts.tp : counts.fn) += 1;
  for (const Annotation& f : found) counts.fp += !meets(f, gold);
  return counts;
}

// Runs of letters and digits, and every other mark by itself.
template <typename Visit>
void for_each_token(const std::u32string& text, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (is_alphanumeric(text[at])) {
      while (end < text.size() && is_alphanumeric(text[end])) ++end;
    }
    visit(at, end);
    at = end;
  }
}

void count_tokens(const std::u32string& text, const Mask& gold, const Mask& found, Tally& tally) {
  for_each_token(text, [&](size_t begin, size_t end) {
    bool wanted = false, hidden = true;
    for (size_t i = begin; i < end; ++i) {
      wanted = wanted || gold[i];
      hidden = hidden && found[i];
    }
    (wanted ? (hidden ? tally.tokens.tp : tally.tokens.fn)
            : (hidden ? tally.tokens.fp : tally.token_true_negatives)) += 1;
  });
}

// Words are what white space parts; one is removed without need when a letter or digit of it is
// hidden that the gold does not mark.
void count_words(const std::u32string& text, const Mask& gold, const Mask& found, Tally& tally) {
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
    if (!counted && found[i] && !gold[i] && is_alphanumeric(text[i])) {
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

// Walks source and output side by side: every code point outside the replacements must be the same.
void count_edits(const Document& document, Tally& tally) {
  if (document.output.empty() || document.placed.size() != document.found.size()) return;
  ++tally.outputs;
  size_t s = 0, o = 0;
  for (size_t i = 0; i <= document.found.size(); ++i) {
    if (s > document.text.size() || o > document.output.size()) {
      ++tally.edits_outside;  // replacements that lie outside the output
      return;
    }
    const bool last = i == document.found.size();
    const size_t s_end = last ? document.text.size() : document.found[i].begin;
    const size_t o_end = last ? document.output.size() : document.placed[i].begin;
    const auto source = std::u32string_view(document.text).substr(s, s_end - s);
    const auto output = std::u32string_view(document.output).substr(o, o_end - o);
    const size_t common = std::min(source.size(), output.size());
    for (size_t k = 0; k < common; ++k) tally.edits_outside += source[k] != output[k];
    tally.edits_outside += static_cast<double>(std::max(source.size(), output.size()) - common);
    if (last) break;
    s = document.found[i].end;
    o = document.placed[i].end;
  }
}

std::string with_tags(const std::u32string& text, const std::vector<Annotation>& annotations) {
  std::string out;
  size_t at = 0;
  for (const Annotation& a : annotations) {
    if (a.begin < at) continue;  // nested: the outer one stands
    out += to_utf8(std::u32string_view(text).substr(at, a.begin - at)) + "[" + a.label + "]";
    at = a.end;
  }
  return out + to_utf8(std::u32string_view(text).substr(at));
}

Tally tally_of(const Document& document) {
  Tally tally;
  const std::u32string& text = document.text;
  const Mask gold = mask_of(document.gold, text.size());
  // A withheld document lets nothing out: nothing leaks, and every word of it is hidden.
  const Mask found =
      document.failed ? Mask(text.size(), true) : mask_of(document.found, text.size());
  tally.documents = 1;
  tally.identifying = !document.gold.empty();
  for (size_t i = 0; i < text.size(); ++i) {
    if (!gold[i] || is_space(text[i])) continue;
    ++tally.gold_characters;
    tally.leaked_characters += !found[i];
  }
  tally.leaky = tally.leaked_characters > 0;
  if (tally.gold_characters > 0) {
    tally.note_recall = 1 - tally.leaked_characters / tally.gold_characters;
  }
  using Triple = std::tuple<size_t, size_t, std::string>;
  const auto triples = [](const std::vector<Annotation>& annotations) {
    std::set<Triple> out;
    for (const Annotation& a : annotations) out.insert({a.begin, a.end, a.label});
    return out;
  };
  tally.strict = count(triples(document.gold), triples(document.found));
  const auto gold_ranges = ranges_of(document.gold), found_ranges = ranges_of(document.found);
  tally.spans = count(gold_ranges, found_ranges);
  tally.merged = count_merged(gold_ranges, found_ranges, text);
  tally.overlap = count_overlaps(document.gold, document.found);
  count_tokens(text, gold, found, tally);
  count_words(text, gold, found, tally);
  count_sentences(text, tally);
  count_edits(document, tally);
  add_ngrams(with_tags(text, document.found), with_tags(text, document.gold), tally);
  return tally;
}

void add_labels(const Document& document, std::map<std::string, LabelTally>& by_label) {
  const Mask found = document.failed ? Mask(document.text.size(), true)
                                     : mask_of(document.found, document.text.size());
  for (const Annotation& g : document.gold) {
    LabelTally& tally = by_label[g.label];
    const bool hit =
        std::find(document.found.begin(), document.found.end(), g) != document.found.end();
    (hit ? tally.strict.tp : tally.strict.fn) += 1;
    for (size_t i = g.begin; i < g.end; ++i) {
      if (is_space(document.text[i])) continue;
      ++tally.gold_characters;
      tally.leaked_characters += !found[i];
    }
  }
  for (const Annotation& f : document.found) {
    const bool hit =
        std::find(document.gold.begin(), document.gold.end(), f) != document.gold.end();
    by_label[f.label].strict.fp += !hit;
  }
}

// The tags of a document are counted and compared by kind, wherever they stand: what is left to
// compare when an output cannot be aligned with its source.
void add_occurrences(const Document& document, std::map<std::string, Counts>& occurrences) {
  std::map<std::string, std::pair<double, double>> tags;
  for (const Annotation& g : document.gold) ++tags[coarse_group(g.label)].first;
  for (const Annotation& f : document.found) ++tags[coarse_group(f.label)].second;
  for (const auto& [group, both] : tags) {
    const double common = std::min(both.first, both.second);
    occurrences[group] += {common, both.second - common, both.first - common};
  }
}

}  // namespace

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
  constexpr double Tally::*kSums[] = {
      &Tally::documents,         &Tally::identifying,       &Tally::leaky,
      &Tally::gold_characters,   &Tally::leaked_characters, &Tally::words,
      &Tally::over_words,        &Tally::edits_outside,     &Tally::outputs,
      &Tally::sentences,         &Tally::note_recall,       &Tally::token_true_negatives,
      &Tally::hypothesis_tokens, &Tally::reference_tokens};
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

Scores score(const std::vector<Document>& documents) {
  Scores scores;
  for (const Document& document : documents) {
    const Tally tally = tally_of(document);
    scores.total += tally;
    if (!document.lang.empty()) scores.by_language[document.lang] += tally;
    scores.documents.push_back(tally);
    add_labels(document, scores.by_label);
    add_occurrences(document, scores.occurrences);
  }
  return scores;
}

Interval interval_of(const std::vector<Tally>& documents, double (*figure)(const Tally&)) {
  std::mt19937 random(1);
  std::vector<double> figures;
  for (int round = 0; round < kBootstrapRounds && !documents.empty(); ++round) {
    Tally sum;
    for (size_t i = 0; i < documents.size(); ++i) sum += documents[random() % documents.size()];
    figures.push_back(figure(sum));
  }
  if (figures.empty()) return {0, 0};
  std::sort(figures.begin(), figures.end());
  const auto at = [&](double share) {
    return figures[static_cast<size_t>(share * static_cast<double>(figures.size() - 1))];
  };
  return {at(0.025), at(0.975)};
}

}  // namespace redact::eval
