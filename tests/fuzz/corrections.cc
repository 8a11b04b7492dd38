// SPDX-License-Identifier: Apache-2.0
// Any bytes as corrected documents: refused, or spans inside their text, in order and disjoint.
#include "redactor/corrections.h"

#include "tests/fuzz/check_refusal.h"
#include "tests/fuzz/check_spans.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const auto file = redact::UserFile::in_memory(std::string(redact::fuzz::text_of(data, size)));
  const auto corrections = redact::Corrections::read(file);
  if (!corrections.ok()) {
    redact::fuzz::check_refusal(corrections.error());
    return 0;
  }
  const auto* of_one = corrections->find("7");
  if (of_one == nullptr) return 0;
  require(!of_one->empty() && corrections->n_documents() > 0);
  for (const redact::Correction& one : *of_one) redact::fuzz::check_spans(one.spans, size);
  static const std::string kText = "Ana Ellison is 40";
  const auto spans = redact::corrected_spans(*of_one, kText);
  if (!spans.ok()) {
    redact::fuzz::check_refusal(spans.error());
  } else {
    redact::fuzz::check_spans(*spans, kText.size());
  }
  return 0;
}
