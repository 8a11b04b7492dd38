// SPDX-License-Identifier: Apache-2.0
#include "documents/files/json_fields.h"

#include <gtest/gtest.h>

#include "documents/files/input_record.h"

namespace redact::json_fields_test {

TEST(JsonFields, ValuesAreCopiedAsTheyAreWritten) {
  const auto fields = json_fields(
      " { \"a\" : 12345678901234567890123 , \"b,\\\"}\":[1, {\"x\":\"]}\\\\\"}], \"c\":{ "
      "}\n,\"d\":1.10 } ");
  ASSERT_EQ(fields.size(), 4u);
  EXPECT_EQ(fields[0].first, "\"a\"");
  EXPECT_EQ(fields[0].second, "12345678901234567890123");
  EXPECT_EQ(fields[1].first, "\"b,\\\"}\"");
  EXPECT_EQ(fields[1].second, "[1, {\"x\":\"]}\\\\\"}]");
  EXPECT_EQ(fields[2].second, "{ }");
  EXPECT_EQ(fields[3].second, "1.10");
  EXPECT_TRUE(json_fields("{ }").empty());
}

TEST(JsonFields, ARecordKeepsWhatIsAskedForAndNothingElse) {
  const std::string line =
      R"({"id": 7, "text": "Ana", "ward": "B", "los": 1.50, "w\u0061rd2": null})";
  RecordFields fields;
  EXPECT_EQ(parse_record(line, fields, 1)->kept, "");
  fields.kept = {"ward2", "los", "none"};
  EXPECT_EQ(parse_record(line, fields, 1)->kept, R"({"los":1.50,"w\u0061rd2":null})");
  fields.keep_all = true;
  EXPECT_EQ(parse_record(line, fields, 1)->kept, R"({"ward":"B","los":1.50,"w\u0061rd2":null})");
}

}  // namespace redact::json_fields_test
