// SPDX-License-Identifier: Apache-2.0
// Recognizers that a request brings along: their context and their limits. What they find is
// compared with Presidio in presidio_e2e_test.py.
#include "server/presidio/ad_hoc.h"

#include <gtest/gtest.h>

namespace redact::server {
namespace {

using Clock = std::chrono::steady_clock;
using OrderedJson = nlohmann::ordered_json;

AdHocRecognizer recognizer(const char* json) {
  const auto list = OrderedJson::array({OrderedJson::parse(json)});
  return (*AdHocRecognizer::parse(list, kUsualFlags)).front();
}

const AdHocRecognizer::Limits kNone{SIZE_MAX, Clock::time_point::max()};

constexpr char kZips[] = R"({"name": "zips", "supported_entity": "ZIP", "context": ["zip"],
    "patterns": [{"name": "five digits", "regex": "\\d{5}", "score": 0.5}]})";

TEST(AdHoc, AWordOfTheContextRaisesTheScore) {
  const AdHocRecognizer zips = recognizer(kZips);
  const auto scores_in = [&](std::string_view text, const std::vector<std::string>& of_request) {
    std::vector<Found> all;
    EXPECT_TRUE(zips.find(text, of_request, kNone, all));
    std::vector<double> scores;
    for (const Found& found : all) scores.push_back(found.score);
    return scores;
  };
  EXPECT_EQ(scores_in("at 90210", {}), std::vector<double>({0.5}));
  EXPECT_EQ(scores_in("ZIP codes 90210", {}), std::vector<double>({0.85}));
  EXPECT_EQ(scores_in("at 90210 or 10001", {"zipcode"}), std::vector<double>({0.85, 0.85}));
}

TEST(AdHoc, PlacesAndTimeAreLimited) {
  const AdHocRecognizer zips = recognizer(kZips);
  std::vector<Found> all;
  EXPECT_FALSE(zips.find("90210 90211 90212", {}, {2, Clock::time_point::max()}, all));
  EXPECT_EQ(all.size(), 2u);
  all.clear();
  EXPECT_FALSE(zips.find("90210", {}, {SIZE_MAX, Clock::now() - std::chrono::seconds(1)}, all));
  EXPECT_TRUE(all.empty());
}

}  // namespace
}  // namespace redact::server
