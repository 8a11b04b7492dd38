// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tools/eval/intervals.h"
#include "tools/eval/report.h"

namespace redact::eval {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson or_null(std::optional<double> value) {
  return value ? OrderedJson(*value) : OrderedJson();
}

OrderedJson to_json(const std::optional<Interval>& interval) {
  return interval ? OrderedJson{interval->low, interval->high} : OrderedJson();
}

OrderedJson to_json(const Scored& scored) {
  if (!scored.records.empty()) return {{"records", scored.records}};
  return {{"model", scored.model},
          {"file", scored.file},
          {"bias", scored.bias},
          {"rules", scored.rules},
          {"policy", nullptr}};
}

OrderedJson to_json(const Counts& counts) {
  return {{"precision", or_null(counts.precision())},
          {"recall", or_null(counts.recall())},
          {"f1", or_null(counts.f1())},
          {"tp", counts.tp},
          {"fp", counts.fp},
          {"fn", counts.fn}};
}

OrderedJson to_json(const Matches& matches) {
  return {{"precision", or_null(matches.precision())},
          {"recall", or_null(matches.recall())},
          {"f1", or_null(matches.f1())},
          {"found_met", matches.found_met},
          {"gold_met", matches.gold_met},
          {"fp", matches.found_beside},
          {"fn", matches.gold_missed}};
}

OrderedJson to_json(const Tally& t) {
  OrderedJson json;
  json["documents"] = t.documents;
  json["documents_withheld"] = t.withheld;
  json["documents_with_leak"] = t.leaky;
  json["gold_characters"] = t.gold_characters;
  json["leaked_characters"] = t.leaked_characters;
  json["character_recall"] = or_null(character_recall(t));
  json["over_redaction_per_1000_words"] = or_null(over_redaction(t));
  json["strict"] = to_json(t.strict);
  json["strict_spans"] = to_json(t.spans);
  json["merged_spans"] = to_json(t.merged);
  json["overlap"] = to_json(t.overlap);
  json["tokens"] = to_json(t.tokens);
  json["token_accuracy"] = or_null(token_accuracy(t));
  json["note_recall"] = or_null(note_recall(t));
  json["leak_score"] = or_null(leak_score(t));
  json["bleu"] = t.bleu();
  json["documents_compared"] = t.compared;
  json["edits_outside_spans"] = t.compared > 0 ? OrderedJson(t.edits_outside) : OrderedJson();
  json["replaced_characters"] = t.compared > 0 ? OrderedJson(t.replaced_characters) : OrderedJson();
  json["kept_characters"] = t.compared > 0 ? OrderedJson(t.kept_characters) : OrderedJson();
  return json;
}

void add_studies(OrderedJson& json, const Report& report) {
  for (const StudyTable& table : report.studies) {
    for (const StudyRow& row : table.rows) {
      OrderedJson& entry = json["studies"][table.study][row.name];
      for (const StudyFigure& f : row.figures) entry[f.name] = or_null(f.value);
    }
  }
}

std::string dump(const OrderedJson& json) {
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace

std::string studies_to_json(const Report& report) {
  OrderedJson json = {{"corpus", report.corpus}, {"scored", to_json(report.scored)}};
  add_studies(json, report);
  return dump(json);
}

std::string to_json(const Report& report) {
  const Scores& s = report.scores;
  OrderedJson json;
  json["corpus"] = report.corpus;
  json["scored"] = to_json(report.scored);
  json["labels"] = report.labels.name;
  json["labels_comparable"] = report.labels.comparable;
  json["labels_outside_set"] = report.labels.outside;
  json["total"] = to_json(s.total);
  const auto interval = [&](Figure figure) {
    return to_json(bootstrap_interval(s.documents, figure));
  };
  json["intervals_95"] = {{"share_of_documents_with_leak", to_json(leaky_interval(s.total))},
                          {"character_recall", interval(character_recall)},
                          {"over_redaction_per_1000_words", interval(over_redaction)},
                          {"strict_f1", interval(strict_f1)}};
  for (const auto& [label, tally] : s.by_label) {
    OrderedJson& entry = json["by_label"][label] = to_json(tally.strict);
    entry["gold_characters"] = tally.gold_characters;
    entry["leaked_characters"] = tally.leaked_characters;
  }
  for (const auto& [lang, tally] : s.by_language) json["by_language"][lang] = to_json(tally);
  json["neutral_words"] = s.neutral_words;
  for (const auto& [group, counts] : s.occurrences) json["occurrences"][group] = to_json(counts);
  for (const CurvePoint& p : report.curve) {
    json["curve"].push_back({{"bias", p.bias},
                             {"used", p.used},
                             {"share_of_documents_with_leak", or_null(p.leaky_share)},
                             {"character_recall", or_null(p.character_recall)},
                             {"over_redaction_per_1000_words", or_null(p.over_redaction)},
                             {"strict_f1", or_null(p.strict_f1)}});
  }
  add_studies(json, report);
  return dump(json);
}

}  // namespace redact::eval
