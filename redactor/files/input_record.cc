// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/input_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "redactor/files/json_fields.h"
#include "redactor/files/json_id.h"

namespace redact {

using Json = nlohmann::json;

namespace {

// The kept fields of `line`, a JSON object, as a JSON object.
std::string kept_fields(const std::string& line, const RecordFields& fields) {
  if (fields.kept.empty() && !fields.keep_all) return {};
  std::string kept;
  for (const auto& [quoted, value] : json_fields(line)) {
    const auto name = Json::parse(quoted).get<std::string>();
    const bool asked_for = fields.keep_all ? name != fields.text && name != fields.id
                                           : std::find(fields.kept.begin(), fields.kept.end(),
                                                       name) != fields.kept.end();
    if (!asked_for) continue;
    if (!kept.empty()) kept += ',';
    kept.append(quoted).append(":").append(value);
  }
  return '{' + kept + '}';
}

}  // namespace

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
  // An id in a string or an integer; null counts as absent.
  const auto field = [&](const std::string& name) -> Result<std::string> {
    const auto found = json.find(name);
    if (name.empty() || found == json.end() || found->is_null()) return std::string();
    if (auto id = json_id(*found)) return *std::move(id);
    return Error{ErrorKind::kBadInput, where,
                 "field \"" + name + "\" is no string or whole number"};
  };
  REDACT_ASSIGN(std::string id, field(fields.id));
  REDACT_ASSIGN(std::string patient, field(fields.patient));
  const bool has_id = !id.empty();
  if (!has_id) id = std::to_string(line_number);
  return InputRecord{std::move(id), text->get<std::string>(), std::move(patient),
                     kept_fields(line, fields), has_id};
}

}  // namespace redact
