// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "redactor/policy/digest.h"
#include "redactor/text/code_points.h"

namespace redact {

namespace {

using Json = nlohmann::ordered_json;

double rounded(float score) { return std::round(static_cast<double>(score) * 1000) / 1000; }

std::string_view source_name(SpanSource source) {
  switch (source) {
    case SpanSource::kDeny: return "list";
    case SpanSource::kKnown: return "known";
    case SpanSource::kRule: return "rule";
    case SpanSource::kModel: return "model";
    case SpanSource::kRepeat: return "repeat";
    case SpanSource::kAllow:
    case SpanSource::kStay: break;  // these hide nothing
  }
  return "";
}

// Ranges as for entities, and the score of the decision.
Json to_json(const std::vector<ReviewReason>& reasons, std::string_view source) {
  Json list = Json::array();
  CodePointCounter begin(source), end(source);
  for (const ReviewReason& reason : reasons) {
    Json json;
    json["start"] = begin.at(reason.begin);
    json["end"] = end.at(reason.end);
    json["byte_start"] = reason.begin;
    json["byte_end"] = reason.end;
    json["score"] = rounded(reason.score);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction) {
  if (!CodePointCounter::is_valid(source)) {
    return Error{ErrorKind::kBadInput, "text", "is not valid UTF-8, which JSON can't hold"};
  }
  Json entities = Json::array();
  CodePointCounter in(source), out(redaction.output);
  for (const Entity& entity : redaction.entities) {
    const Span& span = entity.span;
    Json json;
    json["entity_type"] = label_name(span.label);
    json["start"] = in.at(span.begin);
    json["end"] = in.at(span.end);
    json["byte_start"] = span.begin;
    json["byte_end"] = span.end;
    json["out_start"] = out.at(entity.out_begin);
    json["out_end"] = out.at(entity.out_end);
    json["score"] = rounded(span.score);
    json["source"] = source_name(span.source);
    const std::vector<SpanSource> sources = span.support.sources();
    if (sources.size() > 1) {
      for (const SpanSource one : sources) json["sources"].push_back(source_name(one));
    }
    json["replacement"] = entity.replacement;
    if (context.include_text) json["text"] = source.substr(span.begin, span.end - span.begin);
    entities.push_back(std::move(json));
  }
  Json record;
  record["id"] = context.id;
  record["text"] = redaction.output;
  if (context.include_text) {
    REDACT_ASSIGN(record["text_sha256"], sha256_hex(source));
  }
  record["status"] = redaction.review.empty() ? "ok" : "review";
  record["entities"] = std::move(entities);
  if (!redaction.review.empty()) record["review"] = to_json(redaction.review, source);
  if (context.surrogates) record["surrogates"] = true;
  if (redaction.tags_in_source > 0) record["tags_in_source"] = redaction.tags_in_source;
  record["model"] = context.model;
  record["policy"] = context.policy;
  std::string line = record.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!context.kept.empty()) {
    line.pop_back();
    line.append(",\"fields\":").append(context.kept).append("}");
  }
  return line;
}

std::string to_failed_record(const RecordContext& context) {
  Json record;
  record["id"] = context.id;
  record["status"] = "failed";
  record["model"] = context.model;
  record["policy"] = context.policy;
  return record.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace redact
