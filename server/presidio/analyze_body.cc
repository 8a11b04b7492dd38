// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/analyze_body.h"

#include <redact/redact.h>

#include <algorithm>

#include "server/ascii.h"
#include "server/json_depth.h"
#include "server/presidio/entities.h"

namespace redact::server {

namespace {

using OrderedJson = nlohmann::ordered_json;

const OrderedJson* find(const OrderedJson& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Checked<std::vector<std::string>> strings_of(const OrderedJson* list, const char* name) {
  std::vector<std::string> strings;
  if (list == nullptr) return strings;
  const auto is_string = [](const OrderedJson& each) { return each.is_string(); };
  if (!list->is_array() || !std::all_of(list->begin(), list->end(), is_string)) {
    return Refusal{400, std::string("\"") + name + "\" is no list of strings"};
  }
  for (const OrderedJson& each : *list) strings.push_back(each.get<std::string>());
  return strings;
}

// What Python takes for true.
bool is_true(const OrderedJson* value) {
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  if (value->is_number()) return value->get<double>() != 0;
  return !value->empty();
}

Checked<std::vector<std::string>> texts_of(OrderedJson& object, bool& is_list) {
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
  for (OrderedJson& each : *text) {
    if (!each.is_string()) return Refusal{400, "\"text\" is neither a string nor a list of them"};
    texts.push_back(std::move(each.get_ref<std::string&>()));
  }
  return texts;
}

Checked<bool> read_allowed(const OrderedJson& object, int flags, AnalyzeBody& body) {
  SERVER_ASSIGN(body.allowed, strings_of(find(object, "allow_list"), "allow_list"));
  const OrderedJson* match = find(object, "allow_list_match");
  const std::string how = match == nullptr     ? "exact"
                          : match->is_string() ? match->get<std::string>()
                                               : std::string();
  if (how == "exact") {
    std::sort(body.allowed.begin(), body.allowed.end());
    return true;
  }
  if (how != "regex") {
    return Refusal{500, "allow_list_match must either be set to 'exact' or 'regex'."};
  }
  std::string any;
  for (const std::string& pattern : body.allowed) any += (any.empty() ? "" : "|") + pattern;
  if (!body.allowed.empty()) {
    SERVER_ASSIGN(body.allowed_pattern, compile(any, flags));
  }
  body.allowed.clear();
  return true;
}

}  // namespace

bool AnalyzeBody::asks_for_entity(std::string_view entity) const {
  return !has_entities || std::find(entities.begin(), entities.end(), entity) != entities.end();
}

Checked<AnalyzeBody> parse_analyze_body(std::string_view bytes) {
  if (is_too_deep(bytes)) return Refusal{400, "the body is nested too deeply"};
  OrderedJson object = OrderedJson::parse(bytes, nullptr, false);
  if (object.is_discarded() || !object.is_object()) {
    return Refusal{400, "the body is not a JSON object in UTF-8"};
  }
  AnalyzeBody body;
  SERVER_ASSIGN(body.texts, texts_of(object, body.is_list));
  const OrderedJson* language = find(object, "language");
  if (language == nullptr || *language == "") return Refusal{500, "No language provided"};
  if (!language->is_string()) return Refusal{400, "\"language\" is not a string"};
  body.language = language->get<std::string>();
  const Refusal unsupported{500, "No matching recognizers were found to serve the request."};
  if (!is_supported_language(body.language)) return unsupported;
  if (const OrderedJson* threshold = find(object, "score_threshold")) {
    if (!threshold->is_number()) return Refusal{400, "\"score_threshold\" is not a number"};
    body.threshold = threshold->get<double>();
  }
  int flags = kUsualFlags;
  if (const OrderedJson* given = find(object, "regex_flags")) {
    if (!given->is_number_integer()) return Refusal{400, "\"regex_flags\" is not a number"};
    flags = given->get<int>();
  }
  body.explains = is_true(find(object, "return_decision_process"));
  if (const OrderedJson* recognizers = find(object, "ad_hoc_recognizers")) {
    SERVER_ASSIGN(body.recognizers, AdHocRecognizer::parse(*recognizers, kUsualFlags));
  }
  SERVER_ASSIGN(body.context, strings_of(find(object, "context"), "context"));
  for (std::string& word : body.context) word = lower(word);
  const OrderedJson* entities = find(object, "entities");
  SERVER_ASSIGN(body.entities, strings_of(entities, "entities"));
  body.has_entities = !body.entities.empty();
  SERVER_ASSIGN([[maybe_unused]] const bool is_read, read_allowed(object, flags, body));
  if (body.has_entities) {
    const auto is_found = [&body](const std::string& entity) {
      for (size_t i = 0; i < redact_n_labels(); ++i) {
        if (asks_for(entity, redact_label(i))) return true;
      }
      return std::any_of(body.recognizers.begin(), body.recognizers.end(),
                         [&](const AdHocRecognizer& each) { return each.entity() == entity; });
    };
    if (std::none_of(body.entities.begin(), body.entities.end(), is_found)) return unsupported;
  }
  return body;
}

}  // namespace redact::server
