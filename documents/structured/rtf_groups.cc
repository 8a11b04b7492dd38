// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/rtf_groups.h"

#include <algorithm>
#include <array>
#include <utility>

namespace redact {

namespace {

using enum RtfUse;

// Sorted by name. Groups that are not here are read if \* begins them, else their first word is
// formatting.
constexpr auto kGroups = std::to_array<RtfGroup>({
    {"aftncn", kText},
    {"aftnsep", kText},
    {"annotation", kText},
    {"atnauthor", kName},
    {"atndate", kData},  // a packed time
    {"atnicn", kUnread},
    {"atnid", kName},
    {"atnref", kSetting},
    {"atrfend", kSetting},
    {"atrfstart", kSetting},
    {"author", kName},
    {"bkmkend", kAnchor},
    {"bkmkstart", kAnchor},
    {"blipuid", kData},  // a digest of a picture
    {"category", kText},
    {"colorschememapping", kData},
    {"colortbl", kSetting},
    {"comment", kText},
    {"company", kText},
    {"datafield", kUnread},
    {"datastore", kData},
    {"doccomm", kText},
    {"docvar", kText},
    {"ffdeftext", kText},
    {"ffhelptext", kText},
    {"ffl", kText},
    {"ffname", kAnchor},
    {"ffstattext", kText},
    {"fldinst", kCode, false},
    {"fldtype", kSetting},
    {"fonttbl", kSetting},
    {"footer", kText},
    {"footerf", kText},
    {"footerl", kText},
    {"footerr", kText},
    {"footnote", kText},
    {"generator", kSetting},
    {"header", kText},
    {"headerf", kText},
    {"headerl", kText},
    {"headerr", kText},
    {"hlinkbase", kText},
    {"info", kText},
    {"keywords", kText},
    {"latentstyles", kSetting},
    {"levelnumbers", kSetting},
    {"leveltext", kSetting},
    {"listname", kText},
    {"listoverridetable", kSetting},
    {"liststylename", kText},
    {"listtable", kSetting},
    {"manager", kName},
    {"mmathPr", kSetting},
    {"objalias", kUnread},
    {"objclass", kSetting},
    {"objdata", kUnread},
    {"objsect", kUnread},
    {"operator", kName},
    {"passwordhash", kData},
    {"pgdsctbl", kSetting},
    {"pgptbl", kSetting},
    {"pict", kUnread},
    {"pn", kSetting},
    {"pnseclvl", kSetting},
    {"propname", kText},
    {"protusertbl", kName},
    {"revtbl", kName},
    {"rsidtbl", kSetting},
    {"rxe", kText},
    {"shptxt", kText},
    {"sn", kSetting},  // the name of a property of a drawing
    {"staticval", kText},
    {"stylesheet", kStyle},
    {"subject", kText},
    {"sv", kValue},
    {"tc", kText},
    {"tcn", kText},
    {"themedata", kData},
    {"title", kText},
    {"wgrffmtfilter", kSetting},
    {"writereservhash", kData},
    {"xe", kText},
});
static_assert(std::ranges::is_sorted(kGroups, {}, &RtfGroup::name));

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

const RtfGroup* rtf_group(std::string_view word) {
  const auto found = std::ranges::lower_bound(kGroups, word, {}, &RtfGroup::name);
  return found != kGroups.end() && found->name == word ? &*found : nullptr;
}

const char* rtf_time_mask(std::string_view word) {
  const auto found = std::ranges::lower_bound(kTimes, word, {}, &TimeMask::first);
  return found != kTimes.end() && found->first == word ? found->second : nullptr;
}

}  // namespace redact
