// SPDX-License-Identifier: Apache-2.0
#include "redactor/document/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace redact {
namespace {

Redaction redaction_of(std::string_view text, size_t begin, size_t end) {
  const Policy policy = *Policy::open("default");
  Replacer replacer(policy, text, nullptr, "");
  const Rendered rendered = render(text, {{begin, end, Label::kPatient, 2.5f}}, replacer);
  return {rendered.output, rendered.entities, text.size() - (end - begin), 0, false};
}

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

TEST(Record, SurfaceTextOnlyWhenAskedFor) {
  const auto line =
      to_record({"7", "m", "default", false, true}, "Ana x", redaction_of("Ana x", 0, 3));
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(nlohmann::json::parse(*line)["entities"][0]["text"], "Ana");
}

// A hash of a text of which little is hidden tells that little to who tries all it may be.
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

TEST(Record, TextThatIsNotUtf8IsRefused) {
  EXPECT_FALSE(
      to_record({"7", "m", "p", false, false}, "Ana \xff", redaction_of("Ana \xff", 0, 3)).ok());
}

TEST(Record, LineWithoutTheTextFieldNamesTheFieldAndNotTheContent) {
  const auto record = parse_record(R"({"note": "Ana Rivera"})", RecordFields{}, 3);
  ASSERT_FALSE(record.ok());
  EXPECT_NE(record.error().message().find("line 3"), std::string::npos);
  EXPECT_NE(record.error().message().find("\"text\""), std::string::npos);
  EXPECT_EQ(record.error().message().find("Rivera"), std::string::npos);
}

TEST(Record, NamesAreStringsOrNumbersAndNullIsNone) {
  const RecordFields fields{"text", "id", "pid"};
  const auto numbers = parse_record(R"({"text": "x", "id": 17, "pid": null})", fields, 3);
  ASSERT_TRUE(numbers.ok());
  EXPECT_EQ(numbers->id, "17");
  EXPECT_EQ(numbers->patient, "");
  EXPECT_EQ(parse_record(R"({"text": "x", "id": null, "pid": "7"})", fields, 3)->id, "3");
  EXPECT_FALSE(parse_record(R"({"text": "x", "id": ["a"], "pid": "7"})", fields, 3).ok());
  // A patient that was asked for: without one, one shift for each note would go unseen.
  EXPECT_FALSE(parse_record(R"({"text": "x", "id": 17})", fields, 3).ok());
}

TEST(Record, LineThatIsNoJsonObjectIsRefused) {
  for (const std::string line : {"", "[1]", "{\"text\": \"a\"", "nonsense"}) {
    EXPECT_FALSE(parse_record(line, RecordFields{}, 1).ok()) << line;
  }
}

TEST(Record, NumbersServeAsIdsAndTheLineNumberStandsIn) {
  EXPECT_EQ(parse_record(R"({"text": "a", "id": 12})", RecordFields{}, 1)->id, "12");
  EXPECT_EQ(parse_record(R"({"text": "a"})", RecordFields{}, 9)->id, "9");
}

}  // namespace
}  // namespace redact
