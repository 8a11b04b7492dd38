// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/report.h"

#include <cstdarg>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/eval/intervals.h"

namespace redact::eval {

namespace {

using Json = nlohmann::ordered_json;

__attribute__((format(printf, 2, 3))) void line(std::string& out, const char* format, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof(buffer), format, arguments);
  va_end(arguments);
  out += buffer;
  out += '\n';
}

void counts_line(std::string& out, const char* name, const Counts& c) {
  line(out, "  %-26s %9.4f %9.4f %9.4f %8.0f %7.0f %7.0f", name, c.precision(), c.recall(), c.f1(),
       c.tp, c.fp, c.fn);
}

Json to_json(const Counts& counts) {
  return {{"precision", counts.precision()},
          {"recall", counts.recall()},
          {"f1", counts.f1()},
          {"tp", counts.tp},
          {"fp", counts.fp},
          {"fn", counts.fn}};
}

Json to_json(const Tally& t) {
  Json json;
  json["documents"] = t.documents;
  json["documents_withheld"] = t.withheld;
  json["documents_with_leak"] = t.leaky;
  json["gold_characters"] = t.gold_characters;
  json["leaked_characters"] = t.leaked_characters;
  json["character_recall"] = character_recall(t);
  json["over_redaction_per_1000_words"] = over_redaction(t);
  json["strict"] = to_json(t.strict);
  json["strict_spans"] = to_json(t.spans);
  json["merged_spans"] = to_json(t.merged);
  json["overlap"] = to_json(t.overlap);
  json["tokens"] = to_json(t.tokens);
  json["token_accuracy"] = t.token_accuracy();
  json["note_recall"] = t.identifying > 0 ? t.note_recall / t.identifying : 1;
  json["leak_score"] = t.sentences > 0 ? t.strict.fn / t.sentences : 0;
  json["bleu"] = t.bleu();
  json["documents_compared"] = t.compared;
  json["edits_outside_spans"] = t.compared > 0 ? Json(t.edits_outside) : Json();
  json["replaced_characters"] = t.compared > 0 ? Json(t.replaced_characters) : Json();
  json["kept_characters"] = t.compared > 0 ? Json(t.kept_characters) : Json();
  return json;
}

}  // namespace

std::string withheld_note(const Tally& t) {
  if (t.withheld_identifying == 0) return "";
  std::string out;
  line(out, ", withheld are %.0f of %.0f documents", t.withheld_identifying, t.identifying);
  out.pop_back();
  return out;
}

std::string to_text(const Report& report) {
  const Scores& s = report.scores;
  const Tally& t = s.total;
  std::string out;
  const auto with_interval = [&](const char* name, double (*figure)(const Tally&), double scale,
                                 const char* unit, const std::string& more = "") {
    const Interval i = interval_of(s.documents, figure);
    line(out, "  %-34s %9.4g%s   (95 %%: %.4g to %.4g)%s", name, scale * figure(t), unit,
         scale * i.low, scale * i.high, more.c_str());
  };
  line(out, "%s: %.0f documents, %.0f words", report.corpus.c_str(), t.documents, t.words);
  line(out, "  %-34s %9.0f", "documents withheld", t.withheld);
  with_interval("documents with a leaked character", leaky_share, 100, " %");
  line(out, "  %-34s %9.0f of %.0f", "leaked characters", t.leaked_characters, t.gold_characters);
  with_interval("identifying characters found", character_recall, 100, " %", withheld_note(t));
  with_interval("words hidden without need", over_redaction, 1, " per 1,000");
  line(out, "  %-34s %9.4g %%", "characters found, mean over notes",
       100 * (t.identifying > 0 ? t.note_recall / t.identifying : 1));
  if (t.compared > 0) {
    line(out, "  %-34s %9.0f of %.0f, in %.0f of %.0f documents", "characters kept in replacements",
         t.kept_characters, t.replaced_characters, t.compared, t.documents);
    line(out, "  %-34s %9.0f in %.0f of %.0f documents", "edits outside spans", t.edits_outside,
         t.compared, t.documents);
  } else {
    line(out, "  %-34s %9s", "characters kept in replacements", "unknown");
    line(out, "  %-34s %9s", "edits outside spans", "unknown");
  }
  line(out, "\n  %-26s %9s %9s %9s %8s %7s %7s", "", "precision", "recall", "F1", "tp", "fp", "fn");
  const char* labels = report.labels_comparable ? "span and label" : "span and coarse label";
  counts_line(out, labels, t.strict);
  counts_line(out, "span", t.spans);
  counts_line(out, "merged spans", t.merged);
  counts_line(out, "overlap, same label", t.overlap);
  counts_line(out, "words and marks", t.tokens);
  with_interval("F1 of span and label", strict_f1, 1, "");
  line(out, "  accuracy of words and marks %.4f   leak score %.4f   BLEU %.2f", t.token_accuracy(),
       t.sentences > 0 ? t.strict.fn / t.sentences : 0, t.bleu());
  line(out, "\n  %-34s %9s %9s %9s %8s %10s", "label", "precision", "recall", "F1", "gold",
       "chars %");
  for (const auto& [label, tally] : s.by_label) {
    const Counts& c = tally.strict;
    const double found =
        tally.gold_characters > 0 ? 100 * (1 - tally.leaked_characters / tally.gold_characters) : 0;
    line(out, "  %-34s %9.4f %9.4f %9.4f %8.0f %10.2f", label.c_str(), c.precision(), c.recall(),
         c.f1(), c.tp + c.fn, found);
  }
  line(out, "\n  %-34s %9s %9s %9s", "tags counted per document", "precision", "recall", "F1");
  for (const auto& [group, c] : s.occurrences) {
    line(out, "  %-34s %9.4f %9.4f %9.4f", group.c_str(), c.precision(), c.recall(), c.f1());
  }
  if (s.by_language.size() > 1) {
    line(out, "\n  %-34s %9s %9s %9s %9s", "language", "documents", "chars %", "F1", "over");
    for (const auto& [lang, tally] : s.by_language) {
      line(out, "  %-34s %9.0f %9.2f %9.4f %9.2f", lang.c_str(), tally.documents,
           100 * character_recall(tally), tally.strict.f1(), over_redaction(tally));
    }
  }
  if (!report.curve.empty()) {
    line(out, "\n  %-10s %14s %14s %14s %9s", "bias", "leaky notes %", "chars found %",
         "over / 1,000", "F1");
    for (const CurvePoint& p : report.curve) {
      line(out, "  %-10.2f %14.2f %14.3f %14.2f %9.4f", p.bias, 100 * p.leaky_share,
           100 * p.character_recall, p.over_redaction, p.strict_f1);
    }
  }
  return out;
}

std::string to_json(const Report& report) {
  const Scores& s = report.scores;
  Json json;
  json["corpus"] = report.corpus;
  json["labels"] = report.label_set;
  json["total"] = to_json(s.total);
  const auto interval = [&](double (*figure)(const Tally&)) {
    const Interval i = interval_of(s.documents, figure);
    return Json{i.low, i.high};
  };
  json["intervals_95"] = {{"documents_with_leak", interval(leaky_share)},
                          {"character_recall", interval(character_recall)},
                          {"over_redaction_per_1000_words", interval(over_redaction)},
                          {"strict_f1", interval(strict_f1)}};
  for (const auto& [label, tally] : s.by_label) {
    Json& entry = json["by_label"][label] = to_json(tally.strict);
    entry["gold_characters"] = tally.gold_characters;
    entry["leaked_characters"] = tally.leaked_characters;
  }
  for (const auto& [lang, tally] : s.by_language) json["by_language"][lang] = to_json(tally);
  for (const auto& [group, counts] : s.occurrences) json["occurrences"][group] = to_json(counts);
  for (const CurvePoint& p : report.curve) {
    json["curve"].push_back({{"bias", p.bias},
                             {"documents_with_leak", p.leaky_share},
                             {"character_recall", p.character_recall},
                             {"over_redaction_per_1000_words", p.over_redaction},
                             {"strict_f1", p.strict_f1}});
  }
  return json.dump(2) + "\n";
}

}  // namespace redact::eval
