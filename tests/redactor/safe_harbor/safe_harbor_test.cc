// SPDX-License-Identifier: Apache-2.0
// The policy hipaa-safe-harbor, identifier by identifier (45 CFR 164.514(b)(2)(i)): examples.yaml.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/redact_with.h"

namespace redact {
namespace {

constexpr const char* kFormats[] = {"text", "fhir", "fhir_xml", "hl7", "cda"};

struct Example {
  std::string item, form, document;
  std::vector<std::string> gone, stay;
  bool rests_on_model;
};

std::vector<std::string> words(const YAML::Node& list) {
  return list ? list.as<std::vector<std::string>>() : std::vector<std::string>();
}

// A whole document of the form.
std::string whole(const std::string& form, std::string part) {
  if (form == "hl7") {
    std::replace(part.begin(), part.end(), '\n', '\r');
    return "MSH|^~\\&|LAB|H|EHR|H|20240309||ORU^R01|77|P|2.5\r" + part + "\r";
  }
  if (form == "cda") {
    return "<ClinicalDocument xmlns=\"urn:hl7-org:v3\" "
           "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">" +
           part + "</ClinicalDocument>";
  }
  return part;
}

std::vector<Example> examples() {
  std::vector<Example> all;
  for (const auto& item :
       YAML::LoadFile(REDACT_SOURCE_DIR "/tests/redactor/safe_harbor/examples.yaml")) {
    for (const YAML::Node& node : item.second) {
      for (const char* form : kFormats) {
        if (!node[form]) continue;
        all.push_back({item.first.as<std::string>(), form,
                       whole(form, node[form].as<std::string>()), words(node["gone"]),
                       words(node["stay"]), node["model"].as<bool>(false)});
      }
    }
  }
  return all;
}

Format format_of(const std::string& form) {
  if (form == "text") return Format::kText;
  if (form == "fhir") return Format::kJson;
  return form == "hl7" ? Format::kHl7 : Format::kXml;
}

// What rules and fields make of a document, without a model.
Result<std::string> decided(const Example& example) {
  static const Configuration kConfiguration = [] {
    Guides guides;
    guides.rules = RuleSet::builtin().value();
    return Configuration{Policy::open("hipaa-safe-harbor").value(), std::move(guides)};
  }();
  const DocumentInput input{example.document, format_of(example.form)};
  REDACT_ASSIGN(Redaction redaction, testing::redact_with({}, input, kConfiguration));
  return std::move(redaction.output);
}

bool holds(const std::string& text, const std::string& word) {
  return text.find(word) != text.npos;
}

TEST(SafeHarbor, WhatCodeDecidesIsGoneAndTheRestStays) {
  for (const Example& example : examples()) {
    const std::string where = example.item + " " + example.form + ": " + example.document;
    const auto output = decided(example);
    ASSERT_TRUE(output.ok()) << where << "\n" << output.error().message();
    size_t n_left = 0;
    for (const std::string& word : example.gone) {
      EXPECT_TRUE(holds(example.document, word)) << word << " is not in " << where;
      n_left += holds(*output, word);
    }
    // A rule or a field that finds an example of the model's makes its mark untrue.
    EXPECT_EQ(n_left > 0, example.rests_on_model) << where << "\n" << *output;
    for (const std::string& word : example.stay) {
      EXPECT_TRUE(holds(*output, word)) << word << " is gone from " << where << "\n" << *output;
    }
  }
}

TEST(SafeHarbor, EachOfThe18IdentifiersHasTenExamplesAndOneOfEachFormat) {
  std::map<std::string, int> n_decided;
  std::set<std::pair<std::string, std::string>> forms;
  for (const Example& example : examples()) {
    n_decided[example.item] += !example.rests_on_model;
    forms.emplace(example.item, example.form);
  }
  EXPECT_EQ(n_decided.size(), 18u);
  for (const auto& [item, n] : n_decided) {
    EXPECT_GE(n, 10) << item;
    for (const char* form : {"text", "fhir", "hl7", "cda"}) {
      EXPECT_TRUE(forms.contains({item, form})) << item << " " << form;
    }
  }
}

}  // namespace
}  // namespace redact
