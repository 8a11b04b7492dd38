// SPDX-License-Identifier: Apache-2.0
#include "redactor/document/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "redactor/code_points.h"
#include "redactor/digest.h"
#include "redactor/document/json_id.h"

namespace redact {

namespace {

using Json = nlohmann::ordered_json;

std::string_view source_name(SpanSource source) {
  switch (source) {
    case SpanSource::kModel: return "model";
    case SpanSource::kRule: return "rule";
    case SpanSource::kList: return "list";
  }
  return "";
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
    json["score"] = std::round(static_cast<double>(span.score) * 1000) / 1000;
    json["source"] = source_name(span.source);
    json["replacement"] = entity.replacement;
    if (context.include_text) json["text"] = source.substr(span.begin, span.end - span.begin);
    entities.push_back(std::move(json));
  }
  Json record;
  record["id"] = context.id;
  record["text"] = redaction.output;
  if (context.include_text) record["text_sha256"] = sha256_hex(source);
  record["status"] = redaction.review ? "review" : "ok";
  record["entities"] = std::move(entities);
  if (context.surrogates) record["surrogates"] = true;
  if (redaction.tags_in_source > 0) record["tags_in_source"] = redaction.tags_in_source;
  record["model"] = context.model;
  record["policy"] = context.policy;
  return record.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_failed_record(const RecordContext& context) {
  Json record;
  record["id"] = context.id;
  record["status"] = "failed";
  record["model"] = context.model;
  record["policy"] = context.policy;
  return record.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<InputRecord> parse_record(const std::string& line, const RecordFields& fields,
                                 size_t line_number) {
  const std::string where = "line " + std::to_string(line_number);
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    return Error{ErrorKind::kBadInput, where, "is not a JSON object"};
  }
  const auto text = json.find(fields.text);
  if (text == json.end() || !text->is_string()) {
    return Error{ErrorKind::kBadInput, where, "has no string field \"" + fields.text + "\""};
  }
  if (!fields.patient.empty() && !json.contains(fields.patient)) {
    return Error{ErrorKind::kBadInput, where, "has no field \"" + fields.patient + "\""};
  }
  // A name in a string or a whole number; null is none.
  const auto field = [&](const std::string& name) -> Result<std::string> {
    const auto found = json.find(name);
    if (name.empty() || found == json.end() || found->is_null()) return std::string();
    if (auto id = json_id(*found)) return *std::move(id);
    return Error{ErrorKind::kBadInput, where,
                 "field \"" + name + "\" is no string or whole number"};
  };
  REDACT_ASSIGN(std::string id, field(fields.id));
  REDACT_ASSIGN(std::string patient, field(fields.patient));
  if (id.empty()) id = std::to_string(line_number);
  return InputRecord{std::move(id), text->get<std::string>(), std::move(patient)};
}

}  // namespace redact
