// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tools/eval/intervals.h"

namespace redact::eval {

// `scale` times the value with `digits` digits after the point; "n/a" for no value.
std::string number(std::optional<double> value, int digits, double scale = 1);

// The shortest decimal form: "0.7".
std::string shortest(double value);

// "12.50 %" for 0.125.
std::string percent(std::optional<double> share, int digits);

// "95 %: 1.20 to 3.40"; empty for no interval.
std::string around(const std::optional<Interval>& interval, int digits, double scale = 1);

// "NRP 41, TITLE 90".
std::string counts_list(const std::map<std::string, double>& counts);

// How many found and how many gold spans are right: "4/1".
std::string both_met(const Matches& matches);

}  // namespace redact::eval
