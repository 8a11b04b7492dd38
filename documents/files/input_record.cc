// SPDX-License-Identifier: Apache-2.0
#include "documents/files/input_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "documents/files/json_fields.h"
#include "documents/files/json_id.h"
#include "documents/files/resource_patient.h"

namespace redact {

using Json = nlohmann::json;

namespace {

// The kept fields of `line`, a JSON object, as a JSON object.
std::string kept_fields(const std::string& line, const RecordFields& fields) {
  if (fields.kept.empty() && !fields.keep_all) return {};
  std::string kept;
  for (const auto& [quoted, value] : json_fields(line)) {
    const auto name = Json::parse(quoted).get<std::string>();
    const bool asked_for = fields.keep_all ? !fields.is_redacted(name) && name != fields.id
                                           : std::find(fields.kept.begin(), fields.kept.end(),
                                                       name) != fields.kept.end();
    if (!asked_for) continue;
    if (!kept.empty()) kept += ',';
    kept.append(quoted).append(":").append(value);
  }
  return '{' + kept + '}';
}

// A field by its name, or by the names on the way to it; nullptr if there is none.
const Json* find_field(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  if (const auto found = object.find(name); found != object.end()) return &*found;
  for (size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
    const auto found = object.find(name.substr(0, dot));
    if (found == object.end()) continue;
    if (const Json* inner = find_field(*found, name.substr(dot + 1))) return inner;
  }
  return nullptr;
}

std::string string_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

InputRecord resource_record(const std::string& line, const Json& resource, size_t line_number) {
  const std::string type = string_of(resource, "resourceType"), id = string_of(resource, "id");
  InputRecord record;
  record.has_id = !id.empty();
  record.id = record.has_id ? type + "/" + id : std::to_string(line_number);
  record.text = line;
  record.is_resource = record.is_line = true;
  record.patient = patient_of_resource(line);
  return record;
}

// The reason to refuse a line that is no JSON object.
const char* fault_of(const std::string& line) {
  try {
    const Json ignored = Json::parse(line);
  } catch (const Json::out_of_range&) {
    return "has a number that is too large";
  } catch (const Json::exception& error) {
    const std::string_view why = error.what();
    if (why.find("invalid string: surrogate U+") != why.npos) {  // half of "\ud83d\ude00"
      return "has half a surrogate pair in a string";
    }
  }
  return "is not a JSON object";
}

}  // namespace

bool RecordFields::is_redacted(const std::string& name) const {
  const auto is_it = [&](const std::string& redacted) {
    return redacted == name || redacted.starts_with(name + ".");
  };
  return std::any_of(texts.begin(), texts.end(), is_it) ||
         std::any_of(labelled.begin(), labelled.end(),
                     [&](const ChosenField& field) { return is_it(field.name); });
}

ChosenFields RecordFields::chosen(char separator) const {
  ChosenFields chosen{separator, {}, as_text};
  for (const std::string& text : texts) chosen.fields.push_back({text, {}});
  chosen.fields.insert(chosen.fields.end(), labelled.begin(), labelled.end());
  return chosen;
}

Result<InputRecord> parse_record(const std::string& line, const RecordFields& fields,
                                 size_t line_number) {
  const std::string where = "line " + std::to_string(line_number);
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return Error{ErrorKind::kBadInput, where, fault_of(line)};
  const bool is_line = fields.are_several();
  const Json* text = is_line ? nullptr : find_field(json, fields.texts.front());
  const bool is_null = text != nullptr && text->is_null();  // as an empty text
  const bool has_text = is_null || (text != nullptr && text->is_string());
  // The narrative of a resource is also a field "text", but it is not a string.
  if (!is_line && !has_text && !string_of(json, "resourceType").empty()) {
    return resource_record(line, json, line_number);
  }
  if (!is_line && !has_text) {
    return Error{ErrorKind::kBadInput, where,
                 "has no string field \"" + fields.texts.front() + "\""};
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
                 "field \"" + name + "\" is not a string or a whole number"};
  };
  REDACT_ASSIGN(std::string id, field(fields.id));
  REDACT_ASSIGN(std::string patient, field(fields.patient));
  const bool has_id = !id.empty();
  if (!has_id) id = std::to_string(line_number);
  return InputRecord{std::move(id),
                     is_line   ? line
                     : is_null ? std::string()
                               : text->get<std::string>(),
                     std::move(patient),
                     kept_fields(line, fields),
                     has_id,
                     false,
                     is_line};
}

}  // namespace redact
