// SPDX-License-Identifier: Apache-2.0
#include "language/month_names.h"

#include <algorithm>
#include <vector>

#include "language/words.h"

namespace redact {

namespace {

constexpr MonthNames kMonths[] = {
    {"en",
     {"January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December"}},
    {"es",
     {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
      "octubre", "noviembre", "diciembre"}},
    {"it",
     {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
      "ottobre", "novembre", "dicembre"}},
    {"fr",
     {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
      "octobre", "novembre", "décembre"}},
    {"de",
     {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
      "November", "Dezember"}},
    {"ro",
     {"ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie",
      "octombrie", "noiembrie", "decembrie"}},
    {"tr",
     {"Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran", "Temmuz", "Ağustos", "Eylül", "Ekim",
      "Kasım", "Aralık"}},
    // In order: Egypt and the Gulf; the Levant and Iraq; Algeria and Tunisia; Morocco.
    {"ar",
     {"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر",
      "نوفمبر", "ديسمبر"}},
    {"ar",
     {"كانون الثاني", "شباط", "آذار", "نيسان", "أيار", "حزيران", "تموز", "آب", "أيلول",
      "تشرين الأول", "تشرين الثاني", "كانون الأول"}},
    {"ar",
     {"جانفي", "فيفري", "مارس", "أفريل", "ماي", "جوان", "جويلية", "أوت", "سبتمبر", "أكتوبر",
      "نوفمبر", "ديسمبر"}},
    {"ar",
     {"يناير", "فبراير", "مارس", "أبريل", "ماي", "يونيو", "يوليوز", "غشت", "شتنبر", "أكتوبر",
      "نونبر", "دجنبر"}},
    {"", {"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}},
};

constexpr size_t kShortestName = 3;  // "Mar", "Sep"

struct Name {
  std::string folded;
  Month month;
};

const std::vector<Name>& all_names() {
  static const auto kNames = [] {
    std::vector<Name> names;
    for (const MonthNames& list : kMonths) {
      for (int m = 0; m < 12; ++m) {
        names.push_back({fold(list.names[static_cast<size_t>(m)]), {m + 1, &list}});
      }
    }
    return names;
  }();
  return kNames;
}

}  // namespace

std::span<const MonthNames> month_names() { return kMonths; }

std::optional<Month> find_month(std::string_view folded, std::string_view language) {
  const std::vector<Name>& names = all_names();
  const auto first = [&](const auto& fits) -> std::optional<Month> {
    const auto found = std::find_if(names.begin(), names.end(), fits);
    return found == names.end() ? std::nullopt : std::optional(found->month);
  };
  const auto whole = [&](const Name& name) { return name.folded == folded; };
  const auto own = [&](const Name& name) {
    return !language.empty() && name.month.names->language == language && whole(name);
  };
  if (const auto month = first(own)) return month;
  if (const auto month = first(whole)) return month;
  if (count_characters(folded) < kShortestName) return std::nullopt;
  return first([&](const Name& name) { return name.folded.starts_with(folded); });
}

}  // namespace redact
