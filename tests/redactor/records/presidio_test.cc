// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "redactor/records/formats.h"
#include "redactor/records/presidio_names.h"
#include "tests/redactor/records/redaction_of.h"

namespace redact::presidio_test {

using testing::redaction_of;
using Json = nlohmann::json;

Json presidio(std::string_view text, const Redaction& redaction, Detail detail = Detail::kEvidence,
              OffsetUnit unit = OffsetUnit::kCodePoints) {
  return Json::parse(
      to_presidio({"7", "m", "default", false, detail, "", 0, unit}, text, redaction).value());
}

TEST(Presidio, HoldsTheResultsOfTheAnalyzerAndOfTheAnonymizer) {
  const std::string text = "\xf0\x9f\x98\x80 Ana came";
  const Json line = presidio(text, redaction_of(text, 5, 8));
  EXPECT_EQ(line["id"], "7");
  Json result = line["analyzer_results"][0];
  EXPECT_NEAR(result["score"].get<double>(), 1 / (1 + std::exp(-2.5)), 1e-6);
  result.erase("score");
  EXPECT_EQ(result, Json::parse(R"({"entity_type": "PERSON", "start": 2, "end": 5,
    "analysis_explanation": null, "recognition_metadata": {"recognizer_name": "redact",
    "recognizer_identifier": "m", "source": "model", "label": "PATIENT"}})"));
  EXPECT_EQ(
      line["anonymizer_result"],
      Json::parse("{\"text\": \"\xf0\x9f\x98\x80 [PATIENT] came\", \"items\": [{\"start\": 2, "
                  "\"end\": 11, \"entity_type\": \"PERSON\", \"text\": \"[PATIENT]\", "
                  "\"operator\": \"replace\"}]}"));
  EXPECT_EQ(line.dump().find("Ana"), std::string::npos);
  EXPECT_EQ(presidio(text, redaction_of(text, 5, 8), Detail::kEvidence,
                     OffsetUnit::kUtf16)["analyzer_results"][0]["start"],
            3);
  EXPECT_EQ(presidio(text, redaction_of(text, 5, 8),
                     Detail::kText)["analyzer_results"][0]["recognition_metadata"]["text"],
            "Ana");
}

TEST(Presidio, WhatNoModelDecidedHasAScoreOfOne) {
  Redaction redaction = redaction_of("Ana", 0, 3);
  const auto score_from = [&](SpanSource source, float score) {
    redaction.entities[0].span.source = source;
    redaction.entities[0].span.score = score;
    return presidio("Ana", redaction)["analyzer_results"][0]["score"].get<double>();
  };
  for (const SpanSource source :
       {SpanSource::kDeny, SpanSource::kKnown, SpanSource::kField, SpanSource::kRule}) {
    EXPECT_EQ(score_from(source, 0), 1);
  }
  EXPECT_EQ(score_from(SpanSource::kModel, 0), 0.5);
  EXPECT_LT(score_from(SpanSource::kModel, -2), 0.2);
  EXPECT_EQ(score_from(SpanSource::kRepeat, 100), 1);
}

TEST(Presidio, AnAttachmentIsOneItemAndEveryItemIsWhatStandsThere) {
  Redaction redaction = redaction_of("data: QW5h", 6, 10);
  redaction.entities.push_back(redaction.entities[0]);
  redaction.entities[0].replacement = redaction.entities[1].replacement = "inside";
  const Json line = presidio("data: QW5h", redaction);
  EXPECT_EQ(line["analyzer_results"].size(), 2u);
  ASSERT_EQ(line["anonymizer_result"]["items"].size(), 1u);
  EXPECT_EQ(line["anonymizer_result"]["items"][0]["text"], "[PATIENT]");
}

TEST(Presidio, ALabelWithoutANameKeepsItsOwn) {
  EXPECT_EQ(presidio_name(Label::kNationality), "NRP");
  EXPECT_EQ(presidio_name(Label::kFax), "PHONE_NUMBER");
  EXPECT_EQ(presidio_name(Label::kSsn), "ID");
  EXPECT_EQ(presidio_name(Label::kProfession), "PROFESSION");
}

}  // namespace redact::presidio_test
