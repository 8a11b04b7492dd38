// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/hl7_types.h"

#include <unordered_map>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/take.h"

namespace redact {

namespace {

// For each segment or type the words of its fields; each word has the types of a field.
const std::unordered_map<std::string_view, std::vector<std::string_view>>& all_types() {
  static const auto kAll = [] {
    std::unordered_map<std::string_view, std::vector<std::string_view>> all;
    for (std::string_view lines = hl7_type_list(); !lines.empty();) {
      std::string_view line = take(lines, '\n');
      if (line.empty() || line[0] == '#') continue;
      std::vector<std::string_view>& fields = all[take(line, ' ')];
      while (!line.empty()) fields.push_back(take(line, ' '));
    }
    return all;
  }();
  return kAll;
}

// "2.5.1" as 51, so that versions can be compared; 0 for other texts.
int version_number(std::string_view version) {
  const auto is_version = [&](size_t size) {
    return version.size() == size && version.starts_with("2.") && is_digit(version[2]) &&
           (size == 3 || (version[3] == '.' && is_digit(version[4])));
  };
  if (is_version(3)) return 10 * (version[2] - '0');
  return is_version(5) ? 10 * (version[2] - '0') + version[4] - '0' : 0;
}

}  // namespace

std::vector<std::string_view> hl7_types(std::string_view segment_or_type, uint32_t number,
                                        std::string_view version) {
  const auto fields = all_types().find(segment_or_type);
  if (fields == all_types().end() || number == 0 || number > fields->second.size()) return {};
  // "CK/2.3=CX": another type from a version on.
  std::string_view word = fields->second[number - 1];
  std::vector<std::string_view> types = {take(word, '/')};
  const int asked = version_number(version);
  while (!word.empty()) {
    const int since = version_number(take(word, '='));
    const std::string_view type = take(word, '/');
    if (asked == 0) {
      types.push_back(type);
    } else if (asked >= since) {
      types = {type};
    }
  }
  return types;
}

bool is_hl7_composite(std::string_view type) { return all_types().contains(type); }

}  // namespace redact
