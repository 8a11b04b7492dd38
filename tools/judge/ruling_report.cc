// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tools/eval/format.h"
#include "tools/judge/ruling.h"

namespace redact::judge {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson or_null(std::optional<double> value) {
  return value ? OrderedJson(*value) : OrderedJson();
}

std::string n(size_t number) { return std::to_string(number); }

CategoryVerdicts total_of(const std::map<std::string, CategoryVerdicts>& by_category) {
  CategoryVerdicts total;
  for (const auto& [category, verdicts] : by_category) total += verdicts;
  return total;
}

std::string line_of(const std::string& category, const CategoryVerdicts& v) {
  using eval::number;
  return "    " + category + ": P " + number(v.counts.precision(), 4) + ", R " +
         number(v.counts.recall(), 4) + ", F1 " + number(v.counts.f1(), 4) + ", accuracy " +
         number(v.accuracy(), 4) + "; TP " + number(v.counts.tp, 0) + ", FP " +
         number(v.counts.fp, 0) + ", FN " + number(v.counts.fn, 0) + ", discarded " +
         n(v.discarded) + ", questions without an answer " + n(v.unanswered) + "\n";
}

std::string to_text(const Tribunal& t) {
  return "  spans\n    true positives " + n(t.true_positives) + ", false positives " +
         n(t.false_positives) + ", false negatives " + n(t.false_negatives) + ", rightly left " +
         n(t.true_negatives) + "\n    discarded " + n(t.discarded) + ", unanimous " +
         n(t.unanimous) + "\n";
}

std::string to_text(const Retention& r) {
  return "  retention of clinical information (CIRE)\n    mean of " + n(r.by_note.size()) +
         " notes " + eval::number(r.mean(), 4) + "\n    pairs of 20 words without a loss " +
         n(r.retained) + " of " + n(r.pairs) + ", discarded " + n(r.discarded) +
         "; unchanged and not asked about " + n(r.unchanged) +
         "\n    notes without a text to compare, or too long to align " + n(r.not_comparable) +
         "\n";
}

std::string to_text(const OverRedaction& o) {
  std::string out = "  false positives\n";
  for (size_t i = 0; i < o.classes.size(); ++i) {
    out += std::string("    ") + kOverClassNames[i] + " " + n(o.classes[i]) + "\n";
  }
  return out + "    discarded " + n(o.discarded) + "\n    of the clinically relevant: high " +
         n(o.high) + ", low " + n(o.low) + ", discarded " + n(o.severity_discarded) + "\n";
}

OrderedJson to_json(const CategoryVerdicts& v) {
  return {{"tp", v.counts.tp},
          {"fp", v.counts.fp},
          {"fn", v.counts.fn},
          {"precision", or_null(v.counts.precision())},
          {"recall", or_null(v.counts.recall())},
          {"f1", or_null(v.counts.f1())},
          {"accuracy", or_null(v.accuracy())},
          {"discarded", v.discarded},
          {"unanswered", v.unanswered}};
}

}  // namespace

std::string to_text(const Ruling& r) {
  std::string out =
      n(r.documents) + " documents, " + n(r.withheld) + " withheld, " + n(r.n_judges) + " judges\n";
  if (r.gold) {
    out += "  gold spans, by category\n";
    for (const auto& [category, verdicts] : *r.gold) out += line_of(category, verdicts);
    out += line_of("all", total_of(*r.gold));
  }
  if (r.spans) out += to_text(*r.spans);
  if (r.retention) out += to_text(*r.retention);
  if (r.over) out += to_text(*r.over);
  return out;
}

std::string to_json(const Ruling& r) {
  OrderedJson json = {{"documents", r.documents}, {"withheld", r.withheld}, {"judges", r.n_judges}};
  if (r.gold) {
    for (const auto& [category, verdicts] : *r.gold) json["gold"][category] = to_json(verdicts);
    json["gold"]["all"] = to_json(total_of(*r.gold));
  }
  if (r.spans) {
    json["spans"] = {{"true_positives", r.spans->true_positives},
                     {"false_positives", r.spans->false_positives},
                     {"false_negatives", r.spans->false_negatives},
                     {"true_negatives", r.spans->true_negatives},
                     {"discarded", r.spans->discarded},
                     {"unanimous", r.spans->unanimous}};
  }
  if (r.retention) {
    json["retention"] = {{"cire", or_null(r.retention->mean())},
                         {"by_note", r.retention->by_note},
                         {"pairs", r.retention->pairs},
                         {"retained", r.retention->retained},
                         {"discarded", r.retention->discarded},
                         {"unchanged", r.retention->unchanged},
                         {"not_comparable", r.retention->not_comparable}};
  }
  if (r.over) {
    for (size_t i = 0; i < r.over->classes.size(); ++i) {
      json["false_positives"][kOverClassNames[i]] = r.over->classes[i];
    }
    json["false_positives"]["discarded"] = r.over->discarded;
    json["false_positives"]["severity"] = {
        {"high", r.over->high}, {"low", r.over->low}, {"discarded", r.over->severity_discarded}};
  }
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace redact::judge
