// SPDX-License-Identifier: Apache-2.0
// The made-up names that are possible, found from the file of names by trying all pairs of them.
#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace redact::testing {

inline std::vector<std::string> surrogate_names(const std::string& language,
                                                const std::string& list) {
  std::ifstream lines(REDACT_SOURCE_DIR "/redactor/policy/surrogate_names.txt");
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string of_language, of_list, weight, name;
    words >> of_language >> of_list >> weight;
    if (of_language != language || of_list != list) continue;
    while (words >> name) names.push_back(name);
  }
  return names;
}

// Whether `name`, in small letters, is on the list or the beginning of one of its names joined to
// the end of another at a character that both have.
inline bool may_be_made_up(const std::string& name, const std::string& language,
                           const std::string& list) {
  const std::vector<std::string> names = surrogate_names(language, list);
  const auto any = [&](auto holds) { return std::any_of(names.begin(), names.end(), holds); };
  if (any([&](const std::string& n) { return n == name; })) return true;
  for (size_t at = 1, next = 0; at < name.size(); at = next) {
    next = at + 1;
    while (next < name.size() && (name[next] & 0xC0) == 0x80) ++next;
    if ((name[at] & 0xC0) == 0x80) continue;
    const std::string head = name.substr(0, next), tail = name.substr(at);
    if (any([&](const std::string& n) { return n.starts_with(head); }) &&
        any([&](const std::string& n) { return n != tail && n.ends_with(tail); })) {
      return true;
    }
  }
  return false;
}

}  // namespace redact::testing
