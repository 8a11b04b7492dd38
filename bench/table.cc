// SPDX-License-Identifier: Apache-2.0
#include "bench/table.h"

#include <cmath>
#include <cstdio>
#include <numeric>

namespace redact::bench {

namespace {

std::string cell(const Row& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number_float()) return value.dump();
  char text[32];
  const double number = value;
  std::snprintf(text, sizeof text, std::abs(number) < 100 ? "%.2f" : "%.0f", number);
  return text;
}

std::string line(const Row& row, bool keys, const char* before, const char* between) {
  std::string out = before;
  for (const auto& [key, value] : row.items()) {
    if (out.size() > std::string_view(before).size()) out += between;
    out += keys ? key : cell(value);
  }
  return out;
}

bool same_columns(const Row& a, const Row& b) {
  return line(a, true, "", ",") == line(b, true, "", ",");
}

}  // namespace

void print(const std::vector<Row>& rows, const std::string& format) {
  if (format == "json") {
    std::puts(nlohmann::ordered_json(rows).dump(2).c_str());
    return;
  }
  const bool md = format == "md";
  const char *before = md ? "| " : "", *between = md ? " | " : ",", *after = md ? " |" : "";
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || !same_columns(rows[i - 1], rows[i])) {
      if (i > 0) std::puts("");
      std::printf("%s%s\n", line(rows[i], true, before, between).c_str(), after);
      if (md) {
        for (size_t c = 0; c < rows[i].size(); ++c) std::fputs("| --- ", stdout);
        std::puts("|");
      }
    }
    std::printf("%s%s\n", line(rows[i], false, before, between).c_str(), after);
  }
}

std::string mean_sd(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double square = 0;
  for (const double v : values) square += (v - mean) * (v - mean);
  char text[64];
  std::snprintf(text, sizeof text, "%.2f ± %.2f", mean,
                values.size() > 1 ? std::sqrt(square / (n - 1)) : 0);
  return text;
}

}  // namespace redact::bench
