// SPDX-License-Identifier: Apache-2.0
#include "program/pages/builtin_style.h"
#include "program/pages/markup.h"
#include "program/pages/page_head.h"
#include "tools/eval/format.h"
#include "tools/eval/html_parts.h"
#include "tools/eval/intervals.h"

namespace redact::eval {

namespace {

constexpr const char* kTerms = R"(<h2>What the words mean</h2>
<dl>
<dt>withheld</dt><dd>A document that was not let out at all: nothing of it leaks, and all of it counts as hidden.</dd>
<dt>leaked character</dt><dd>A letter, digit or mark of a gold span that no found span covers, or whose replacement repeats all it replaces.</dd>
<dt>identifying characters found</dt><dd>The share of the gold's characters that did not leak, over all documents, or as a mean over those that have any.</dd>
<dt>words hidden without need</dt><dd>Words with a hidden letter or digit that the gold does not mark.</dd>
<dt>counted neither way</dt><dd>Hidden words that are neither right nor wrong: titles and NRP that the gold marks, words of sex, kinship and nationality where it marks none.</dd>
<dt>characters kept in replacements</dt><dd>Characters of found spans that stand again in what replaced them, in runs of three or more.</dd>
<dt>edits outside spans</dt><dd>Characters outside the replacements that differ from the source.</dd>
<dt>span and label, span</dt><dd>A found span is right when its ends, and its label, are the gold's.</dd>
<dt>merged spans</dt><dd>The same after spans that only marks and white space part are joined.</dd>
<dt>overlap</dt><dd>A found span is right when it shares a character and the label with a gold span; precision counts found spans, recall gold spans.</dd>
<dt>words and marks</dt><dd>A word that the gold touches is right when its gold characters are hidden, another when none of its letters and digits is.</dd>
<dt>leak score</dt><dd>Missed spans per sentence.</dd>
<dt>tags counted</dt><dd>Tags of each kind in a document, compared by their number alone.</dd>
<dt>BLEU</dt><dd>Likeness of the text with found tags to the text with gold tags, up to 100.</dd>
<dt>coarse label</dt><dd>NAME, AGE, DATE, LOCATION, CONTACT, ID or OTHER, where the labels of both sides do not mean the same.</dd>
<dt>95 %</dt><dd>Wilson's interval for the share of documents, else the middle of 1,000 resamplings of the documents.</dd>
<dt>n/a</dt><dd>There is nothing to divide by.</dd>
</dl>
)";

std::string tile(const std::string& figure, const std::string& name, const std::string& more,
                 const char* looks = "tile") {
  return "<div class=\"" + std::string(looks) + "\"><b>" + figure + "</b>" + name +
         (more.empty() ? "" : "<br/><small>" + more + "</small>") + "</div>\n";
}

// A table that a narrow window scrolls sideways.
std::string wide(const std::string& name, const std::string& table) {
  return "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + name + "\">\n" +
         table + "</div>\n";
}

void add_counts(HtmlTable& table, const std::string& name, const Counts& c) {
  table.add({name, number(c.precision(), 4), number(c.recall(), 4), number(c.f1(), 4),
             number(c.tp, 0), number(c.fp, 0), number(c.fn, 0)});
}

std::string tiles(const Report& report) {
  const Scores& s = report.scores;
  const Tally& t = s.total;
  const auto interval = [&](Figure figure, int digits, double scale = 1) {
    return around(bootstrap_interval(s.documents, figure), digits, scale);
  };
  const bool compared = t.compared > 0;
  const std::string where =
      "in " + number(t.compared, 0) + " of " + number(t.documents, 0) + " documents";
  return "<div class=\"tiles\">\n" +
         tile(number(t.leaked_characters, 0), "leaked characters",
              "of " + number(t.gold_characters, 0),
              t.leaked_characters > 0 ? "tile leak" : "tile") +
         tile(percent(leaky_share(t), 1), "documents with a leaked character",
              around(leaky_interval(t), 1, 100)) +
         tile(percent(character_recall(t), 2), "identifying characters found",
              interval(character_recall, 2, 100) + withheld_note(t)) +
         tile(percent(note_recall(t), 2), "the same, mean over documents", "") +
         tile(number(t.withheld, 0), "documents withheld", "of " + number(t.documents, 0)) +
         tile(number(over_redaction(t), 2), "words per 1,000 hidden without need",
              interval(over_redaction, 2)) +
         tile(number(s.neutral_total(), 0), "words hidden, counted neither way",
              escape(counts_list(s.neutral_words))) +
         tile(compared ? number(t.kept_characters, 0) : "unknown",
              "characters kept in replacements",
              compared ? "of " + number(t.replaced_characters, 0) + ", " + where : where) +
         tile(compared ? number(t.edits_outside, 0) : "unknown", "edits outside spans", where) +
         tile(number(strict_f1(t), 4), "F1, " + label_row_name(report.labels),
              interval(strict_f1, 4)) +
         "</div>\n";
}

std::string span_scores(const Report& report) {
  const Tally& t = report.scores.total;
  HtmlTable table({"", "precision", "recall", "F1", "tp", "fp", "fn"});
  add_counts(table, label_row_name(report.labels), t.strict);
  add_counts(table, "span", t.spans);
  add_counts(table, "merged spans", t.merged);
  const Matches& m = t.overlap;
  table.add({"overlap, same label", number(m.precision(), 4), number(m.recall(), 4),
             number(m.f1(), 4), both_met(m), number(m.found_beside, 0), number(m.gold_missed, 0)});
  add_counts(table, "words and marks", t.tokens);
  return "<h2>Scores</h2>\n" + wide("scores", table.html()) + "<p>Accuracy of words and marks " +
         number(token_accuracy(t), 4) + ", leak score " + number(leak_score(t), 4) + ", BLEU " +
         number(t.bleu(), 2) + ".</p>\n";
}

std::string breakdowns(const Report& report) {
  const Scores& s = report.scores;
  HtmlTable languages({"language", "documents", "characters found", "F1", "over / 1,000"});
  for (const auto& [lang, tally] : s.by_language) {
    languages.add({escape(lang), number(tally.documents, 0), percent(character_recall(tally), 2),
                   number(strict_f1(tally), 4), number(over_redaction(tally), 2)});
  }
  HtmlTable tags({"", "precision", "recall", "F1", "tp", "fp", "fn"});
  for (const auto& [group, c] : s.occurrences) add_counts(tags, group, c);
  return "<h2>By " + std::string(report.labels.comparable ? "" : "coarse ") + "label</h2>\n" +
         wide("labels", label_table(s.by_label)) + "<h2>By language</h2>\n" +
         wide("languages", languages.html()) + "<h2>Tags counted</h2>\n" +
         wide("tags counted", tags.html());
}

}  // namespace

Result<std::string> to_html(const Report& report, const std::vector<Document>& documents) {
  const Tally& t = report.scores.total;
  const std::string name = escape(report.corpus), note = escape(labels_note(report.labels));
  const PageParts parts{"redact-eval: " + report.corpus, std::string(kColours) + kReportStyle};
  REDACT_ASSIGN(const std::string head, page_head(parts));
  const ErrorParts errors = error_parts(documents);
  std::string out =
      head + "<main class=\"report\">\n<h1>" + name + "</h1>\n<p class=\"dim\">" +
      number(t.documents, 0) + " documents, " + number(t.words, 0) +
      " words.<br/>Scored: " + escape(to_text(report.scored)) + ".<br/>" +
      (note.empty() ? "" : note + ".<br/>") + "This page holds text of the documents.</p>\n" +
      tiles(report) +
      "<p><mark class=\"leak\">leaked</mark> <mark class=\"over\">hidden without need</mark> "
      "<mark class=\"ok\">hidden rightly</mark> <mark class=\"none\">hidden, counted neither "
      "way</mark>; the span in question is underlined.</p>\n" +
      errors.leaks + span_scores(report);
  if (!report.curve.empty() && character_recall(t)) {
    out += "<h2>The recall dial</h2>\n" + curve_plot(report.curve);
  }
  return out + breakdowns(report) + errors.others + kTerms + "</main>\n" + page_end(parts);
}

}  // namespace redact::eval
