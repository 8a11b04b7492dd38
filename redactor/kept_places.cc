// SPDX-License-Identifier: Apache-2.0
#include "redactor/kept_places.h"

#include "language/language.h"
#include "language/regions.h"

namespace redact {

std::vector<Span> hide_unknown_places(std::string_view text, const std::vector<Span>& evidence,
                                      const Policy& policy, StopCheck& stop) {
  std::vector<Span> hidden;
  if (policy.treatment(Label::kCity) == nullptr) return hidden;
  std::string_view language;  // of the text, computed on first use
  for (const Span& span : evidence) {
    const bool is_large = span.label == Label::kState || span.label == Label::kCountry;
    if (!is_large || span.source != SpanSource::kModel || policy.treatment(span.label) != nullptr) {
      continue;
    }
    if (language.empty()) language = guess_language(text, stop);
    if (is_region(text.substr(span.begin, span.end - span.begin), language)) continue;
    hidden.push_back(span);
    hidden.back().label = Label::kCity;
  }
  return hidden;
}

}  // namespace redact
