// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/document_facts.h"

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "redactor/journal/journal_key.h"
#include "redactor/records/explanation.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

JournalEntry new_entry(const InputEvent& event) {
  JournalEntry entry;
  entry.place = place_of(event);
  entry.id = event.document.record.id;
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  entry.finished = std::chrono::duration<double>(since_1970).count();
  return entry;
}

}  // namespace

DocumentPlace place_of(const InputEvent& event) {
  return {event.input->name, event.document.number};
}

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

JournalEntry entry_of(const InputEvent& event, const Redaction& redaction) {
  JournalEntry entry = new_entry(event);
  entry.needs_review = redaction.needs_review();
  entry.n_bytes = redaction.bytes_outside;
  OrderedJson reasons = OrderedJson::array(), edits = OrderedJson::array();
  OrderedJson labels = OrderedJson::object(), finders = OrderedJson::object(),
              scores = OrderedJson::object();
  const auto count = [](OrderedJson& counts, std::string_view name) {
    OrderedJson& n = counts[std::string(name)];
    n = n.is_null() ? 1 : n.get<size_t>() + 1;
  };
  for (const Entity& entity : redaction.entities) {
    entry.n_bytes += entity.span.end - entity.span.begin;
    count(labels, label_name(entity.span.label));
    bool is_scored = false;
    for (const SpanSource source : entity.span.support.sources()) {
      count(finders, source_name(source));
      is_scored = is_scored || source == SpanSource::kModel || source == SpanSource::kRepeat;
    }
    if (is_scored) count(scores, std::to_string(std::lround(std::floor(entity.span.score))));
  }
  for (const ReviewReason& reason : redaction.review) {
    const double score = std::round(static_cast<double>(reason.score) * 1000) / 1000;
    reasons.push_back({reason.begin, reason.end, score,
                       reason.name ? OrderedJson(label_name(*reason.name)) : OrderedJson(nullptr)});
  }
  // A part of the file that cannot be read was removed; its place is not known.
  if (redaction.n_unread > 0) reasons.push_back({{"unread_files", redaction.n_unread}});
  if (redaction.n_kept_dates > 0) reasons.push_back({{"kept_dates", redaction.n_kept_dates}});
  for (const Edit& edit : redaction.edits) {
    edits.push_back({edit.begin, edit.end, edit.text.size()});
  }
  entry.reasons = reasons.dump();
  entry.edits = edits.dump();
  entry.labels = labels.dump();
  entry.finders = finders.dump();
  entry.scores = scores.dump();
  return entry;
}

JournalEntry entry_of(const InputEvent& event, const Error& error) {
  JournalEntry entry = new_entry(event);
  entry.state = DocumentState::kWithheld;
  entry.error = error.message();
  return entry;
}

}  // namespace redact
