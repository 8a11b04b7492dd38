// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/find_repeats.h"

#include <optional>
#include <string>
#include <unordered_map>

#include "redactor/text/arabic.h"
#include "redactor/text/words.h"

namespace redact {

namespace {

constexpr size_t kMinLetters = 3;  // initials and "de" occur everywhere

float worth(Label label, const Thresholds& thresholds) {
  return label == Label::kPatient ? thresholds.patient_repeated : thresholds.other_repeated;
}

// Iterates over sorted, disjoint ranges for words in ascending order.
template <typename Range>
class Walk {
 public:
  explicit Walk(const std::vector<Range>& ranges) : at_(ranges.begin()), end_(ranges.end()) {}

  // The first range that ends after the beginning of the word; nullptr after the last range.
  const Range* reach(const Word& word) {
    while (at_ != end_ && at_->end <= word.begin) ++at_;
    return at_ == end_ ? nullptr : &*at_;
  }

 private:
  typename std::vector<Range>::const_iterator at_, end_;
};

using Names = std::unordered_map<std::string, const Span*>;

// The words of people's names, each with the span of the best score that contains it.
Names find_names(std::string_view text, const std::vector<Word>& words,
                 const std::vector<Span>& hidden) {
  Names names;
  auto word = words.begin();
  for (const Span& span : hidden) {
    if (!is_name(span.label)) continue;
    while (word != words.end() && word->begin < span.begin) ++word;
    for (auto w = word; w != words.end() && w->end <= span.end; ++w) {
      const std::string_view surface = text.substr(w->begin, w->end - w->begin);
      if (count_characters(surface) < kMinLetters || !may_begin_name(surface, 0)) continue;
      const std::string folded = fold(text, *w);
      for (const std::string_view form : {std::string_view(folded), without_clitic(folded)}) {
        if (form.empty()) continue;
        const auto [at, is_new] = names.emplace(form, &span);
        if (!is_new && at->second->score < span.score) at->second = &span;
      }
    }
  }
  return names;
}

}  // namespace

std::vector<Span> find_repeats(std::string_view text, const std::vector<Span>& hidden,
                               const std::vector<Span>& left,
                               const std::vector<NearlyFound>& nearly,
                               const Thresholds& thresholds) {
  const std::vector<Word> words = find_words(text);
  const Names names = find_names(text, words, hidden);
  std::vector<Span> repeats;
  if (names.empty()) return repeats;
  Walk<Span> hidden_walk(hidden), left_walk(left);
  Walk<NearlyFound> near_walk(nearly);
  for (const Word& word : words) {
    const Span* const covering = hidden_walk.reach(word);
    if (covering != nullptr && covering->begin < word.end) continue;
    const Span* const around = left_walk.reach(word);
    // The token in which the word begins, which may begin with the space before it.
    const NearlyFound* const near = near_walk.reach(word);
    std::optional<float> decided;
    if (around != nullptr && around->begin <= word.begin && !is_name(around->label)) {
      decided = around->score;
    } else if (near != nullptr && near->begin <= word.begin) {
      decided = near->score;
    }
    if (!decided || !may_begin_name(text, word.begin)) continue;
    const std::string folded = fold(text, word);
    auto name = names.find(folded);
    if (name == names.end()) name = names.find(std::string(without_clitic(folded)));
    if (name == names.end()) continue;
    const Label label = name->second->label;
    const float score = *decided + worth(label, thresholds);
    if (score > 0) repeats.push_back({word.begin, word.end, label, score, SpanSource::kRepeat});
  }
  return repeats;
}

}  // namespace redact
