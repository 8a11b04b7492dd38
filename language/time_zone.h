// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace redact {

struct Zone {
  size_t begin, end;  // bytes of the text
  std::string utc;    // as utc_like() writes it
};

// The zone of the time of day that belongs to the date at [begin, end) of a text, in it or directly
// behind it: "+01:00" in "2024-03-30T08:00:00+01:00", "CET" in "30.03.2024 08:15 CET", "+0100
// (CET)" with the comment of a mail. nullopt if there is none, or if it is UTC.
//
// Most zones change with the season, so a zone that stays beside a moved date tells how far it
// moved: +01:00 in one note and +02:00 in that of the next day is the last Sunday of March.
std::optional<Zone> find_zone(std::string_view text, size_t begin, size_t end);

// Whether a text is such a zone.
bool is_zone(std::string_view text);

// UTC in the form of a zone: "+00:00", "+0000 (UTC)", "UTC".
std::string utc_like(std::string_view zone);

// A date as written, with UTC in place of the zone of its time of day.
std::string with_utc(std::string date);

}  // namespace redact
