// SPDX-License-Identifier: Apache-2.0
#include "server/unknown_name.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace redact::server {

namespace {

constexpr size_t kMostMistakes = 2;  // of a name of 4 letters or more

// The least number of letters to insert, drop and replace (Levenshtein 1966).
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t before = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = before + (a[i] == b[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

bool is_misspelt(std::string_view name, std::string_view known) {
  return known.size() >= 2 * kMostMistakes && name.size() <= known.size() + kMostMistakes &&
         distance(name, known) <= kMostMistakes;
}

}  // namespace

std::string unknown_name(const std::string& what, std::string_view name,
                         std::span<const std::string_view> known) {
  std::string message = what;
  if (std::any_of(known.begin(), known.end(),
                  [&](std::string_view each) { return is_misspelt(name, each); })) {
    message.append(" \"").append(name).append("\"");
  }
  const char* before = "; it may have ";
  for (const std::string_view each : known) {
    message.append(before).append(each);
    before = ", ";
  }
  return message;
}

}  // namespace redact::server
