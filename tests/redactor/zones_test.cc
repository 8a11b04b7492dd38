// SPDX-License-Identifier: Apache-2.0
#include "redactor/zones.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::zones_test {

// What the spans hold if the first ten characters of a text are a date.
std::vector<std::string> with_zones_of(const std::string& text, const std::string& policy,
                                       std::vector<Span> more = {}) {
  std::vector<Span> spans = {{0, 10, Label::kDate, 1}};
  spans.insert(spans.end(), more.begin(), more.end());
  std::vector<std::string> surfaces;
  for (const Span& span : with_zones(text, spans, Policy::open(policy).value(), {})) {
    surfaces.push_back(text.substr(span.begin, span.end - span.begin));
  }
  return surfaces;
}

using Surfaces = std::vector<std::string>;

TEST(Zones, AreDatesIfThePolicyMovesDates) {
  const std::string text = "2024-03-30T08:00:00+01:00, seen by Hall";
  for (const char* policy : {"linked", "surrogate"}) {
    EXPECT_EQ(with_zones_of(text, policy), (Surfaces{"2024-03-30", "+01:00"})) << policy;
  }
  for (const char* policy : {"default", "hipaa-safe-harbor", "patient"}) {
    EXPECT_EQ(with_zones_of(text, policy), Surfaces{"2024-03-30"}) << policy;
  }
}

TEST(Zones, AZoneInsideASpanIsNotAddedTwice) {
  const std::string text = "2024-03-30 08:00:00 +0100 and later";
  EXPECT_EQ(with_zones_of(text, "linked", {{11, 25, Label::kOther, 1}}),
            (Surfaces{"2024-03-30", "08:00:00 +0100"}));
}

TEST(Zones, ASpanWithinTheCommentOfAZoneLeavesItsOffset) {
  const std::string text = "2024-03-30 08:00:00 +0100 (Leeds Time)";
  EXPECT_EQ(with_zones_of(text, "linked"), (Surfaces{"2024-03-30", "+0100 (Leeds Time)"}));
  EXPECT_EQ(with_zones_of(text, "linked", {{27, 32, Label::kCity, 1}}),
            (Surfaces{"2024-03-30", "+0100", "Leeds"}));
}

}  // namespace redact::zones_test
