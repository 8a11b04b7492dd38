// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/analyze_body.h"

#include <redact/redact.h>

#include <algorithm>

#include "server/ascii.h"
#include "server/json_body.h"
#include "server/presidio/entities.h"

namespace redact::server {

namespace {

using Json = nlohmann::json;

const Json* find(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

// Whether Python would consider the value true.
bool is_true(const Json* value) {
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  if (value->is_number()) return value->get<double>() != 0;
  return !value->empty();
}

Checked<std::vector<std::string>> texts_of(Json& object, bool& is_list) {
  const Refusal missing{500, "No text provided"};
  const auto text = object.find("text");
  if (text == object.end() || text->is_null()) return missing;
  is_list = text->is_array();
  std::vector<std::string> texts;
  if (!is_list) {
    if (!text->is_string()) return Refusal{400, "\"text\" is neither a string nor a list of them"};
    texts.push_back(std::move(text->get_ref<std::string&>()));
    if (texts.front().empty()) return missing;
    return texts;
  }
  if (text->empty()) return missing;
  for (Json& each : *text) {
    if (!each.is_string()) return Refusal{400, "\"text\" is neither a string nor a list of them"};
    texts.push_back(std::move(each.get_ref<std::string&>()));
  }
  return texts;
}

Checked<bool> read_allowed(const Json& object, int flags, AnalyzeBody& body, WorkLimit& work) {
  SERVER_ASSIGN(std::vector<std::string> allowed,
                strings_of(find(object, "allow_list"), "allow_list", kMostValues, SIZE_MAX));
  const Json* match = find(object, "allow_list_match");
  const std::string how = match == nullptr     ? "exact"
                          : match->is_string() ? match->get<std::string>()
                                               : std::string();
  if (how == "exact") {
    std::sort(allowed.begin(), allowed.end());
    body.allowed = std::move(allowed);
    return true;
  }
  if (how != "regex") {
    return Refusal{500, "allow_list_match must either be set to 'exact' or 'regex'."};
  }
  if (allowed.empty()) return true;
  std::string any;
  for (const std::string& pattern : allowed) any += (any.empty() ? "" : "|") + pattern;
  if (work.must_end()) return WorkLimit::refusal();
  SERVER_ASSIGN(body.allowed_pattern, compile(any, flags));
  return true;
}

// False if none of the requested entities can be found.
Checked<bool> read_entities(const Json& object, AnalyzeBody& body, WorkLimit& work) {
  SERVER_ASSIGN(std::vector<std::string> named,
                strings_of(find(object, "entities"), "entities", kMostValues, SIZE_MAX));
  body.has_entities = !named.empty();
  for (std::string& entity : named) {
    if (work.after(1)) return WorkLimit::refusal();
    if (!body.entities.insert(entity).second || !is_asked_name(entity)) continue;
    for (size_t i = 0; i < redact_n_labels(); ++i) {
      if (asks_for(entity, redact_label(i))) body.entity_of_label.emplace(redact_label(i), entity);
    }
  }
  return !body.has_entities || !body.entity_of_label.empty() ||
         std::any_of(
             body.recognizers.begin(), body.recognizers.end(),
             [&](const AdHocRecognizer& each) { return body.entities.contains(each.entity()); });
}

}  // namespace

Checked<AnalyzeBody> parse_analyze_body(std::string_view bytes,
                                        const std::vector<AdHocRecognizer>& registry,
                                        WorkLimit& work) {
  const Refusal malformed{400, "the body is not a JSON object in UTF-8"};
  SERVER_ASSIGN(Json object, parse_json(bytes, "the body", malformed, work));
  if (!object.is_object()) return malformed;
  AnalyzeBody body;
  SERVER_ASSIGN(body.texts, texts_of(object, body.is_list));
  const Json* language = find(object, "language");
  if (language == nullptr || *language == "") return Refusal{500, "No language provided"};
  if (!language->is_string()) return Refusal{400, "\"language\" is not a string"};
  body.language = language->get<std::string>();
  const Refusal unsupported{500, "No matching recognizers were found to serve the request."};
  if (!is_supported_language(body.language)) return unsupported;
  if (const Json* threshold = find(object, "score_threshold")) {
    if (!threshold->is_number()) return Refusal{400, "\"score_threshold\" is not a number"};
    body.threshold = threshold->get<double>();
  }
  int flags = kUsualFlags;
  if (const Json* given = find(object, "regex_flags")) {
    if (!given->is_number_integer()) return Refusal{400, "\"regex_flags\" is not a number"};
    flags = given->get<int>();
  }
  body.explains = is_true(find(object, "return_decision_process"));
  SERVER_ASSIGN(std::vector<std::string> context,
                strings_of(find(object, "context"), "context", kMostContextWords, kMostNameBytes));
  for (std::string& word : context) word = lower(word);
  if (const Json* recognizers = find(object, "ad_hoc_recognizers")) {
    SERVER_ASSIGN(body.recognizers,
                  AdHocRecognizer::parse(*recognizers, kUsualFlags, context, bytes, work));
  }
  for (const AdHocRecognizer& each : registry) {
    if (each.is_for(body.language)) body.recognizers.push_back(each.in(context, work));
  }
  if (work.must_end()) return WorkLimit::refusal();
  SERVER_ASSIGN(const bool is_any_found, read_entities(object, body, work));
  SERVER_ASSIGN([[maybe_unused]] const bool is_read, read_allowed(object, flags, body, work));
  if (!is_any_found) return unsupported;
  return body;
}

}  // namespace redact::server
