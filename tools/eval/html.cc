// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tools/eval/format.h"
#include "tools/eval/intervals.h"
#include "tools/eval/report.h"

namespace redact::eval {

namespace {

constexpr size_t kContext = 60;      // code points shown on either side of an error
constexpr size_t kMaxErrors = 2000;  // of each kind; a page with more is no longer read

constexpr const char* kStyle = R"(
:root { --ink: #1d2430; --dim: #6b7482; --line: #dfe3e8; --leak: #b3261e; --over: #b26a00; --ok: #2b6cb0; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem; }
.tile { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; }
.tile b { display: block; font-size: 1.6rem; font-weight: 600; } .tile small { color: var(--dim); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } th { color: var(--dim); font-weight: 500; }
.errors th, .errors td { text-align: left; vertical-align: top; } .errors code { white-space: pre-wrap; font-size: 13px; }
mark.leak { background: #fbe3e1; color: var(--leak); } mark.over { background: #fff0d9; color: var(--over); }
mark.ok { background: #e3eefa; color: var(--ok); } text { font: 12px system-ui, sans-serif; fill: var(--dim); }
)";

std::string escape(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) {
    switch (c) {
      case U'&': out += "&amp;"; break;
      case U'<': out += "&lt;"; break;
      case U'>': out += "&gt;"; break;
      case U'"': out += "&quot;"; break;
      case U'\n': out += "\u21b5 "; break;
      default: out += c < 32 ? std::string(" ") : to_utf8(std::u32string_view(&c, 1));
    }
  }
  return out;
}

std::string escape(const std::string& text) { return escape(to_code_points(text)); }

std::string tile(const std::string& figure, const std::string& name, const std::string& more) {
  return "<div class=tile><b>" + figure + "</b>" + name + "<br><small>" + more + "</small></div>\n";
}

std::string row(std::initializer_list<std::string> cells, const char* tag = "td") {
  std::string out = "<tr>";
  for (const std::string& cell : cells)
    out += std::string("<") + tag + ">" + cell + "</" + tag + ">";
  return out + "</tr>\n";
}

std::string counts_row(const std::string& name, const Counts& c) {
  return row({name, number(c.precision(), 4), number(c.recall(), 4), number(c.f1(), 4),
              number(c.tp, 0), number(c.fp, 0), number(c.fn, 0)});
}

std::string matches_row(const std::string& name, const Matches& m) {
  return row({name, number(m.precision(), 4), number(m.recall(), 4), number(m.f1(), 4), both_met(m),
              number(m.found_beside, 0), number(m.gold_missed, 0)});
}

// Characters found against words hidden without need, one dot a setting of the dial. Both
// figures are known.
std::string curve_plot(const std::vector<CurvePoint>& curve) {
  constexpr double kWidth = 640, kHeight = 320, kLeft = 60, kBottom = 40, kTop = 20;
  double low = 1, most = 1;
  for (const CurvePoint& p : curve) {
    low = std::min(low, *p.character_recall);
    most = std::max(most, *p.over_redaction);
  }
  low -= (1 - low) * 0.1 + 1e-4;
  most *= 1.1;
  const auto x = [&](double over) { return kLeft + over / most * (kWidth - kLeft - 20); };
  const auto y = [&](double found) {
    return kTop + (1 - (found - low) / (1 - low)) * (kHeight - kTop - kBottom);
  };
  std::string out =
      "<svg viewBox=\"0 0 640 320\" width=640 role=img aria-label=\"operating curve\">\n";
  for (int i = 0; i <= 4; ++i) {
    const double found = low + (1 - low) * i / 4, over = most * i / 4;
    out += "<line x1=" + number(kLeft, 0) + " x2=" + number(kWidth - 20, 0) +
           " y1=" + number(y(found), 1) + " y2=" + number(y(found), 1) + " stroke=\"#dfe3e8\"/>";
    out += "<text x=" + number(kLeft - 6, 0) + " y=" + number(y(found) + 4, 1) +
           " text-anchor=end>" + number(100 * found, 2) + "</text>";
    out += "<text x=" + number(x(over), 1) + " y=" + number(kHeight - 22, 0) +
           " text-anchor=middle>" + number(over, 1) + "</text>\n";
  }
  std::string path;
  for (const CurvePoint& p : curve) {
    path += (path.empty() ? "M" : "L") + number(x(*p.over_redaction), 1) + " " +
            number(y(*p.character_recall), 1);
  }
  out += "<path d=\"" + path + "\" fill=none stroke=\"#2b6cb0\" stroke-width=2 />\n";
  for (const CurvePoint& p : curve) {
    const std::string px = number(x(*p.over_redaction), 1);
    out += "<circle cx=" + px + " cy=" + number(y(*p.character_recall), 1) +
           (p.used ? " r=6 fill=\"#b3261e\"" : " r=4 fill=\"#2b6cb0\"") + "/><text x=" + px +
           " y=" + number(y(*p.character_recall) - 9, 1) + " text-anchor=middle>" +
           shortest(p.bias) + "</text>\n";
  }
  return out +
         "<text x=340 y=316 text-anchor=middle>words hidden without need, per 1,000</text>"
         "<text x=60 y=12>identifying characters found, %; labels are --bias, red what was "
         "used</text></svg>\n";
}

// Bars of the share of characters found, by label; the rest in red.
std::string label_bars(const std::map<std::string, LabelTally>& by_label) {
  std::string out;
  double y = 0;
  for (const auto& [label, tally] : by_label) {
    if (tally.gold_characters == 0) continue;
    const double found = *tally.character_recall();
    out += "<text x=0 y=" + number(y + 14, 0) + ">" + escape(label) +
           "</text><rect x=270 y=" + number(y + 3, 0) +
           " height=13 width=" + number(300 * found, 1) +
           " fill=\"#2b6cb0\"/><rect x=" + number(270 + 300 * found, 1) + " y=" + number(y + 3, 0) +
           " height=13 width=" + number(300 * (1 - found), 1) +
           " fill=\"#b3261e\"/><text x=578 y=" + number(y + 14, 0) + ">" + number(100 * found, 2) +
           " % of " + number(tally.gold_characters, 0) + "</text>\n";
    y += 20;
  }
  return "<svg viewBox=\"0 0 720 " + number(y + 4, 0) +
         "\" width=720 role=img aria-label=\"characters found by label\">\n" + out + "</svg>\n";
}

struct ErrorRow {
  double weight;
  std::string html;
};

// `what` in its surroundings, hidden parts in blue and what is wrong in its own colour.
ErrorRow error_row(const Document& document, const Annotation& what,
                   const std::vector<Annotation>& others, const char* kind) {
  const std::u32string_view text = document.text;
  const size_t from = what.begin > kContext ? what.begin - kContext : 0;
  const size_t to = std::min(text.size(), what.end + kContext);
  std::vector<bool> covered(what.end - what.begin, false);
  std::string labels;
  for (const Annotation& other : others) {
    if (other.begin >= what.end || other.end <= what.begin) continue;
    labels += (labels.empty() ? "" : ", ") + other.label;
    for (size_t i = std::max(other.begin, what.begin); i < std::min(other.end, what.end); ++i)
      covered[i - what.begin] = true;
  }
  std::string marked;
  double weight = 0;
  for (size_t i = 0; i < covered.size();) {
    size_t end = i;
    while (end < covered.size() && covered[end] == covered[i]) ++end;
    if (!covered[i]) weight += static_cast<double>(end - i);
    marked += std::string("<mark class=") + (covered[i] ? "ok" : kind) + ">" +
              escape(text.substr(what.begin + i, end - i)) + "</mark>";
    i = end;
  }
  return {weight, row({escape(document.id), escape(what.label), escape(labels),
                       "<code>" + escape(text.substr(from, what.begin - from)) + marked +
                           escape(text.substr(what.end, to - what.end)) + "</code>"})};
}

std::string error_table(const std::vector<Document>& documents, bool leaks) {
  std::vector<ErrorRow> rows;
  for (const Document& document : documents) {
    const auto& of = leaks ? document.gold : document.found;
    const auto& others = leaks ? document.found : document.gold;
    for (const Annotation& annotation : of) {
      if (leaks && document.failed) continue;
      if (std::find(others.begin(), others.end(), annotation) != others.end()) continue;
      rows.push_back(error_row(document, annotation, others, leaks ? "leak" : "over"));
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const ErrorRow& a, const ErrorRow& b) { return a.weight > b.weight; });
  std::string out =
      "<table class=errors>" +
      row({"document", leaks ? "gold" : "found", leaks ? "found" : "gold", "in its context"}, "th");
  for (size_t i = 0; i < std::min(rows.size(), kMaxErrors); ++i) out += rows[i].html;
  return out + "</table>\n";
}

}  // namespace

std::string to_html(const Report& report, const std::vector<Document>& documents) {
  const Scores& s = report.scores;
  const Tally& t = s.total;
  const auto interval = [&](Figure figure, int digits, double scale = 1) {
    return around(bootstrap_interval(s.documents, figure), digits, scale);
  };
  std::string out =
      "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
      "content=\"width=device-width\"><title>redact-eval: " +
      escape(report.corpus) + "</title><style>" + kStyle + "</style>\n<h1>" +
      escape(report.corpus) + "</h1>\n<p>" + number(t.documents, 0) + " documents, " +
      number(t.words, 0) + " words. Scored: " + escape(to_text(report.scored)) +
      ". This page holds text of the documents. " + escape(labels_note(report.labels)) +
      "</p>\n<div class=tiles>\n";
  out += tile(number(t.withheld, 0), "documents withheld", "of " + number(t.documents, 0));
  out += tile(percent(leaky_share(t), 1), "documents with a leaked character",
              around(leaky_interval(t), 1, 100));
  out += tile(number(t.leaked_characters, 0), "leaked characters",
              "of " + number(t.gold_characters, 0));
  out += tile(percent(character_recall(t), 2), "identifying characters found",
              interval(character_recall, 2, 100) + withheld_note(t));
  out += tile(number(over_redaction(t), 2), "words per 1,000 hidden without need",
              interval(over_redaction, 2));
  out += tile(number(strict_f1(t), 4), "F1, span and label", interval(strict_f1, 4));
  const std::string compared =
      "in " + number(t.compared, 0) + " of " + number(t.documents, 0) + " documents";
  out += tile(t.compared > 0 ? number(t.kept_characters, 0) : "unknown",
              "characters kept in replacements",
              "of " + number(t.replaced_characters, 0) + ", " + compared);
  out += tile(t.compared > 0 ? number(t.edits_outside, 0) : "unknown", "edits outside spans",
              compared);
  out += tile(number(t.bleu(), 2), "BLEU", "of text with tags");
  out += "</div>\n<h2>Scores</h2><table>" +
         row({"", "precision", "recall", "F1", "tp", "fp", "fn"}, "th");
  out +=
      counts_row(report.labels.comparable ? "span and label" : "span and coarse label", t.strict);
  out += counts_row("span", t.spans) + counts_row("merged spans", t.merged) +
         matches_row("overlap, same label", t.overlap);
  out += counts_row("words and marks", t.tokens) + "</table>\n";
  if (!report.curve.empty() && character_recall(t))
    out += "<h2>The recall dial</h2>\n" + curve_plot(report.curve);
  out += "<h2>Characters found, by label</h2>\n" + label_bars(s.by_label);
  out +=
      "<h2>Missed or marked otherwise</h2>\n<p><mark class=leak>leaked</mark> <mark "
      "class=ok>hidden, but not as the gold has it</mark></p>\n" +
      error_table(documents, true);
  out += "<h2>Found beside the gold</h2>\n<p><mark class=over>hidden without need</mark></p>\n" +
         error_table(documents, false);
  return out + "</html>\n";
}

}  // namespace redact::eval
