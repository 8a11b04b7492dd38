// SPDX-License-Identifier: Apache-2.0
// Recognizers that a request brings along: their context and their limits. What they find is
// compared with Presidio in presidio_e2e_test.py.
#include "server/presidio/ad_hoc.h"

#include <gtest/gtest.h>

namespace redact::server::ad_hoc_test {

using Json = nlohmann::json;

Checked<std::vector<AdHocRecognizer>> recognizers(const Json& list,
                                                  const std::vector<std::string>& context = {}) {
  WorkLimit work;
  return AdHocRecognizer::parse(list, kUsualFlags, context, {}, work);
}

AdHocRecognizer recognizer(const Json& one, const std::vector<std::string>& context = {}) {
  return (*recognizers(Json::array({one}), context)).front();
}

constexpr char kZips[] = R"({"name": "zips", "supported_entity": "ZIP", "context": ["zip"],
    "patterns": [{"name": "five digits", "regex": "\\d{5}", "score": 0.5}]})";

TEST(AdHoc, AWordOfTheContextRaisesTheScore) {
  const auto scores_in = [](std::string_view text, const std::vector<std::string>& of_request) {
    const AdHocRecognizer zips = recognizer(Json::parse(kZips), of_request);
    std::vector<Found> all;
    WorkLimit work;
    EXPECT_TRUE(zips.find(text, SIZE_MAX, work, all));
    std::vector<double> scores;
    for (const Found& found : all) scores.push_back(found.score);
    return scores;
  };
  EXPECT_EQ(scores_in("at 90210", {}), std::vector<double>({0.5}));
  EXPECT_EQ(scores_in("ZIP codes 90210", {}), std::vector<double>({0.85}));
  EXPECT_EQ(scores_in("at 90210 or 10001", {"zipcode"}), std::vector<double>({0.85, 0.85}));
}

TEST(AdHoc, PlacesAndTimeAreLimited) {
  const AdHocRecognizer zips = recognizer(Json::parse(kZips));
  std::vector<Found> all;
  WorkLimit work;
  EXPECT_FALSE(zips.find("90210 90211 90212", 2, work, all));
  EXPECT_EQ(all.size(), 2u);
  all.clear();
  WorkLimit late(WorkLimit::Clock::now() - std::chrono::seconds(1), {});
  EXPECT_FALSE(zips.find("90210", SIZE_MAX, late, all));
  EXPECT_TRUE(all.empty());
}

// RE2 cannot be interrupted, so what one match may take is known before.
TEST(AdHoc, APatternOfManyInstructionsHasShortTexts) {
  Json json = Json::parse(kZips);
  json["patterns"][0]["regex"] = "[a-q][^u-z]{900}!";  // some 8,000 instructions
  const AdHocRecognizer heavy = recognizer(json);
  std::vector<Found> all;
  WorkLimit work;
  EXPECT_TRUE(heavy.find(std::string(1 << 14, 'a'), SIZE_MAX, work, all));
  EXPECT_FALSE(heavy.find(std::string(1 << 20, 'a'), SIZE_MAX, work, all));
}

TEST(AdHoc, ALongDenyListIsFoundInLongTexts) {
  Json json = {{"supported_entity", "TERM"}, {"deny_list", Json::array()}};
  for (int i = 0; i < 9000; ++i) json["deny_list"].push_back("term" + std::to_string(i));
  json["deny_list"].push_back("Kelvin");
  const AdHocRecognizer terms = recognizer(json);
  // Its pieces are some 50 KB: terms at every distance from their ends.
  std::string text;
  std::vector<size_t> begins;
  while (text.size() < 300000) {
    text += std::string(1 + text.size() % 23, '.');
    begins.push_back(text.size());
    text += begins.size() % 2 == 0 ? "TERM8999" : "\u212aelvin";
  }
  std::vector<Found> all;
  WorkLimit work;
  ASSERT_TRUE(terms.find(text, SIZE_MAX, work, all));
  ASSERT_EQ(all.size(), begins.size());
  for (size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i].begin, begins[i]);
}

TEST(AdHoc, TermsOfADenyListThatBeginAlikeAreFoundEach) {
  const AdHocRecognizer terms =
      recognizer({{"supported_entity", "TERM"},
                  {"deny_list", {"St", "St. M", "St. Mary", "Ward 1", "Ward 12"}}});
  std::vector<Found> all;
  WorkLimit work;
  const std::string_view text = "St. Mary, St. Mark; ward 12, Ward 1, Ward 123";
  ASSERT_TRUE(terms.find(text, SIZE_MAX, work, all));
  std::vector<std::string_view> found;
  for (const Found& each : all) found.push_back(text.substr(each.begin, each.end - each.begin));
  EXPECT_EQ(found, std::vector<std::string_view>({"St. Mary", "St", "ward 12", "Ward 1"}));
}

TEST(AdHoc, TermsOfADenyListAreFoundBesideTypographicCharacters) {
  const AdHocRecognizer terms =
      recognizer({{"supported_entity", "TERM"}, {"deny_list", {"Heron", "\u00c9lan"}}});
  const auto n_found = [&](std::string_view text) {
    std::vector<Found> all;
    WorkLimit work;
    EXPECT_TRUE(terms.find(text, SIZE_MAX, work, all));
    return all.size();
  };
  for (const char* text :
       {"\u201cHeron\u201d", "Heron\u2019s", "a\u2014Heron\u2014b", "\u00abHeron\u00bb",
        "\u00a0Heron\u00a0", "Heron\u2026", "\u201e\u00c9lan\u201c"}) {
    EXPECT_EQ(n_found(text), 1u) << text;
  }
  for (const char* text : {"\u00c9Heron", "Heron\u00e9", "Heron\u0301", "\u0663Heron", "Heron_",
                           "7Heron", "\u00c9lan\u00e9"}) {
    EXPECT_EQ(n_found(text), 0u) << text;
  }
}

TEST(AdHoc, ListsAndNamesAreBounded) {
  const Json zips = Json::parse(kZips);
  EXPECT_TRUE(recognizers(Json::array({zips})).ok());
  const std::string name(kMostNameBytes + 1, 'a');
  const std::vector<std::pair<const char*, Json>> changes = {
      {"name", name},
      {"supported_entity", name},
      {"context", Json::array({name})},
      {"context", std::vector<std::string>(kMostContextWords + 1, "a")},
      {"deny_list", std::vector<std::string>(10001, "a")},
      {"patterns", std::vector<Json>(65, zips["patterns"][0])}};
  for (const auto& [field, value] : changes) {
    Json changed = zips;
    changed[field] = value;
    const auto refused = recognizers(Json::array({changed}));
    ASSERT_FALSE(refused.ok()) << field;
    EXPECT_EQ(refused.refusal().status, 400);
  }
}

}  // namespace redact::server::ad_hoc_test
