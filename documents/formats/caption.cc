// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/caption.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "documents/files/checked_yaml.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/observations.h"
#include "language/whole_number.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr size_t kLongestCaption = 48;  // bytes
constexpr int kFewestDigits = 4;        // of a telephone number; of a postal code that is a number

// Words behind a caption that leave its meaning, folded: "MRN no", "Telefon privat", "DOB
// dd/mm/yyyy".
constexpr auto kQualifiers = word_list<
    "number home work private privat perso fixe fijo casa dd mm yy yyyy tt jj jjjj aaaa gg">();
// Folded words for "number", which count as that one, as "n" does at the beginning: "Dossier no",
// "N° dossier".
constexpr auto kNumberWords =
    word_list<"no nr num number nummer numar numarul numarasi numer numero numeros">();
// Folded words that do not count: "numéro de dossier".
constexpr auto kJoining = word_list<"da de del della di do du of">();

// The folded words of a text.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  size_t end = 0;
  const auto add_number_sign = [&](size_t until) {
    if (text.substr(end, until - end).find('#') != text.npos) words.emplace_back("number");
  };
  for (const Word& word : find_words(text)) {
    add_number_sign(word.begin);
    end = word.end;
    std::string folded = fold(text, word);
    if (is_among(folded, kJoining)) continue;
    const bool is_number = is_among(folded, kNumberWords) || (words.empty() && folded == "n");
    words.push_back(is_number ? "number" : std::move(folded));
  }
  add_number_sign(text.size());
  return words;
}

std::string joined(const std::vector<std::string>& words, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += (i > begin ? " " : "") + words[i];
  return text;
}

struct Listed {
  Field field;
  bool is_end = false;  // it counts at the end of a longer caption, too
};
using Captions = std::unordered_map<std::string, Listed>;  // by their folded words

// A test reads the shipped list, so this cannot fail where the tests passed.
Captions read_list() {
  Captions captions;
  const auto list = read_checked_yaml(std::string(caption_list()), "list of captions");
  if (!list.ok()) std::abort();
  for (const auto& group : *list) {
    const auto field = read_use(group.first.as<std::string>());
    if (!field) std::abort();
    for (const auto& node : group.second) {
      const auto text = node.as<std::string>();
      const std::vector<std::string> words = words_of(text);
      captions.emplace(joined(words, 0, words.size()), Listed{*field, text.starts_with('*')});
    }
  }
  return captions;
}

// Excel writes some characters as _x000D_ (ECMA-376, part 1, 22.9.2.19), and programs write so the
// spaces in the names of elements.
std::string without_escapes(std::string_view text) {
  constexpr size_t kSize = 7;
  constexpr auto kHexadecimal = 16;
  if (text.find("_x") == text.npos) return std::string(text);
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    const std::string code(text.substr(at, kSize));
    const bool is_escape = code.size() == kSize && code.starts_with("_x") && code.ends_with('_') &&
                           std::all_of(code.begin() + 2, code.end() - 1, [](char c) {
                             return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
                           });
    if (is_escape) {
      append_utf8(static_cast<int32_t>(std::strtol(code.c_str() + 2, nullptr, kHexadecimal)),
                  plain);
    } else {
      plain += text[at];
    }
    at += is_escape ? kSize : 1;
  }
  return plain;
}

// The text before a remark in brackets at its end, and the remark: "Age", "years".
std::pair<std::string_view, std::string_view> without_remark(std::string_view text) {
  const size_t end = text.find_last_not_of(" :*") + 1;
  const bool has_one = end > 0 && (text[end - 1] == ')' || text[end - 1] == ']');
  const size_t begin = has_one ? text.find_last_of("([") : text.npos;
  if (begin == text.npos || begin == 0) return {text, {}};
  return {text.substr(0, begin), text.substr(begin + 1, end - begin - 2)};
}

// A measured value has fractions; a time in milliseconds may be negative. Some programs write every
// number of a column as 12.0 if one of its values is missing. Unlike whole_number(), this accepts
// any number of zeros, since the value of the integer does not matter here.
bool is_integer(std::string_view number) {
  if (number.starts_with('-')) number.remove_prefix(1);
  const size_t point = std::min(number.find('.'), number.size());
  const bool has_zeros = number.substr(point).find_first_not_of(".0") == number.npos;
  return (has_zeros && all_digits(number.substr(0, point))) || whole_number(number).has_value();
}

Caption find(const std::vector<std::string>& words) {
  static const Captions kListed = read_list();
  const auto listed = [&](size_t begin, size_t end) {
    const auto found = kListed.find(joined(words, begin, end));
    return found == kListed.end() ? nullptr : &found->second;
  };
  bool has_number = false;
  for (size_t end = words.size(); end > 0; --end) {
    // "Phone 1" is one of several; "IP3" is something else.
    const Listed* whole = listed(0, end);
    if (whole != nullptr && (whole->is_end || !has_number)) return {&whole->field, !has_number};
    for (size_t begin = 1; begin < end; ++begin) {
      const Listed* last = listed(begin, end);
      if (last != nullptr && last->is_end) return {&last->field, false};
    }
    const std::string& word = words[end - 1];
    const bool is_ordinal = word.size() == 1 && is_digit(word[0]);
    if (!is_ordinal && !is_among(word, kQualifiers)) break;
    has_number |= is_ordinal;
  }
  return {};
}

}  // namespace

bool is_symbol_of_element(std::string_view text) {
  return is_among(text, word_list<"Na K Cl Ca Mg P Fe Zn Cu Li Se Pb">());
}

std::string words_of_name(std::string_view name) {
  std::string words;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i], last = words.empty() ? ' ' : words.back();
    const std::string_view behind = name.substr(i + 1, 2);
    // "MRNNumber", but not "IDs".
    const bool begins_after_capitals = is_upper(c) && is_upper(last) && behind.size() == 2 &&
                                       std::ranges::all_of(behind, is_lower);
    const bool begins_after_other =
        (is_upper(c) && is_lower(last)) || (is_digit(c) && is_letter(last));
    if (begins_after_capitals || begins_after_other) words += ' ';
    words += c;
  }
  return words;
}

Caption read_caption(std::string_view text) {
  constexpr size_t kLongest = 4 * kLongestCaption;  // with its remark and escapes
  if (text.empty() || text.size() > kLongest) return {};
  const std::string plain = without_escapes(text);
  const auto [words, remark] = without_remark(plain);
  // "Age > 65" and "Hb (MRN)" name something else.
  const bool is_other = words.find_first_of("<>=%+()[]{}") != words.npos;
  if (words.size() > kLongestCaption || is_other) return {};
  Caption caption = find(words_of(words));
  const std::string divided = caption.field == nullptr ? words_of_name(words) : std::string();
  if (divided.size() > words.size()) caption = find(words_of(divided));
  const bool is_young = caption.field != nullptr && caption.field->label == Label::kAge &&
                        counts_less_than_years(remark);  // such ages identify nobody
  return is_young ? Caption{} : caption;
}

bool is_of_words(Label label) {
  return is_name(label) || label == Label::kStreet || label == Label::kEmail ||
         label == Label::kUsername || label == Label::kBiometric;
}

// Whether a text may be an age: digits or numerals, not a comparator (">="), a unit ("a") or
// "none".
bool may_be_age(std::string_view value) {
  constexpr ptrdiff_t kFewestLetters = 5;
  return std::ranges::any_of(value, is_digit) ||
         std::ranges::count_if(value, may_be_letter) >= kFewestLetters;
}

bool is_value_of(Label label, std::string_view value) {
  const bool may_be_anything = label == Label::kDate || label == Label::kLocation;
  if (!read_number(value)) {
    return may_be_anything || (label == Label::kAge && may_be_age(value)) ||
           may_be_value(label, value);
  }
  const bool has_fewest = label == Label::kPhone || label == Label::kZip;
  if (has_fewest && value.size() < static_cast<size_t>(kFewestDigits)) return false;
  return label == Label::kAge || label == Label::kLocation || is_integer(value);
}

bool may_be_value(Label label, std::string_view value) {
  // Answers in place of a name, folded.
  constexpr auto kNothing = word_list<
      "n/a none unknown yes no nein oui non unbekannt inconnu inconnue desconocido desconocida "
      "sconosciuto onbekend nieznany bilinmiyor necunoscut">();
  const std::vector<Word> words = find_words(value);
  if (words.empty()) return false;
  const std::string text = fold(value, {words.front().begin, words.back().end});
  if (is_of_words(label)) return !is_among(text, kNothing);
  return std::ranges::count_if(text, is_digit) >= (label == Label::kPhone ? kFewestDigits : 1);
}

}  // namespace redact
