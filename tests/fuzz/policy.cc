// SPDX-License-Identifier: Apache-2.0
// Any bytes as a policy: refused in one line that quotes nothing, or a policy with existing
// operators and a valid year.
#include "redactor/policy/policy.h"

#include "tests/fuzz/check_refusal.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const auto policy = redact::Policy::parse(std::string(redact::fuzz::text_of(data, size)));
  if (!policy.ok()) {
    redact::fuzz::check_refusal(policy.error());
    return 0;
  }
  for (size_t label = 0; label < redact::kLabelNames.size(); ++label) {
    const redact::Treatment* treatment = policy->treatment(static_cast<redact::Label>(label));
    if (treatment == nullptr) continue;
    require(policy->uses(treatment->op) && !redact::operator_name(treatment->op).empty());
  }
  require(policy->present_year() >= 1900 && policy->present_year() <= 2199);
  require(policy->draws_values() || !policy->needs_key());
  return 0;
}
