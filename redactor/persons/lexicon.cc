// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/lexicon.h"

#include <yaml-cpp/yaml.h>

#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "language/words.h"

namespace redact {

extern const char kBuiltinLexicon[];  // lexicon.yaml, compiled into the library

namespace {

struct Lexicon {
  std::unordered_map<std::string, uint8_t> cues;
  std::unordered_map<std::string, std::string> formal;  // by nickname
  std::unordered_set<std::string> endings;
};

template <typename Take>
void each_word(const YAML::Node& list, Take take) {
  std::istringstream words(list.as<std::string>());
  for (std::string word; words >> word;) take(fold(word));
}

const Lexicon& lexicon() {
  static const Lexicon kLexicon = [] {
    Lexicon read;
    const YAML::Node root = YAML::Load(kBuiltinLexicon);
    for (const auto& [list, cue] :
         {std::pair("clinicians", kClinicianCue), std::pair("men", kManCue),
          std::pair("women", kWomanCue), std::pair("relatives", kRelativeCue),
          std::pair("patients", kPatientCue)}) {
      each_word(root[list],
                [&, cue = cue](std::string word) { read.cues[std::move(word)] |= cue; });
    }
    for (const auto& entry : root["nicknames"]) {
      const auto name = entry.first.as<std::string>();
      each_word(entry.second, [&](std::string nick) { read.formal[std::move(nick)] = name; });
    }
    each_word(root["endings"], [&](std::string word) { read.endings.insert(std::move(word)); });
    return read;
  }();
  return kLexicon;
}

}  // namespace

uint8_t cues_of(const std::string& folded) {
  const auto found = lexicon().cues.find(folded);
  return found == lexicon().cues.end() ? uint8_t{kNoCue} : found->second;
}

const std::string& formal_name(const std::string& folded) {
  const auto found = lexicon().formal.find(folded);
  return found == lexicon().formal.end() ? folded : found->second;
}

bool is_ending(const std::string& folded) { return lexicon().endings.contains(folded); }

}  // namespace redact
