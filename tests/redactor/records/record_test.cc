// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "redactor/records/explanation.h"
#include "tests/redactor/records/redaction_of.h"

namespace redact::record_test {

using nlohmann::json;
using testing::redaction_of;

json record_of(std::string_view text, const Redaction& redaction, Detail detail,
               OffsetUnit unit = OffsetUnit::kCodePoints) {
  return json::parse(
      to_record({"7", "m", "default", false, detail, "", 0, unit}, text, redaction).value());
}

TEST(Record, OffsetsCountCodePointsAndBytesAfterAnEmoji) {
  const std::string text = "\xf0\x9f\x98\x80 \xc3\x91 Ana";  // emoji, space, N with tilde, space
  const json entity = record_of(text, redaction_of(text, 8, 11), Detail::kEvidence)["entities"][0];
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
    return record_of(text, redaction, Detail::kEvidence, unit);
  };
  const auto in_utf16 = record(OffsetUnit::kUtf16), in_bytes = record(OffsetUnit::kBytes);
  EXPECT_EQ(in_utf16["offsets"], "utf16");
  EXPECT_FALSE(record(OffsetUnit::kCodePoints).contains("offsets"));
  EXPECT_EQ(in_utf16["entities"][0]["start"], 5);
  EXPECT_EQ(in_utf16["entities"][0]["end"], 8);
  EXPECT_EQ(in_utf16["entities"][0]["out_start"], 5);
  EXPECT_EQ(in_utf16["entities"][0]["out_end"], 14);
  EXPECT_EQ(in_utf16["entities"][0]["ranges"], json::parse("[[5, 6], [7, 8]]"));
  EXPECT_EQ(in_utf16["review"][0]["start"], 3);
  EXPECT_EQ(in_utf16["review"][0]["end"], 4);
  EXPECT_EQ(in_utf16["entities"][0]["byte_start"], 8);
  EXPECT_EQ(in_bytes["entities"][0]["start"], 8);
  EXPECT_EQ(in_bytes["entities"][0]["out_end"], 17);
  EXPECT_EQ(in_bytes["review"][0]["end"], 7);
}

TEST(Record, AnArchiveHasNone) {
  Redaction redaction = redaction_of("PK Ana", 3, 6);
  redaction.is_archive = true;
  const auto record =
      to_record({"7", "m", "default", false, Detail::kEvidence, "", 0}, "PK Ana", redaction);
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().message(), "file: is an archive, which JSON can't hold");
}

// With scores or offsets of the source, anyone could test guesses of the hidden text.
TEST(Record, TellsOnlyWhatTheRedactedTextTells) {
  Redaction redaction = redaction_of("Ana \u00d1 x", 0, 3);
  redaction.entities[0].span.support.add(SpanSource::kModel, Label::kDate);
  redaction.review = {{4, 6, -1.0f}};
  const auto line = to_record({"7", "m", "default", false}, "Ana \u00d1 x", redaction);
  EXPECT_EQ(*line,
            "{\"id\":\"7\",\"text\":\"[PATIENT] \u00d1 x\",\"status\":\"review\",\"entities\":[{"
            "\"entity_type\":\"PATIENT\",\"out_start\":0,\"out_end\":9,\"source\":\"model\","
            "\"replacement\":\"[PATIENT]\"}],\"review\":[{\"out_start\":10,\"out_end\":11,"
            "\"reason\":\"nearly_hidden\"}],\"model\":\"m\",\"policy\":\"default\"}");
}

TEST(Record, LabelsOfOneTagAndRepeatsAreToldApartInEvidenceAlone) {
  const Policy policy = *Policy::open("patient");
  Redaction redaction = redaction_of("Ana", 0, 3);
  Span& span = redaction.entities[0].span;
  span.label = Label::kName;
  span.source = SpanSource::kRepeat;
  for (const auto source : {SpanSource::kRule, SpanSource::kModel, SpanSource::kRepeat}) {
    span.support.add(source, Label::kName);
  }
  const auto entity = [&](Detail detail) {
    RecordContext context{"7", "m", "patient", false, detail};
    context.tags = &policy;
    return json::parse(to_record(context, "Ana", redaction).value())["entities"][0];
  };
  EXPECT_EQ(entity(Detail::kRedacted)["entity_type"], "PATIENT");
  EXPECT_EQ(entity(Detail::kRedacted)["source"], "rule");
  EXPECT_FALSE(entity(Detail::kRedacted).contains("sources"));
  EXPECT_EQ(entity(Detail::kEvidence)["entity_type"], "NAME");
  EXPECT_EQ(entity(Detail::kEvidence)["source"], "repeat");
  EXPECT_EQ(entity(Detail::kEvidence)["sources"], json::parse(R"(["rule", "model", "repeat"])"));
}

TEST(Record, EntitiesOfAnAttachmentStandInAllOfIt) {
  Redaction redaction = redaction_of("data: QW5h", 6, 10);
  redaction.entities.push_back(redaction.entities[0]);
  const json entities = record_of("data: QW5h", redaction, Detail::kEvidence)["entities"];
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
    return record_of("Ana x", redaction, Detail::kEvidence)["entities"][0];
  };
  support.add(SpanSource::kModel, Label::kPatient);
  EXPECT_FALSE(entity().contains("sources"));
  EXPECT_FALSE(entity().contains("labels"));
  support.add(SpanSource::kDeny, Label::kOther);
  support.add(SpanSource::kKnown, Label::kPatient);
  EXPECT_EQ(entity()["sources"], json::parse(R"(["list", "known", "model"])"));
  EXPECT_EQ(entity()["source"], "model");
  // Known people agree with the entity's label, the list does not.
  EXPECT_EQ(entity()["labels"], json::parse(R"({"list": ["OTHER"]})"));
  support.add(SpanSource::kModel, Label::kDate);
  EXPECT_EQ(entity()["labels"],
            json::parse(R"({"list": ["OTHER"], "model": ["PATIENT", "DATE"]})"));
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
  const auto explained = [&](Detail detail) {
    return record_of(text, redaction, detail)["explain"];
  };
  EXPECT_EQ(explained(Detail::kEvidence), json::parse(R"([
    {"entity_type": "SEX", "start": 2, "end": 6, "byte_start": 3, "byte_end": 7, "out_start": 2,
     "out_end": 11, "score": 2.5, "source": "model", "left_out_by": "policy"},
    {"entity_type": "CITY", "start": 2, "end": 10, "byte_start": 3, "byte_end": 11,
     "out_start": 2, "out_end": 15, "score": 0.0, "source": "rule", "origin": "patterns.yaml:41",
     "left_out_by": "allow", "inside": "--allow:7"},
    {"entity_type": "AGE", "start": 7, "end": 10, "byte_start": 8, "byte_end": 11,
     "out_start": 12, "out_end": 15, "score": 0.0, "source": "list", "origin": "--deny:3",
     "left_out_by": "operator"}])"));
  // Evidence whose text is hidden anyway is not reported.
  EXPECT_EQ(explained(Detail::kRedacted), json::parse(R"([
    {"entity_type": "CITY", "out_start": 2, "out_end": 15, "source": "rule",
     "origin": "patterns.yaml:41", "left_out_by": "allow", "inside": "--allow:7"},
    {"entity_type": "AGE", "out_start": 12, "out_end": 15, "source": "list",
     "origin": "--deny:3", "left_out_by": "operator"}])"));
  EXPECT_EQ(explained(Detail::kText)[1]["text"], "male Elx");
  redaction.dropped.clear();
  EXPECT_TRUE(explained(Detail::kEvidence).is_null());
  const Policy policy = *Policy::open("gdpr");
  EXPECT_EQ(to_line({{8, 11, Label::kAge, 0, SpanSource::kDeny, false, 3}, DroppedBy::kOperator},
                    policy, Detail::kRedacted),
            "AGE (list, --deny:3) hides nothing: the policy's operator over-89 leaves it as it is");
}

TEST(Record, ARecordAndAnExplanationTellTheSameSource) {
  const std::string text = "Anna, 76 years";
  Span span{6, 14, Label::kAge, 0, SpanSource::kRule, true, 41};  // the longest
  span.support.add(SpanSource::kField, Label::kAge);
  span.support.add(SpanSource::kRule, Label::kAge);
  span.support.add(SpanSource::kModel, Label::kAge);
  Redaction redaction = redaction_of(text, 0, 4);
  redaction.dropped = {{span, DroppedBy::kOperator}};
  const Policy policy = *Policy::open("gdpr");
  const auto told = [&](Detail detail) {
    const json entry = record_of(text, redaction, detail)["explain"][0];
    const std::string line = to_line(redaction.dropped[0], policy, detail);
    return std::tuple(entry["source"], entry.contains("origin"),
                      line.substr(0, line.find(" hides")));
  };
  EXPECT_EQ(told(Detail::kRedacted), std::tuple("field", false, "AGE (field)"));
  EXPECT_EQ(told(Detail::kEvidence), std::tuple("rule", true, "AGE (rule, patterns.yaml:41)"));
}

TEST(Record, ANameThatIsLeftIsAReasonWithItsLabelAndTextWhenAskedFor) {
  const std::string text = "\u00d1 Helen Moss";
  Redaction redaction = redaction_of(text, 0, 2);
  redaction.review = {{3, 8, 2.5f, Label::kDoctor}, {9, 13, -2, {}, Label::kCity}};
  const auto review = [&](Detail detail) { return record_of(text, redaction, detail)["review"]; };
  EXPECT_EQ(review(Detail::kEvidence), json::parse(R"([
    {"start": 2, "end": 7, "byte_start": 3, "byte_end": 8, "out_start": 10, "out_end": 15,
     "score": 2.5, "reason": "unsure_name", "entity_type": "DOCTOR"},
    {"start": 8, "end": 12, "byte_start": 9, "byte_end": 13, "out_start": 16, "out_end": 20,
     "score": -2.0, "reason": "nearly_hidden", "entity_type": "CITY"}])"));
  EXPECT_EQ(review(Detail::kRedacted), json::parse(R"([
    {"out_start": 10, "out_end": 15, "reason": "unsure_name", "entity_type": "DOCTOR"},
    {"out_start": 16, "out_end": 20, "reason": "nearly_hidden"}])"));
  EXPECT_EQ(review(Detail::kText)[0]["text"], "Helen");
  EXPECT_FALSE(review(Detail::kText)[1].contains("text"));
}

TEST(Record, SurfaceTextOnlyWhenAskedFor) {
  const json record = record_of("Ana x", redaction_of("Ana x", 0, 3), Detail::kText);
  EXPECT_EQ(record["entities"][0]["text"], "Ana");
}

// If little of a text is hidden, its hash reveals that part to anyone who tries all possibilities.
TEST(Record, HashIsThatOfTheSourceAndStandsBesideItsTextAlone) {
  const Redaction redaction = redaction_of("abc", 0, 1);
  EXPECT_FALSE(record_of("abc", redaction, Detail::kEvidence).contains("text_sha256"));
  EXPECT_EQ(record_of("abc", redaction, Detail::kText)["text_sha256"],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-2, B.1
}

TEST(Record, FieldsThatAreKeptStandUnderTheirOwnName) {
  const auto line =
      to_record({"7", "m", "default", false, Detail::kRedacted, R"({"id":1.50,"ward":"B"})"},
                "Ana x", redaction_of("Ana x", 0, 3));
  ASSERT_TRUE(line.ok());
  EXPECT_TRUE(line->ends_with(R"("policy":"default","fields":{"id":1.50,"ward":"B"}})")) << *line;
  EXPECT_EQ(json::parse(*line)["id"], "7");
}

TEST(Record, TextThatIsNotUtf8IsRefused) {
  EXPECT_FALSE(to_record({"7", "m", "p", false, Detail::kRedacted}, "Ana \xff",
                         redaction_of("Ana \xff", 0, 3))
                   .ok());
}

}  // namespace redact::record_test
