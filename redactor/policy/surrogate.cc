// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "language/age.h"
#include "language/whole_number.h"
#include "language/words.h"
#include "redactor/policy/surrogate_lists.h"

namespace redact {

namespace {

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  for (const Word& word : find_words(text)) words.insert(fold(text, word));
  return words;
}

// Whether one holds all words of the other: "Via Roma" would reveal "Via Roma 12".
bool gives_away(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end()) ||
         std::includes(b.begin(), b.end(), a.begin(), a.end());
}

}  // namespace

Result<Surrogates> Surrogates::create(const Secret& secret, const std::string& patient,
                                      std::string_view language) {
  REDACT_ASSIGN(const Secret scope, secret.derive("patient", patient));
  return Surrogates(scope, language);
}

Result<std::string> Surrogates::choose(std::string_view language, std::string_view list,
                                       const std::string& original) {
  const std::string key = std::string(list) + '\n' + original;
  if (const auto known = chosen_.find(key); known != chosen_.end()) return known->second;
  const std::vector<std::string>& entries = surrogate_list(language, list);
  const std::set<std::string> words = words_of(original);
  REDACT_ASSIGN(size_t at, scope_.draw_below(entries.size(), "surrogate", key));
  // Takes the next free entry. If the document has used the whole list, takes one that already
  // replaces another original.
  std::set<std::string>& taken = taken_[std::string(list)];
  for (size_t tries = 0; tries < entries.size(); ++tries, at = (at + 1) % entries.size()) {
    const std::string folded = fold(entries[at]);
    const bool full = tries + 1 >= entries.size() || taken.size() >= entries.size();
    if (!gives_away(words_of(folded), words) && (full || !taken.contains(folded))) break;
  }
  if (gives_away(words_of(entries[at]), words)) at = (at + 1) % entries.size();
  taken.insert(fold(entries[at]));
  return chosen_[key] = entries[at];
}

Result<std::string> Surrogates::from_list(std::string_view list, std::string_view surface) {
  REDACT_ASSIGN(const std::string entry, choose(language_, list, fold(surface)));
  return with_case_of(surface, entry, language_);
}

Result<std::string> Surrogates::street(std::string_view surface) {
  REDACT_ASSIGN(const std::string street, from_list("street", surface));
  if (std::none_of(surface.begin(), surface.end(), is_digit)) return street;
  REDACT_ASSIGN(const uint64_t drawn, scope_.draw_below(99, "number", fold(surface)));
  const std::string number = std::to_string(1 + drawn);
  const bool number_first = language_ == "en" || language_ == "fr";
  if (language_ == "tr") return street + " No: " + number;
  return number_first ? number + " " + street : street + " " + number;
}

// Replaces digits with digits and letters with letters, independently of their grouping; the
// characters between them and a leading zero stay. nullopt if there are letters or digits beyond
// ASCII, none at all, or so many that it is no number: each draw takes time with all of them.
Result<std::optional<std::string>> Surrogates::scramble(std::string_view surface) const {
  const std::optional<std::string> none;
  if (const auto whole = whole_number(surface); whole && *whole != surface) {
    REDACT_ASSIGN(std::optional<std::string> made_up, scramble(*whole));
    // "4471920.0" keeps its form; one with an exponent becomes plain.
    if (made_up && all_digits(*made_up) && surface.starts_with(*whole)) {
      *made_up += surface.substr(whole->size());
    }
    return made_up;
  }
  const std::vector<Word> words = find_words(surface);
  if (words.empty()) return none;
  for (const Word& word : words) {
    const std::string_view inside = surface.substr(word.begin, word.end - word.begin);
    const auto beyond_ascii = [](char c) { return static_cast<unsigned char>(c) > 0x7F; };
    if (std::any_of(inside.begin(), inside.end(), beyond_ascii)) return none;
  }
  constexpr size_t kLongest = 256;
  const std::string letters = squeeze(surface);
  if (letters.size() > kLongest) return none;
  std::string out(surface);
  const std::string message = letters + '\n';
  bool changed = false;
  for (size_t i = 0, place = 0; i < out.size(); ++i) {
    char& c = out[i];
    if (!is_digit(c) && !is_lower(c) && !is_upper(c)) continue;
    REDACT_ASSIGN(const uint64_t n,
                  scope_.draw_below(26 * 90, "character", message + std::to_string(place)));
    const bool first = place++ == 0;
    if (!is_digit(c)) {
      c = static_cast<char>((is_lower(c) ? 'a' : 'A') + n % 26);
    } else if (!(first && c == '0')) {
      c = static_cast<char>(first ? '1' + n % 9 : '0' + n % 10);
    }
    changed |= c != surface[i];
  }
  if (changed) return std::optional(out);
  // The draw gave the original: changes the last character by one step.
  char& c = out[words.back().end - 1];
  if (is_digit(c)) c = c == '9' ? '1' : static_cast<char>(c + 1);
  if (is_lower(c) || is_upper(c)) c = static_cast<char>(c == 'z' || c == 'Z' ? c - 25 : c + 1);
  return std::optional(out);
}

Result<std::string> Surrogates::email(std::string_view surface) {
  const std::string original = fold(surface);
  const std::string_view names = language_ == "ar" ? "en" : language_;  // in ASCII
  REDACT_ASSIGN(const std::string first, choose(names, "female", original));
  REDACT_ASSIGN(const std::string last, choose(names, "last", original));
  return fold(first) + "." + fold(last) + "@example.org";  // reserved by RFC 2606
}

Result<std::string> Surrogates::url(std::string_view surface) const {
  REDACT_ASSIGN(const Digest drawn, scope_.draw("url", fold(surface)));
  return "https://example.org/" + to_hex(bytes_of(drawn)).substr(0, 8);
}

Result<std::string> Surrogates::ip(std::string_view surface) const {
  REDACT_ASSIGN(const uint64_t drawn, scope_.draw_below(254, "ip", surface));
  const bool v4 = surface.find(':') == surface.npos;
  // RFC 5737 and RFC 3849: addresses reserved for documentation, which a note may contain as well.
  const auto address = [v4](uint64_t number) {
    return (v4 ? "198.51.100." : "2001:db8::") + std::to_string(1 + number);
  };
  const std::string drawn_one = address(drawn);
  return fold(surface) == drawn_one ? address((drawn + 1) % 254) : drawn_one;
}

Result<std::optional<std::string>> Surrogates::age(std::string_view surface,
                                                   std::string_view behind) const {
  const auto read = read_age(surface, behind, language_);
  if (!read) return std::optional<std::string>();  // "2 years 11 months" has two numbers
  // Moves by at most three years, so that a child stays a child, or by three months, weeks or days.
  const int old = read->value;
  REDACT_ASSIGN(const uint64_t drawn, scope_.draw_below(6, "age", std::to_string(old)));
  const int n = static_cast<int>(drawn);
  int moved = old + (n < 3 ? n - 3 : n - 2);
  if (moved < 1) moved = old + 1 + n % 3;
  if (read->in_years && moved > kOldestWritten) moved = std::min(old - 1, kOldestWritten) - n % 3;
  return std::optional(std::string(surface.substr(0, read->begin)) + std::to_string(moved) +
                       std::string(surface.substr(read->end)));
}

Result<std::optional<std::string>> Surrogates::replace(std::string_view surface, Label label,
                                                       std::string_view behind) {
  constexpr std::string_view kSchemes[] = {"tel:", "fax:", "mailto:"};  // of telecoms; they stay
  const auto* const scheme = std::ranges::find_if(
      kSchemes, [&](std::string_view one) { return starts_with_any_case(surface, one); });
  if (scheme == std::end(kSchemes)) return replace_value(surface, label, behind);
  REDACT_ASSIGN(std::optional<std::string> rest,
                replace_value(surface.substr(scheme->size()), label, behind));
  if (rest) rest->insert(0, surface.substr(0, scheme->size()));
  return rest;
}

Result<std::optional<std::string>> Surrogates::replace_value(std::string_view surface, Label label,
                                                             std::string_view behind) {
  const auto whole = [](Text text) -> MaybeText {
    if (!text.ok()) return std::move(text).error();
    return std::optional(std::move(text).value());
  };
  switch (label) {
    case Label::kCity:
    case Label::kLocation: return whole(from_list("city", surface));
    case Label::kState: return whole(from_list("state", surface));
    case Label::kCountry: return whole(from_list("country", surface));
    case Label::kStreet: return whole(street(surface));
    case Label::kHospital: return whole(from_list("hospital", surface));
    case Label::kOrganization: return whole(from_list("organization", surface));
    case Label::kProfession: return whole(from_list("profession", surface));
    case Label::kAge: return age(surface, behind);
    case Label::kEmail: return whole(email(surface));
    case Label::kUrl: return whole(url(surface));
    case Label::kIp: return whole(ip(surface));
    case Label::kPatient:
    case Label::kDoctor:
    case Label::kName:
    case Label::kFamily:
    case Label::kDate:
    case Label::kSex:
    case Label::kNationality:
    case Label::kOther: return std::optional<std::string>();
    default: return scramble(surface);  // numbers of all kinds
  }
}

}  // namespace redact
