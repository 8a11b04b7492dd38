// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/eval/report.h"

namespace redact::eval {

// Text as it may stand in a page; line ends are shown.
std::string escape(std::u32string_view text);
std::string escape(const std::string& text);

// A row of a table; the cells are HTML.
std::string row(std::initializer_list<std::string> cells, const char* tag = "td");

// Characters found against words hidden without need, one dot a setting of the dial. Both figures
// are known.
std::string curve_plot(const std::vector<CurvePoint>& curve);

// Bars of the share of characters found, by label; the rest in red.
std::string label_bars(const std::map<std::string, LabelTally>& by_label);

// What went wrong, in its context and worst first: what leaked, what was hidden without need, and
// what was hidden between other ends or under another label.
std::string error_tables(const std::vector<Document>& documents);

}  // namespace redact::eval
