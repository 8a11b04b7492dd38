// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/find_repeats.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "language/arabic.h"
#include "language/language.h"
#include "language/words.h"
#include "redactor/span/merge_spans.h"

namespace redact {

namespace {

constexpr size_t kMinLetters = 3;  // initials and "de" occur everywhere

float worth_of(Label label, const Thresholds& thresholds) {
  return label == Label::kPatient ? thresholds.patient_repeated : thresholds.other_repeated;
}

// Iterates over sorted, disjoint spans for words in ascending order.
class Walk {
 public:
  explicit Walk(const std::vector<Span>& spans) : at_(spans.begin()), end_(spans.end()) {}

  // The first span that ends after the beginning of the word; nullptr after the last span.
  const Span* reach(const Word& word) {
    while (at_ != end_ && at_->end <= word.begin) ++at_;
    return at_ == end_ ? nullptr : &*at_;
  }

 private:
  std::vector<Span>::const_iterator at_, end_;
};

// A word of people's names: the highest score that a repeat of it can get, and the span that labels
// a repeat, the one of the strongest source with the best score.
struct Name {
  float worth;
  const Span* span;
};
struct Names {
  std::unordered_map<std::string, Name> words;
  std::set<std::pair<std::string, std::string>> pairs;  // of such words, one after the other
};

bool labels_better(const Span& a, const Span& b) {
  return a.source != b.source ? a.source < b.source : a.score > b.score;
}

Names find_names(std::string_view text, const std::vector<Word>& words,
                 const std::vector<Span>& hiding, const Thresholds& thresholds) {
  Names names;
  for (const Span& span : hiding) {
    if (!is_name(span.label)) continue;
    std::string before;
    auto word = std::lower_bound(words.begin(), words.end(), span.begin,
                                 [](const Word& w, size_t at) { return w.begin < at; });
    for (; word != words.end() && word->end <= span.end; ++word) {
      const std::string_view surface = text.substr(word->begin, word->end - word->begin);
      if (count_characters(surface) < kMinLetters || !may_begin_name(surface, 0)) {
        before.clear();
        continue;
      }
      const std::string folded = fold(text, *word);
      if (!before.empty()) names.pairs.emplace(before, folded);
      before = folded;
      for (const std::string_view form : {std::string_view(folded), without_clitic(folded)}) {
        if (form.empty()) continue;
        const float worth = worth_of(span.label, thresholds);
        const auto [at, is_new] = names.words.emplace(form, Name{worth, &span});
        Name& name = at->second;
        name.worth = std::max(name.worth, worth);
        if (!is_new && labels_better(span, *name.span)) name.span = &span;
      }
    }
  }
  return names;
}

// Tells which words of a text can only be the names that were found.
class OnlyNames {
 public:
  OnlyNames(std::string_view text, const Gazetteer* known, StopCheck& stop)
      : text_(text), known_(known), stop_(stop) {
    if (known == nullptr) return;
    names_ = known->set_of({"given", "surname", "town"});
    words_ = known->set_of({"word"});
  }

  // Whether a capitalised word, which repeats a name with this label, is no other word in the
  // model's lists: at most a name of people or a town, and if it is a clinician's not even this,
  // since it may also be a discoverer's. The lists lack the nouns of
  // German, which have capitals.
  bool hold(const Word& word, Label label) {
    if (known_ == nullptr || known_->empty() || !is_capital(text_, word.begin)) return false;
    const uint8_t allowed = label == Label::kDoctor ? 0 : names_;
    if ((classes_of(word) & ~allowed) != 0) return false;
    if (!has_guessed_) is_german_ = guess_language(text_, stop_) == "de";
    has_guessed_ = true;
    return !is_german_;
  }

  // Whether at least one of two words is no ordinary word in the lists.
  bool hold_one_of(const Word& a, const Word& b) const {
    if (known_ == nullptr || known_->empty()) return false;
    return (classes_of(a) & words_) == 0 || (classes_of(b) & words_) == 0;
  }

 private:
  uint8_t classes_of(const Word& word) const {
    uint8_t classes = 0;
    for (const KnownWord& found : known_->find(text_.substr(word.begin, word.end - word.begin))) {
      classes |= found.classes;
    }
    return classes;
  }

  std::string_view text_;
  const Gazetteer* known_;
  StopCheck& stop_;
  uint8_t names_ = 0, words_ = 0;  // sets of its classes
  // Not an optional: GCC 12 takes its value for uninitialised in builds with ThreadSanitizer.
  bool has_guessed_ = false, is_german_ = false;
};

// The first of two neighbours, one of them word i, that are two words of a name, as they were found
// elsewhere.
std::optional<size_t> find_pair(std::string_view text, const std::vector<Word>& words, size_t i,
                                const Names& names) {
  const auto is_pair = [&](size_t first) {
    const Word &a = words[first], &b = words[first + 1];
    return b.begin - a.end == 1 && names.pairs.contains({fold(text, a), fold(text, b)});
  };
  if (i > 0 && is_pair(i - 1)) return i - 1;
  if (i + 1 < words.size() && is_pair(i)) return i;
  return std::nullopt;
}

}  // namespace

std::vector<Span> find_repeats(std::string_view text, const std::vector<Span>& hiding,
                               const std::vector<Span>& left, const std::vector<Span>& near_misses,
                               const Thresholds& thresholds, const Gazetteer* known,
                               StopCheck& stop) {
  const std::vector<Word> words = find_words(text, stop);
  const Names names = find_names(text, words, hiding, thresholds);
  std::vector<Span> repeats;
  if (names.words.empty()) return repeats;
  const std::vector<Span> hidden = merge_spans(hiding);
  OnlyNames only_names(text, known, stop);
  Walk hidden_walk(hidden), left_walk(left), near_walk(near_misses);
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    if (stop.after(word.end - word.begin)) break;
    const Span* const covering = hidden_walk.reach(word);
    const bool is_hidden =
        covering != nullptr && covering->begin <= word.begin && word.end <= covering->end;
    if (is_hidden) continue;
    const Span* const around = left_walk.reach(word);
    // The near miss on the token in which the word begins; the token may begin with the space
    // before it.
    const Span* const near = near_walk.reach(word);
    std::optional<float> decided;
    if (around != nullptr && around->begin <= word.begin && !is_name(around->label)) {
      decided = around->score;
    } else if (near != nullptr && near->begin <= word.begin) {
      decided = near->score;
    }
    const std::string folded = fold(text, word);
    auto name = names.words.find(folded);
    if (name == names.words.end()) name = names.words.find(std::string(without_clitic(folded)));
    if (name == names.words.end()) continue;
    const std::optional<size_t> pair = find_pair(text, words, i, names);
    const bool is_whole = pair && only_names.hold_one_of(words[*pair], words[*pair + 1]);
    if (!may_begin_name(text, word.begin) && !is_whole) continue;
    if (only_names.hold(word, name->second.span->label) || (!decided && pair)) {
      decided = std::max(decided.value_or(0), 0.0F);
    }
    if (!decided) continue;
    const float score = *decided + name->second.worth;
    if (score <= 0) continue;
    repeats.push_back({word.begin, word.end, name->second.span->label, score, SpanSource::kRepeat});
  }
  return repeats;
}

}  // namespace redact
