// SPDX-License-Identifier: Apache-2.0
#include "redactor/kept_places.h"

#include <gtest/gtest.h>

namespace redact::kept_places_test {

// The places that are hidden as towns, joined by commas, of words that the model labels alike.
std::string hidden(const std::string& policy, Label label, SpanSource source = SpanSource::kModel) {
  constexpr std::string_view kText =
      "She lives in Bristol with her son and was born in Ohio in the autumn of that year.";
  std::vector<Span> evidence;
  for (const std::string_view word : {"Bristol", "Ohio"}) {
    const size_t at = kText.find(word);
    evidence.push_back({at, at + word.size(), label, 5, source});
  }
  std::string out;
  for (const Span& s : hide_unknown_places(kText, evidence, Policy::open(policy).value())) {
    EXPECT_EQ(s.label, Label::kCity);
    out += (out.empty() ? "" : ",") + std::string(kText.substr(s.begin, s.end - s.begin));
  }
  return out;
}

TEST(KeptPlaces, AStateOrCountryStaysOnlyUnderAKnownName) {
  for (const Label label : {Label::kState, Label::kCountry}) {
    EXPECT_EQ(hidden("hipaa-safe-harbor", label), "Bristol");
    EXPECT_EQ(hidden("patient", label), "Bristol");
  }
}

TEST(KeptPlaces, NothingChangesWhereTheLabelIsHiddenOrARuleGaveIt) {
  EXPECT_EQ(hidden("default", Label::kState), "");
  EXPECT_EQ(hidden("hipaa-safe-harbor", Label::kCity), "");
  EXPECT_EQ(hidden("hipaa-safe-harbor", Label::kState, SpanSource::kField), "");
}

}  // namespace redact::kept_places_test
