// SPDX-License-Identifier: Apache-2.0
// What is refused before a request becomes a document: JSON that nests too deeply, and parameters
// of the query that would be ignored.
#include <gtest/gtest.h>

#include <string>

#include "server/json_depth.h"
#include "server/presidio/analyze_body.h"
#include "server/presidio/anonymize.h"
#include "server/redact_body.h"
#include "server/redact_query.h"

namespace redact::server {
namespace {

std::string nested(size_t n) { return std::string(n, '[') + std::string(n, ']'); }

template <typename T>
int status_of(const Checked<T>& checked) {
  return checked.ok() ? 200 : checked.refusal().status;
}

TEST(JsonDepth, CountsBracketsOutsideStrings) {
  EXPECT_FALSE(is_too_deep(nested(kDeepestBody)));
  EXPECT_TRUE(is_too_deep(nested(kDeepestBody + 1)));
  EXPECT_TRUE(is_too_deep("{\"a\":" + nested(kDeepestBody) + "}"));
  std::string wide = "[";
  for (size_t i = 0; i < 2 * kDeepestBody; ++i) wide += "[{}],";
  EXPECT_FALSE(is_too_deep(wide));
  const std::string many(2 * kDeepestBody, '[');
  EXPECT_FALSE(is_too_deep("[\"" + many + "\"]"));
  EXPECT_FALSE(is_too_deep("[\"\\\"" + many + "\"]"));   // an escaped quote ends no string
  EXPECT_TRUE(is_too_deep("[\"\\\\\"," + many));         // an escaped backslash escapes nothing
  EXPECT_TRUE(is_too_deep(std::string(9, ']') + many));  // not JSON, but no way around the limit
}

TEST(JsonDepth, IsCheckedWhereverABodyIsRead) {
  const std::string deep = nested(100000);
  const std::string body = "{\"text\":\"a\",\"known\":{\"PATIENT\":" + deep + "}}";
  EXPECT_EQ(status_of(parse_redact_body(body)), 400);
  EXPECT_EQ(status_of(parse_redact_line(body, 1)), 400);
  EXPECT_EQ(status_of(parse_analyze_body("{\"language\":\"en\",\"text\":" + deep + "}")), 400);
  const std::string text = "{\"text\":\"a\",\"analyzer_results\":[],";
  EXPECT_EQ(status_of(anonymize(text + "\"anonymizers\":" + deep + "}")), 400);
  EXPECT_EQ(status_of(anonymize(text + "\"anonymizers\":{\"A\":{\"new_value\":" + deep + "}}}")),
            400);
  EXPECT_EQ(status_of(deanonymize("{\"text\":\"a\",\"anonymizer_results\":" + deep + "}")), 400);
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
    for (const char* query :
         {"polcy=gdpr", "POLICY=gdpr", "pol%69cy=gdpr", "=", "policy=", "policy",
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

}  // namespace
}  // namespace redact::server
