// SPDX-License-Identifier: Apache-2.0
#include "language/age.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "language/words.h"

namespace redact {

namespace {

// Words for months, weeks, days, hours and minutes; compared folded.
constexpr std::string_view kUnits[] = {
    // English
    "month", "months", "mth", "mths", "mos", "mo", "week", "weeks", "wks", "wk", "day", "days", "d",
    "hour", "hours", "hrs", "hr", "h", "minute", "minutes", "mins", "min",
    // Spanish
    "mes", "meses", "semana", "semanas", "sem", "día", "días", "hora", "horas", "hs", "minuto",
    "minutos",
    // Italian
    "mese", "mesi", "settimana", "settimane", "sett", "giorno", "giorni", "gg", "ora", "ore",
    "minuti",
    // French
    "mois", "semaine", "semaines", "jour", "jours", "heure", "heures", "mn",
    // German
    "Monat", "Monate", "Monaten", "monatig", "monatige", "monatiger", "monatiges", "monatigen",
    "Mon", "Woche", "Wochen", "wöchig", "wöchige", "wöchiger", "wöchiges", "wöchigen", "Wo", "Tag",
    "Tage", "Tagen", "tägig", "tägige", "tägiger", "tägiges", "tägigen", "Tg", "Tge", "Stunde",
    "Stunden", "stündig", "stündige", "stündiger", "stündiges", "stündigen", "Std", "Stdn",
    "Minuten",
    // Romanian; "minut" is Turkish and German too
    "lună", "luni", "săptămână", "săptămâni", "săpt", "zi", "zile", "oră", "minut", "minute",
    // Turkish
    "ay", "aylık", "aylıkken", "hafta", "haftalık", "gün", "günlük", "günlükken", "saat", "saatlik",
    "dakika", "dakikalık", "dk",
    // Arabic
    "شهر", "شهرا", "شهرين", "أشهر", "شهور", "أسبوع", "أسبوعا", "أسابيع", "يوم", "يوما", "أيام",
    "ساعة", "ساعات", "دقيقة", "دقائق"};

// One-letter abbreviations that have another meaning in another language: French "j" is a day and
// German "j" a year; English "w" is a week and German "w" a woman.
bool is_unit_of(std::string_view language, const std::string& folded) {
  return (folded == "j" && language == "fr") || (folded == "w" && language == "en");
}

bool is_unit(std::string_view language, const std::string& folded) {
  static const auto kFolded = [] {
    std::set<std::string> units;
    for (const std::string_view unit : kUnits) units.insert(fold(unit));
    return units;
  }();
  return kFolded.contains(folded) || is_unit_of(language, folded);
}

// The first word of `text`; empty if there is none. Romanian puts "de" before it: "95 de zile".
std::string first_word(std::string_view text) {
  const std::vector<Word> words = find_words(text);
  if (words.empty()) return {};
  std::string first = fold(text, words[0]);
  return first == "de" && words.size() > 1 ? fold(text, words[1]) : first;
}

// Abbreviations of one or two letters, except "gg", count only directly after a number.
std::string unless_short(std::string word) {
  return word.size() > 2 || word == "gg" ? std::move(word) : std::string();
}

// The unit that follows a surface that ends with its number. Only a space, a hyphen or both may
// come between, and short abbreviations do not count: "aged 95 d/c home".
std::string unit_behind(std::string_view behind) {
  const size_t begin = std::min(behind.find_first_not_of(" -"), behind.size());
  if (begin > 2) return {};
  constexpr size_t kLongEnough = 64;  // bytes that hold "de" and a unit in any script
  const std::string_view rest = behind.substr(begin, kLongEnough);
  const std::vector<Word> words = find_words(rest);
  if (words.empty() || words[0].begin != 0) return {};
  return unless_short(first_word(rest));
}

}  // namespace

std::optional<Age> read_age(std::string_view surface, std::string_view behind,
                            std::string_view language) {
  const auto first = std::find_if(surface.begin(), surface.end(), is_digit);
  const auto last = std::find_if_not(first, surface.end(), is_digit);
  if (first == last || last - first > 3 || std::any_of(last, surface.end(), is_digit)) {
    return std::nullopt;
  }
  Age age{static_cast<size_t>(first - surface.begin()), static_cast<size_t>(last - surface.begin()),
          0, true};
  for (auto digit = first; digit != last; ++digit) age.value = age.value * 10 + (*digit - '0');
  std::string unit = first_word(surface.substr(age.end));
  if (unit.empty()) unit = unit_behind(behind);
  if (unit.empty()) {
    const std::string_view before = surface.substr(0, age.begin);
    const std::vector<Word> words = find_words(before);
    if (!words.empty()) unit = unless_short(fold(before, words.back()));
  }
  age.in_years = !is_unit(language, unit);
  return age;
}

}  // namespace redact
