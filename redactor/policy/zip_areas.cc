// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/zip_areas.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace redact {

namespace {

// Both lists follow from table P1 (total population) of the 2020 census, Demographic and Housing
// Characteristics File: the population of each of the 33,774 ZIP Code Tabulation Areas, added by
// their first three digits, 894 areas and 334,726,586 people in all. The sums come from a published
// extract of that table, not from the Census Bureau itself, and agree with published lists of the
// 2010 census. The Bureau's next table replaces them.
//
// Areas with 20,000 people or fewer. The nearest ones above are 576 (20,310) and 999 (21,178).
constexpr auto kSmall = std::to_array<int>(
    {36, 59, 102, 202, 203, 204, 205, 369, 556, 692, 753, 772, 821, 823, 878, 879, 884, 893});

// First and last of ranges of digits that begin no area.
struct Run {
  int first, last;
};
constexpr auto kNoArea = std::to_array<Run>(
    {{0, 5},     {8, 8},     {55, 55},   {90, 99},   {192, 192}, {213, 213}, {269, 269}, {311, 311},
     {332, 332}, {340, 340}, {343, 343}, {345, 345}, {348, 348}, {353, 353}, {375, 375}, {399, 399},
     {419, 419}, {428, 429}, {459, 459}, {509, 509}, {517, 519}, {529, 529}, {533, 533}, {536, 536},
     {552, 552}, {555, 555}, {568, 569}, {578, 579}, {589, 589}, {621, 621}, {632, 632}, {642, 643},
     {649, 649}, {659, 659}, {663, 663}, {682, 682}, {694, 699}, {702, 702}, {709, 709}, {715, 715},
     {732, 733}, {742, 742}, {771, 771}, {817, 819}, {839, 839}, {842, 842}, {848, 849}, {854, 854},
     {858, 858}, {861, 862}, {866, 869}, {872, 872}, {876, 876}, {885, 889}, {892, 892}, {896, 896},
     {899, 899}, {901, 901}, {909, 909}, {929, 929}, {938, 938}, {942, 942}, {962, 966}, {969, 969},
     {987, 987}});

bool is_zip(std::string_view code) {
  if (code.size() < 5 || !all_digits(code.substr(0, 5))) return false;
  std::string_view rest = code.substr(5);
  if (rest.empty()) return true;
  const size_t digits = std::min(rest.find_first_not_of(" -+"), rest.size());
  rest.remove_prefix(digits);
  return rest.size() == 4 && all_digits(rest);
}

}  // namespace

bool is_populous_zip_area(std::string_view three_digits) {
  if (three_digits.size() != 3 || !all_digits(three_digits)) return false;
  const int area = std::stoi(std::string(three_digits));
  const bool has_no_area = std::any_of(kNoArea.begin(), kNoArea.end(), [area](const Run& run) {
    return run.first <= area && area <= run.last;
  });
  return !has_no_area && std::find(kSmall.begin(), kSmall.end(), area) == kSmall.end();
}

std::string generalised_zip(std::string_view code) {
  if (!is_zip(code)) return {};
  const std::string_view three = code.substr(0, 3);
  return std::string(is_populous_zip_area(three) ? three : "000") + "**";
}

}  // namespace redact
