// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "redactor/records/explanation.h"
#include "tests/redactor/records/redaction_of.h"

namespace redact {
namespace {

using testing::redaction_of;

TEST(Record, OffsetsCountCodePointsAndBytesAfterAnEmoji) {
  const std::string text = "\xf0\x9f\x98\x80 \xc3\x91 Ana";  // emoji, space, N with tilde, space
  const auto line = to_record({"7", "m", "default", false, false}, text, redaction_of(text, 8, 11));
  ASSERT_TRUE(line.ok());
  const auto entity = nlohmann::json::parse(*line)["entities"][0];
  EXPECT_EQ(entity["start"], 4);
  EXPECT_EQ(entity["end"], 7);
  EXPECT_EQ(entity["byte_start"], 8);
  EXPECT_EQ(entity["byte_end"], 11);
  EXPECT_EQ(entity["out_start"], 4);
  EXPECT_EQ(entity["out_end"], 13);
  EXPECT_FALSE(entity.contains("text"));
}

TEST(Record, OffsetsCountTheUnitThatIsAskedFor) {
  const std::string text = "\xf0\x9f\x98\x80 \xc3\x91 Ana";  // emoji, space, N with tilde, space
  Redaction redaction = redaction_of(text, 8, 11);
  redaction.entities[0].ranges = {{8, 9}, {10, 11}};
  redaction.review = {{5, 7, -1.0f}};
  const auto record = [&](OffsetUnit unit) {
    const auto line = to_record({"7", "m", "default", false, false, "", 0, unit}, text, redaction);
    return nlohmann::json::parse(line.value());
  };
  const auto in_utf16 = record(OffsetUnit::kUtf16), in_bytes = record(OffsetUnit::kBytes);
  EXPECT_EQ(in_utf16["offsets"], "utf16");
  EXPECT_FALSE(record(OffsetUnit::kCodePoints).contains("offsets"));
  EXPECT_EQ(in_utf16["entities"][0]["start"], 5);
  EXPECT_EQ(in_utf16["entities"][0]["end"], 8);
  EXPECT_EQ(in_utf16["entities"][0]["out_start"], 5);
  EXPECT_EQ(in_utf16["entities"][0]["out_end"], 14);
  EXPECT_EQ(in_utf16["entities"][0]["ranges"], nlohmann::json::parse("[[5, 6], [7, 8]]"));
  EXPECT_EQ(in_utf16["review"][0]["start"], 3);
  EXPECT_EQ(in_utf16["review"][0]["end"], 4);
  EXPECT_EQ(in_utf16["entities"][0]["byte_start"], 8);
  EXPECT_EQ(in_bytes["entities"][0]["start"], 8);
  EXPECT_EQ(in_bytes["entities"][0]["out_end"], 17);
  EXPECT_EQ(in_bytes["review"][0]["end"], 7);
}

TEST(Record, EntitiesOfAnAttachmentStandInAllOfIt) {
  Redaction redaction = redaction_of("data: QW5h", 6, 10);
  redaction.entities.push_back(redaction.entities[0]);
  const auto line = to_record({"7", "m", "default", false, false}, "data: QW5h", redaction);
  const auto entities = nlohmann::json::parse(line.value())["entities"];
  ASSERT_EQ(entities.size(), 2u);
  for (const auto& entity : entities) {
    EXPECT_EQ(entity["out_start"], 6);
    EXPECT_EQ(entity["out_end"], 15);
  }
}

TEST(Record, NamesEachSourceWhereThereAreSeveral) {
  Redaction redaction = redaction_of("Ana x", 0, 3);
  Support& support = redaction.entities[0].span.support;
  const auto entity = [&] {
    const auto line = to_record({"7", "m", "default", false, false}, "Ana x", redaction);
    return nlohmann::json::parse(line.value())["entities"][0];
  };
  support.add(SpanSource::kModel, Label::kPatient);
  EXPECT_FALSE(entity().contains("sources"));
  EXPECT_FALSE(entity().contains("labels"));
  support.add(SpanSource::kDeny, Label::kOther);
  support.add(SpanSource::kKnown, Label::kPatient);
  EXPECT_EQ(entity()["sources"], nlohmann::json::parse(R"(["list", "known", "model"])"));
  EXPECT_EQ(entity()["source"], "model");
  // Known people agree with the entity's label, the list does not.
  EXPECT_EQ(entity()["labels"], nlohmann::json::parse(R"({"list": ["OTHER"]})"));
  support.add(SpanSource::kModel, Label::kDate);
  EXPECT_EQ(entity()["labels"],
            nlohmann::json::parse(R"({"list": ["OTHER"], "model": ["PATIENT", "DATE"]})"));
}

TEST(Record, WhatHidesNothingIsExplainedWithoutItsText) {
  const std::string text = "\u00d1 male Elx";
  Redaction redaction = redaction_of(text, 3, 7);
  redaction.dropped = {
      {{3, 7, Label::kSex, 2.5f}, DroppedBy::kPolicy},
      {{3, 11, Label::kCity, 0, SpanSource::kRule, true, 41},
       DroppedBy::kStays,
       {3, 11, Label::kOther, 0, SpanSource::kAllow, false, 7}},
      {{8, 11, Label::kAge, 0, SpanSource::kDeny, false, 3}, DroppedBy::kOperator}};
  const auto explained = [&](bool include_text) {
    const auto line = to_record({"7", "m", "default", false, include_text}, text, redaction);
    return nlohmann::json::parse(line.value())["explain"];
  };
  EXPECT_EQ(explained(false), nlohmann::json::parse(R"([
    {"entity_type": "SEX", "start": 2, "end": 6, "byte_start": 3, "byte_end": 7, "score": 2.5,
     "source": "model", "left_out_by": "policy"},
    {"entity_type": "CITY", "start": 2, "end": 10, "byte_start": 3, "byte_end": 11, "score": 0.0,
     "source": "rule", "origin": "patterns.yaml:41", "left_out_by": "allow",
     "inside": "--allow:7"},
    {"entity_type": "AGE", "start": 7, "end": 10, "byte_start": 8, "byte_end": 11, "score": 0.0,
     "source": "list", "origin": "--deny:3", "left_out_by": "operator"}])"));
  EXPECT_EQ(explained(true)[1]["text"], "male Elx");
  redaction.dropped.clear();
  EXPECT_TRUE(explained(false).is_null());
  const Policy policy = *Policy::open("gdpr");
  EXPECT_EQ(
      to_line({{8, 11, Label::kAge, 0, SpanSource::kDeny, false, 3}, DroppedBy::kOperator}, policy),
      "bytes 8 to 11: AGE (list, --deny:3) hides nothing: the policy's operator over-89 leaves it "
      "as it is");
}

TEST(Record, ANameThatIsLeftIsAReasonWithItsLabelAndTextWhenAskedFor) {
  const std::string text = "\u00d1 Helen Moss";
  Redaction redaction = redaction_of(text, 0, 2);
  redaction.review = {{3, 8, 2.5f, Label::kDoctor}, {9, 13, -2}};
  const auto review = [&](bool include_text) {
    const auto line = to_record({"7", "m", "patient", false, include_text}, text, redaction);
    return nlohmann::json::parse(line.value())["review"];
  };
  EXPECT_EQ(review(false), nlohmann::json::parse(R"([
    {"start": 2, "end": 7, "byte_start": 3, "byte_end": 8, "score": 2.5, "entity_type": "DOCTOR"},
    {"start": 8, "end": 12, "byte_start": 9, "byte_end": 13, "score": -2.0}])"));
  EXPECT_EQ(review(true)[0]["text"], "Helen");
  EXPECT_FALSE(review(true)[1].contains("text"));
}

TEST(Record, SurfaceTextOnlyWhenAskedFor) {
  const auto line =
      to_record({"7", "m", "default", false, true}, "Ana x", redaction_of("Ana x", 0, 3));
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(nlohmann::json::parse(*line)["entities"][0]["text"], "Ana");
}

// If little of a text is hidden, its hash reveals that part to anyone who tries all possibilities.

TEST(Record, HashIsThatOfTheSourceAndStandsBesideItsTextAlone) {
  const auto plain =
      to_record({"7", "m", "default", false, false}, "abc", redaction_of("abc", 0, 1));
  ASSERT_TRUE(plain.ok());
  EXPECT_FALSE(nlohmann::json::parse(*plain).contains("text_sha256"));
  const auto line = to_record({"7", "m", "default", false, true}, "abc", redaction_of("abc", 0, 1));
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(nlohmann::json::parse(*line)["text_sha256"],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-2, B.1
}

TEST(Record, FieldsThatAreKeptStandUnderTheirOwnName) {
  const auto line = to_record({"7", "m", "default", false, false, R"({"id":1.50,"ward":"B"})"},
                              "Ana x", redaction_of("Ana x", 0, 3));
  ASSERT_TRUE(line.ok());
  EXPECT_TRUE(line->ends_with(R"("policy":"default","fields":{"id":1.50,"ward":"B"}})")) << *line;
  EXPECT_EQ(nlohmann::json::parse(*line)["id"], "7");
}

TEST(Record, TextThatIsNotUtf8IsRefused) {
  EXPECT_FALSE(
      to_record({"7", "m", "p", false, false}, "Ana \xff", redaction_of("Ana \xff", 0, 3)).ok());
}

}  // namespace
}  // namespace redact
