// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/persons.h"

#include <algorithm>

#include "redactor/persons/person_finder.h"

namespace redact {

std::string Person::key() const {
  std::vector<std::string> words;
  for (const NamePart& part : name)
    words.push_back(part.is_initial ? part.folded + "." : part.folded);
  std::sort(words.begin(), words.end());
  std::string out;
  for (const std::string& word : words) out += word + " ";
  return out;
}

Persons::Persons(std::string_view text, const std::vector<Span>& spans,
                 const std::vector<std::string>& known) {
  PersonFinder(*this, text).find(spans, known);
}

const Mention* Persons::at(size_t byte) const {
  const auto after = std::upper_bound(mentions_.begin(), mentions_.end(), byte,
                                      [](size_t at, const Mention& m) { return at < m.begin; });
  if (after == mentions_.begin() || byte >= std::prev(after)->end) return nullptr;
  return &*std::prev(after);
}

bool Persons::may_be_patients(const Mention& mention) const {
  if (of(mention).role == Role::kPatient) return true;
  const auto is_word = [&](const NamePart& part) {
    return !part.is_initial &&
           std::binary_search(patients_words_.begin(), patients_words_.end(), part.folded);
  };
  return std::any_of(mention.parts.begin(), mention.parts.end(), is_word);
}

}  // namespace redact
