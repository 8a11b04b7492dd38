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
// values must be known for every point.
std::string curve_plot(const std::vector<CurvePoint>& curve);

// A bar for each label: the share of characters found, with the rest in red.
std::string label_bars(const std::map<std::string, LabelTally>& by_label);

// The errors in context, the worst first: leaks, text hidden without need, and spans with other
// ends or another label.
std::string error_tables(const std::vector<Document>& documents);

}  // namespace redact::eval
