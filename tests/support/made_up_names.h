// SPDX-License-Identifier: Apache-2.0
// The made-up names that are possible, found from the file of names by trying all pairs of them.
#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
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

inline std::vector<std::string> letters_of(std::string_view name) {
  std::vector<std::string> letters;
  for (const char c : name) {
    if (letters.empty() || (c & 0xC0) != 0x80) letters.emplace_back();
    letters.back() += c;
  }
  return letters;
}

// Whether `name`, in small letters, is on the list, or the beginning of one of its names joined to
// the end of another at a letter that both have, perhaps (`may_change`) with one inner letter
// changed.
inline bool may_be_made_up(const std::string& name, const std::string& language,
                           const std::string& list, bool may_change = true) {
  std::vector<std::vector<std::string>> names;
  for (const std::string& one : surrogate_names(language, list)) names.push_back(letters_of(one));
  const std::vector<std::string> letters = letters_of(name);
  const size_t n = letters.size();
  // Whether the letters [begin, end) agree with those of a name from `at` on, but for one.
  const auto agree = [&](size_t begin, size_t end, const auto& other, size_t at, size_t changed) {
    for (size_t i = begin; i < end; ++i) {
      if (i != changed && letters[i] != other[at + i - begin]) return false;
    }
    return true;
  };
  const auto any = [&](auto holds) { return std::any_of(names.begin(), names.end(), holds); };
  if (any([&](const auto& other) { return other == letters; })) return true;
  for (size_t changed = may_change ? 1 : n; changed <= n; ++changed) {  // n: none is
    if (changed + 1 == n) continue;
    for (size_t joint = 1; joint + 1 < n; ++joint) {
      const bool begins = any([&](const auto& other) {
        return other.size() > joint && agree(0, joint + 1, other, 0, changed);
      });
      const bool ends = begins && any([&](const auto& other) {
                          return other.size() > n - joint &&
                                 agree(joint, n, other, other.size() - (n - joint), changed);
                        });
      if (ends) return true;
    }
  }
  return false;
}

}  // namespace redact::testing
