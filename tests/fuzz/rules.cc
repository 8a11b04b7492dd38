// SPDX-License-Identifier: Apache-2.0
// Any bytes as a user's rules: refused, or rules whose matches in a text are inside it and not
// empty. The text is the file itself.
#include "redactor/rules/rule_set.h"
#include "tests/fuzz/check_refusal.h"
#include "tests/fuzz/check_spans.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const std::string_view text = redact::fuzz::text_of(data, size);
  const auto rules = redact::RuleSet::parse(std::string(text));
  if (!rules.ok()) {
    redact::fuzz::check_refusal(rules.error());
    return 0;
  }
  const auto labels = rules->labels();
  for (const redact::Span& span : rules->find(text)) {
    require(span.begin < span.end && span.end <= text.size() && labels.contains(span.label));
  }
  redact::fuzz::check_spans(rules->find_staying(text), text.size());
  return 0;
}
