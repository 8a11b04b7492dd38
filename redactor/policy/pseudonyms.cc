// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/pseudonyms.h"

#include <utility>

#include "language/words.h"
#include "redactor/policy/surrogate_lists.h"
#include "redactor/policy/surrogate_names.h"

namespace redact {

namespace {

// Draws for one word. A draw fails if it joins no names, begins with the letter of the word or is
// taken. In a document with a hundred people, less than half of the draws fail; after this many,
// the last name that differs from the word is used twice.
constexpr int kMostDraws = 256;

}  // namespace

void Pseudonyms::expect(const std::vector<NamePart>& name, bool is_patients) {
  for (const NamePart& part : name) {
    if (!part.is_initial) (is_patients ? patients_ : others_).insert(part.folded);
  }
}

Result<std::string> Pseudonyms::draw(const std::string& folded,
                                     const std::set<std::string>& taken) const {
  std::string_view list = gender_of_name(folded);
  if (list.empty()) list = "last";
  if (list == "both") {
    REDACT_ASSIGN(const uint64_t man, secret_.draw_below(2, "gender", folded));
    list = man == 1 ? "male" : "female";
  }
  const std::string_view language = language_of_name(folded);
  std::string name;
  for (int k = 0; k < kMostDraws; ++k) {
    // A folded word holds no line end.
    REDACT_ASSIGN(auto drawn,
                  make_up_name(secret_, language, list, folded + '\n' + std::to_string(k)));
    if (!drawn || initial_of(fold(*drawn)) == initial_of(folded)) continue;
    name = *std::move(drawn);
    if (!taken.contains(fold(name))) break;
  }
  return name;
}

Result<std::string> Pseudonyms::choose(const std::string& folded) {
  if (const auto known = chosen_.find(folded); known != chosen_.end()) return known->second;
  REDACT_ASSIGN(std::string name, draw(folded, taken_));
  taken_.insert(fold(name));
  return chosen_[folded] = std::move(name);
}

Result<std::string> Pseudonyms::initial(const std::string& folded,
                                        const std::vector<NamePart>& full) {
  for (const NamePart& part : full) {
    if (part.is_initial || initial_of(part.folded) != initial_of(folded)) continue;
    REDACT_ASSIGN(const std::string name, choose(part.folded));
    return std::string(initial_of(name));
  }
  REDACT_ASSIGN(const std::string name, draw(folded, {}));
  return std::string(initial_of(name));
}

Result<std::string> Pseudonyms::replace(std::string_view surface, const std::vector<NamePart>& name,
                                        const std::vector<NamePart>& full) {
  for (std::set<std::string>* words : {&patients_, &others_}) {
    for (const std::string& word : std::exchange(*words, {})) {
      if (auto chosen = choose(word); !chosen.ok()) return chosen;
    }
  }
  std::string out;
  size_t at = 0;
  for (const NamePart& part : name) {
    std::string_view word = surface.substr(part.begin, part.end - part.begin);
    out += surface.substr(at, part.begin - at);
    at = part.end;
    if (part.is_initial) word = initial_of(word);  // "Ph."
    REDACT_ASSIGN(const std::string made_up,
                  part.is_initial ? initial(part.folded, full) : choose(part.folded));
    out += with_case_of(word, made_up, language_of_name(part.folded));
  }
  return out + std::string(surface.substr(at));
}

}  // namespace redact
