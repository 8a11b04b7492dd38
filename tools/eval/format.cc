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

std::string percent(std::optional<double> share, int digits) {
  return number(share, digits, 100) + (share ? " %" : "");
}

std::string around(const std::optional<Interval>& interval, int digits, double scale) {
  if (!interval) return "";
  return "95 %: " + number(interval->low, digits, scale) + " to " +
         number(interval->high, digits, scale);
}

}  // namespace redact::eval
