// SPDX-License-Identifier: Apache-2.0
// What the types of HL7 v2 make of a value where the table does not name its field.
#include "documents/formats/hl7_fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "documents/formats/hl7_types.h"
#include "tests/documents/formats/redacted.h"
#include "tests/support/test_key.h"

namespace redact::hl7_fields_test {

using Types = std::vector<std::string_view>;

std::string segment(const std::string& fields, const std::string& version = "2.5.1",
                    const std::string& policy = "default",
                    const std::vector<std::string>& words = {}) {
  const Secret key = testing::test_key("hl7 fields");
  const std::string header = "MSH|^~\\&|A||||||ADT^A01|1|P|" + version + "\r";
  const std::string out = testing::redacted(header + fields + "\r", Format::kHl7,
                                            {.words = words, .policy = policy, .key = &key});
  EXPECT_TRUE(out.starts_with(header)) << out;
  return out.substr(header.size(), out.size() - header.size() - 1);
}

TEST(Hl7Types, AFieldHasTheTypeOfItsVersion) {
  EXPECT_EQ(hl7_types("PID", 5, "2.5.1"), Types({"XPN"}));
  EXPECT_EQ(hl7_types("PID", 5, "2.1"), Types({"PN"}));
  EXPECT_EQ(hl7_types("XPN", 1, "2.5"), Types({"FN"}));
  EXPECT_EQ(hl7_types("PID", 99, "2.5"), Types());
  EXPECT_EQ(hl7_types("ZZZ", 1, "2.5"), Types());
  // Withdrawn in 2.7.
  EXPECT_EQ(hl7_types("PID", 19, "2.8.2"), Types({"ST"}));
  EXPECT_EQ(hl7_types("PID", 20, "2.8"), hl7_types("PID", 20, "2.6"));
  EXPECT_TRUE(is_hl7_composite("CX"));
  EXPECT_FALSE(is_hl7_composite("ST"));
}

TEST(Hl7Types, WithoutAVersionAFieldHasAllItsTypes) {
  const Types types = hl7_types("PID", 5, "");
  EXPECT_NE(std::ranges::find(types, "PN"), types.end());
  EXPECT_NE(std::ranges::find(types, "XPN"), types.end());
  EXPECT_EQ(hl7_types("PID", 5, "three"), types);
}

TEST(Hl7Fields, TwoWordsInThePlaceOfACodeMayRepeatAName) {
  const std::string out = segment(
      "PID|1||7||Greco^Ana\rOBX|1|TX|Ana Greco^Note||x\rOBX|2|NM|Blood Glucose||5\r"
      "OBX|3|NM|1975-02^Bilirubin^LN||5");
  EXPECT_NE(out.find("|TX|[PATIENT] [PATIENT]^Note|"), out.npos) << out;
  EXPECT_NE(out.find("|Blood Glucose|"), out.npos) << out;
  EXPECT_NE(out.find("|1975-02^Bilirubin^LN|"), out.npos) << out;
}

TEST(Hl7Fields, TextIsReadAsTextAgainWhateverReplacesIt) {
  // [PATIENT] looks like a code, and so does a hash.
  for (const char* policy : {"default", "linked"}) {
    const std::string out =
        segment("SPM|1|||Ana Greco|||||||||Ana Greco", "2.5.1", policy, {"Ana Greco"});
    EXPECT_EQ(out.find("Greco"), out.npos) << out;
  }
  EXPECT_EQ(segment("SPM|1|||20241104"), "SPM|1|||[DATE]");
  // A line behind a field has its place.
  EXPECT_EQ(segment("OBX|1|NM|GLU||5.4\nsent to Ana Greco", "2.5.1", "default", {"Ana Greco"}),
            "OBX|1|NM|GLU||5.4\nsent to [PATIENT]");
}

TEST(Hl7Fields, CodesNumbersAndUnitsStay) {
  for (const char* fields :
       {"SPM|1|||119364003^Serum specimen^SCT|||||||||12^mL&milliliter&UCUM",
        "RXE|1^^^20|00093-0058-01^Tramadol 50 mg^NDC|1850||385055001^Tablet^SCT",
        "FT1|1||||||CG|99213^Office visit^CPT|||2024", "TQ1|1|1^mg|Q6H", "PV2||SM^Semi^L"}) {
    for (const char* policy : {"default", "surrogate", "linked", "hipaa-safe-harbor"}) {
      const std::string out = segment(fields, "2.5.1", policy);
      for (const char* part : {"119364003^Serum specimen^SCT", "|12^mL&milliliter&UCUM", "|1850|",
                               "385055001^Tablet^SCT", "99213^Office visit^CPT", "|1|1^mg|"}) {
        if (std::string(fields).find(part) == std::string::npos) continue;
        EXPECT_NE(out.find(part), out.npos) << policy << " " << out;
      }
    }
  }
}

// Somebody may type a text where a code belongs.
TEST(Hl7Fields, ATextInPlaceOfACodeIsRead) {
  EXPECT_EQ(segment("SPM|1|||swab of Ana Greco", "2.5.1", "default", {"Ana Greco"}),
            "SPM|1|||swab of [PATIENT]");
  EXPECT_EQ(segment("SPM|1|||^swab of Ana", "2.5.1", "default", {"Ana"}),
            "SPM|1|||^swab of [PATIENT]");
  EXPECT_EQ(segment("OBX|1|NM|1||Ana 7", "2.5.1", "default", {"Ana"}), "OBX|1|NM|1||[PATIENT] 7");
}

TEST(Hl7Fields, NamesIdsAndDatesOfUnnamedFieldsAreHiddenByTheirTypes) {
  EXPECT_EQ(segment("PRT||AD||AP^Attending^HL70912|1134^GRECO^ANNA^^^DR^MD^^NPI&1.2.3&ISO", "2.7"),
            "PRT||AD||AP^Attending^HL70912|[ID]^[NAME]^[NAME]^^^DR^MD^^NPI&1.2.3&ISO");
  EXPECT_EQ(segment("SPM|1|||||||||||||20241104^20241105"), "SPM|1|||||||||||||[DATE]^[DATE]");
  EXPECT_EQ(segment("CTD|1|GRECO^ANNA|2 High St^^Leeds^^LS1^GB"),
            "CTD|1|[NAME]^[NAME]|[STREET]^^[CITY]^^[ZIP]^[COUNTRY]");
  const std::string called_by(14, '^'), addressee(18, '^');
  EXPECT_EQ(segment("OBX|1|XPN|1||GRECO" + called_by + "Nan"),
            "OBX|1|XPN|1||[NAME]" + called_by + "[NAME]");
  EXPECT_EQ(segment("OBX|1|XAD|1||2 High St" + addressee + "Greco"),
            "OBX|1|XAD|1||[STREET]" + addressee + "[NAME]");
}

TEST(Hl7Fields, AnInstitutionStaysOnlyAsACodeOrAnObjectIdentifier) {
  EXPECT_EQ(segment("PID|1||7^^^Leeds General&2.16.840.1&ISO~8^^^LGI&1.2.3&ISO"),
            "PID|1||[MEDICAL_RECORD]^^^[HOSPITAL]&2.16.840.1&ISO~[MEDICAL_RECORD]^^^LGI&1.2.3&ISO");
}

TEST(Hl7Fields, ANamespaceIsTheNameOfAnInstitution) {
  EXPECT_EQ(segment("ORC|RE|77^Leeds|78^LGI"), "ORC|RE|[ID]^[HOSPITAL]|[ID]^LGI");
  EXPECT_EQ(segment("OBR|1|||||||||||||||||||||||||||||||7&GRECO&ANNA&&&&&&Leeds"),
            "OBR|1|||||||||||||||||||||||||||||||[ID]&[DOCTOR]&[DOCTOR]&&&&&&[HOSPITAL]");
}

// A county, a census tract and the place that has assigned a number, as codes or with their texts.
TEST(Hl7Fields, CodesOfPlacesAreHidden) {
  EXPECT_EQ(segment("PID|1||||||||||2 High St^^^^^^H^^Coos^000301"),
            "PID|1||||||||||[STREET]^^^^^^H^^[CITY]^[CITY]");
  EXPECT_EQ(segment("PID|1||||||||||^^^^^^H^^33007&Coos&FIPS^000301&Tract 3&CENSUS", "2.7"),
            "PID|1||||||||||^^^^^^H^^[CITY]&[CITY]&[CITY]^[CITY]&[CITY]&[CITY]");
  EXPECT_EQ(segment("PID|1||7^^^^^^^^33007&Coos&FIPS^DMV&Coos DMV&L"),
            "PID|1||[MEDICAL_RECORD]^^^^^^^^[LOCATION]&[LOCATION]&[LOCATION]^"
            "[ORGANIZATION]&[ORGANIZATION]&[ORGANIZATION]");
}

// Of the types that a field has had, those count that have such a component.
TEST(Hl7Fields, WithoutAVersionTheTypesThatFitCount) {
  EXPECT_EQ(segment("PID|1||7^^^^MR||GRECO^ANNA||||||||^PRN^PH", ""),
            "PID|1||[MEDICAL_RECORD]^^^^MR||[PATIENT]^[PATIENT]||||||||^PRN^PH");
}

TEST(Hl7Fields, AWithdrawnFieldIsHiddenAsBefore) {
  EXPECT_EQ(segment("PID|1||||GRECO||||||||||||||SS1|DL447^XX", "2.8"),
            "PID|1||||[PATIENT]||||||||||||||[SSN]|[LICENSE]^[STATE]");
}

TEST(Hl7Fields, AnXcnGivesItsNamesToTheTextAndNothingElse) {
  const FormattedText formatted = testing::read(
      "MSH|^~\\&|A||||||ADT^A01|1|P|2.5\r"
      "PV1|1|I|||||4471^GRECO^ANNA^ROSE^^PROF^PHD^^Health Trust&1.2.3&ISO^L\r"
      "NTE|1||Prof Greco, Anna, Rose: health trust, 4471 PHD\r",
      Format::kHl7);
  TermList known;
  add_known(formatted, known);
  const std::string_view text = formatted.text.text();
  std::vector<std::string_view> found;
  for (const Span& span : known.find(text, SpanSource::kKnown)) {
    if (span.begin >= text.find("Prof ")) {
      found.push_back(text.substr(span.begin, span.end - span.begin));
    }
  }
  EXPECT_EQ(found, std::vector<std::string_view>({"Greco", "Anna", "Rose"}));
}

TEST(Hl7Fields, ANumberOfAnXcnBecomesANumber) {
  const std::string out =
      segment("PV1|1|I|||||16290826^GRECO^ANNA^^^DR^^^&1.2.3&ISO^L^^^NPI", "2.5", "surrogate");
  const std::string id = out.substr(12, out.find('^') - 12);
  EXPECT_EQ(id.size(), 8u) << out;
  EXPECT_EQ(id.find_first_not_of("0123456789"), id.npos) << out;
  EXPECT_NE(out.find("^DR^^^&1.2.3&ISO^L^^^NPI"), out.npos) << out;
}

TEST(Hl7Fields, DatesWithoutSeparatorsMoveInTheirForm) {
  const std::string fields = "OBX|1|NM|1||5|||||||||20241104081500+0100";
  const std::string out = segment(fields, "2.5", "surrogate");
  EXPECT_EQ(out.size(), fields.size()) << out;
  EXPECT_NE(out, fields);
  EXPECT_TRUE(out.ends_with("081500+0000")) << out;
  EXPECT_EQ(segment(fields, "2.5", "hipaa-safe-harbor"), "OBX|1|NM|1||5|||||||||2024");
}

// An age is a number, so only a number or nothing may replace it.
TEST(Hl7Fields, AnAgeBecomesAbsent) {
  EXPECT_EQ(segment("OBX|1|NM|30525-0^Age^LN||93|a"), "OBX|1|NM|30525-0^Age^LN|||a");
  EXPECT_EQ(segment("OBX|1|NM|30525-0^Age^LN||93|a", "2.5.1", "hipaa-safe-harbor"),
            "OBX|1|NM|30525-0^Age^LN||90|a");
  EXPECT_EQ(segment("OBX|1|ST|30525-0^Age^LN||93|a"), "OBX|1|ST|30525-0^Age^LN||[AGE]|a");
}

// A number that stays elsewhere stays no longer if it is hidden in its own field.
TEST(Hl7Fields, ANumberThatRepeatsAHiddenOneIsHidden) {
  EXPECT_EQ(segment("PID|1||4471920\rOBX|1|NM|1^x||4471920\rOBX|2|SN|1^x||^4471920\r"
                    "OBX|3|CE|1^x||4471920^rec^L\rOBX|4|CE|1^x||4471920\rOBX|5|NM|1^x||4471921"),
            "PID|1||[MEDICAL_RECORD]\rOBX|1|NM|1^x||\rOBX|2|SN|1^x||^\r"
            "OBX|3|CE|1^x||[MEDICAL_RECORD]^rec^L\rOBX|4|CE|1^x||[MEDICAL_RECORD]\r"
            "OBX|5|NM|1^x||4471921");
  // A short number counts many things.
  EXPECT_EQ(segment("PID|1||4471\rOBX|1|NM|1^x||4471"),
            "PID|1||[MEDICAL_RECORD]\rOBX|1|NM|1^x||4471");
  const std::string other = segment("PID|1||4471920\rOBX|1|NM|1^x||4471920", "2.5", "surrogate");
  EXPECT_EQ(other.find("4471920"), other.npos) << other;
}

TEST(Hl7Fields, ADateIsNoCodeOfAnInstitution) {
  EXPECT_EQ(segment("ORC|RE|X^20241102"), "ORC|RE|[ID]^[HOSPITAL]");
  EXPECT_EQ(segment("TXA|1|||||||||||7^20241102"), "TXA|1|||||||||||[ID]^[HOSPITAL]");
}

TEST(Hl7Fields, AFileIsReadInItsEncoding) {
  EXPECT_EQ(segment("OBX|5|ED|x||^TEXT^PLAIN^A^Seen by Ana", "2.5", "default", {"Ana"}),
            "OBX|5|ED|x||^TEXT^PLAIN^A^Seen by [PATIENT]");
  EXPECT_EQ(segment("OBX|5|ED|x||^TEXT^PLAIN^Base64^U2VlbiBieSBBbmE=", "2.5", "default", {"Ana"}),
            "OBX|5|ED|x||^TEXT^PLAIN^Base64^U2VlbiBieSBbUEFUSUVOVF0=");
  EXPECT_EQ(segment("OBX|5|ED|x||^TEXT^PLAIN^Hex^5365656E20627920416E61"),
            "OBX|5|ED|x||^TEXT^PLAIN^Hex^5B52454D4F5645445D");
}

TEST(Hl7Fields, AnObservationIsHiddenIfItsValueCanBeWhatItsNameSays) {
  EXPECT_EQ(segment("OBX|1|NM|1^Patientennummer^L||7712345"), "OBX|1|NM|1^Patientennummer^L||");
  for (const char* stays : {"OBX|1|NM|1^UDI-6 score^L||45.8", "OBX|1|ST|1^Mobile^L||with a stick",
                            "OBX|1|CWE|1^Mobile^L||373066001^Yes^SCT"}) {
    EXPECT_EQ(segment(stays), stays);
  }
}

// A replacement has another form than the value, and the next run must find the same field.
TEST(Hl7Fields, AnObservationOfAnyTypeIsHidden) {
  for (const std::string value : {"CE|1^MRN^L||4471977", "IS|1^License plate^L||ABC123",
                                  "CWE|1^ZIP code^L||02139", "JCC|1^Account number^L||44719"}) {
    const std::string out = segment("OBX|1|" + value);
    EXPECT_EQ(out.find(value.substr(value.rfind('|') + 1)), out.npos) << out;
  }
}

TEST(Hl7Fields, AnAgeKeepsItsComparatorSeparatorAndUnit) {
  for (const char* policy : {"default", "hipaa-safe-harbor"}) {
    const std::string age = policy == std::string("default") ? "" : "90";
    EXPECT_EQ(segment("OBX|1|SN|30525-0^Age^LN||>=^95", "2.5.1", policy),
              "OBX|1|SN|30525-0^Age^LN||>=^" + age);
    EXPECT_EQ(segment("OBX|1|SN|30525-0^Age^LN||^95^-^96", "2.5.1", policy),
              "OBX|1|SN|30525-0^Age^LN||^" + age + "^-^" + age);
    EXPECT_EQ(segment("OBX|1|CQ|30525-0^Age^LN||95^a", "2.5.1", policy),
              "OBX|1|CQ|30525-0^Age^LN||" + age + "^a");
  }
}

TEST(Hl7Fields, ADateInThePlaceOfATimeIsADate) {
  EXPECT_EQ(segment("OBX|1|TM|1^x||083000+0100"), "OBX|1|TM|1^x||083000+0100");
  for (const char* policy : {"default", "linked"}) {
    const std::string out = segment("OBX|1|TM|1^x||20241104083000", "2.5.1", policy);
    EXPECT_EQ(out.find("20241104"), out.npos) << out;
  }
}

// A replacement is written in one of them.
TEST(Hl7Fields, MessagesOfTwoCharacterSetsAreRefused) {
  const auto message = [](const std::string& charset) {
    return "MSH|^~\\&|A||||||ADT^A01|1|P|2.5||||||" + charset + "\rPID|1\r";
  };
  EXPECT_TRUE(
      read_document(message("UNICODE UTF-8") + message("UNICODE UTF-8"), Format::kHl7).ok());
  EXPECT_TRUE(read_document(message("8859/1~8859/9") + message("8859/1"), Format::kHl7).ok());
  EXPECT_TRUE(read_document(message("UNICODE UTF-8") + message("utf-8"), Format::kHl7).ok());
  EXPECT_FALSE(read_document(message("UNICODE UTF-8") + message("8859/1"), Format::kHl7).ok());
}

TEST(Hl7Fields, AnAddressOfTheNetIsNoCodeOfAnInstitution) {
  EXPECT_EQ(segment("ORC|RE|77^10.2.3.4|78^1.2.3"), "ORC|RE|[ID]^[HOSPITAL]|[ID]^1.2.3");
}

TEST(Hl7Fields, AnAcknowledgementNamesItsMessage) {
  EXPECT_EQ(segment("MSA|AA|A991771"), "MSA|AA|A991771");
}

// In a display, and in a code that no list defines.
TEST(Hl7Fields, ANumberOfAPersonIsHiddenInsideOtherValues) {
  EXPECT_EQ(segment("PID|1||RX4471920\rOBX|1|CE|RX4471920^Record RX4471920^L||1"),
            "PID|1||[MEDICAL_RECORD]\r"
            "OBX|1|CE|RX4471920^Record [MEDICAL_RECORD]^L||1");
  // A date in it moves by itself.
  const std::string moved =
      segment("PID|1||M20241104\rOBX|1|CE|1^Record M20241104^L||1", "2.5", "linked");
  EXPECT_EQ(moved.find("20241104"), moved.npos) << moved;
}

TEST(Hl7Fields, AValueThatIsDeletedStaysDeleted) {
  const std::string deleted = "PID|1||||||\"\"|F|\"\"||\"\"";
  for (const char* policy : {"default", "surrogate"}) {
    EXPECT_EQ(segment(deleted, "2.5.1", policy), deleted);
  }
}

}  // namespace redact::hl7_fields_test
