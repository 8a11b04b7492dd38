// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/anonymize.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "server/json_body.h"
#include "server/presidio/code_points.h"
#include "server/presidio/operators.h"

namespace redact::server {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// A long replacement in many places would fill the memory with one request.
constexpr size_t kMostAddedBytes = size_t{32} << 20;
// Most results in a request; each has an item of some hundred bytes in the answer.
constexpr size_t kMostPlaces = 100000;
// Units of work of a step that hashes, encrypts or makes an item.
constexpr size_t kStepUnits = 512;

// An entity in a request, by bytes.
struct Place {
  std::string entity;
  size_t begin, end;
  double score = 0;
};

using Operators = std::map<std::string, TextOperator>;

Checked<size_t> offset_of(const Json& object, const char* name, const CodePoints& points) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) {
    return Refusal{422, std::string("Invalid input, result must contain ") + name};
  }
  if (const auto byte = points.byte_at(found->get<size_t>())) return *byte;
  return Refusal{422, "Invalid input, a result lies beyond the text"};
}

Checked<std::vector<Place>> places_of(const Json& list, const CodePoints& points, WorkLimit& work) {
  std::vector<Place> places;
  if (!list.is_array()) return Refusal{422, "Invalid input, the results must be a list"};
  if (list.size() > kMostPlaces) return Refusal{413, "there are more than 100000 results"};
  for (const Json& each : list) {
    if (work.after(kStepUnits)) return WorkLimit::refusal();
    if (!each.is_object()) return Refusal{422, "Invalid input, a result must be an object"};
    Place place;
    SERVER_ASSIGN(place.begin, offset_of(each, "start", points));
    SERVER_ASSIGN(place.end, offset_of(each, "end", points));
    if (place.begin > place.end) {
      return Refusal{422, "Invalid input, start index must be smaller than end index"};
    }
    const auto entity = each.find("entity_type");
    if (entity == each.end() || !entity->is_string() || *entity == "") {
      return Refusal{422, "Invalid input, result must contain entity_type"};
    }
    place.entity = entity->get<std::string>();
    const auto score = each.find("score");
    if (score != each.end() && score->is_number()) place.score = score->get<double>();
    places.push_back(std::move(place));
  }
  return places;
}

Checked<Operators> operators_of(const Json& body, const char* name, bool decrypts,
                                WorkLimit& work) {
  Operators operators;
  const auto given = body.find(name);
  if (given == body.end() || given->is_null()) return operators;
  if (!given->is_object()) {
    return Refusal{422, std::string("Invalid input, ") + name + " must be an object"};
  }
  for (const auto& item : given->items()) {
    if (work.after(kStepUnits)) return WorkLimit::refusal();
    SERVER_ASSIGN(TextOperator made, TextOperator::parse(item.value(), decrypts));
    operators.insert({item.key(), std::move(made)});
  }
  return operators;
}

// The operator for the entity, else the default one; nullptr if there is neither.
const TextOperator* find_operator(const Operators& operators, const std::string& entity) {
  auto found = operators.find(entity);
  if (found == operators.end()) found = operators.find("DEFAULT");
  return found == operators.end() ? nullptr : &found->second;
}

// Joins findings of one entity that overlap or are separated only by spaces.
std::vector<Place> joined(std::vector<Place> places, std::string_view text) {
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.begin < b.begin; });
  std::map<std::string, size_t> last;  // the last one of each entity, in `kept`
  std::vector<Place> kept;
  size_t at = 0;            // the end of the text so far
  size_t end_of_words = 0;  // of its last character that is not a space
  for (Place& place : places) {
    for (; at < place.begin; ++at) {
      if (text[at] != ' ') end_of_words = at + 1;
    }
    const auto before = last.find(place.entity);
    if (before != last.end()) {
      Place& other = kept[before->second];
      const bool overlaps = place.begin < other.end;
      const bool only_spaces = other.end < place.begin && end_of_words <= other.end;
      if (overlaps || only_spaces) {
        other.end = std::max(other.end, place.end);
        other.score = std::max(other.score, place.score);
        continue;
      }
    }
    last[place.entity] = kept.size();
    kept.push_back(std::move(place));
  }
  return kept;
}

// Drops findings inside others; of two equal ones, drops the one with the lower score.
std::vector<Place> outer(std::vector<Place> places) {
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end != b.end ? a.end > b.end : a.score > b.score;
  });
  std::vector<Place> kept;
  for (Place& place : places) {
    if (kept.empty() || place.end > kept.back().end) kept.push_back(std::move(place));
  }
  return kept;
}

// Applies an operator to each finding. Findings are in order, none inside another.
Checked<OrderedJson> written(std::string_view text, std::vector<Place> places,
                             const std::vector<const TextOperator*>& operators, WorkLimit& work) {
  for (size_t i = 0; i < places.size(); ++i) {
    Place& place = places[i];
    if (i > 0) place.begin = std::max(place.begin, places[i - 1].end);
    const bool keeps = operators[i]->kind() == TextOperator::Kind::kKeep;
    if (keeps || i + 1 == places.size()) continue;
    place.end = std::clamp(places[i + 1].begin, place.begin, place.end);
  }
  std::string out;
  size_t at = 0, n_points = 0;  // bytes of the text; code points of the output
  size_t n_written = 0;         // bytes of values
  std::vector<OrderedJson> items;
  for (size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    if (place.begin == place.end) continue;  // others contain all of it
    if (work.after(place.end - at + kStepUnits)) return WorkLimit::refusal();
    const std::string_view between = text.substr(at, place.begin - at);
    SERVER_ASSIGN(
        const std::string value,
        operators[i]->apply(place.entity, text.substr(place.begin, place.end - place.begin)));
    n_written += value.size();
    if (n_written > text.size() + kMostAddedBytes) {
      return Refusal{413, "the anonymized text would be too long"};
    }
    out.append(between).append(value);
    const size_t begin = n_points + CodePoints(between).count();
    n_points = begin + CodePoints(value).count();
    at = place.end;
    OrderedJson item = OrderedJson::object();
    item["start"] = begin;
    item["end"] = n_points;
    item["entity_type"] = place.entity;
    item["text"] = value;
    item["operator"] = operators[i]->name();
    items.push_back(std::move(item));
  }
  out.append(text.substr(at));
  std::reverse(items.begin(), items.end());
  OrderedJson answer = OrderedJson::object();
  answer["text"] = std::move(out);
  answer["items"] = std::move(items);
  return answer;
}

struct Body {
  Json json;
  std::string text;
};

Checked<Body> parse(std::string_view bytes, WorkLimit& work) {
  const Refusal malformed{
      400, "The browser (or proxy) sent a request that this server could not understand."};
  Body body;
  SERVER_ASSIGN(body.json, parse_json(bytes, "the body", malformed, work));
  if (!body.json.is_object() || body.json.empty()) return Refusal{400, "Invalid request json"};
  const auto text = body.json.find("text");
  if (text != body.json.end() && !text->is_null()) {
    if (!text->is_string()) return Refusal{422, "Invalid input, text must be a string"};
    body.text = std::move(text->get_ref<std::string&>());
  }
  return body;
}

}  // namespace

Checked<OrderedJson> anonymize(std::string_view bytes, WorkLimit& work) {
  SERVER_ASSIGN(const Body body, parse(bytes, work));
  const CodePoints points(body.text);
  SERVER_ASSIGN(const Operators operators, operators_of(body.json, "anonymizers", false, work));
  // Without results, the answer would be the unchanged text.
  const auto results = body.json.find("analyzer_results");
  if (results == body.json.end()) {
    return Refusal{422, "Invalid input, analyzer_results must be given"};
  }
  SERVER_ASSIGN(std::vector<Place> places, places_of(*results, points, work));
  places = outer(joined(std::move(places), body.text));
  const TextOperator usual;
  std::vector<const TextOperator*> chosen;
  for (const Place& place : places) {
    const TextOperator* found = find_operator(operators, place.entity);
    chosen.push_back(found != nullptr ? found : &usual);
  }
  return written(body.text, std::move(places), chosen, work);
}

Checked<OrderedJson> deanonymize(std::string_view bytes, WorkLimit& work) {
  SERVER_ASSIGN(const Body body, parse(bytes, work));
  const CodePoints points(body.text);
  SERVER_ASSIGN(const Operators operators, operators_of(body.json, "deanonymizers", true, work));
  const auto results = body.json.find("anonymizer_results");
  const Json none = Json::array();
  SERVER_ASSIGN(std::vector<Place> places,
                places_of(results == body.json.end() ? none : *results, points, work));
  places = outer(std::move(places));
  std::vector<const TextOperator*> chosen;
  for (const Place& place : places) {
    const TextOperator* found = find_operator(operators, place.entity);
    if (found == nullptr) return Refusal{422, "Invalid input, an entity has no deanonymizer"};
    chosen.push_back(found);
  }
  return written(body.text, std::move(places), chosen, work);
}

}  // namespace redact::server
