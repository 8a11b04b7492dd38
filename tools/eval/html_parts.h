// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/eval/report.h"

namespace redact::eval {

// Text with HTML escapes and visible line ends.
std::string escape(std::u32string_view text);
std::string escape(const std::string& text);

// A row of a table; the cells are HTML.
std::string row(std::initializer_list<std::string> cells, const char* tag = "td");

// A plot of characters found against words hidden without need, with a dot for each bias. Both
// figures of every point must be known.
std::string curve_plot(const std::vector<CurvePoint>& curve);

// A bar for each label: the share of characters found, and the rest in red.
std::string label_bars(const std::map<std::string, LabelTally>& by_label);

// The errors in their contexts, the worst first: what leaked, what was hidden without need, and
// what was hidden with other ends or under another label.
std::string error_tables(const std::vector<Document>& documents);

}  // namespace redact::eval
