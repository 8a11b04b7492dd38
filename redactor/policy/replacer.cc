// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/replacer.h"

#include <algorithm>
#include <array>

#include "redactor/text/language.h"
#include "redactor/text/words.h"
#include "runtime/text/utf8.h"

namespace redact {

namespace {

// 64 bits of the HMAC in hexadecimal would make tags unreadable; with 48, among a million different
// names two share a hash with odds of 1 to 560.
constexpr size_t kHashBytes = 6;
constexpr int kOldestWritten = 89;  // 45 CFR 164.514(b)(2)(i)(C)

// ZIP codes whose first three digits stand for 20,000 people or fewer, by the census of 2000 as the
// Department of Health and Human Services lists them.
constexpr std::array<std::string_view, 17> kSmallZip3 = {"036", "059", "063", "102", "203", "556",
                                                         "692", "790", "821", "823", "830", "831",
                                                         "878", "879", "884", "890", "893"};

std::string with_suffix(const std::string& placeholder, const std::string& suffix) {
  const bool closed = !placeholder.empty() && placeholder.back() == ']';
  if (!closed) return placeholder + "_" + suffix;
  return placeholder.substr(0, placeholder.size() - 1) + "_" + suffix + "]";
}

std::string mask(std::string_view surface) {
  std::string out;
  for (size_t at = 0; at < surface.size();) {
    const Utf8Unit unit = decode_utf8(surface, at);
    if (unit.code_point < 0 || is_word_character(unit.code_point)) {
      out += '*';
    } else {
      out += surface.substr(at, unit.n_bytes);
    }
    at += unit.n_bytes;
  }
  return out;
}

// Whether an age is counted in months or less; the first letters say so in all five languages.
bool is_under_years(std::string_view unit) {
  constexpr std::array<std::string_view, 12> kUnits = {"month", "mes",   "moi",  "monat",
                                                       "week",  "seman", "sett", "woche",
                                                       "day",   "dia",   "jour", "tag"};
  const std::vector<Word> words = find_words(unit);
  if (words.empty()) return false;
  const std::string word = fold(unit.substr(words[0].begin, words[0].end - words[0].begin));
  return std::any_of(kUnits.begin(), kUnits.end(),
                     [&](std::string_view begin) { return word.starts_with(begin); });
}

// "90+" above 89, nullopt for ages that may stay, the placeholder where no number says.
std::optional<std::string> over_89(std::string_view surface, const std::string& placeholder) {
  const auto begin = std::find_if(surface.begin(), surface.end(), is_digit);
  const auto end = std::find_if_not(begin, surface.end(), is_digit);
  if (begin == end || end - begin > 3 ||
      std::find_if(end, surface.end(), is_digit) != surface.end()) {
    return placeholder;
  }
  const bool years = !is_under_years({end, surface.end()});
  if (years && std::stoi(std::string(begin, end)) > kOldestWritten) return "90+";
  return std::nullopt;
}

// The latest year that a text names. A note may be read long after it was written, and who is in it
// grows older: it counts as of 2026 at least.
int newest_year(std::string_view text) {
  int newest = 2026;
  for (const Word& word : find_words(text)) {
    const std::string_view digits = text.substr(word.begin, word.end - word.begin);
    if (digits.size() != 4 || !std::all_of(digits.begin(), digits.end(), is_digit)) continue;
    const int year = std::stoi(std::string(digits));
    if (year < 2100) newest = std::max(newest, year);
  }
  return newest;
}

bool reads_dates(const Policy& policy) {
  return policy.uses(Operator::kShift) || policy.uses(Operator::kYear) ||
         policy.uses(Operator::kSurrogate);
}

std::string zip3(std::string_view surface, const std::string& placeholder) {
  const bool us = (surface.size() == 5 || (surface.size() == 10 && surface[5] == '-')) &&
                  std::all_of(surface.begin(), surface.begin() + 5, is_digit);
  const std::string_view three = surface.substr(0, 3);
  if (!us) return placeholder;
  const bool small = std::find(kSmallZip3.begin(), kSmallZip3.end(), three) != kSmallZip3.end();
  return std::string(small ? "000" : three) + "**";
}

}  // namespace

Replacer::Replacer(const Policy& policy, std::string_view text, const Secret* key,
                   std::string_view patient)
    : policy_(policy),
      key_(key),
      patient_(patient.empty() ? sha256_hex(text) : std::string(patient)),
      newest_year_(policy.uses(Operator::kYear) ? newest_year(text) : 0),
      date_order_(reads_dates(policy) ? order_of_dates(text, policy.date_order())
                                      : policy.date_order()),
      secret_(key != nullptr ? *key : Secret::of_document(text)),
      surrogates_(secret_, patient_,
                  policy.uses(Operator::kSurrogate) ? guess_language(text) : "en", date_order_) {}

// A name of which every word was seen in one name before is that name: "Mrs Ellison" after
// "Margaret Ellison".
std::string Replacer::number(std::string_view surface, const std::string& placeholder) {
  std::vector<std::string> words;
  for (const Word& word : find_words(surface)) {
    words.push_back(fold(surface, word));
  }
  std::vector<Numbered>& known = numbered_[placeholder];
  size_t at = known.size();
  const auto all_in = [](const std::vector<std::string>& some,
                         const std::vector<std::string>& all) {
    return !some.empty() && std::all_of(some.begin(), some.end(), [&](const std::string& word) {
      return std::find(all.begin(), all.end(), word) != all.end();
    });
  };
  for (size_t i = 0; i < known.size(); ++i) {
    if (known[i].words == words) at = i;
  }
  for (size_t i = known.size(); i-- > 0 && at == known.size();) {  // the latest that fits
    if (all_in(words, known[i].words)) at = i;
    if (all_in(known[i].words, words)) at = i, known[i].words = words;
  }
  if (at == known.size()) known.push_back({std::move(words)});
  return with_suffix(placeholder, std::to_string(at + 1));
}

std::optional<std::string> Replacer::replace(std::string_view surface, Label label) {
  const Treatment* treatment = policy_.treatment(label);
  if (treatment == nullptr) return std::nullopt;
  const std::string& placeholder = treatment->placeholder;
  switch (treatment->op) {
    case Operator::kTag: return placeholder;
    case Operator::kNumber: return number(surface, placeholder);
    case Operator::kMask: return mask(surface);
    case Operator::kHash:
      if (key_ == nullptr) return placeholder;
      return with_suffix(
          placeholder,
          to_hex(bytes_of(key_->draw("hash", squeeze(surface))).substr(0, kHashBytes)));
    case Operator::kSurrogate: return surrogates_.replace(surface, label).value_or(placeholder);
    case Operator::kShift: {
      const auto date = DateParts::read(surface, date_order_);
      if (!date || key_ == nullptr) return placeholder;
      return date->write(date->day() + date_shift(*key_, patient_));
    }
    case Operator::kYear: {
      const auto date = DateParts::read(surface, date_order_);
      if (!date || !date->has_whole_year()) return placeholder;
      const auto year = static_cast<int>(std::chrono::year_month_day(date->day()).year());
      if (newest_year_ - year > kOldestWritten)
        return placeholder;  // a year that tells such an age
      return std::to_string(year);
    }
    case Operator::kOver89: return over_89(surface, placeholder);
    case Operator::kZip3: return zip3(surface, placeholder);
  }
  return placeholder;
}

}  // namespace redact
