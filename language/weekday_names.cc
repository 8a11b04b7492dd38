// SPDX-License-Identifier: Apache-2.0
#include "language/weekday_names.h"

#include <string>
#include <vector>

#include "base/word_list.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr WeekdayNames kWeekdays[] = {
    {"en", word_list<"Monday Tuesday Wednesday Thursday Friday Saturday Sunday">(),
     word_list<"Mon Tue Wed Thu Fri Sat Sun">()},
    {"es", word_list<"lunes martes miércoles jueves viernes sábado domingo">(),
     word_list<"lun mar mié jue vie sáb dom">()},
    {"it", word_list<"lunedì martedì mercoledì giovedì venerdì sabato domenica">(),
     word_list<"lun mar mer gio ven sab dom">()},
    {"fr", word_list<"lundi mardi mercredi jeudi vendredi samedi dimanche">(),
     word_list<"lun mar mer jeu ven sam dim">()},
    {"de", word_list<"Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag">(),
     word_list<"Mo Di Mi Do Fr Sa So">()},
    {"ro", word_list<"luni marți miercuri joi vineri sâmbătă duminică">(),
     word_list<"lun mar mie joi vin sâm dum">()},
    {"tr", word_list<"Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar">(),
     word_list<"Pzt Sal Çar Per Cum Cmt Paz">()},
    {"ar", word_list<"الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد">(),
     word_list<"الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد">()},
};

constexpr size_t kShortestDay = 3;  // "Tues", "Thu"; also the length of most abbreviations

struct DayName {
  std::string folded;
  Weekday weekday;
};

std::vector<DayName> fold_days() {
  std::vector<DayName> names;
  for (const WeekdayNames& list : kWeekdays) {
    for (int day = 0; day < 7; ++day) {
      const auto at = static_cast<size_t>(day);
      names.push_back({fold(list.whole[at]), {day, &list, true}});
      names.push_back({fold(list.brief[at]), {day, &list, false}});
    }
  }
  // Another word for Saturday, which is written back as the usual one.
  names.push_back({fold("Sonnabend"), {5, &kWeekdays[4], true}});
  return names;
}

}  // namespace

std::optional<Weekday> find_weekday(std::string_view folded, std::string_view language) {
  static const std::vector<DayName> kNames = fold_days();
  const size_t length = count_characters(folded);
  std::optional<Weekday> found;
  int best = 0;
  for (const DayName& name : kNames) {
    const bool is_own = name.weekday.names->language == language;
    const bool is_equal = name.folded == folded;
    // "Tues" is the beginning of a name; "Wednesdays" is not.
    const bool begins = name.weekday.is_whole && name.folded.starts_with(folded);
    if (!is_equal && !(begins && length >= kShortestDay)) continue;
    if (length < kShortestDay && !is_own) continue;
    // Whole names first, then the usual abbreviations: Turkish "Paz" is Pazar, not Pazartesi.
    const bool is_whole = is_equal && name.weekday.is_whole;
    const int fit = 1 + is_own + 2 * is_equal + 2 * is_whole;
    if (fit <= best) continue;
    best = fit;
    found = name.weekday;
    found->is_whole = is_whole;
  }
  return found;
}

}  // namespace redact
