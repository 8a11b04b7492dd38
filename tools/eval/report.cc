// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/report.h"

#include <algorithm>

#include "tools/eval/format.h"
#include "tools/eval/intervals.h"

namespace redact::eval {

namespace {

std::string right(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string left(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
}

void fact(std::string& out, const std::string& name, const std::string& value,
          const std::string& more = "") {
  out += "  " + left(name, 34) + " " + right(value, 9) + more + "\n";
}

void row(std::string& out, const std::string& name, std::initializer_list<std::string> cells) {
  out += "  " + left(name, 34);
  for (const std::string& cell : cells) out += " " + right(cell, 9);
  out += "\n";
}

void counts_row(std::string& out, const std::string& name, const Counts& c) {
  row(out, name,
      {number(c.precision(), 4), number(c.recall(), 4), number(c.f1(), 4), number(c.tp, 0),
       number(c.fp, 0), number(c.fn, 0)});
}

void matches_row(std::string& out, const std::string& name, const Matches& m) {
  row(out, name,
      {number(m.precision(), 4), number(m.recall(), 4), number(m.f1(), 4), both_met(m),
       number(m.found_beside, 0), number(m.gold_missed, 0)});
}

std::string in_brackets(const std::string& text) { return text.empty() ? "" : "   (" + text + ")"; }

void lead(std::string& out, const Scores& s) {
  const Tally& t = s.total;
  fact(out, "documents withheld", number(t.withheld, 0));
  fact(out, "documents with a leaked character", percent(leaky_share(t), 2),
       in_brackets(around(leaky_interval(t), 2, 100)));
  fact(out, "leaked characters", number(t.leaked_characters, 0),
       " of " + number(t.gold_characters, 0));
  fact(out, "identifying characters found", percent(character_recall(t), 2),
       in_brackets(around(bootstrap_interval(s.documents, character_recall), 2, 100)) +
           withheld_note(t));
  fact(out, "words hidden without need", number(over_redaction(t), 2),
       " per 1,000" + in_brackets(around(bootstrap_interval(s.documents, over_redaction), 2)));
  fact(out, "words hidden, counted neither way", number(s.neutral_total(), 0),
       in_brackets(counts_list(s.neutral_words)));
  fact(out, "characters found, mean over notes", percent(note_recall(t), 2));
  const bool compared = t.compared > 0;
  const std::string where =
      compared ? " in " + number(t.compared, 0) + " of " + number(t.documents, 0) + " documents"
               : "";
  fact(out, "characters kept in replacements", compared ? number(t.kept_characters, 0) : "unknown",
       compared ? " of " + number(t.replaced_characters, 0) + "," + where : "");
  fact(out, "edits outside spans", compared ? number(t.edits_outside, 0) : "unknown", where);
}

void spans(std::string& out, const Report& report) {
  const Tally& t = report.scores.total;
  out += "\n";
  row(out, "", {"precision", "recall", "F1", "tp", "fp", "fn"});
  counts_row(out, label_row_name(report.labels), t.strict);
  counts_row(out, "span", t.spans);
  counts_row(out, "merged spans", t.merged);
  matches_row(out, "overlap, same label", t.overlap);
  counts_row(out, "words and marks", t.tokens);
  fact(out, "F1 of " + label_row_name(report.labels), number(strict_f1(t), 4),
       in_brackets(around(bootstrap_interval(report.scores.documents, strict_f1), 4)));
  out += "  accuracy of words and marks " + number(token_accuracy(t), 4) + "   leak score " +
         number(leak_score(t), 4) + "   BLEU " + number(t.bleu(), 2) + "\n";
}

void breakdowns(std::string& out, const Scores& s) {
  out += "\n";
  row(out, "label", {"precision", "recall", "F1", "gold", "chars %"});
  for (const auto& [label, tally] : s.by_label) {
    const Counts& c = tally.strict;
    row(out, label,
        {number(c.precision(), 4), number(c.recall(), 4), number(c.f1(), 4), number(c.tp + c.fn, 0),
         number(tally.character_recall(), 2, 100)});
  }
  out += "\n";
  row(out, "tags counted per document", {"precision", "recall", "F1"});
  for (const auto& [group, c] : s.occurrences) {
    row(out, group, {number(c.precision(), 4), number(c.recall(), 4), number(c.f1(), 4)});
  }
  if (s.by_language.size() < 2) return;
  out += "\n";
  row(out, "language", {"documents", "chars %", "F1", "over"});
  for (const auto& [lang, tally] : s.by_language) {
    row(out, lang,
        {number(tally.documents, 0), number(character_recall(tally), 2, 100),
         number(strict_f1(tally), 4), number(over_redaction(tally), 2)});
  }
}

}  // namespace

std::string label_row_name(const LabelSet& labels) {
  return labels.comparable ? "span and label" : "span and coarse label";
}

std::string to_text(const Scored& scored) {
  if (!scored.records.empty()) return "the records " + scored.records;
  return "the model " + scored.model + " (" + scored.file + "), bias " + shortest(scored.bias) +
         ", with" + (scored.rules ? " the shipped" : "out") +
         " rules; no policy: every label is hidden";
}

std::string withheld_note(const Tally& t) {
  if (t.withheld_identifying == 0) return "";
  return ", withheld are " + number(t.withheld_identifying, 0) + " of " + number(t.identifying, 0) +
         " documents";
}

std::string labels_note(const LabelSet& labels) {
  if (labels.comparable) return "";
  std::string out = "labels of the " + labels.name + " set";
  if (labels.outside.empty()) return out + " are compared in coarse groups";
  for (const std::string& label : labels.outside) {
    out += (&label == &labels.outside.front() ? " do not hold " : ", ") + label;
  }
  return out + ": coarse groups are compared";
}

std::string to_text(const Report& report) {
  const Tally& t = report.scores.total;
  std::string out = report.corpus + ": " + number(t.documents, 0) + " documents, " +
                    number(t.words, 0) + " words\n";
  out += "  scored: " + to_text(report.scored) + "\n";
  if (const std::string note = labels_note(report.labels); !note.empty()) out += "  " + note + "\n";
  lead(out, report.scores);
  spans(out, report);
  breakdowns(out, report.scores);
  if (!report.curve.empty()) {
    out += "\n";
    row(out, "bias", {"leaky %", "chars %", "over", "F1"});
  }
  for (const CurvePoint& p : report.curve) {
    row(out, shortest(p.bias) + (p.used ? " (used above)" : ""),
        {number(p.leaky_share, 2, 100), number(p.character_recall, 3, 100),
         number(p.over_redaction, 2), number(p.strict_f1, 4)});
  }
  for (const StudyTable& table : report.studies) out += to_text(table);
  return out;
}

std::string studies_to_text(const Report& report) {
  std::string out = report.corpus + "\n  scored: " + to_text(report.scored) + "\n";
  for (const StudyTable& table : report.studies) out += to_text(table);
  return out;
}

}  // namespace redact::eval
