// SPDX-License-Identifier: Apache-2.0
#include "language/regions.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "language/words.h"

namespace redact {

extern const char kBuiltinRegions[];  // regions.yaml, compiled into the library

namespace {

constexpr size_t kMostWords = 7;  // "Principado de Asturias", "Provence-Alpes-Côte d'Azur"

using NameSet = std::unordered_set<std::string>;

struct Regions {
  NameSet names, codes, fillers;  // squeezed
};

NameSet read(const YAML::Node& list) {
  NameSet names;
  const auto text = list.as<std::string>();
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('|', at), text.size());
    names.insert(squeeze(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  names.erase("");
  return names;
}

const Regions& regions() {
  static const Regions kRegions = [] {
    const YAML::Node root = YAML::Load(kBuiltinRegions);
    Regions all{read(root["states"]), read(root["codes"]), read(root["fillers"])};
    all.names.merge(read(root["countries"]));
    return all;
  }();
  return kRegions;
}

}  // namespace

bool is_region(std::string_view surface, std::string_view language) {
  const std::vector<Word> words = find_words(surface);
  bool found = false;
  for (size_t i = 0; i < words.size();) {
    std::string key;
    size_t end = i;
    for (size_t j = i; j < std::min(words.size(), i + kMostWords); ++j) {
      key += fold(surface, words[j]);
      const bool known =
          regions().names.contains(key) || (language == "en" && regions().codes.contains(key));
      if (known) end = j + 1;
    }
    if (end == i && !regions().fillers.contains(fold(surface, words[i]))) return false;
    found |= end > i;
    i = std::max(end, i + 1);
  }
  return found;
}

}  // namespace redact
