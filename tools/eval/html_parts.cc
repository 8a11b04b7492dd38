// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/html_parts.h"

#include <algorithm>

#include "program/pages/markup.h"
#include "program/pages/plot.h"
#include "tools/eval/characters.h"
#include "tools/eval/format.h"

namespace redact::eval {

namespace {

// The look of each code point. Hidden white space and marks take that of the letters around them.
std::string_view look_of(const Case& c, size_t i, std::string_view before) {
  switch (c.fates[i]) {
    case Fate::kLeft: return "";
    case Fate::kFound: return "ok";
    case Fate::kLeaked: return "leak";
    case Fate::kOver: return "over";
    case Fate::kHidden: break;
  }
  const bool goes_along = before == "ok" || before == "over";
  return goes_along && !is_alphanumeric(c.document.text[i]) ? before : "none";
}

}  // namespace

std::string escape(std::u32string_view text, std::u32string_view line_end) {
  std::u32string shown;
  for (const char32_t c : text) {
    if (c == U'\n') {
      shown += line_end;
    } else {
      shown += c;
    }
  }
  return escape_html(to_utf8(shown));
}

std::string escape(const std::string& text) { return escape(to_code_points(text)); }

std::string curve_plot(const std::vector<CurvePoint>& curve) {
  double low = 1, most = 0;
  for (const CurvePoint& p : curve) {
    low = std::min(low, *p.character_recall);
    most = std::max(most, *p.over_redaction);
  }
  const Axis found = round_axis(100 * low, 100);
  Plot plot("Identifying characters found, %, by --bias; red: the one used", round_axis(0, most),
            found);
  std::vector<std::pair<double, double>> points;
  for (const CurvePoint& p : curve)
    points.emplace_back(*p.over_redaction, 100 * *p.character_recall);
  plot.line(points, "ok");
  for (size_t i = 0; i < curve.size(); ++i) {
    plot.dot(points[i].first, points[i].second, curve[i].used ? "leak" : "ok",
             shortest(curve[i].bias));
  }
  return plot.html("words hidden without need, per 1,000");
}

std::string label_table(const std::map<std::string, LabelTally>& by_label) {
  HtmlTable table({"label", "", "characters found", "of", "spans", "F1"});
  for (const auto& [label, tally] : by_label) {
    const Counts& c = tally.strict;
    const std::optional<double> found = tally.character_recall();
    table.add({escape(label), found ? share_bar({{*found, "ok"}, {1 - *found, "leak"}}) : "",
               percent(found, 2), number(tally.gold_characters, 0), number(c.tp + c.fn, 0),
               number(c.f1(), 4)});
  }
  return table.html("bars");
}

double Case::count(const Annotation& a, Fate fate) const {
  return static_cast<double>(std::count(fates.begin() + static_cast<std::ptrdiff_t>(a.begin),
                                        fates.begin() + static_cast<std::ptrdiff_t>(a.end), fate));
}

std::string coloured(const Case& c, size_t from, size_t to, const Annotation& span,
                     std::u32string_view line_end) {
  const std::u32string_view text = c.document.text;
  std::string out;
  std::string_view look;
  const bool has_span = span.begin < span.end;
  size_t begin = from;  // of the run not yet written
  const auto flush = [&](size_t end) {
    const std::string piece = escape(text.substr(begin, end - begin), line_end);
    if (!piece.empty() && !look.empty()) {
      out += "<mark class=\"" + std::string(look) + "\">" + piece + "</mark>";
    } else {
      out += piece;
    }
    begin = end;
  };
  for (size_t i = from; i < to; ++i) {
    const std::string_view next = look_of(c, i, look);
    if (next != look || i == span.begin || i == span.end) flush(i);
    look = next;
    if (has_span && i == span.begin) out += "<b>";
    if (has_span && i == span.end) out += "</b>";
  }
  flush(to);
  return out + (has_span && span.end == to ? "</b>" : "");
}

}  // namespace redact::eval
