// SPDX-License-Identifier: Apache-2.0
// Refusals before a request becomes a document: JSON that nests too deeply, repeats a key or is
// more than a thread reads in its time, and parameters of the query that would be ignored.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/fhir_body.h"
#include "server/json_body.h"
#include "server/openapi.h"
#include "server/presidio/analyze_body.h"
#include "server/presidio/anonymize.h"
#include "server/redact_body.h"
#include "server/redact_query.h"

namespace redact::server::requests_test {

std::string nested(size_t n) { return std::string(n, '[') + std::string(n, ']'); }

template <typename T>
int status_of(const Checked<T>& checked) {
  return checked.ok() ? 200 : checked.refusal().status;
}

Checked<nlohmann::json> parse(const std::string& text) {
  WorkLimit work;
  return parse_json(text, "the body", Refusal{400, "is malformed"}, work);
}

TEST(MediaTypes, AreDescribed) {
  for (const std::string_view type : media_types_of_files()) {
    EXPECT_NE(std::string_view(openapi()).find(" " + std::string(type) + ":"),
              std::string_view::npos)
        << type;
  }
}

TEST(JsonBody, IsWhatNlohmannReads) {
  for (const char* text :
       {"{}", "[]", "7", "-7", "0.5", "true", "null", "\"a\\u00e9\\n\"", "[[],{},[1,[2]]]",
        R"({"a":{"b":[1,{"c":null}],"d":{}},"e":18446744073709551615})"}) {
    const auto json = parse(text);
    ASSERT_TRUE(json.ok()) << text;
    EXPECT_EQ(*json, nlohmann::json::parse(text)) << text;
  }
  for (const char* text : {"", "{", "[1,]", "{\"a\"}", "1 2", "nul", "1e999", "\"\xff\"", "[1]]"}) {
    EXPECT_EQ(status_of(parse(text)), 400) << text;
    EXPECT_FALSE(nlohmann::json::accept(text)) << text;
  }
}

TEST(JsonBody, HasEachKeyOnce) {
  EXPECT_TRUE(parse(R"([{"a":1},{"a":{"a":2}}])").ok());
  for (const char* text :
       {R"({"a":1,"a":1})", R"({"a":[{"b":1,"c":2,"b":3}]})", R"({"a":1,"\u0061":2})"}) {
    const auto refused = parse(text);
    ASSERT_EQ(status_of(refused), 400) << text;
    EXPECT_EQ(refused.refusal().message, "the body repeats a key in one object");
  }
  const std::string twice =
      "{\"text\":\"a\",\"text\":\"b\",\"language\":\"en\",\"analyzer_results\":[]}";
  WorkLimit work;
  EXPECT_EQ(status_of(parse_redact_body(twice, work)), 400);
  EXPECT_EQ(status_of(parse_redact_line(twice, 1, work)), 400);
  EXPECT_EQ(status_of(parse_analyze_body(twice, {}, work)), 400);
  EXPECT_EQ(status_of(anonymize(twice, work)), 400);
  EXPECT_EQ(status_of(deanonymize(twice, work)), 400);
}

TEST(JsonBody, HasAsManyLevelsAndValuesAsAreServed) {
  EXPECT_TRUE(parse(nested(kDeepestBody)).ok());
  EXPECT_EQ(status_of(parse(nested(kDeepestBody + 1))), 400);
  EXPECT_EQ(status_of(parse("{\"a\":" + nested(kDeepestBody) + "}")), 400);
  EXPECT_EQ(status_of(parse(std::string(10000000, '['))), 400);
  std::string many = "[";
  for (size_t i = 1; i + 1 < kMostValues; ++i) many += "1,";
  EXPECT_TRUE(parse(many + "1]").ok());
  EXPECT_EQ(status_of(parse(many + "1,1]")), 413);
}

TEST(JsonBody, IsReadUntilTheWorkMustEnd) {
  std::string many = "[";
  for (size_t i = 0; i < 4 * WorkLimit::kInterval; ++i) many += "1,";
  WorkLimit work(WorkLimit::Clock::time_point::max(), [] { return true; });
  EXPECT_EQ(status_of(parse_json(many + "1]", "the body", {400, {}}, work)), 413);
  EXPECT_LE(work.n_units(), 2 * WorkLimit::kInterval);
}

TEST(JsonBody, IsCheckedWhereverABodyIsRead) {
  const std::string deep = nested(100000);
  const std::string body = "{\"text\":\"a\",\"known\":{\"PATIENT\":" + deep + "}}";
  WorkLimit work;
  EXPECT_EQ(status_of(parse_redact_body(body, work)), 400);
  EXPECT_EQ(status_of(parse_redact_line(body, 1, work)), 400);
  EXPECT_EQ(status_of(parse_analyze_body("{\"language\":\"en\",\"text\":" + deep + "}", {}, work)),
            400);
  const std::string text = "{\"text\":\"a\",\"analyzer_results\":[],";
  EXPECT_EQ(status_of(anonymize(text + "\"anonymizers\":" + deep + "}", work)), 400);
  EXPECT_EQ(
      status_of(anonymize(text + "\"anonymizers\":{\"A\":{\"new_value\":" + deep + "}}}", work)),
      400);
  EXPECT_EQ(status_of(deanonymize("{\"text\":\"a\",\"anonymizer_results\":" + deep + "}", work)),
            400);
}

TEST(RedactBody, NamesAndWhatIsKnownAreBounded) {
  const auto status = [](const std::string& fields) {
    WorkLimit work;
    return status_of(parse_redact_body("{\"text\":[\"a\",\"b\"]," + fields + "}", work));
  };
  const auto known = [](size_t n) {
    return "\"known\":{\"OTHER\":\"" + std::string(n, 'a') + "\"}";
  };
  EXPECT_EQ(status("\"patient\":\"" + std::string(1024, 'a') + "\""), 200);
  EXPECT_EQ(status("\"patient\":\"" + std::string(1025, 'a') + "\""), 400);
  EXPECT_EQ(status(known(60000)), 200);
  EXPECT_EQ(status(known(70000)), 413);
  std::string texts = "{\"text\":[\"a\"";
  for (int i = 0; i < 1000; ++i) texts += ",\"a\"";
  WorkLimit work;
  EXPECT_EQ(status_of(parse_redact_body(texts + "]," + known(30000) + "}", work)), 200);
  EXPECT_EQ(status_of(parse_redact_body(texts + "]," + known(60000) + "}", work)), 413);
}

Checked<RedactQuery> read(const std::string& query, RedactBodyKind kind) {
  RequestHead head;
  head.query = query;
  return parse_redact_query(head, kind);
}

TEST(RedactQuery, SaysWhatIsAskedForAFileOrAStream) {
  const auto file = read("policy=gdpr&recall=high&explain=true&patient=7&", RedactBodyKind::kFile);
  ASSERT_TRUE(file.ok()) << file.refusal().message;
  EXPECT_EQ((*file).asked.config.policy, "gdpr");
  EXPECT_EQ((*file).asked.config.recall, "high");
  EXPECT_TRUE((*file).asked.config.explains);
  EXPECT_FALSE((*file).asked.include_text);
  EXPECT_EQ((*file).patient, "7");
  const auto stream = read("include_text=true&explain=false", RedactBodyKind::kStream);
  ASSERT_TRUE(stream.ok()) << stream.refusal().message;
  EXPECT_TRUE((*stream).asked.include_text);
  EXPECT_FALSE((*stream).asked.config.explains);
  EXPECT_EQ((*stream).asked.config.policy, "");
}

TEST(RedactQuery, HasNoParameterThatIsIgnored) {
  for (const auto kind : {RedactBodyKind::kJson, RedactBodyKind::kFile, RedactBodyKind::kStream}) {
    EXPECT_TRUE(read("", kind).ok());
    EXPECT_TRUE(read("&", kind).ok());
    for (const char* query : {"polcy=gdpr", "POLICY=gdpr", "=", "policy=", "policy",
                              "policy=gdpr&policy=gdpr", "explain=1", "policy=gdpr&Ellison"}) {
      const auto refused = read(query, kind);
      EXPECT_EQ(status_of(refused), 400) << query;
      if (refused.ok()) continue;
      EXPECT_EQ(refused.refusal().message.find("Ellison"), std::string::npos) << query;
    }
  }
  for (const char* query : {"policy=gdpr", "recall=high", "explain=true", "include_text=true"}) {
    EXPECT_TRUE(read(query, RedactBodyKind::kFile).ok()) << query;
    EXPECT_TRUE(read(query, RedactBodyKind::kStream).ok()) << query;
    EXPECT_EQ(status_of(read(query, RedactBodyKind::kJson)), 400) << query;
  }
  EXPECT_EQ(status_of(read("patient=7", RedactBodyKind::kStream)), 400);
}

TEST(RedactQuery, IsDecodedWithoutTheRulesOfForms) {
  const auto file = read("p%61tient=Patient%2F7+%41%20b&pol%69cy=a%26b", RedactBodyKind::kFile);
  ASSERT_TRUE(file.ok()) << file.refusal().message;
  EXPECT_EQ((*file).patient, "Patient/7+A b");
  EXPECT_EQ((*file).asked.config.policy, "a&b");
  for (const char* query : {"patient=a%", "patient=a%2", "patient=%2g", "patient=%+1", "%=a",
                            "patient=a%00b", "p%00=a"}) {
    EXPECT_EQ(status_of(read(query, RedactBodyKind::kFile)), 400) << query;
  }
}

// Another reader finds the Parameters in all of these, and the client believes in the policy.
TEST(FhirBody, ParametersAreFoundHoweverTheyAreWritten) {
  const std::string rest = R"(,"parameter":[{"name":"policy","valueString":"gdpr"},)"
                           R"({"name":"identifiableData","resource":{"resourceType":"Patient"}}]})";
  for (const std::string& body : std::vector<std::string>{
           R"({"resourceType":"Parameters")" + rest,
           "\xEF\xBB\xBF"
           R"({"resourceType":"Parameters")" +
               rest,
           R"({"resourceType":"\u0050arameters")" + rest,
           R"({"resource\u0054ype":"Parameters")" + rest,
           R"({"resourceType":"Parameters","p\u0061rameter":[{"n\u0061me":"p\u006flicy",)"
           R"("v\u0061lueString":"g\u0064pr"},{"name":"identifi\u0061bleData",)"
           R"("resourc\u0065":{"resourceType":"Patient"}}]})"}) {
    const auto parsed = parse_fhir_body(body);
    ASSERT_TRUE(parsed.ok()) << body << parsed.refusal().message;
    EXPECT_TRUE((*parsed).is_parameters) << body;
    EXPECT_EQ((*parsed).policy, "gdpr") << body;
    EXPECT_EQ((*parsed).data, R"({"resourceType":"Patient"})") << body;
  }
}

TEST(FhirBody, WhatAnotherReaderMayTakeForParametersIsRefused) {
  const std::string whole =
      R"({"resourceType":"Parameters","parameter":[{"name":"identifiableData","resource":{"a":1}}]})";
  ASSERT_TRUE(parse_fhir_body(whole).ok());
  std::string utf16, utf16_be;
  for (const char c : whole) {
    utf16 += {c, '\0'};
    utf16_be += {'\0', c};
  }
  const std::string patient = R"({"resourceType":"Patient"})";
  for (const std::string& body :
       {utf16, utf16_be, "\xFF\xFE" + utf16, "\xFE\xFF" + utf16_be, "[" + whole + "]",
        patient + "\n" + whole, whole + "\n" + patient, "\"" + whole + "\"", "a" + whole,
        patient.substr(0, 20) + "\xE9" + patient.substr(20),
        R"({"resourceType":"Patient",)" + whole.substr(1),
        whole.substr(0, whole.size() - 1) + R"(,"parameter":[]})"}) {
    EXPECT_EQ(status_of(parse_fhir_body(body)), 400) << body;
  }
  for (const std::string& body : {patient, "\xEF\xBB\xBF" + patient, patient + "\n" + patient}) {
    const auto parsed = parse_fhir_body(body);
    ASSERT_TRUE(parsed.ok()) << body << parsed.refusal().message;
    EXPECT_EQ((*parsed).data, body);
  }
}

}  // namespace redact::server::requests_test
