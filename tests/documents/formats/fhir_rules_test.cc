// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_rules.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/by_rules.h"

namespace redact::testing::fhir_rules_test {

std::string refusal(const std::string& json) {
  const auto rules = FhirRules::parse(json, kPresent);
  return rules.ok() ? "none" : rules.error().message();
}

TEST(FhirRules, RedactRemovesAMemberWithItsComma) {
  const std::string rules = configuration(rule("Patient.name", "redact"));
  EXPECT_EQ(in_json(R"({"resourceType":"Patient", "name":[{"family":"Quill","given":["Tom"]}],
 "active":true})",
                    rules),
            R"({"resourceType":"Patient", "active":true})");
  EXPECT_EQ(
      in_json(R"({"resourceType":"Patient", "active":true, "name":[{"family":"Quill"}] })", rules),
      R"({"resourceType":"Patient", "active":true })");
  EXPECT_EQ(in_json(R"({"name":[{"family":"Quill"}],"resourceType":"Patient"})", rules),
            R"({"resourceType":"Patient"})");
  EXPECT_EQ(
      in_json(R"({"resourceType":"Patient","name":[{"family":"Quill"}],"_name":[null]})", rules),
      R"({"resourceType":"Patient"})");
}

TEST(FhirRules, RedactRemovesAnElement) {
  const std::string rules = configuration(rule("Patient.name", "redact"));
  EXPECT_EQ(in_xml("Patient",
                   "<active value=\"true\"/>\n <name id=\"n\"><!-- Tom --><family "
                   "value=\"Quill\"/></name>\n <gender value=\"male\"/>",
                   rules),
            "<active value=\"true\"/>\n <gender value=\"male\"/>");
  EXPECT_EQ(by_rules("<f:Patient xmlns:f=\"http://hl7.org/fhir\"><f:name><f:text value='T'/>"
                     "</f:name></f:Patient>",
                     Format::kXml, rules),
            "<f:Patient xmlns:f=\"http://hl7.org/fhir\"></f:Patient>");
}

TEST(FhirRules, TheFirstRuleThatLeadsToAValueCounts) {
  const std::string rules = configuration(rule("nodesByType('Address').state", "keep") + "," +
                                          rule("nodesByType('Address')", "redact"));
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","address":[{"city":"Leeds","state":"VT","use":"home"},{"city":"York"}],"gender":"male"})",
          rules),
      R"({"resourceType":"Patient","address":[{"state":"VT"}],"gender":"male"})");
  EXPECT_EQ(
      in_xml("Patient", "<address><city value=\"Leeds\"/><state value=\"VT\"/></address>", rules),
      "<address><state value=\"VT\"/></address>");
  const std::string other = configuration(rule("nodesByType('Address')", "redact") + "," +
                                          rule("nodesByType('Address').state", "keep"));
  EXPECT_EQ(in_json(R"({"resourceType":"Patient","address":[{"state":"VT"}]})", other),
            R"({"resourceType":"Patient"})");
}

TEST(FhirRules, WhatNoRuleNamesIsRedactedAsWithoutRules) {
  const std::string rules = configuration(rule("Patient.gender", "redact"));
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","gender":"male","name":[{"family":"Quill"}],"active":true})",
          rules),
      R"({"resourceType":"Patient","name":[{"family":"[PATIENT]"}],"active":true})");
  EXPECT_EQ(
      in_xml("Patient", "<gender value=\"male\"/><name><family value=\"Quill\"/></name>", rules),
      "<name><family value=\"[PATIENT]\"/></name>");
}

TEST(FhirRules, WhatHasToBeThereSaysThatItIsMasked) {
  const std::string rules = configuration(rule("AuditEvent.recorded", "redact") + "," +
                                          rule("Group.characteristic.value", "redact"));
  EXPECT_EQ(
      in_json(R"({"resourceType":"AuditEvent","recorded":"2024-01-02T03:04:05Z","action":"E"})",
              rules),
      R"({"resourceType":"AuditEvent","_recorded":)" + kMasked + R"(,"action":"E"})");
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Group","characteristic":[{"valueCodeableConcept":{"text":"x"},"exclude":false}]})",
          rules),
      R"({"resourceType":"Group","characteristic":[{"valueCodeableConcept":)" + kMasked +
          R"(,"exclude":false}]})");
  EXPECT_EQ(in_xml("AuditEvent", "<recorded value=\"2024-01-02T03:04:05Z\"/>", rules),
            "<recorded><extension "
            "url=\"http://hl7.org/fhir/StructureDefinition/data-absent-reason\"><valueCode "
            "value=\"masked\"/></extension></recorded>");
}

TEST(FhirRules, AnExtensionThatIsNamedStaysWhereItsValueGoes) {
  const std::string rules = configuration(rule("nodesByType('Extension')", "keep") + "," +
                                          rule("Patient.birthDate", "redact"));
  const std::string extension = R"("_birthDate":{"extension":[{"url":"u","valueString":"x"}]})";
  EXPECT_EQ(
      in_json(R"({"resourceType":"Patient","birthDate":"1948-03-14",)" + extension + "}", rules),
      R"({"resourceType":"Patient",)" + extension + "}");
  EXPECT_EQ(in_xml("Patient",
                   "<birthDate value=\"1948-03-14\"><extension url=\"u\"><valueString "
                   "value=\"x\"/></extension></birthDate>",
                   rules),
            "<birthDate><extension url=\"u\"><valueString value=\"x\"/></extension></birthDate>");
}

TEST(FhirRules, AResourceInAnotherOneHasRulesOfItsOwn) {
  const std::string rules =
      configuration(rule("Bundle.entry", "redact") + "," + rule("Patient.name", "redact"));
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Bundle","entry":[{"fullUrl":"urn:x","resource":{"resourceType":"Patient","name":[{"text":"Tom"}],"gender":"male"}}]})",
          rules),
      R"({"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","gender":"male"}}]})");
  EXPECT_EQ(in_xml("Bundle",
                   "<entry><fullUrl value=\"urn:x\"/><resource><Patient><name><text "
                   "value=\"Tom\"/></name></Patient></resource></entry>",
                   rules),
            "<entry><resource><Patient></Patient></resource></entry>");
}

TEST(FhirRules, ANarrativeGoesWhole) {
  const std::string rules = configuration(rule("nodesByType('Narrative')", "redact"));
  EXPECT_EQ(in_xml("Patient",
                   "<text><status value=\"generated\"/><div "
                   "xmlns=\"http://www.w3.org/1999/xhtml\"><p>Tom<br/></p></div></text>",
                   rules),
            "");
}

TEST(FhirRules, WhatARuleTakesAwayIsKnownToTheRest) {
  const FhirRules rules = rules_of(configuration(rule("Patient.name", "redact")));
  const FormattedText formatted =
      read(R"({"resourceType":"Patient","name":[{"family":"Quill"}],"note":"Seen by Tom Quill"})",
           Format::kJson, &rules);
  TermList known;
  add_known(formatted, known);
  EXPECT_EQ(known.find(formatted.text.text(), SpanSource::kField).size(), 1u);
}

TEST(FhirRules, ConditionsLookIntoAValue) {
  const std::string rules =
      configuration(rule("nodesByType('ContactPoint').where(use='home')", "redact"));
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","telecom":[{"use":"home","period":{"start":"2020"},"value":"5551"},{"use":"work","rank":1}]})",
          rules),
      R"({"resourceType":"Patient","telecom":[{"use":"work","rank":1}]})");
  EXPECT_EQ(in_xml("Patient",
                   "<telecom><value value=\"5551\"/><use value=\"home\"/></telecom><telecom><use "
                   "value=\"work\"/></telecom>",
                   rules),
            "<telecom><use value=\"work\"/></telecom>");
}

TEST(FhirRules, ADateBeforeMembersThatGoDoesNotGoWithTheirComma) {
  const std::string rules = configuration(rule("Patient.gender", "redact"));
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","_birthDate":{"id":"x"},"birthDate":"1948-03-14","gender":"male"})",
          rules),
      R"({"resourceType":"Patient","_birthDate":{"id":"x"},"birthDate":"[DATE]"})");
}

TEST(FhirRules, FilesInOtherEncodingsLoseTheirElements) {
  const auto wide = [](std::string_view text) {
    std::string out = "\xFF\xFE";
    for (const char c : text) out.append({c, '\0'});
    return out;
  };
  const std::string begin = "<Patient xmlns=\"http://hl7.org/fhir\">";
  EXPECT_EQ(
      by_rules(wide(begin + "<name><text value=\"Tom\"/></name><gender value=\"male\"/></Patient>"),
               Format::kXml, configuration(rule("Patient.name", "redact"))),
      wide(begin + "<gender value=\"male\"/></Patient>"));
}

TEST(FhirRules, MistakesAreRefusedWithTheLine) {
  const auto line_of = [](const std::string& rules, const std::string& parameters = "") {
    return refusal("{\n\"fhirPathRules\": [\n" + rules + "],\n\"parameters\": {" + parameters +
                   "}}");
  };
  for (const std::string& bad :
       {rule("Patient.name", "encrypt"), rule("Patient.name", "generalize"),
        rule("Patient.name", "remove"), rule("Patinet.name", "redact"),
        rule("nodesByType('Nmae')", "redact"), rule("Patient.name[0]", "redact"),
        rule("Patient.name.first()", "redact"), rule("Patient.name |", "redact"),
        rule("", "redact"), rule("Patient.name", ""), rule("Patient.name as Nmae", "redact"),
        rule("Patient.name", "perturb"), rule("Patient.name", "perturb", R"(, "span": -1)"),
        rule("Patient.name", "perturb", R"(, "span": 1, "roundTo": 29)"),
        rule("Patient.name", "perturb", R"(, "span": 1, "rangeType": "some")"),
        rule("Patient.name", "substitute"),
        rule("Patient.name", "substitute", R"(, "replaceWith": {"use": "home"})"),
        rule("Patient.name", "keep", R"(, "why": "so")")}) {
    EXPECT_TRUE(line_of(rule("Patient.id", "keep") + ",\n" + bad).starts_with("FHIR rules line 4"))
        << bad << ": " << line_of(rule("Patient.id", "keep") + ",\n" + bad);
  }
  EXPECT_TRUE(line_of("", R"("dateShiftDays": 3)").starts_with("FHIR rules line 4"));
  EXPECT_TRUE(line_of("", R"("enablePartialAgesForRedact": "perhaps")").starts_with("FHIR rules"));
  EXPECT_NE(refusal(R"({"fhirVersion": "Stu3", "fhirPathRules": []})").find("R4 and R5"),
            std::string::npos);
  EXPECT_NE(refusal("{}").find("fhirPathRules"), std::string::npos);
  EXPECT_NE(refusal("[").find("not valid"), std::string::npos);
}

}  // namespace redact::testing::fhir_rules_test
