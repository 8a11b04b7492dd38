// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "crypto/digest.h"
#include "redactor/policy/replacer.h"
#include "redactor/records/explanation.h"
#include "redactor/records/output_ranges.h"

namespace redact {

namespace {

// Values begin as objects and arrays. A value that begins as null becomes an object at its first
// key; nlohmann-json then sets the type before it allocates, and if the allocation fails, the
// destructor reads a null pointer.
using OrderedJson = nlohmann::ordered_json;

// For each source, its labels other than the span's.
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

// The names of the models that found a span.
OrderedJson models_of(const Span& span, const std::vector<std::string>& finders) {
  OrderedJson names = OrderedJson::array();
  for (size_t i = 0; i < finders.size(); ++i) {
    if (span.support.has_finder(i)) names.push_back(finders[i]);
  }
  return names;
}

// Writes the positions in the output of ranges that are left in the text; they come in order and
// may overlap.
class Places {
 public:
  Places(std::string_view source, const Redaction& redaction, const RecordContext& context)
      : ranges_(redaction.edits),
        has_evidence_(context.detail >= Detail::kEvidence),
        in_(source, context.offsets),
        out_(redaction.output, context.offsets) {}

  // Whether to report a range: if nothing of it is left, it is a part of the hidden text.
  bool are_told(size_t begin, size_t end) const {
    return has_evidence_ || !ranges_.are_hidden(begin, end);
  }
  void set(OrderedJson& json, size_t begin, size_t end) {
    if (has_evidence_) {
      json["start"] = in_.at(begin);
      json["end"] = in_.peek(end);
      json["byte_start"] = begin;
      json["byte_end"] = end;
    }
    const ByteRange range = ranges_.of(begin, end);
    json["out_start"] = out_.at(range.begin);
    json["out_end"] = out_.peek(range.end);
  }

 private:
  const OutputRanges ranges_;
  const bool has_evidence_;
  OffsetCounter in_, out_;
};

OrderedJson explain_of(std::string_view source, const Redaction& redaction,
                       const RecordContext& context) {
  OrderedJson list = OrderedJson::array();
  Places places(source, redaction, context);
  for (const Dropped& dropped : redaction.dropped) {
    const Span& span = dropped.span;
    if (!places.are_told(span.begin, span.end)) continue;
    OrderedJson json = OrderedJson::object();
    json["entity_type"] = label_name(span.label);
    places.set(json, span.begin, span.end);
    if (context.detail >= Detail::kEvidence) json["score"] = rounded_score(span.score);
    json["source"] = source_name(told_source(span, context.detail));
    const std::string origin = told_origin(span, context.detail);
    if (!origin.empty()) json["origin"] = origin;
    json["left_out_by"] = reason_of(dropped);
    if (dropped.by == DroppedBy::kStays) json["inside"] = origin_of(dropped.stays);
    if (context.detail == Detail::kText) {
      json["text"] = source.substr(span.begin, span.end - span.begin);
    }
    list.push_back(std::move(json));
  }
  return list;
}

OrderedJson review_of(std::string_view source, const Redaction& redaction,
                      const RecordContext& context) {
  OrderedJson list = OrderedJson::array();
  Places places(source, redaction, context);
  for (const ReviewReason& reason : redaction.review) {
    OrderedJson json = OrderedJson::object();
    places.set(json, reason.begin, reason.end);
    if (context.detail >= Detail::kEvidence) json["score"] = rounded_score(reason.score);
    json["reason"] = reason.name ? "unsure_name" : "nearly_hidden";
    if (reason.name || context.detail >= Detail::kEvidence)
      json["entity_type"] = label_name(reason.name.value_or(reason.nearly));
    if (reason.name && context.detail == Detail::kText)
      json["text"] = source.substr(reason.begin, reason.end - reason.begin);
    list.push_back(std::move(json));
  }
  return list;
}

Label label_of(Label label, const RecordContext& context) {
  return context.tags == nullptr ? label : told_label(label, *context.tags, context.detail);
}

// Writes the position of an entity in the source.
void set_source(OrderedJson& json, const Entity& entity, OffsetCounter& in) {
  json["start"] = in.at(entity.span.begin);
  OffsetCounter inside(in);  // evidence beside a text may lie in the markup that divides it
  if (!entity.ranges.empty()) {
    OrderedJson& ranges = json["ranges"] = OrderedJson::array();
    for (const ByteRange& range : entity.ranges) {
      const size_t begin = inside.at(range.begin);
      ranges.push_back({begin, inside.at(range.end)});
    }
  }
  json["end"] = inside.at(entity.span.end);
  json["byte_start"] = entity.span.begin;
  json["byte_end"] = entity.span.end;
}

OrderedJson entities_of(std::string_view source, const Redaction& redaction,
                        const RecordContext& context) {
  const bool has_evidence = context.detail >= Detail::kEvidence;
  OrderedJson list = OrderedJson::array();
  OffsetCounter in(source, context.offsets), out(redaction.output, context.offsets);
  for (const Entity& entity : redaction.entities) {
    const Span& span = entity.span;
    OrderedJson json = OrderedJson::object();
    json["entity_type"] = label_name(label_of(span.label, context));
    if (has_evidence) set_source(json, entity, in);
    json["out_start"] = out.at(entity.out_begin);
    // A text rewritten as a whole has the entities of its parts.
    json["out_end"] = out.peek(entity.out_end);
    if (has_evidence) json["score"] = rounded_score(span.score);
    json["source"] = source_name(told_source(span, context.detail));
    const std::vector<SpanSource> sources = told_sources(span.support, context.detail);
    if (sources.size() > 1) {
      OrderedJson& names = json["sources"] = OrderedJson::array();
      for (const SpanSource one : sources) names.push_back(source_name(one));
    }
    if (has_evidence && !context.finders.empty()) json["models"] = models_of(span, context.finders);
    if (has_evidence) {
      OrderedJson labels = labels_beside(span);
      if (!labels.empty()) json["labels"] = std::move(labels);
    }
    json["replacement"] = entity.replacement;
    if (context.detail == Detail::kText) json["text"] = entity.surface;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

RecordContext record_context(const Configuration& configuration, std::string id) {
  const Policy& policy = configuration.policy;
  return {.id = std::move(id),
          .model = configuration.models.name(),
          .policy = policy.name(),
          .surrogates = policy.uses(Operator::kSurrogate),
          .scheme = policy.draws_values() ? kValueScheme : 0,
          .tags = &policy,
          .finders = configuration.models.size() > 1 ? configuration.models.names()
                                                     : std::vector<std::string>()};
}

Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction) {
  REDACT_TRY(check_unicode(source, redaction.is_archive, "JSON"));
  OrderedJson record = OrderedJson::object();
  record["id"] = context.id;
  record["text"] = redaction.output;
  if (context.detail == Detail::kText) {
    REDACT_ASSIGN(record["text_sha256"], sha256_hex(source));
  }
  record["status"] = status_of(redaction);
  if (context.offsets != OffsetUnit::kCodePoints) {
    record["offsets"] = offset_unit_name(context.offsets);
  }
  record["entities"] = entities_of(source, redaction, context);
  if (!redaction.review.empty()) record["review"] = review_of(source, redaction, context);
  if (OrderedJson explain = explain_of(source, redaction, context); !explain.empty()) {
    record["explain"] = std::move(explain);
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
