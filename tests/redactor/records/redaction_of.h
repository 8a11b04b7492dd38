// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/redaction.h"

namespace redact::testing {

// The redaction of a text with these spans under the default policy.
inline Redaction redaction_of(std::string_view text, const std::vector<Span>& spans) {
  const Policy policy = *Policy::open("default");
  Replacer replacer(policy, text, nullptr, "");
  Rendered rendered = render(plain_text(text), spans, replacer).value();
  size_t outside = text.size();
  for (const Span& span : spans) outside -= span.end - span.begin;
  return {rendered.output, rendered.entities, rendered.edits, outside, 0, 0, {}};
}

// Bytes [begin, end) name the patient.
inline Redaction redaction_of(std::string_view text, size_t begin, size_t end) {
  return redaction_of(text, {{begin, end, Label::kPatient, 2.5f}});
}

}  // namespace redact::testing
