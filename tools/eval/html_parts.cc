// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/html_parts.h"

#include <algorithm>

#include "tools/eval/format.h"

namespace redact::eval {

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

std::string row(std::initializer_list<std::string> cells, const char* tag) {
  std::string out = "<tr>";
  for (const std::string& cell : cells)
    out += std::string("<") + tag + ">" + cell + "</" + tag + ">";
  return out + "</tr>\n";
}

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

}  // namespace redact::eval
