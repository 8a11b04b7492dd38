// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/format.h"

#include <cstdio>

namespace redact::eval {

std::string number(std::optional<double> value, int digits, double scale) {
  if (!value) return "n/a";
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.*f", digits, scale * *value);
  return buffer;
}

std::string shortest(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%g", value);
  return buffer;
}

std::string percent(std::optional<double> share, int digits) {
  return number(share, digits, 100) + (share ? " %" : "");
}

std::string around(const std::optional<Interval>& interval, int digits, double scale) {
  if (!interval) return "";
  return "95 %: " + number(interval->low, digits, scale) + " to " +
         number(interval->high, digits, scale);
}

std::string counts_list(const std::map<std::string, double>& counts) {
  std::string out;
  for (const auto& [name, count] : counts) {
    out += (out.empty() ? "" : ", ") + name + " " + number(count, 0);
  }
  return out;
}

std::string both_met(const Matches& matches) {
  return number(matches.found_met, 0) + "/" + number(matches.gold_met, 0);
}

}  // namespace redact::eval
