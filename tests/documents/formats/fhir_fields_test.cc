// SPDX-License-Identifier: Apache-2.0
// What the types of FHIR make of a value, in JSON and in XML.
#include "documents/formats/fhir_fields.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"
#include "tests/support/expect_within.h"
#include "tests/support/test_key.h"

namespace redact::fhir_fields_test {

const std::string kMask =
    R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
    R"("valueCode":"masked"}]})";

std::string json(const std::string& members, const std::string& policy = "default") {
  const Secret key = testing::test_key("fhir fields");
  return testing::redacted("{" + members + "}", Format::kJson, {.policy = policy, .key = &key});
}

std::string xml(const std::string& resource, const std::string& policy = "default") {
  const Secret key = testing::test_key("fhir fields");
  return testing::redacted(resource, Format::kXml, {.policy = policy, .key = &key});
}

void expect_same(const std::string& members) {
  for (const char* policy : {"default", "surrogate", "linked", "hipaa-safe-harbor"}) {
    EXPECT_EQ(json(members, policy), "{" + members + "}") << policy;
  }
}

void expect_same_xml(const std::string& resource) {
  for (const char* policy : {"default", "surrogate", "linked", "hipaa-safe-harbor"}) {
    EXPECT_EQ(xml(resource, policy), resource) << policy;
  }
}

TEST(FhirFields, ANumberOfFourDigitsIsNoYear) {
  const std::string dose =
      "<MedicationRequest xmlns=\"http://hl7.org/fhir\"><dosageInstruction><doseAndRate>"
      "<doseQuantity><value value=\"1500\"/><unit value=\"mg\"/></doseQuantity></doseAndRate>"
      "</dosageInstruction><dispenseRequest><numberOfRepeatsAllowed value=\"1999\"/>"
      "</dispenseRequest></MedicationRequest>";
  expect_same_xml(dose);
  expect_same(R"("resourceType":"Observation","valueQuantity":{"value":2021,"unit":"kcal"})");
}

TEST(FhirFields, BooleansTimesCodesAndObjectIdentifiersStay) {
  expect_same_xml(
      "<Organization xmlns=\"http://hl7.org/fhir\"><active value=\"false\"/></Organization>");
  expect_same_xml(
      "<Observation xmlns=\"http://hl7.org/fhir\"><status value=\"final\"/>"
      "<valueTime value=\"20:11:05\"/></Observation>");
  expect_same(R"("resourceType":"Parameters","parameter":[{"valueOid":"urn:oid:1.2.1999.11"},)"
              R"({"valueCode":"May"},{"valueCanonical":"http://x.example/Q|2024-11-04"}])");
  expect_same(R"("resourceType":"AllergyIntolerance","criticality":"low","category":["food"])");
}

TEST(FhirFields, AYearInATextIsATextAndInADateADate) {
  const std::string answer =
      R"("resourceType":"QuestionnaireResponse","item":[{"answer":[{"valueString":"1990"}]}])";
  EXPECT_EQ(json(answer), "{" + answer + "}");
  EXPECT_EQ(json(R"("resourceType":"QuestionnaireResponse","item":[{"answer":[)"
                 R"({"valueDate":"1990"}]}])"),
            R"({"resourceType":"QuestionnaireResponse","item":[{"answer":[{"_valueDate":)" + kMask +
                "}]}]}");
  EXPECT_EQ(json(R"("resourceType":"Provenance","signature":[{"when":"2024-11-04T08:30:00Z"}])"),
            R"({"resourceType":"Provenance","signature":[{"_when":)" + kMask + "}]}");
}

TEST(FhirFields, TheAnswerToAQuestionIsWhatTheQuestionNames) {
  const auto answered = [](const std::string& question, const std::string& value) {
    return R"("resourceType":"QuestionnaireResponse","item":[{"text":")" + question +
           R"(","answer":[{"valueInteger":)" + value + "}]}]";
  };
  EXPECT_EQ(json(answered("Age", "97")).find("97"), std::string::npos);
  EXPECT_EQ(json(answered("Phone number", "4960382")).find("4960382"), std::string::npos);
  EXPECT_EQ(json(answered("Tablets a day", "97")), "{" + answered("Tablets a day", "97") + "}");
  EXPECT_EQ(xml("<QuestionnaireResponse xmlns=\"http://hl7.org/fhir\"><item><text value=\"Age\"/>"
                "<answer><valueQuantity><value value=\"97\"/></valueQuantity></answer></item>"
                "</QuestionnaireResponse>")
                .find("97"),
            std::string::npos);
}

// A value that is not of its type may be anything.
TEST(FhirFields, AValueThatIsNotOfItsTypeIsRead) {
  for (const char* member : {"\"active\":\"Ana\"", "\"multipleBirthInteger\":\"Ana\"",
                             "\"birthDate\":\"Ana\"", "\"deceasedDateTime\":\"Ana\""}) {
    const std::string out = testing::without(
        "{\"resourceType\":\"Patient\"," + std::string(member) + "}", Format::kJson, {"Ana"});
    EXPECT_EQ(out.find("Ana"), out.npos) << out;
  }
}

TEST(FhirFields, AnAddressOfTheNetIsHiddenUnlessItNamesADefinition) {
  EXPECT_EQ(json(R"("resourceType":"Bundle","link":[{"relation":"self",)"
                 R"("url":"https://h.example/Patient?name=Ana"}])"),
            R"({"resourceType":"Bundle","link":[{"relation":"self",)"
            R"("url":"https://hidden.invalid/"}]})");
  EXPECT_EQ(xml("<Bundle xmlns=\"http://hl7.org/fhir\"><link><url value=\"http://a/b?c=Ana\"/>"
                "</link></Bundle>"),
            "<Bundle xmlns=\"http://hl7.org/fhir\"><link><url value=\"https://hidden.invalid/\"/>"
            "</link></Bundle>");
  expect_same(R"("resourceType":"Questionnaire","url":"http://x.example/q")");
  expect_same(R"("resourceType":"Device","udiCarrier":[{"issuer":"http://hl7.org/fhir/x/gs1"}])");
}

// A hash of the version "1" would show which id is "1".
TEST(FhirFields, AVersionIsNotRenamedAsAnId) {
  expect_same(R"("resourceType":"Patient","meta":{"versionId":"12"})");
  const std::string time = R"("resourceType":"Patient","meta":{"versionId":"1711785600"})";
  EXPECT_EQ(json(time).find("1711785600"), std::string::npos);
}

TEST(FhirFields, AUuidIsRenamedAsInReferences) {
  const std::string out =
      json(R"("resourceType":"Parameters","parameter":[)"
           R"({"valueUuid":"urn:uuid:3b0c1f0e-1d5d-4b0a-9d43-0a0a0a0a0a0b"},)"
           R"({"valueReference":{"reference":"urn:uuid:3b0c1f0e-1d5d-4b0a-9d43-0a0a0a0a0a0b"}}])");
  const size_t at = out.find("urn:uuid:");
  ASSERT_NE(at, out.npos) << out;
  EXPECT_EQ(out.find("3b0c1f0e"), out.npos) << out;
  EXPECT_NE(out.find(out.substr(at, 45), at + 1), out.npos) << out;
}

TEST(FhirFields, AnAgeIsHiddenInEveryType) {
  const std::string age = R"("resourceType":"Condition","onsetAge":{"value":93,"code":"a"})";
  EXPECT_EQ(json(age),
            R"({"resourceType":"Condition","onsetAge":{"_value":)" + kMask + R"(,"code":"a"}})");
  EXPECT_EQ(json(R"("resourceType":"Procedure","performedAge":{"value":93})", "hipaa-safe-harbor"),
            R"({"resourceType":"Procedure","performedAge":{"value":90}})");
  EXPECT_EQ(json(R"("resourceType":"Condition","onsetString":"93 years")", "hipaa-safe-harbor"),
            R"({"resourceType":"Condition","onsetString":"90+"})");
  expect_same(R"("resourceType":"Condition","onsetString":"in grade 93 or so")");
}

TEST(FhirFields, ANumberInPlaceOfATextIdentifiesAsTheTextDoes) {
  EXPECT_EQ(json(R"("resourceType":"Patient","identifier":[{"value":4471920}])"),
            R"({"resourceType":"Patient","identifier":[{"_value":)" + kMask + "}]}");
}

TEST(FhirFields, IdsReferencesAndDatesThatAreNumbersAreHidden) {
  for (const std::string members :
       {R"("resourceType":"Patient","id":7731955)",
        R"("resourceType":"Observation","subject":{"reference":7731955})",
        R"("resourceType":"Patient","deceasedDateTime":7731955)"}) {
    const std::string out = json(members);
    EXPECT_EQ(out.find("7731955"), out.npos) << out;
  }
  expect_same(R"("resourceType":"Observation","valueInteger":7731955)");
}

TEST(FhirFields, ARangeInYearsIsAnAge) {
  for (
      const std::string members :
      {R"("resourceType":"Procedure","performedRange":{"low":{"value":96,"code":"a"}})",
       R"("resourceType":"RiskAssessment","prediction":[{"whenRange":{"high":{"value":96,"unit":"years"}}}])"}) {
    const std::string out = json(members, "hipaa-safe-harbor");
    EXPECT_EQ(out.find("96"), out.npos) << out;
  }
  expect_same(R"("resourceType":"Observation","valueRange":{"low":{"value":96,"code":"mm"}})");
  expect_same(
      R"("resourceType":"Observation","referenceRange":[{"age":{"low":{"value":18,"code":"a"}}}])");
}

TEST(FhirFields, DetailsPropertiesAndInitialValuesAreWhatTheirNamesSay) {
  for (
      const std::string members :
      {R"("resourceType":"AuditEvent","entity":[{"detail":[{"type":"MRN","valueString":"7712345"}]}])",
       R"("resourceType":"Device","property":[{"type":{"text":"Serial number"},"valueString":"7712345"}])",
       R"("resourceType":"Questionnaire","item":[{"text":"MRN","initial":[{"valueInteger":7712345}]}])"}) {
    const std::string out = json(members);
    EXPECT_EQ(out.find("7712345"), out.npos) << out;
  }
}

// Publishers write the id of a resource into its narrative.
TEST(FhirFields, AnAnchorOfANarrativeHoldsNoName) {
  const std::string begin = "<Patient xmlns=\"http://hl7.org/fhir\">";
  const std::string out =
      xml(begin +
          "<text><div xmlns=\"http://www.w3.org/1999/xhtml\"><a name=\"Quenby-Tarn\">x</a>"
          "</div></text><name id=\"Quenby-Tarn\"><text value=\"Quenby Tarn\"/></name>"
          "</Patient>");
  EXPECT_EQ(out.find("Quenby"), out.npos) << out;
}

TEST(FhirFields, ElementsOfOlderReleasesHaveTypes) {
  // R4 and STU3.
  expect_same(R"("resourceType":"MedicationStatement","taken":"y","status":"active")");
  expect_same(R"("resourceType":"ReferralRequest","priority":"urgent")");
  EXPECT_EQ(json(R"("resourceType":"ReferralRequest","authoredOn":"2024")"),
            R"({"resourceType":"ReferralRequest","_authoredOn":)" + kMask + "}");
}

TEST(FhirFields, DeeplyNestedValuesTakeLinearTime) {
  const int kDepth = 250;
  std::string json = R"({"resourceType":"Patient")";
  for (int i = 0; i < kDepth; ++i) json += R"(,"extension":[{"url":"http://hl7.org/x")";
  json += R"(,"extension":[)";
  while (json.size() < 1'000'000) json += R"({"url":"http://hl7.org/x","valueCode":"ab"},)";
  json += "{}]";
  for (int i = 0; i < kDepth; ++i) json += "}]";
  json += "}";
  testing::expect_within(2.5, [&] { EXPECT_EQ(testing::read(json, Format::kJson).n_unread, 0u); });
}

// A number that stays elsewhere stays no longer if an identifier hides it.
TEST(FhirFields, ANumberOrCodeThatRepeatsAHiddenOneIsHidden) {
  const auto with = [](const std::string& member) {
    return json(
        R"("resourceType":"Parameters","parameter":[{"valueIdentifier":{"value":"4471920"}},{)" +
        member + "}]");
  };
  const auto hidden = [](const std::string& member) {
    return R"({"resourceType":"Parameters","parameter":[{"valueIdentifier":{"value":"[ID]"}},{)" +
           member + "}]}";
  };
  EXPECT_EQ(with(R"("valueInteger":4471920)"), hidden(R"("_valueInteger":)" + kMask));
  EXPECT_EQ(with(R"("valueDecimal":4471920)"), hidden(R"("_valueDecimal":)" + kMask));
  EXPECT_EQ(with(R"("valueCode":"4471920")"), hidden(R"("valueCode":"[ID]")"));
  EXPECT_EQ(with(R"("valueCoding":{"code":"4471920"})"),
            hidden(R"("valueCoding":{"code":"[ID]"})"));
  EXPECT_EQ(with(R"("other":4471920)"), hidden(R"("_other":)" + kMask));
  EXPECT_EQ(with(R"("valueInteger":4471921)"), hidden(R"("valueInteger":4471921)"));
  const std::string begin =
      "<Parameters xmlns=\"http://hl7.org/fhir\"><parameter><valueIdentifier>";
  const auto out = xml(begin +
                       "<value value=\"4471920\"/></valueIdentifier></parameter><parameter>"
                       "<valueInteger value=\"4471920\"/></parameter><parameter><valueCode "
                       "value=\"4471920\"/></parameter></Parameters>");
  EXPECT_EQ(out, begin +
                     "<value value=\"[ID]\"/></valueIdentifier></parameter><parameter>"
                     "<valueInteger><extension url=\"http://hl7.org/fhir/StructureDefinition/"
                     "data-absent-reason\"><valueCode value=\"masked\"/></extension>"
                     "</valueInteger></parameter><parameter><valueCode value=\"[ID]\"/>"
                     "</parameter></Parameters>");
}

TEST(FhirFields, AnIdentifierIsOneByItsType) {
  EXPECT_EQ(json(R"("resourceType":"Claim","related":[{"reference":{"value":"A7"}}])"),
            R"({"resourceType":"Claim","related":[{"reference":{"value":"[ID]"}}]})");
  EXPECT_EQ(json(R"("resourceType":"PaymentReconciliation","paymentIdentifier":{"value":"A7"},)"
                 R"("detail":[{"predecessor":{"value":"A8"}}])"),
            R"({"resourceType":"PaymentReconciliation","paymentIdentifier":{"value":"[ID]"},)"
            R"("detail":[{"predecessor":{"value":"[ID]"}}]})");
}

TEST(FhirFields, ObjectIdentifiersOfImagesAreRenamed) {
  const std::string out = json(
      R"("resourceType":"ImagingStudy","uid":"urn:oid:1.2.840.7","series":[{"uid":"1.2.3.4.5"},)"
      R"({"uid":"1.2.3.4.6"},{"uid":"1.2.3.4.5","instance":[{"uid":"1.2.840.7"}]}])");
  std::vector<std::string> names;
  for (size_t at = out.find("2.25."); at != out.npos; at = out.find("2.25.", at + 1)) {
    names.push_back(out.substr(at, out.find('"', at) - at));
  }
  ASSERT_EQ(names.size(), 5u) << out;
  EXPECT_EQ(out.find("1.2."), out.npos) << out;
  EXPECT_NE(out.find("\"urn:oid:" + names[0] + "\""), out.npos) << out;
  EXPECT_NE(names[1], names[2]);
  EXPECT_EQ(names[1], names[3]);
  EXPECT_EQ(names[0], names[4]);
}

TEST(FhirFields, AnImageOfANarrativeRefersToAResource) {
  const std::string out = json(
      R"("resourceType":"Patient","id":"a","contained":[{"resourceType":"Binary","id":"pic1"}],)"
      R"("text":{"div":"<div><img src=\"#pic1\"/></div>"})");
  EXPECT_EQ(out.find("pic1"), out.npos) << out;
  const size_t id = out.rfind("\"id\":\"") + 6;
  EXPECT_NE(out.find("#" + out.substr(id, out.find('"', id) - id) + "\\\""), out.npos) << out;
  EXPECT_EQ(xml("<Patient xmlns=\"http://hl7.org/fhir\"><text><div xmlns=\"http://www.w3.org/1999/"
                "xhtml\"><img src=\"#pic1\"/></div></text></Patient>")
                .find("pic1"),
            std::string::npos);
}

TEST(FhirFields, ADateInAnArrayIsMaskedBesideIt) {
  const auto timing = [](const std::string& members) {
    return R"({"resourceType":"Parameters","parameter":[{"valueTiming":{)" + members + "}}]}";
  };
  const auto masked = [&](const std::string& members) {
    const std::string all = timing(members);
    return json(all.substr(1, all.size() - 2));
  };
  EXPECT_EQ(masked(R"("event":["2024-11-03"])"),
            timing(R"("_event":[)" + kMask + R"(],"event":[null])"));
  EXPECT_EQ(masked(R"("event":["2024-11-03", "2024-11-04"],"code":{})"),
            timing(R"("_event":[)" + kMask + "," + kMask + R"(],"event":[null, null],"code":{})"));
  EXPECT_EQ(masked(R"("event":["2024-11-03"],"_event":[{"id":"x"}])").find("2024"),
            std::string::npos);
}

TEST(FhirFields, NamesOfParametersStay) {
  const std::string names =
      R"({"resourceType":"Parameters","parameter":[{"name":"birthdate"},{"name":"mrn",)"
      R"("part":[{"name":"family","part":[{"name":"mrn"}]}]}]})";
  EXPECT_EQ(testing::without(names, Format::kJson, {"birthdate", "mrn", "family"}), names);
}

TEST(FhirFields, AnExtensionIsNamedByTheEndOfItsUrl) {
  const auto extension = [](const std::string& url, const std::string& value) {
    return R"("resourceType":"Patient","extension":[{"url":")" + url + "\"," + value + "}]";
  };
  const std::string own = "http://kh.example/fhir/StructureDefinition/";
  for (const char* name : {"nachname", "mrn", "handy"}) {
    for (const char* value : {R"("valueString":"Zorb 7712345")", R"("valueInteger":7712345)"}) {
      const std::string out = json(extension(own + name, value));
      EXPECT_EQ(out.find("7712345"), out.npos) << out;
    }
  }
  EXPECT_EQ(xml("<Patient xmlns=\"http://hl7.org/fhir\"><extension url=\"" + own +
                "nachname\"><valueString value=\"Zorblatt\"/></extension></Patient>")
                .find("Zorblatt"),
            std::string::npos);
  expect_same(extension(own + "ward-round", R"("valueString":"Zorblatt")"));
  const std::string standard = "http://hl7.org/fhir/StructureDefinition/";
  for (const char* name : {"iso21090-ADXP-houseNumber", "contactpoint-area"}) {
    const std::string out = json(extension(standard + name, R"("valueString":"0117")"));
    EXPECT_EQ(out.find("0117"), out.npos) << out;
  }
}

TEST(FhirFields, NamesOfParametersAndTasksSayWhatTheirValuesAre) {
  for (const std::string members :
       {R"("resourceType":"Parameters","parameter":[{"name":"mrn","valueInteger":7712345}])",
        R"("resourceType":"Parameters","parameter":[{"part":[{"name":"Nachname",)"
        R"("valueString":"7712345"}]}])",
        R"("resourceType":"Task","input":[{"type":{"text":"MRN"},"valueInteger":7712345}])",
        R"("resourceType":"Observation","code":{"text":"CNP"},"valueInteger":7712345)"}) {
    const std::string out = json(members);
    EXPECT_EQ(out.find("7712345"), out.npos) << out;
  }
}

TEST(FhirFields, AMemberThatTheStandardLacksIsNamedAsInOtherJson) {
  const std::string out = json(
      R"("resourceType":"Patient","mrn":7712344,"telefon":"0711 4960382","surname":"Zorblatt")");
  for (const char* value : {"7712344", "4960382", "Zorblatt"}) {
    EXPECT_EQ(out.find(value), out.npos) << out;
  }
  expect_same(R"("resourceType":"Patient","mobile":"with a stick","score":7712344)");
}

TEST(FhirFields, AQuestionThatIsACaptionStays) {
  const std::string asked =
      R"({"resourceType":"QuestionnaireResponse","item":[{"text":"Postcode","answer":[)";
  EXPECT_EQ(testing::without(asked + R"({"valueString":"the Postcode BS6"}]}]})", Format::kJson,
                             {"Postcode"}),
            asked + R"({"valueString":"[ZIP]"}]}]})");
}

TEST(FhirFields, AScoreThatSharesAWordWithADeviceStays) {
  expect_same(R"("resourceType":"Observation","code":{"text":"UDI-6 score"},)"
              R"("valueQuantity":{"value":45.8})");
  expect_same(R"("resourceType":"Observation","code":{"text":"Mobile"},)"
              R"("valueString":"with a stick")");
}

TEST(FhirFields, ACodeThatAGuessRepeatsStays) {
  const std::string code =
      R"({"resourceType":"AllergyIntolerance","code":{"coding":[{"code":"227493005"}]},)";
  const auto with = [&](const std::string& note) {
    return code + R"("note":[{"text":")" + note + R"("}]})";
  };
  EXPECT_EQ(testing::without(with("code 227493005"), Format::kJson, {"227493005"}),
            with("code [PATIENT]"));
}

TEST(FhirFields, ALinkOfANarrativeLeadsToTheRenamedResource) {
  const std::string uuid = "urn:uuid:61ebe359-bfdc-4613-8bf2-c5e300945f0a";
  for (const std::string& link : {uuid, std::string("Patient/f201")}) {
    const std::string out =
        json(R"("resourceType":"Observation","subject":{"reference":")" + link +
             R"("},"text":{"div":"<div><a href=\")" + link + R"(\">x</a></div>"})");
    const std::string begin = R"("reference":")";
    const size_t at = out.find(begin) + begin.size();
    const std::string renamed = out.substr(at, out.find('"', at) - at);
    EXPECT_NE(renamed, link);
    EXPECT_NE(out.find("href=\\\"" + renamed + "\\\""), out.npos) << out;
  }
  expect_same(R"("resourceType":"Provenance","entity":[{"what":{"reference":"#"}}])");
}

}  // namespace redact::fhir_fields_test
