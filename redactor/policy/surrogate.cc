// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <vector>

#include "redactor/policy/builtin_surrogates.h"
#include "redactor/text/words.h"

namespace redact {

namespace {

using List = std::vector<std::string>;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// surrogates.yaml: language, then list. Names are separated by spaces, the rest by bars.
const std::map<std::string, std::map<std::string, List>>& lists() {
  static const auto kLists = [] {
    std::map<std::string, std::map<std::string, List>> all;
    for (const auto& language : YAML::Load(kBuiltinSurrogates)) {
      for (const auto& list : language.second) {
        const auto name = list.first.as<std::string>();
        const auto text = list.second.as<std::string>();
        const char separator = name == "female" || name == "male" || name == "last" ? ' ' : '|';
        List& entries = all[language.first.as<std::string>()][name];
        for (size_t at = 0; at <= text.size();) {
          const size_t end = std::min(text.find(separator, at), text.size());
          entries.push_back(text.substr(at, end - at));
          at = end + 1;
        }
      }
    }
    return all;
  }();
  return kLists;
}

const List& list_of(std::string_view language, std::string_view name) {
  return lists().at(std::string(language)).at(std::string(name));
}

// "female" or "male" where lists of any language hold the name, "" where they don't.
std::string_view gender_of(const std::string& folded) {
  static const auto kGenders = [] {
    std::map<std::string, std::string_view> genders;
    for (const auto& [language, of_language] : lists()) {
      for (const std::string_view gender : {"female", "male"}) {
        for (const std::string& name : of_language.at(std::string(gender))) {
          const auto [at, is_new] = genders.emplace(fold(name), gender);
          if (!is_new && at->second != gender) at->second = "";  // Andrea is both
        }
      }
    }
    return genders;
  }();
  const auto found = kGenders.find(folded);
  return found == kGenders.end() ? std::string_view() : found->second;
}

// Parts of surnames that are words of the language and identify nobody.
bool is_particle(std::string_view word) {
  constexpr std::array<std::string_view, 22> kParticles = {
      "de",  "del", "la", "las", "los", "y",  "e",  "i",  "von", "van", "der",
      "den", "zu",  "di", "da",  "du",  "le", "el", "al", "bin", "ter", "dos"};
  return std::find(kParticles.begin(), kParticles.end(), word) != kParticles.end();
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  for (const Word& word : find_words(text)) words.insert(fold(text, word));
  return words;
}

// Whether all words of one are words of the other: "Via Roma" would give "Via Roma 12" away.
bool gives_away(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end()) ||
         std::includes(b.begin(), b.end(), a.begin(), a.end());
}

}  // namespace

std::chrono::days date_shift(const Secret& secret, std::string_view patient) {
  const auto n = static_cast<int>(secret.draw_below(2 * 365, "shift", patient));
  return std::chrono::days(n < 365 ? n - 365 : n - 364);
}

Surrogates::Surrogates(const Secret& secret, std::string patient, std::string_view language,
                       DateOrder order)
    : secret_(secret), patient_(std::move(patient)), language_(language), order_(order) {}

std::string Surrogates::choose(std::string_view list, const std::string& original) {
  const std::string key = std::string(list) + '\n' + original;
  if (const auto known = chosen_.find(key); known != chosen_.end()) return known->second;
  const List& entries = list_of(language_, list);
  const std::set<std::string> words = words_of(original);
  size_t at = secret_.draw_below(entries.size(), "surrogate", patient_ + '\n' + key);
  // The next free entry; when a document has used up the list, another original's will do.
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

std::string Surrogates::name_word(std::string_view word, bool given) {
  const std::string folded = fold(word);
  if (folded.size() <= 1) {  // the initial of a name that stands elsewhere
    for (const auto& [key, surrogate] : chosen_) {
      const size_t original = key.find('\n') + 1;
      const std::string_view list = std::string_view(key).substr(0, original - 1);
      const bool is_name = list == "female" || list == "male" || list == "last";
      if (is_name && key.compare(original, folded.size(), folded) == 0) {
        return with_case_of(word,
                            std::string(1, fold(surrogate)[0] - (is_lower(word[0]) ? 0 : 32)));
      }
    }
    const uint64_t n = secret_.draw_below(25, "initial", patient_ + '\n' + folded);
    const auto letter = static_cast<char>('a' + n);  // one of 25: never the original
    return with_case_of(word, std::string(1, letter >= folded[0] ? letter + 1 : letter));
  }
  for (const std::string_view list : {"female", "male", "last"}) {
    const auto known = chosen_.find(std::string(list) + '\n' + folded);
    if (known != chosen_.end()) return with_case_of(word, known->second);
  }
  std::string_view list = gender_of(folded);
  if (list.empty()) {
    const bool female = secret_.draw_below(2, "gender", patient_ + '\n' + folded) == 0;
    list = !given ? "last" : female ? "female" : "male";
  }
  return with_case_of(word, choose(list, folded));
}

std::string Surrogates::name(std::string_view surface) {
  const std::vector<Word> words = find_words(surface);
  std::string out;
  size_t at = 0;
  const bool last_first = surface.find(',') != surface.npos;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = surface.substr(words[i].begin, words[i].end - words[i].begin);
    out += surface.substr(at, words[i].begin - at);
    at = words[i].end;
    const bool given = words.size() > 1 && i == (last_first ? words.size() - 1 : 0);
    out += is_particle(word) ? std::string(word) : name_word(word, given);
  }
  return out + std::string(surface.substr(at));
}

std::string Surrogates::from_list(std::string_view list, std::string_view surface) {
  return with_case_of(surface, choose(list, fold(surface)));
}

std::string Surrogates::street(std::string_view surface) {
  const std::string street = from_list("street", surface);
  if (std::none_of(surface.begin(), surface.end(), is_digit)) return street;
  const std::string message = patient_ + '\n' + fold(surface);
  const std::string number = std::to_string(1 + secret_.draw_below(99, "number", message));
  const bool number_first = language_ == "en" || language_ == "fr";
  return number_first ? number + " " + street : street + " " + number;
}

// Digits for digits and letters for letters, the same however they are grouped; what is between
// them and a leading zero stay. nullopt where there are letters or digits beyond ASCII, or none at
// all.
std::optional<std::string> Surrogates::scramble(std::string_view surface) const {
  const std::vector<Word> words = find_words(surface);
  if (words.empty()) return std::nullopt;
  for (const Word& word : words) {
    const std::string_view inside = surface.substr(word.begin, word.end - word.begin);
    const auto beyond_ascii = [](char c) { return static_cast<unsigned char>(c) > 0x7F; };
    if (std::any_of(inside.begin(), inside.end(), beyond_ascii)) return std::nullopt;
  }
  std::string out(surface);
  const std::string message = patient_ + '\n' + squeeze(surface);
  bool changed = false;
  for (size_t i = 0, place = 0; i < out.size(); ++i) {
    char& c = out[i];
    if (!is_digit(c) && !is_lower(c) && !is_upper(c)) continue;
    const uint64_t n =
        secret_.draw_below(26 * 90, "character", message + '\n' + std::to_string(place));
    const bool first = place++ == 0;
    if (!is_digit(c)) {
      c = static_cast<char>((is_lower(c) ? 'a' : 'A') + n % 26);
    } else if (!(first && c == '0')) {
      c = static_cast<char>(first ? '1' + n % 9 : '0' + n % 10);
    }
    changed |= c != surface[i];
  }
  if (changed) return out;
  // The draw hit the original: one step on.
  char& c = out[words.back().end - 1];
  if (is_digit(c)) c = c == '9' ? '1' : static_cast<char>(c + 1);
  if (is_lower(c) || is_upper(c)) c = static_cast<char>(c == 'z' || c == 'Z' ? c - 25 : c + 1);
  return out;
}

std::string Surrogates::email(std::string_view surface) {
  const std::string original = fold(surface);
  const std::string first = choose("female", original), last = choose("last", original);
  return fold(first) + "." + fold(last) + "@example.org";  // RFC 2606: nobody's
}

std::optional<std::string> Surrogates::age(std::string_view surface) const {
  const auto begin = std::find_if(surface.begin(), surface.end(), is_digit);
  const auto end = std::find_if_not(begin, surface.end(), is_digit);
  if (begin == end || end - begin > 3 || std::any_of(end, surface.end(), is_digit)) {
    return std::nullopt;  // "2 years 11 months" has two numbers to move
  }
  const int age = std::stoi(std::string(begin, end));
  // Within three years, so that a child stays a child; not above 89.
  const auto n =
      static_cast<int>(secret_.draw_below(6, "age", patient_ + '\n' + std::to_string(age)));
  int moved = age + (n < 3 ? n - 3 : n - 2);
  if (moved < 1) moved = age + 1 + n % 3;
  if (moved > 89) moved = std::min(age - 1, 89) - n % 3;
  return std::string(surface.begin(), begin) + std::to_string(moved) +
         std::string(end, surface.end());
}

std::optional<std::string> Surrogates::date(std::string_view surface) const {
  const auto parts = DateParts::read(surface, order_);
  if (!parts) return std::nullopt;
  std::chrono::sys_days when = parts->day() + date_shift(secret_, patient_);
  std::string out = parts->write(when);
  // A month or a year can stay itself under a small shift.
  if (out == surface) out = parts->write(parts->day() + std::chrono::days(400));
  return out;
}

std::optional<std::string> Surrogates::replace(std::string_view surface, Label label) {
  switch (label) {
    case Label::kPatient:
    case Label::kDoctor:
    case Label::kName: return name(surface);
    case Label::kCity:
    case Label::kLocation: return from_list("city", surface);
    case Label::kState: return from_list("state", surface);
    case Label::kCountry: return from_list("country", surface);
    case Label::kStreet: return street(surface);
    case Label::kHospital: return from_list("hospital", surface);
    case Label::kOrganization: return from_list("organization", surface);
    case Label::kProfession: return from_list("profession", surface);
    case Label::kAge: return age(surface);
    case Label::kDate: return date(surface);
    case Label::kEmail: return email(surface);
    case Label::kUrl:
      return "https://example.org/" +
             to_hex(bytes_of(secret_.draw("url", patient_ + '\n' + fold(surface)))).substr(0, 8);
    case Label::kIp: {  // RFC 5737 and RFC 3849: addresses for documents
      const std::string n = std::to_string(1 + secret_.draw_below(254, "ip", surface));
      return (surface.find(':') == surface.npos ? "198.51.100." : "2001:db8::") + n;
    }
    case Label::kFamily:
    case Label::kSex:
    case Label::kOther: return std::nullopt;
    default: return scramble(surface);  // numbers of all kinds
  }
}

}  // namespace redact
