// SPDX-License-Identifier: Apache-2.0
#include "server/redact_body.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/json_body.h"
#include "server/unknown_name.h"

namespace redact::server {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 10> kFields = {
    "text",   "id",     "patient", "known",        "format",
    "policy", "recall", "explain", "include_text", "include_evidence"};

// Most bytes of an id, a patient or an option's name: a list passes them to each document.
constexpr size_t kMostIdBytes = 1024;
// Most bytes of "known" for one document, and for all documents of a list: each document parses it
// again.
constexpr size_t kMostKnownBytes = size_t{64} << 10, kMostKnownOfList = size_t{32} << 20;

Checked<Json> parse_object(std::string_view text, const char* what, WorkLimit& work) {
  const Refusal malformed = bad_request(std::string(what) + " is not JSON in UTF-8");
  SERVER_ASSIGN(Json json, parse_json(text, what, malformed, work));
  if (!json.is_object()) return bad_request(std::string(what) + " is not a JSON object");
  return json;
}

// A string field; empty if absent or null. An empty string is refused, since it would name nothing.
Checked<std::string> string_field(Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::string();
  // The C interface would cut the string at a NUL.
  if (!found->is_string() || found->get_ref<std::string&>().empty() ||
      found->get_ref<std::string&>().find('\0') != std::string::npos) {
    return bad_request(std::string("\"") + name + "\" is not a string with at least one character");
  }
  if (found->get_ref<std::string&>().size() > kMostIdBytes) {
    return bad_request(std::string("\"") + name + "\" has more than 1024 bytes");
  }
  return std::move(found->get_ref<std::string&>());
}

// An id or a patient: a string or a whole number.
Checked<std::string> id_field(Json& object, const char* name) {
  const auto found = object.find(name);
  if (found != object.end() && found->is_number_integer()) return found->dump();
  return string_field(object, name);
}

Checked<bool> flag_field(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return false;
  if (!found->is_boolean())
    return bad_request(std::string("\"") + name + "\" is not true or false");
  return found->get<bool>();
}

Checked<std::string> known_field(const Json& object) {
  const auto found = object.find("known");
  if (found == object.end() || found->is_null()) return std::string();
  if (!found->is_object()) return bad_request("\"known\" is not a JSON object");
  std::string known = found->dump();
  if (known.size() > kMostKnownBytes) return Refusal{413, "\"known\" has more than 64 KiB"};
  return known;
}

Checked<int> format_field(Json& object) {
  SERVER_ASSIGN(const std::string name, string_field(object, "format"));
  if (name.empty()) return int{REDACT_FORMAT_AUTO};
  if (const auto format = find_format(name)) return *format;
  return bad_request("\"format\" is not auto, text, html, xml, json, hl7, mail or rtf");
}

// All fields except the text.
Checked<AskedText> document_fields(Json& object) {
  AskedText asked;
  SERVER_ASSIGN(asked.id, id_field(object, "id"));
  SERVER_ASSIGN(asked.patient, id_field(object, "patient"));
  SERVER_ASSIGN(asked.known, known_field(object));
  SERVER_ASSIGN(asked.format, format_field(object));
  return asked;
}

Checked<AskedTreatment> treatment_fields(Json& object) {
  AskedTreatment asked;
  SERVER_ASSIGN(asked.config.policy, string_field(object, "policy"));
  SERVER_ASSIGN(asked.config.recall, string_field(object, "recall"));
  SERVER_ASSIGN(asked.config.explains, flag_field(object, "explain"));
  SERVER_ASSIGN(asked.include_text, flag_field(object, "include_text"));
  SERVER_ASSIGN(asked.include_evidence, flag_field(object, "include_evidence"));
  return asked;
}

// A misspelt option must not leave text visible that the client meant to hide.
const std::string* unknown_field(const Json& object) {
  for (const auto& [name, value] : object.get_ref<const Json::object_t&>()) {
    if (std::find(kFields.begin(), kFields.end(), name) == kFields.end()) return &name;
  }
  return nullptr;
}

}  // namespace

Checked<RedactBody> parse_redact_body(std::string_view body, WorkLimit& work) {
  SERVER_ASSIGN(Json object, parse_object(body, "the body", work));
  if (const std::string* name = unknown_field(object)) {
    return bad_request(unknown_name("the body has an unknown field", *name, kFields));
  }
  RedactBody request;
  SERVER_ASSIGN(request.asked, treatment_fields(object));
  SERVER_ASSIGN(request.shared, document_fields(object));
  const auto text = object.find("text");
  if (text == object.end()) return bad_request("the body has no \"text\"");
  request.is_list = text->is_array();
  if (request.is_list && !request.shared.id.empty())
    return bad_request("\"id\" is for a single text");
  Json single = Json::array();
  if (!request.is_list) single.push_back(std::move(*text));
  for (Json& each : request.is_list ? *text : single) {
    if (!each.is_string()) {
      if (!request.is_list)
        return bad_request("\"text\" is neither a string nor an array of strings");
      return bad_request("\"text\"[" + std::to_string(request.texts.size()) + "] is not a string");
    }
    request.texts.push_back(std::move(each.get_ref<std::string&>()));
  }
  if (request.shared.known.size() > kMostKnownOfList / std::max<size_t>(request.texts.size(), 1)) {
    return Refusal{413, "\"known\" is too long for so many texts"};
  }
  return request;
}

std::string RedactBody::id(size_t index) const {
  return shared.id.empty() ? std::to_string(index + 1) : shared.id;
}

AskedText RedactBody::document(size_t index) {
  AskedText document = shared;
  document.text = std::move(texts[index]);
  document.id = id(index);
  return document;
}

Checked<AskedText> parse_redact_line(std::string_view line, size_t number, WorkLimit& work) {
  SERVER_ASSIGN(Json object, parse_object(line, "the line", work));
  SERVER_ASSIGN(AskedText asked, document_fields(object));
  const auto text = object.find("text");
  if (text == object.end() || !text->is_string())
    return bad_request("the line has no string \"text\"");
  asked.text = std::move(text->get_ref<std::string&>());
  if (asked.id.empty()) asked.id = std::to_string(number);
  return asked;
}

std::optional<int> find_format(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, int>, 8> kFormats = {{
      {"auto", REDACT_FORMAT_AUTO},
      {"text", REDACT_FORMAT_TEXT},
      {"html", REDACT_FORMAT_HTML},
      {"xml", REDACT_FORMAT_XML},
      {"json", REDACT_FORMAT_JSON},
      {"hl7", REDACT_FORMAT_HL7},
      {"mail", REDACT_FORMAT_MAIL},
      {"rtf", REDACT_FORMAT_RTF},
  }};
  for (const auto& [known, format] : kFormats) {
    if (known == name) return format;
  }
  return std::nullopt;
}

// Of files, with their formats.
constexpr std::array<std::pair<std::string_view, int>, 16> kMediaTypes = {{
    {"application/fhir+json", REDACT_FORMAT_JSON},
    {"application/fhir+ndjson", REDACT_FORMAT_JSON},
    {"application/fhir+xml", REDACT_FORMAT_XML},
    {"application/xml", REDACT_FORMAT_XML},
    {"text/xml", REDACT_FORMAT_XML},
    {"text/html", REDACT_FORMAT_HTML},
    {"application/xhtml+xml", REDACT_FORMAT_XML},
    {"x-application/hl7-v2+er7", REDACT_FORMAT_HL7},
    {"application/hl7-v2", REDACT_FORMAT_HL7},
    {"message/rfc822", REDACT_FORMAT_MAIL},
    {"application/rtf", REDACT_FORMAT_RTF},
    {"text/rtf", REDACT_FORMAT_RTF},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", REDACT_FORMAT_DOCX},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", REDACT_FORMAT_XLSX},
    {"application/vnd.oasis.opendocument.spreadsheet", REDACT_FORMAT_ODS},
    {"application/vnd.oasis.opendocument.text", REDACT_FORMAT_ODT},
}};

std::optional<int> format_of_media_type(std::string_view type) {
  for (const auto& [known, format] : kMediaTypes) {
    if (known == type) return format;
  }
  return std::nullopt;
}

std::vector<std::string_view> media_types_of_files() {
  std::vector<std::string_view> types;
  for (const auto& [type, format] : kMediaTypes) types.push_back(type);
  return types;
}

}  // namespace redact::server
