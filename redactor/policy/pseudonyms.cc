// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/pseudonyms.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "redactor/policy/name_parts.h"
#include "redactor/policy/surrogate_lists.h"
#include "redactor/text/arabic.h"
#include "redactor/text/language.h"
#include "redactor/text/words.h"
#include "runtime/text/utf8.h"

namespace redact {

namespace {

constexpr std::string_view kOtherInitials = "hijkoquwxyz";  // no drawn name begins with them
static_assert(kNameInitials.size() + kOtherInitials.size() == 26);

// The message of a draw; it is unambiguous, since a label's name holds no line end.
std::string message(Label role, std::string_view folded) {
  return std::string(label_name(role)) + '\n' + std::string(folded);
}

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

void Pseudonyms::expect(std::string_view surface, Label role) {
  for (NamePart& part : name_parts(surface)) {
    if (!part.is_initial) expected_.emplace(role, std::move(part.folded));
  }
}

// The letters of kNameInitials in an order drawn for the role.
Result<std::string> Pseudonyms::cycle(Label role) {
  std::string& letters = cycles_[role];
  if (!letters.empty()) return letters;
  REDACT_ASSIGN(const Digest drawn, secret_.draw("initials", label_name(role)));
  static_assert(2 * kNameInitials.size() <= std::tuple_size_v<Digest>);
  std::vector<std::pair<unsigned, char>> keyed;  // each letter with two drawn bytes
  for (size_t i = 0; i < kNameInitials.size(); ++i) {
    keyed.emplace_back(drawn[2 * i] << 8 | drawn[2 * i + 1], kNameInitials[i]);
  }
  std::sort(keyed.begin(), keyed.end());
  for (const auto& [key, letter] : keyed) letters += letter;
  return letters;
}

// A letter of kNameInitials becomes the next one of the cycle, so never itself, and two of these
// letters never become the same one. The rarer letters have fixed places in the cycle; for other
// characters a letter is drawn.
Result<char> Pseudonyms::initial(Label role, const std::string& folded) {
  REDACT_ASSIGN(const std::string letters, cycle(role));
  const char letter = name_initial(folded);
  if (const size_t at = letters.find(letter); at != letters.npos) {
    return letters[(at + 1) % letters.size()];
  }
  if (const size_t at = kOtherInitials.find(letter); at != kOtherInitials.npos) return letters[at];
  const size_t n_bytes = folded.empty() ? 0 : decode_utf8(folded, 0).n_bytes;
  REDACT_ASSIGN(const uint64_t at,
                secret_.draw_below(letters.size(), "initial",
                                   message(role, std::string_view(folded).substr(0, n_bytes))));
  return letters[at];
}

Result<Pseudonyms::Place> Pseudonyms::place(const Key& key) {
  const auto& [role, folded] = key;
  std::string_view list = gender_of_name(folded);
  if (list.empty()) list = "last";
  if (list == "both") {
    REDACT_ASSIGN(const uint64_t man, secret_.draw_below(2, "gender", message(role, folded)));
    list = man == 1 ? "male" : "female";
  }
  const std::string_view language = language_of_name(folded);
  REDACT_ASSIGN(const char letter, initial(role, folded));
  const size_t n = names_with_initial(language, list, letter).size();
  REDACT_ASSIGN(const uint64_t first, secret_.draw_below(n, "name", message(role, folded)));
  return Place{language, list, letter, static_cast<size_t>(first)};
}

Result<size_t> Pseudonyms::first_choice(const Key& key, const Place& of) {
  std::set<std::string> others;
  for (const Label role : {Label::kPatient, Label::kDoctor}) {
    if (role >= key.first) break;
    const Key earlier(role, key.second);
    REDACT_ASSIGN(const Place there, place(earlier));
    REDACT_ASSIGN(const size_t k, first_choice(earlier, there));
    others.insert(*candidate(there.language, there.list, there.initial, there.first, k));
  }
  size_t k = 0;  // each list has more names with an initial than there are roles
  while (others.contains(*candidate(of.language, of.list, of.initial, of.first, k))) ++k;
  return k;
}

Result<std::string> Pseudonyms::choose(const Key& key) {
  if (const auto known = chosen_.find(key); known != chosen_.end()) return known->second;
  REDACT_ASSIGN(const Place of, place(key));
  REDACT_ASSIGN(const size_t first, first_choice(key, of));
  const auto at = [&of](size_t k) {
    return candidate(of.language, of.list, of.initial, of.first, k);
  };
  const std::string* name = at(first);
  for (size_t k = first; at(k) != nullptr; ++k) {
    const std::string folded = fold(*at(k));
    if (folded == key.second || taken_.contains(folded)) continue;
    name = at(k);
    break;
  }
  taken_.insert(fold(*name));
  return chosen_[key] = *name;
}

Result<std::string> Pseudonyms::replace(std::string_view surface, Label role) {
  for (const Key& key : std::exchange(expected_, {})) {
    if (auto chosen = choose(key); !chosen.ok()) return chosen;
  }
  std::string out;
  size_t at = 0;
  for (const NamePart& part : name_parts(surface)) {
    const std::string_view word = surface.substr(part.begin, part.end - part.begin);
    out += surface.substr(at, part.begin - at);
    at = part.end;
    if (part.is_initial) {
      REDACT_ASSIGN(const char letter, initial(role, part.folded));
      const Utf8Unit first = decode_utf8(word, 0);
      out += is_arabic_letter(first.code_point)
                 ? std::string(arabic_initial(letter))
                 : with_case_of(word.substr(0, first.n_bytes), std::string(1, letter));
    } else {
      REDACT_ASSIGN(const std::string name, choose({role, part.folded}));
      out += with_case_of(word, name, language_of_name(fold(name)));
    }
  }
  return out + std::string(surface.substr(at));
}

}  // namespace redact
