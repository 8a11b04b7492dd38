// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "redactor/redaction.h"

namespace redact::testing {

// The redaction of a text in which bytes [begin, end) name the patient.
inline Redaction redaction_of(std::string_view text, size_t begin, size_t end) {
  const Policy policy = *Policy::open("default");
  Replacer replacer(policy, text, nullptr, "");
  Rendered rendered =
      render(plain_text(text), {{begin, end, Label::kPatient, 2.5f}}, replacer).value();
  return {
      rendered.output, rendered.entities, rendered.edits, text.size() - (end - begin), 0, 0, {}};
}

}  // namespace redact::testing
