// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/formats/fhir_rules.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/test_key.h"

namespace redact::testing {

inline constexpr int kPresent = 2026;

// The configuration with these rules, one or more, and parameters.
inline std::string configuration(const std::string& rules, const std::string& parameters = "") {
  return R"({"fhirVersion": "R4", "fhirPathRules": [)" + rules + R"(], "parameters": {)" +
         parameters + "}}";
}

inline std::string rule(const std::string& path, const std::string& method,
                        const std::string& more = "") {
  return R"({"path": ")" + path + R"(", "method": ")" + method + "\"" + more + "}";
}

inline FhirRules rules_of(const std::string& json) {
  auto rules = FhirRules::parse(json, kPresent);
  EXPECT_TRUE(rules.ok()) << (rules.ok() ? "" : rules.error().message());
  return std::move(rules).value();
}

inline std::string by_rules(std::string_view document, Format format, const std::string& json,
                            const std::vector<std::string>& words = {}) {
  const FhirRules rules = rules_of(json);
  const Secret key = test_key("fhir rules");
  return redacted(document, format, {.words = words, .rules = &rules, .key = &key});
}
inline std::string in_json(std::string_view document, const std::string& json,
                           const std::vector<std::string>& words = {}) {
  return by_rules(document, Format::kJson, json, words);
}
// The same in XML, for the content of a resource's element.
inline std::string in_xml(const std::string& type, const std::string& inside,
                          const std::string& json, const std::vector<std::string>& words = {}) {
  const std::string begin = "<" + type + " xmlns=\"http://hl7.org/fhir\">", end = "</" + type + ">";
  const std::string output = by_rules(begin + inside + end, Format::kXml, json, words);
  EXPECT_TRUE(output.starts_with(begin) && output.ends_with(end)) << output;
  return output.substr(begin.size(), output.size() - begin.size() - end.size());
}

// The replacement of a required value.
inline const std::string kMasked =
    R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
    R"("valueCode":"masked"}]})";

}  // namespace redact::testing
