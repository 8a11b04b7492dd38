// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/date_shift.h"

namespace redact {

namespace {

// The days from the middle of a date's period to the next period of the kind (DateParts::day()).
std::chrono::days step_of(const DateParts& date) {
  const int days = date.has_day() ? 1 : date.has_month() ? 31 : date.has_year() ? 365 : 1;
  return std::chrono::days(days);
}

}  // namespace

Result<std::chrono::days> date_shift(const Secret& secret, const std::string& moved) {
  REDACT_ASSIGN(const uint64_t drawn, secret.draw_below(2 * 365, "shift", moved));
  const auto n = static_cast<int>(drawn);
  return std::chrono::days(n < 365 ? n - 365 : n - 364);
}

std::string moved_date(const DateParts& date, const std::string& written, std::chrono::days by,
                       bool differs) {
  std::string out = date.write(date.day() + by);
  if (out != written || !(differs || date.has_month())) return out;
  const std::chrono::days step = step_of(date);
  return date.write(date.day() + (by.count() < 0 ? -step : step));
}

}  // namespace redact
