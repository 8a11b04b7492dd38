// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate_lists.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/arabic.h"
#include "language/language.h"
#include "language/words.h"
#include "redactor/policy/builtin_surrogates.h"

namespace redact {

namespace {

using List = std::vector<std::string>;
using Lists = std::map<std::string, List, std::less<>>;  // by name

constexpr std::array<std::string_view, 2> kGenders = {"female", "male"};

List split(std::string_view text, char separator) {
  List entries;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    entries.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return entries;
}

constexpr auto kNameLists = word_list<"female male last common">();

// By language. The entries of name lists are separated by spaces, those of other lists by bars.
const std::map<std::string, Lists, std::less<>>& all_lists() {
  static const auto kLists = [] {
    std::map<std::string, Lists, std::less<>> all;
    for (const auto& language : YAML::Load(kBuiltinSurrogates)) {
      for (const auto& list : language.second) {
        const auto name = list.first.as<std::string>();
        all[language.first.as<std::string>()][name] =
            split(list.second.as<std::string>(), is_among(name, kNameLists) ? ' ' : '|');
      }
    }
    return all;
  }();
  return kLists;
}

// Letters a to z are 1 to 26; 0 means the ends of a name and all other letters.
size_t letter_index(const std::string& folded, size_t at) {
  const char c = at < folded.size() ? folded[at] : ' ';
  return is_lower(c) ? static_cast<size_t>(c - 'a') + 1 : 0;
}

// Counts how often one letter follows another in the names of a language.
class LetterPairs {
 public:
  void add(const std::string& folded) {
    for (size_t i = 0; i <= folded.size(); ++i) {
      const size_t first = letter_index(folded, i - 1), second = letter_index(folded, i);
      pairs_[first][second] += 1;
      totals_[first] += 1;
    }
  }
  // The probability of a name, with half a pair added to each count. It uses only products and
  // quotients, which all machines round alike.
  double of(const std::string& folded) const {
    double p = 1;
    for (size_t i = 0; i <= std::min(folded.size(), kLongest); ++i) {
      const size_t first = letter_index(folded, i - 1), second = letter_index(folded, i);
      p *= (pairs_[first][second] + 0.5) / (totals_[first] + 0.5 * kLetters);
    }
    return p;
  }

 private:
  static constexpr size_t kLetters = 27;
  static constexpr size_t kLongest = 24;  // letters; the product of many more would be 0
  std::array<std::array<double, kLetters>, kLetters> pairs_{};
  std::array<double, kLetters> totals_{};
};

struct LanguageNames {
  std::set<std::string> names;  // folded
  LetterPairs pairs;
};

}  // namespace

const List& surrogate_list(std::string_view language, std::string_view list) {
  return all_lists().find(language)->second.find(list)->second;
}

std::string_view gender_of_name(const std::string& folded) {
  static const auto kGenderOf = [] {
    std::map<std::string, std::string_view> genders;
    for (const auto& [language, lists] : all_lists()) {
      for (const std::string_view gender : kGenders) {
        for (const std::string& name : lists.find(gender)->second) {
          const auto [at, is_new] = genders.emplace(fold(name), gender);
          if (!is_new && at->second != gender) at->second = "both";  // Andrea
        }
      }
    }
    return genders;
  }();
  const auto found = kGenderOf.find(folded);
  return found == kGenderOf.end() ? std::string_view() : found->second;
}

std::string_view language_of_name(const std::string& folded) {
  if (!folded.empty() && is_arabic_letter(decode_utf8(folded, 0).code_point)) return "ar";
  static const auto kNames = [] {
    std::array<LanguageNames, kLanguages.size()> all;
    for (size_t i = 0; i < kLanguages.size(); ++i) {
      for (const std::string_view list : kNameLists) {
        for (const std::string& name : surrogate_list(kLanguages[i], list)) {
          all[i].names.insert(fold(name));
        }
      }
      for (const std::string& name : all[i].names) all[i].pairs.add(name);
    }
    return all;
  }();
  const bool listed = std::any_of(kNames.begin(), kNames.end(),
                                  [&](const auto& of) { return of.names.contains(folded); });
  size_t best = 0;
  double best_p = -1;
  for (size_t i = 0; i < kNames.size(); ++i) {
    // Letters that no list has, as in a Polish or Cyrillic name, are alike in all of them.
    if (kLanguages[i] == "ar") continue;
    const double p = kNames[i].pairs.of(folded);
    if ((listed && !kNames[i].names.contains(folded)) || p <= best_p) continue;
    best = i, best_p = p;
  }
  return kLanguages[best];
}

}  // namespace redact
