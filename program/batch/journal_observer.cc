// SPDX-License-Identifier: Apache-2.0
#include "program/batch/journal_observer.h"

#include <utility>

#include "program/batch/document_facts.h"

namespace redact {

Result<void> JournalObserver::finished(const Outcome& outcome,
                                       std::optional<std::string_view> source,
                                       const Redaction* redaction, Kept& kept) const {
  make_facts(kept, outcome, redaction, policy_, detail_);
  if (!source) return {};
  REDACT_ASSIGN(const SourceDigests digests,
                digests_of(outcome.event.document, *source, journal_.key()));
  kept.facts->source = digests.source;
  kept.facts->context = digests.context;
  return {};
}

Result<void> JournalObserver::reported(const Outcome& outcome) { return need_facts(outcome); }

Result<void> JournalObserver::opens(const GrowingOutput& output) {
  return blame("--journal", journal_.mark_output(output));
}

Result<void> JournalObserver::placed(const std::vector<Outcome>& outcomes,
                                     const std::vector<GrowingOutput>& grown) {
  std::vector<JournalStep> rows;
  for (const Outcome& outcome : outcomes) {
    REDACT_ASSIGN(std::optional<JournalStep> row, row_of(outcome));
    if (row) rows.push_back(*std::move(row));
  }
  return blame("--journal", journal_.record(rows, grown));
}

Result<std::optional<JournalStep>> JournalObserver::row_of(const Outcome& outcome) const {
  const bool is_end = outcome.event.kind == Event::Kind::kInputEnd;
  const bool is_text = outcome.event.input_kind == InputKind::kText;
  if (is_end && is_text && outcome.text.ok()) return std::optional<JournalStep>();
  if (is_end && !is_text) {
    REDACT_ASSIGN(InputEnd end, end_of(outcome));
    return std::optional<JournalStep>(std::move(end));
  }
  REDACT_ASSIGN(JournalEntry entry, entry_of(outcome));
  return std::optional<JournalStep>(std::move(entry));
}

Result<JournalEntry> JournalObserver::entry_of(const Outcome& outcome) const {
  JournalEntry entry = *outcome.kept->facts;
  if (!outcome.text.ok()) return entry;
  REDACT_ASSIGN(entry.result, journal_.key().draw(kResultDigest, *outcome.text));
  entry.output = outcome.file;
  entry.output_begin = outcome.file_begin;
  entry.output_end = outcome.file_end;
  return entry;
}

Result<InputEnd> JournalObserver::end_of(const Outcome& outcome) const {
  InputEnd end{outcome.event.input->name, {}};
  if (!outcome.text.ok()) {
    end.error = outcome.text.error().message();
    return end;
  }
  REDACT_ASSIGN(end.tail, journal_.key().draw(kResultDigest, *outcome.text));
  end.output = outcome.file;
  end.output_begin = outcome.file_begin;
  end.output_end = outcome.file_end;
  return end;
}

Result<void> JournalObserver::in_place(const std::vector<std::string>& names) {
  return blame("--journal", journal_.mark_in_place(names));
}

Result<void> JournalObserver::discarded() { return blame("--journal", journal_.forget_output({})); }

Result<void> JournalObserver::ended(const std::string& how) {
  return blame("--journal", journal_.end(how));
}

}  // namespace redact
