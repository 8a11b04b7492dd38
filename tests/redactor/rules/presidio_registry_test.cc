// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/presidio_registry.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace redact::presidio_registry_test {

using Json = nlohmann::json;

std::string golden(const char* name) {
  std::ifstream file(std::string(REDACT_SOURCE_DIR) + "/tests/golden/recognizers/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(PresidioRegistry, BecomesARecognizerForEachLanguage) {
  const auto read = read_presidio_registry(golden("registry.yaml"));
  ASSERT_TRUE(read.ok()) << read.error().message();
  const Json all = Json::parse(*read);
  std::vector<std::string> seen;
  for (const Json& each : all) {
    seen.push_back(each["supported_language"].get<std::string>() + " " +
                   each["supported_entity"].get<std::string>() + " " +
                   each.value("context", Json()).dump());
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"de ZIP [\"plz\",\"postleitzahl\"]",
                                            "en WARD [\"ward\",\"bay\"]", "de WARD [\"station\"]",
                                            "en TITLE null", "de TITLE null"}));
  EXPECT_EQ(
      all[0]["patterns"].dump(),
      R"x([{"name":"zip code (weak)","regex":"(\\b\\d{5}(?:\\-\\d{4})?\\b)","score":0.01}])x");
  EXPECT_EQ(all[3]["deny_list"].dump(), R"(["Mr.","Mrs.","No"])");
  EXPECT_EQ(all[3]["deny_list_score"], 0.75);
  EXPECT_EQ(all[3]["global_regex_flags"], 26);
}

TEST(PresidioRegistry, MistakesNameThePlaceAndNoWord) {
  const Json cases = Json::parse(golden("refused.json"));
  EXPECT_GT(cases.size(), 20u);
  for (const Json& each : cases) {
    const auto read = read_presidio_registry(each[0]);
    ASSERT_FALSE(read.ok()) << each[0];
    const std::string message = read.error().message();
    EXPECT_NE(message.find(each[1].get<std::string>()), message.npos) << each[0] << message;
    EXPECT_EQ(message.find("Ellison"), message.npos) << message;
  }
}

TEST(PresidioRegistry, IsBoundedBehindAliasesToo) {
  const std::string begin =
      "recognizers:\n- {name: a, supported_entity: A, supported_language: en, deny_list: ";
  std::string bomb = "x: &a0 [x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 8; ++i) {
    const std::string one = "*a" + std::to_string(i - 1);
    bomb += "x" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + one;
    for (int k = 0; k < 7; ++k) bomb += ", " + one;
    bomb += "]\n";
  }
  EXPECT_FALSE(read_presidio_registry(bomb + begin + "*a7}").ok());
  EXPECT_FALSE(read_presidio_registry(begin + std::string(100000, '[')).ok());
  EXPECT_FALSE(read_presidio_registry(begin + "&a [*a]}").ok());
  EXPECT_FALSE(read_presidio_registry(begin + "[" + std::string(5000, 'x') + "]}").ok());
  EXPECT_FALSE(
      read_presidio_registry("# " + std::string(4 << 20, 'x') + "\n" + begin + "[x]}").ok());
  std::string terms = "[x";
  for (int i = 0; i < 10000; ++i) terms += ", x";
  EXPECT_FALSE(read_presidio_registry(begin + terms + "]}").ok());
  // 8,000 aliases of a term of 4 KiB are more than 16 MiB.
  std::string many = "[&t " + std::string(4000, 'x');
  for (int i = 0; i < 8000; ++i) many += ", *t";
  EXPECT_FALSE(read_presidio_registry(begin + many + "]}").ok());
}

}  // namespace redact::presidio_registry_test
