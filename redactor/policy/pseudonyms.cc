// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/pseudonyms.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "redactor/policy/surrogate_lists.h"
#include "redactor/text/arabic.h"
#include "redactor/text/language.h"
#include "redactor/text/words.h"
#include "runtime/text/utf8.h"

namespace redact {

namespace {

constexpr std::string_view kOtherInitials = "hijkoquwxyz";  // no drawn name begins with them
static_assert(kNameInitials.size() + kOtherInitials.size() == 26);

// The k-th candidate for a word: the names with its initial in its language from the drawn index
// on, then those of the other languages, then all names of its list; nullptr after the last.
const std::string* candidate(std::string_view language, std::string_view list, char initial,
                             size_t first, size_t k) {
  const auto& own = names_with_initial(language, list, initial);
  if (k < own.size()) return &own[(first + k) % own.size()];
  k -= own.size();
  for (const std::string_view other : kLanguages) {
    if (other == language || other == "ar") continue;  // a name keeps its script
    const auto& names = names_with_initial(other, list, initial);
    if (k < names.size()) return &names[k];
    k -= names.size();
  }
  const auto& all = surrogate_list(language, list);
  return k < all.size() ? &all[k] : nullptr;
}

}  // namespace

void Pseudonyms::expect(const std::vector<NamePart>& name, bool is_patients) {
  for (const NamePart& part : name) {
    if (!part.is_initial) (is_patients ? patients_ : others_).insert(part.folded);
  }
}

// The letters of kNameInitials in a drawn order.
Result<std::string> Pseudonyms::cycle() {
  if (!cycle_.empty()) return cycle_;
  REDACT_ASSIGN(const Digest drawn, secret_.draw("initials", ""));
  static_assert(2 * kNameInitials.size() <= std::tuple_size_v<Digest>);
  std::vector<std::pair<unsigned, char>> keyed;  // each letter with two drawn bytes
  for (size_t i = 0; i < kNameInitials.size(); ++i) {
    keyed.emplace_back(drawn[2 * i] << 8 | drawn[2 * i + 1], kNameInitials[i]);
  }
  std::sort(keyed.begin(), keyed.end());
  for (const auto& [key, letter] : keyed) cycle_ += letter;
  return cycle_;
}

// A letter of kNameInitials becomes the next one of the cycle, so never itself, and two of these
// letters never become the same one. The rarer letters have fixed places in the cycle; for other
// characters a letter is drawn.
Result<char> Pseudonyms::initial(const std::string& folded) {
  REDACT_ASSIGN(const std::string letters, cycle());
  const char letter = name_initial(folded);
  if (const size_t at = letters.find(letter); at != letters.npos) {
    return letters[(at + 1) % letters.size()];
  }
  if (const size_t at = kOtherInitials.find(letter); at != kOtherInitials.npos) return letters[at];
  const size_t n_bytes = folded.empty() ? 0 : decode_utf8(folded, 0).n_bytes;
  REDACT_ASSIGN(const uint64_t at, secret_.draw_below(letters.size(), "initial",
                                                      std::string_view(folded).substr(0, n_bytes)));
  return letters[at];
}

Result<Pseudonyms::Place> Pseudonyms::place(const std::string& folded) {
  std::string_view list = gender_of_name(folded);
  if (list.empty()) list = "last";
  if (list == "both") {
    REDACT_ASSIGN(const uint64_t man, secret_.draw_below(2, "gender", folded));
    list = man == 1 ? "male" : "female";
  }
  const std::string_view language = language_of_name(folded);
  REDACT_ASSIGN(const char letter, initial(folded));
  const size_t n = names_with_initial(language, list, letter).size();
  REDACT_ASSIGN(const uint64_t first, secret_.draw_below(n, "name", folded));
  return Place{language, list, letter, static_cast<size_t>(first)};
}

Result<std::string> Pseudonyms::choose(const std::string& word) {
  if (const auto known = chosen_.find(word); known != chosen_.end()) return known->second;
  REDACT_ASSIGN(const Place of, place(word));
  const auto at = [&of](size_t k) {
    return candidate(of.language, of.list, of.initial, of.first, k);
  };
  const std::string* name = at(0);
  for (size_t k = 0; at(k) != nullptr; ++k) {
    const std::string folded = fold(*at(k));
    if (folded == word || taken_.contains(folded)) continue;
    name = at(k);
    break;
  }
  taken_.insert(fold(*name));
  return chosen_[word] = *name;
}

Result<std::string> Pseudonyms::replace(std::string_view surface,
                                        const std::vector<NamePart>& name) {
  for (std::set<std::string>* words : {&patients_, &others_}) {
    for (const std::string& word : std::exchange(*words, {})) {
      if (auto chosen = choose(word); !chosen.ok()) return chosen;
    }
  }
  std::string out;
  size_t at = 0;
  for (const NamePart& part : name) {
    const std::string_view word = surface.substr(part.begin, part.end - part.begin);
    out += surface.substr(at, part.begin - at);
    at = part.end;
    if (part.is_initial) {
      REDACT_ASSIGN(const char letter, initial(part.folded));
      const Utf8Unit first = decode_utf8(word, 0);
      out += is_arabic_letter(first.code_point)
                 ? std::string(arabic_initial(letter))
                 : with_case_of(word.substr(0, first.n_bytes), std::string(1, letter));
    } else {
      REDACT_ASSIGN(const std::string made_up, choose(part.folded));
      out += with_case_of(word, made_up, language_of_name(fold(made_up)));
    }
  }
  return out + std::string(surface.substr(at));
}

}  // namespace redact
