// SPDX-License-Identifier: Apache-2.0
#include "program/batch/redaction_counts.h"

namespace redact {

void RedactionCounts::add(const Redaction& redaction, const Policy& policy, Detail detail) {
  ++n_done;
  n_review += redaction.needs_review();
  n_other_language += redaction.other_language;
  n_bytes += redaction.output.size();
  for (const Entity& entity : redaction.entities) {
    ++by_label[static_cast<size_t>(told_label(entity.span.label, policy, detail))];
    for (const SpanSource source : told_sources(entity.span.support, detail)) {
      ++by_source[static_cast<size_t>(source)];
    }
  }
}

void RedactionCounts::add(const RedactionCounts& other) {
  n_done += other.n_done;
  n_review += other.n_review;
  n_bytes += other.n_bytes;
  n_other_language += other.n_other_language;
  for (size_t i = 0; i < by_label.size(); ++i) by_label[i] += other.by_label[i];
  for (size_t i = 0; i < by_source.size(); ++i) by_source[i] += other.by_source[i];
}

}  // namespace redact
