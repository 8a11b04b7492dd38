// SPDX-License-Identifier: Apache-2.0
#include "program/batch/document_facts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "program/batch/journal.h"
#include "program/batch/journal_key.h"
#include "redactor/records/explanation.h"
#include "redactor/records/output_ranges.h"
#include "redactor/records/record.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

JournalEntry new_entry(const Outcome& outcome) {
  const Event& event = outcome.event;
  JournalEntry entry;
  entry.place = place_of(event);
  entry.id = event.document.record.id;
  entry.finished = in_tenths(std::chrono::duration<double>(seconds_since_1970()));
  entry.seconds = in_tenths(outcome.took);
  return entry;
}

void count(OrderedJson& counts, std::string_view name) {
  OrderedJson& n = counts[std::string(name)];
  n = n.is_null() ? 1 : n.get<size_t>() + 1;
}

// [begin, end, score, label], in bytes of the text. Without evidence, in bytes of its output, with
// null for the score; null also for positions in an archive, which are unknown.
OrderedJson reasons_of(const Redaction& redaction, Detail detail) {
  OrderedJson reasons = OrderedJson::array();
  const OutputRanges ranges(redaction.edits);
  for (const ReviewReason& reason : redaction.review) {
    OrderedJson json = {nullptr, nullptr, nullptr, nullptr};
    if (detail >= Detail::kEvidence) {
      json = {reason.begin, reason.end, rounded_score(reason.score), nullptr};
    } else if (!redaction.is_archive) {
      const ByteRange range = ranges.of(reason.begin, reason.end);
      json = {range.begin, range.end, nullptr, nullptr};
    }
    if (reason.name) json[3] = label_name(*reason.name);
    reasons.push_back(std::move(json));
  }
  // A part of the file that could not be read was removed; its position is unknown.
  if (redaction.n_unread > 0) reasons.push_back({{"unread_files", redaction.n_unread}});
  if (redaction.n_kept_dates > 0) reasons.push_back({{"kept_dates", redaction.n_kept_dates}});
  return reasons;
}

// [begin, end, bytes written], in bytes of the text; without evidence [begin, end] in its output.
OrderedJson edits_of(const Redaction& redaction, Detail detail) {
  OrderedJson edits = OrderedJson::array();
  const OutputRanges ranges(redaction.edits);
  for (size_t i = 0; i < redaction.edits.size(); ++i) {
    const Edit& edit = redaction.edits[i];
    const ByteRange written = ranges.of_edit(i);
    edits.push_back(detail >= Detail::kEvidence
                        ? OrderedJson{edit.begin, edit.end, edit.text.size()}
                        : OrderedJson{written.begin, written.end});
  }
  return edits;
}

std::string rounded_down(float score) { return std::to_string(std::lround(std::floor(score))); }

// How many spans decided by the model have each score and, under "left", how many near misses.
OrderedJson scores_of(const Redaction& redaction) {
  OrderedJson scores = OrderedJson::object(), left = OrderedJson::object();
  for (const Entity& entity : redaction.entities) {
    const std::vector<SpanSource> sources = entity.span.support.sources();
    const bool is_scored = std::any_of(sources.begin(), sources.end(), [](SpanSource source) {
      return source == SpanSource::kModel || source == SpanSource::kRepeat;
    });
    if (is_scored) count(scores, rounded_down(entity.span.score));
  }
  for (const ReviewReason& reason : redaction.review) count(left, rounded_down(reason.score));
  if (!left.empty()) scores["left"] = std::move(left);
  return scores;
}

void add_redaction(JournalEntry& entry, const Redaction& redaction, const Policy& policy,
                   Detail detail) {
  entry.needs_review = redaction.needs_review();
  entry.n_bytes = redaction.output.size();
  OrderedJson labels = OrderedJson::object(), finders = OrderedJson::object();
  for (const Entity& entity : redaction.entities) {
    count(labels, label_name(told_label(entity.span.label, policy, detail)));
    for (const SpanSource source : told_sources(entity.span.support, detail)) {
      count(finders, source_name(source));
    }
  }
  entry.reasons = reasons_of(redaction, detail).dump();
  entry.edits = edits_of(redaction, detail).dump();
  entry.labels = labels.dump();
  entry.finders = finders.dump();
  entry.scores = scores_of(redaction).dump();
  entry.keeps_scores = detail >= Detail::kEvidence;
}

}  // namespace

double in_tenths(std::chrono::duration<double> time) { return std::round(time.count() * 10) / 10; }

DocumentPlace place_of(const Event& event) { return {event.input->name, event.document.number}; }

Result<SourceDigests> digests_of(const Document& document, std::string_view text,
                                 const Secret& key) {
  REDACT_ASSIGN(const Digest source, key.draw(kSourceDigest, text));
  SourceDigests digests{source, std::nullopt};
  if (document.number == 0) return digests;
  const InputRecord& record = document.record;
  const std::string context =
      message_of({record.id, record.patient, record.kept, document.before, document.after});
  REDACT_ASSIGN(digests.context, key.draw(kContextDigest, context));
  return digests;
}

void make_facts(Kept& kept, const Outcome& outcome, const Redaction* redaction,
                const Policy& policy, Detail detail) {
  if (kept.facts) return;
  JournalEntry& entry = kept.facts.emplace(new_entry(outcome));
  if (redaction != nullptr) {
    add_redaction(entry, *redaction, policy, detail);
  } else {
    entry.state = DocumentState::kWithheld;
    entry.error = outcome.text.error().message();
  }
}

}  // namespace redact
