// SPDX-License-Identifier: Apache-2.0
#include "redactor/repeat_names.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "redactor/text/words.h"

namespace redact {

namespace {

// Log-odds that having been found as a name elsewhere is worth. A clinician's name may be an
// eponym's or a word of the form too; a patient's hardly is, and its leak is the worst. On MEDDOCAN
// dev, GraSCCo dev, the case reports, the dense and the held-back notes (redact-v9, bias 0) these
// hide five names more than 5 for all does, two of them patients' in narratives, and one word that
// is none. 7 for others would hide "Horner" and "Leber" too, 14 for patients the first "Âge".
constexpr float kPatientRepeated = kNearMiss;
constexpr float kOtherRepeated = 6;
constexpr size_t kMinLetters = 3;  // initials and "de" are found again everywhere

bool is_person(Label label) {
  return label == Label::kPatient || label == Label::kDoctor || label == Label::kName;
}

float worth(Label label) { return label == Label::kPatient ? kPatientRepeated : kOtherRepeated; }

}  // namespace

void repeat_names(std::string_view text, Findings& findings) {
  const std::vector<Word> words = find_words(text);
  // Words of people's names, each with the best of its spans.
  std::unordered_map<std::string, const Span*> names;
  auto word = words.begin();
  for (const Span& span : findings.spans) {
    if (!is_person(span.label)) continue;
    while (word != words.end() && word->begin < span.begin) ++word;
    for (auto w = word; w != words.end() && w->end <= span.end; ++w) {
      if (w->end - w->begin < kMinLetters || !is_capital(text, w->begin)) continue;
      const auto [at, is_new] = names.emplace(fold(text, *w), &span);
      if (!is_new && at->second->score < span.score) at->second = &span;
    }
  }
  if (names.empty()) return;
  std::vector<Span> repeated;
  auto covered = findings.spans.begin();
  auto near = findings.nearly.begin();
  for (const Word& w : words) {
    while (covered != findings.spans.end() && covered->end <= w.begin) ++covered;
    if (covered != findings.spans.end() && covered->begin < w.end) continue;
    // The token in which the word begins, which may begin with the space before it.
    while (near != findings.nearly.end() && near->end <= w.begin) ++near;
    if (near == findings.nearly.end() || near->begin > w.begin) continue;
    if (!is_capital(text, w.begin)) continue;
    const auto name = names.find(fold(text, w));
    if (name == names.end()) continue;
    const Label label = name->second->label;
    const float score = near->score + worth(label);
    if (score > 0) repeated.push_back({w.begin, w.end, label, score});
  }
  if (repeated.empty()) return;
  findings.spans.insert(findings.spans.end(), repeated.begin(), repeated.end());
  std::sort(findings.spans.begin(), findings.spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
}

}  // namespace redact
