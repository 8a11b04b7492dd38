// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/analyze.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "server/presidio/code_points.h"
#include "server/presidio/entities.h"

namespace redact::server {

namespace {

constexpr size_t kMostAdHoc = 100000;  // most findings in a text

using OrderedJson = nlohmann::ordered_json;

// The score of `redact --format presidio`: the logistic function of the model's score, and 1 where
// no model decided.
double score_of(const redact_finding& finding) {
  const int decided_by_model = REDACT_SOURCE_MODEL | REDACT_SOURCE_REPEAT;
  if ((finding.source & decided_by_model) == 0) return 1;
  constexpr double kDigits = 1e6;
  const double share = 1 / (1 + std::exp(-static_cast<double>(finding.score)));
  return std::round(share * kDigits) / kDigits;
}

std::string_view source_name(int source) {
  switch (source) {
    case REDACT_SOURCE_LIST: return "a list";
    case REDACT_SOURCE_KNOWN: return "what is known about the people";
    case REDACT_SOURCE_FIELD: return "its field";
    case REDACT_SOURCE_RULE: return "a rule";
    case REDACT_SOURCE_MODEL: return "the model";
    default: return "a name that the model found elsewhere";
  }
}

// The name under which a label is asked for; empty if it is not.
std::string_view entity_for(const AnalyzeBody& request, const char* label) {
  if (!request.has_entities) return redact_presidio_name(label);
  const auto found = request.entity_of_label.find(label);
  return found == request.entity_of_label.end() ? std::string_view() : found->second;
}

std::vector<Found> findings_of(const AnalyzeBody& request, const redact_result& result) {
  std::vector<Found> all;
  redact_finding finding{};
  finding.size = sizeof finding;
  for (size_t i = 0; redact_result_finding(&result, i, &finding) == REDACT_OK; ++i) {
    Found found{.entity = entity_for(request, finding.label),
                .begin = finding.begin,
                .end = finding.end,
                .score = score_of(finding),
                .label = finding.label};
    if (found.entity.empty()) continue;
    found.recognizer = "redact";
    found.original_score = found.score;
    found.found_by = source_name(finding.source);
    all.push_back(found);
  }
  return all;
}

bool is_allowed(const AnalyzeBody& request, std::string_view found, WorkLimit& work) {
  if (request.allowed_pattern == nullptr) {
    return std::binary_search(request.allowed.begin(), request.allowed.end(), found);
  }
  // Up to 2 ns for each instruction at each byte.
  const re2::RE2& pattern = *request.allowed_pattern;
  (void)work.after(found.size() * static_cast<size_t>(pattern.ProgramSize()) / 4);
  return re2::RE2::PartialMatch(re2::StringPiece(found.data(), found.size()), pattern);
}

// Drops findings inside better ones of the same entity.
std::vector<Found> without_duplicates(std::vector<Found> all) {
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  // For each entity, the kept ranges that lie outside one another, by begin: their ends ascend too,
  // so the last one that begins before a finding reaches furthest.
  std::map<std::string_view, std::map<size_t, size_t>> outer;
  std::vector<Found> kept;
  for (const Found& found : all) {
    auto& ranges = outer[found.entity];
    const auto after = ranges.upper_bound(found.begin);
    if (after != ranges.begin() && std::prev(after)->second >= found.end) continue;
    auto inner = ranges.lower_bound(found.begin);
    while (inner != ranges.end() && inner->second <= found.end) inner = ranges.erase(inner);
    ranges[found.begin] = found.end;
    kept.push_back(found);
  }
  return kept;
}

OrderedJson explanation_of(const Found& found) {
  const auto or_null = [](std::string_view text) {
    return text.empty() ? OrderedJson() : OrderedJson(text);
  };
  OrderedJson json = OrderedJson::object();
  json["recognizer"] = found.recognizer;
  json["pattern_name"] = or_null(found.pattern_name);
  json["pattern"] = or_null(found.pattern);
  json["original_score"] = found.original_score;
  json["score"] = found.score;
  std::string why;
  if (!found.label.empty()) {
    why.append("Identified as ").append(found.label).append(" by ").append(found.found_by);
  }
  json["textual_explanation"] = or_null(why);
  json["score_context_improvement"] = found.score - found.original_score;
  json["supportive_context_word"] = found.context_word;
  json["validation_result"] = nullptr;
  return json;
}

}  // namespace

Checked<std::string> analyze(const AnalyzeBody& request, const std::string& text,
                             const redact_result& result, WorkLimit& work) {
  std::vector<Found> all = findings_of(request, result);
  const size_t most = all.size() + kMostAdHoc;
  for (const AdHocRecognizer& recognizer : request.recognizers) {
    if (!recognizer.is_for(request.language)) continue;
    if (!request.asks_for_entity(recognizer.entity())) continue;
    if (!recognizer.find(text, most, work, all)) {
      return Refusal{413, "the ad_hoc_recognizers take too long on this text"};
    }
  }
  all = without_duplicates(std::move(all));
  const CodePoints offsets(text);
  std::string list = "[";
  for (const Found& found : all) {
    if (found.score < request.threshold) continue;
    const std::string_view surface(text.data() + found.begin, found.end - found.begin);
    if (is_allowed(request, surface, work)) continue;
    OrderedJson json = OrderedJson::object();
    json["entity_type"] = found.entity;
    json["start"] = offsets.at_byte(found.begin);
    json["end"] = offsets.at_byte(found.end);
    json["score"] = found.score;
    json["analysis_explanation"] = request.explains ? explanation_of(found) : OrderedJson();
    if (list.size() > 1) list += ',';
    list += json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    if (list.size() > kMostAnswerBytes) return Refusal{413, "the answer would be too long"};
    if (work.after(256)) return WorkLimit::refusal();  // an item takes some microseconds
  }
  return list + "]";
}

}  // namespace redact::server
