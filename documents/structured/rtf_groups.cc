// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/rtf_groups.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/word_list.h"

namespace redact {

namespace {

using enum RtfUse;

// Groups that are not here are read if \* begins them, else their first word is formatting.
constexpr auto kTextGroups = sorted_words<
    "aftncn aftnsep annotation category comment company doccomm docvar ffdeftext ffhelptext ffl "
    "ffstattext footer footerf footerl footerr footnote header headerf headerl headerr hlinkbase "
    "info keywords listname liststylename propname rxe shptxt staticval subject tc tcn title xe">();
constexpr auto kNameGroups =
    sorted_words<"atnauthor atnid author manager operator protusertbl revtbl">();
constexpr auto kAnchorGroups = sorted_words<"bkmkend bkmkstart ffname">();
// "sn" is the name of a property of a drawing, "sv" its value.
constexpr auto kSettingGroups = sorted_words<
    "atnref atrfend atrfstart colortbl fldtype latentstyles levelnumbers "
    "leveltext listoverridetable listtable mmathPr objclass pgdsctbl pgptbl pn pnseclvl rsidtbl sn "
    "wgrffmtfilter">();
// A packed time, the digest of a picture, and so on.
constexpr auto kDataGroups = sorted_words<
    "atndate blipuid colorschememapping datastore passwordhash themedata writereservhash">();
constexpr auto kUnreadGroups = sorted_words<"atnicn datafield objalias objdata objsect pict">();

using TimeMask = std::pair<std::string_view, const char*>;
constexpr auto kTimes = std::to_array<TimeMask>({{"crdate", "0"},
                                                 {"dy", "1"},
                                                 {"hr", "0"},
                                                 {"min", "0"},
                                                 {"mo", "1"},
                                                 {"revdttm", "0"},
                                                 {"revdttmdel", "0"},
                                                 {"sec", "0"},
                                                 {"yr", "2000"}});
static_assert(std::ranges::is_sorted(kTimes, {}, &TimeMask::first));

}  // namespace

std::optional<RtfUse> rtf_group(std::string_view word) {
  const auto is_any = [word](const auto& words) { return std::ranges::binary_search(words, word); };
  if (is_any(kTextGroups)) return kText;
  if (is_any(kNameGroups)) return kName;
  if (is_any(kAnchorGroups)) return kAnchor;
  if (is_any(kSettingGroups)) return kSetting;
  if (is_any(kDataGroups)) return kData;
  if (is_any(kUnreadGroups)) return kUnread;
  if (word == "fldinst") return kCode;
  if (word == "stylesheet") return kStyle;
  if (word == "fonttbl" || word == "generator") return kGiven;
  return word == "sv" ? std::optional(kValue) : std::nullopt;
}

const char* rtf_time_mask(std::string_view word) {
  const auto found = std::ranges::lower_bound(kTimes, word, {}, &TimeMask::first);
  return found != kTimes.end() && found->first == word ? found->second : nullptr;
}

}  // namespace redact
