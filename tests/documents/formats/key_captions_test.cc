// SPDX-License-Identifier: Apache-2.0
// JSON that is not FHIR, and XML of no known kind: values are hidden by their keys and names.
#include "documents/formats/key_captions.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact::key_captions_test {

std::string redacted(std::string_view document, Format format,
                     const std::vector<std::string>& words = {},
                     const std::string& policy = "default") {
  return testing::redacted(document, format, {.words = words, .policy = policy});
}

TEST(KeyCaptions, OtherJsonAndXmlIsTextThroughout) {
  EXPECT_EQ(redacted(R"({"a": "Ana\n\"x\"", "b": [1, "Ana"]})", Format::kJson, {"Ana"}),
            R"({"a": "[PATIENT]\n\"x\"", "b": [1, "[PATIENT]"]})");
  EXPECT_EQ(redacted("<a b='Ana'>Mr &#65;na<!--Ana--></a>", Format::kXml, {"Ana"}),
            "<a b='[PATIENT]'>Mr [PATIENT]<!--[PATIENT]--></a>");
}

TEST(KeyCaptions, ANumberOfJsonThatSaysAHiddenTextGoes) {
  EXPECT_EQ(redacted(R"({"mrn": "4471902", "of": [4471902, 4471903], "n": 44719.02})",
                     Format::kJson, {"4471902"}),
            R"({"mrn": "[MEDICAL_RECORD]", "of": [null, 4471903], "n": 44719.02})");
  EXPECT_EQ(redacted(R"({"no": "4471", "of": 4471})", Format::kJson, {"4471"}),
            R"({"no": "[PATIENT]", "of": 4471})");
}

TEST(KeyCaptions, ANumberOfJsonIsHiddenByItsKeyAsACellByItsCaption) {
  const std::string other = R"("k":5.1,"potassium":51234,"codeOfTest":4471902,"age":66.5)";
  EXPECT_EQ(redacted(R"({"mrn":4471902,"phone_number":[1174960382],"dateOfBirth":-372556800000,)"
                     R"("patient":{"id":12},"age":66,)" +
                         other + "}",
                     Format::kJson),
            R"({"mrn":null,"phone_number":[null],"dateOfBirth":null,)"
            R"("patient":{"id":null},"age":null,"k":5.1,"potassium":51234,"codeOfTest":null,)"
            R"("age":null})");
  EXPECT_EQ(redacted(R"({"age":95,"mrn":12})", Format::kJson, {}, "hipaa-safe-harbor"),
            R"({"age":90,"mrn":null})");
  EXPECT_EQ(redacted(R"({"age":95,"mrn":12})", Format::kJson, {}, "patient"),
            R"({"age":95,"mrn":null})");
}

// Beside a moved date it would tell the shift.
TEST(KeyCaptions, ATimeSince1970IsADate) {
  EXPECT_EQ(
      redacted(R"({"created_at":1709632800,"Timestamp":1709632800123,"admittedAt":1709632800})",
               Format::kJson),
      R"({"created_at":null,"Timestamp":null,"admittedAt":null})");
  EXPECT_EQ(redacted(R"({"mtime":1709632800.25,"at":{"seconds":1709632800},"iat":1709632800})",
                     Format::kJson),
            R"({"mtime":null,"at":{"seconds":null},"iat":null})");
  const std::string other =
      R"({"platelets":1709632800,"timeout":1709632800,"at":17096328,"seen":5709632800123})";
  EXPECT_EQ(redacted(other, Format::kJson), other);
}

TEST(KeyCaptions, ABirthMayHaveItsPartsApart) {
  EXPECT_EQ(redacted(R"({"birth":{"day":14,"month":3,"year":1948},"birth_day":14,"dobYear":1948,)"
                     R"("birthDate":{"y":1948,"m":3,"d":14},"d":14})",
                     Format::kJson),
            R"({"birth":{"day":null,"month":null,"year":null},"birth_day":null,"dobYear":null,)"
            R"("birthDate":{"y":null,"m":null,"d":null},"d":14})");
  const std::string delivery = R"({"weight":{"birth":3450},"apgar":{"birth":7},"birth":7})";
  EXPECT_EQ(redacted(delivery, Format::kJson), delivery);
}

TEST(KeyCaptions, AnObjectOrArrayOfJsonIsNamedByTheKeyAroundIt) {
  EXPECT_EQ(redacted(R"({"mrn":{"value":447.0},"dob":{"year":1958,"$numberLong":-3},"mobile":2,)"
                     R"("patient":[{"id":12}],"cp":36,"dose":{"value":447},"pH":{"value":7.0}})",
                     Format::kJson),
            R"({"mrn":{"value":null},"dob":{"year":null,"$numberLong":null},"mobile":2,)"
            R"("patient":[{"id":null}],"cp":36,"dose":{"value":447},"pH":{"value":7.0}})");
}

TEST(KeyCaptions, AStringOfJsonIsHiddenByItsKeyAsACellByItsCaption) {
  EXPECT_EQ(redacted(R"({"patientId":"a1b2c3","memberId":"W1234","visit_id":["V-12"],)"
                     R"("patient":{"id":"77-B","name":"Hale"},"postcode":"BS6","nhs_number":"123",)"
                     R"("dob":"1948-03-14T10:00:00Z"})",
                     Format::kJson),
            R"({"patientId":"[MEDICAL_RECORD]","memberId":"[HEALTH_PLAN]",)"
            R"("visit_id":["[ENCOUNTER]"],"patient":{"id":"[MEDICAL_RECORD]","name":"[PATIENT]"},)"
            R"("postcode":"[ZIP]","nhs_number":"[MEDICAL_RECORD]","dob":"[DATE]"})");
  const std::string others =
      R"({"mrn":"","nhs_number":"none","surname":"None","mobile":"2 sticks","encounter":"clinic",)"
      R"("potassium":"5.1","patient":")" +
      std::string(101, 'x') + R"("})";
  EXPECT_EQ(redacted(others, Format::kJson), others);
}

TEST(KeyCaptions, APartOfANameIsOneByTheKeyAroundIt) {
  const std::string others = R"({"patient":{"given":"aspirin"},"doctor":{"first":"review"}})";
  EXPECT_EQ(redacted(others, Format::kJson), others);
  EXPECT_EQ(redacted(R"({"name":{"first":"Olwen","middle":"B","last":"Zarnik"},"patient":{"last":)"
                     R"("Zarnik","name":{"given":"Olwen"}},"visit":{"first":"Zarnik 2"}})",
                     Format::kJson),
            R"({"name":{"first":"[PATIENT]","middle":"[PATIENT]","last":"[PATIENT]"},"patient":)"
            R"({"last":"[PATIENT]","name":{"given":"[PATIENT]"}},"visit":{"first":"Zarnik 2"}})");
}

// Behind a shorter replacement it would be the value that the key names.
TEST(KeyCaptions, ALongPageUnderAKeyOfACaptionStaysAPage) {
  const std::string long_name(101, 'x');
  EXPECT_EQ(redacted(R"({"patient":"seen <b>)" + long_name + R"(<\/b> &amp; left"})", Format::kJson,
                     {long_name}),
            R"({"patient":"seen <b>[PATIENT]<\/b> &amp; left"})");
}

TEST(KeyCaptions, ATextOfXmlIsHiddenByItsNameAsACellByItsCaption) {
  EXPECT_EQ(redacted("<a><patient mrn=\"77-B\" id='5'>x1<name>Hale</name></patient>\n<ssn>\n 12 "
                     "</ssn><mrn value=\"7\"/><k>5.1</k></a>",
                     Format::kXml),
            "<a><patient mrn=\"[MEDICAL_RECORD]\" id='[MEDICAL_RECORD]'>[PATIENT]<name>[PATIENT]"
            "</name></patient>\n<ssn>\n [SSN] </ssn><mrn value=\"[MEDICAL_RECORD]\"/><k>5.1</k>"
            "</a>");
}

}  // namespace redact::key_captions_test
