// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "redactor/policy/digest.h"
#include "redactor/policy/replacer.h"
#include "redactor/records/explanation.h"

namespace redact {

namespace {

// Values begin as objects and arrays. One that begins as null becomes an object at its first key:
// nlohmann-json then names the type before it has the memory, and without memory its destructor
// reads a null pointer.
using OrderedJson = nlohmann::ordered_json;

// The labels of each source that gave another label than the span's.
OrderedJson labels_beside(const Span& span) {
  OrderedJson by_source = OrderedJson::object();
  for (const SpanSource source : span.support.sources()) {
    const std::vector<Label> labels = span.support.labels(source);
    if (labels == std::vector{span.label}) continue;
    OrderedJson& names = by_source[std::string(source_name(source))] = OrderedJson::array();
    for (const Label label : labels) names.push_back(label_name(label));
  }
  return by_source;
}

// Ranges, label, score and source as for entities.
OrderedJson to_json(const std::vector<Dropped>& all, std::string_view source,
                    const RecordContext& context) {
  OrderedJson list = OrderedJson::array();
  OffsetCounter begin(source, context.offsets);
  for (const Dropped& dropped : all) {
    const Span& span = dropped.span;
    OrderedJson json = OrderedJson::object();
    json["entity_type"] = label_name(span.label);
    json["start"] = begin.at(span.begin);
    json["end"] = begin.peek(span.end);  // spans may overlap
    json["byte_start"] = span.begin;
    json["byte_end"] = span.end;
    json["score"] = rounded_score(span.score);
    json["source"] = source_name(span.source);
    if (const std::string origin = origin_of(span); !origin.empty()) json["origin"] = origin;
    json["left_out_by"] = reason_of(dropped);
    if (dropped.by == DroppedBy::kStays) json["inside"] = origin_of(dropped.stays);
    if (context.include_text) json["text"] = source.substr(span.begin, span.end - span.begin);
    list.push_back(std::move(json));
  }
  return list;
}

// Ranges as for entities, and the score of the decision; for a name also its label and text.
OrderedJson to_json(const std::vector<ReviewReason>& reasons, std::string_view source,
                    const RecordContext& context) {
  OrderedJson list = OrderedJson::array();
  OffsetCounter begin(source, context.offsets), end(source, context.offsets);
  for (const ReviewReason& reason : reasons) {
    OrderedJson json = OrderedJson::object();
    json["start"] = begin.at(reason.begin);
    json["end"] = end.at(reason.end);
    json["byte_start"] = reason.begin;
    json["byte_end"] = reason.end;
    json["score"] = rounded_score(reason.score);
    if (reason.name) {
      json["entity_type"] = label_name(*reason.name);
      if (context.include_text)
        json["text"] = source.substr(reason.begin, reason.end - reason.begin);
    }
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

RecordContext record_context(const Configuration& configuration, std::string id) {
  const Policy& policy = configuration.policy;
  return {.id = std::move(id),
          .model = configuration.model->name(),
          .policy = policy.name(),
          .surrogates = policy.uses(Operator::kSurrogate),
          .scheme = policy.draws_values() ? kValueScheme : 0};
}

Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction) {
  REDACT_TRY(check_unicode(source, "JSON"));
  OrderedJson entities = OrderedJson::array();
  OffsetCounter in(source, context.offsets), out(redaction.output, context.offsets);
  for (const Entity& entity : redaction.entities) {
    const Span& span = entity.span;
    OrderedJson json = OrderedJson::object();
    json["entity_type"] = label_name(span.label);
    json["start"] = in.at(span.begin);
    OffsetCounter inside(in);  // what stands beside a text may lie in the markup that divides it
    if (!entity.ranges.empty()) {
      OrderedJson& ranges = json["ranges"] = OrderedJson::array();
      for (const ByteRange& range : entity.ranges) {
        const size_t begin = inside.at(range.begin);
        ranges.push_back({begin, inside.at(range.end)});
      }
    }
    json["end"] = inside.at(span.end);
    json["byte_start"] = span.begin;
    json["byte_end"] = span.end;
    json["out_start"] = out.at(entity.out_begin);
    json["out_end"] = out.peek(entity.out_end);  // what is written as a whole is that of several
    json["score"] = rounded_score(span.score);
    json["source"] = source_name(span.source);
    const std::vector<SpanSource> sources = span.support.sources();
    if (sources.size() > 1) {
      OrderedJson& names = json["sources"] = OrderedJson::array();
      for (const SpanSource one : sources) names.push_back(source_name(one));
    }
    OrderedJson labels = labels_beside(span);
    if (!labels.empty()) json["labels"] = std::move(labels);
    json["replacement"] = entity.replacement;
    if (context.include_text) json["text"] = entity.surface;
    entities.push_back(std::move(json));
  }
  OrderedJson record = OrderedJson::object();
  record["id"] = context.id;
  record["text"] = redaction.output;
  if (context.include_text) {
    REDACT_ASSIGN(record["text_sha256"], sha256_hex(source));
  }
  record["status"] = status_of(redaction);
  if (context.offsets != OffsetUnit::kCodePoints) {
    record["offsets"] = offset_unit_name(context.offsets);
  }
  record["entities"] = std::move(entities);
  if (!redaction.review.empty()) record["review"] = to_json(redaction.review, source, context);
  if (!redaction.dropped.empty()) {
    record["explain"] = to_json(redaction.dropped, source, context);
  }
  if (redaction.other_language) record["language"] = "unknown";
  if (redaction.n_unread > 0) record["unread_files"] = redaction.n_unread;
  if (redaction.n_kept_dates > 0) record["kept_dates"] = redaction.n_kept_dates;
  if (context.surrogates) record["surrogates"] = true;
  if (context.scheme != 0) record["scheme"] = context.scheme;
  if (redaction.tags_in_source > 0) record["tags_in_source"] = redaction.tags_in_source;
  record["model"] = context.model;
  record["policy"] = context.policy;
  return with_fields(record.dump(-1, ' ', false, OrderedJson::error_handler_t::replace),
                     context.kept);
}

std::string to_failed_record(const RecordContext& context) {
  OrderedJson record = OrderedJson::object();
  record["id"] = context.id;
  record["status"] = "failed";
  record["model"] = context.model;
  record["policy"] = context.policy;
  return record.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

double rounded_score(float score) { return std::round(static_cast<double>(score) * 1000) / 1000; }

std::string_view status_of(const Redaction& redaction) {
  return redaction.needs_review() ? "review" : "ok";
}

std::string with_fields(std::string record, std::string_view kept) {
  if (kept.empty()) return record;
  record.pop_back();
  return record.append(",\"fields\":").append(kept).append("}");
}

}  // namespace redact
