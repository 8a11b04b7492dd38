// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"
#include "tests/support/test_key.h"

namespace redact::read_cda_test {

std::string inside(const std::string& elements, const std::string& policy = "default",
                   const std::vector<std::string>& words = {}) {
  const Secret key = testing::test_key("cda");
  const std::string begin =
      "<ClinicalDocument xmlns=\"urn:hl7-org:v3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-"
      "instance\" xmlns:sdtc=\"urn:hl7-org:sdtc\">";
  const std::string end = "</ClinicalDocument>";
  const std::string out = testing::redacted(begin + elements + end, Format::kXml,
                                            {.words = words, .policy = policy, .key = &key});
  EXPECT_TRUE(out.starts_with(begin)) << out;
  return out.substr(begin.size(), out.size() - begin.size() - end.size());
}

TEST(ReadCda, ADateThatGoesIsMaskedInTheStandardsWay) {
  EXPECT_EQ(inside("<effectiveTime value=\"20241104\"/>"), "<effectiveTime nullFlavor=\"MSK\"/>");
  EXPECT_EQ(inside("<time><low value='202411040830'/></time>"),
            "<time><low nullFlavor=\"MSK\"/></time>");
  EXPECT_EQ(inside("<effectiveTime nullFlavor=\"NI\" value=\"20241104\"/>"),
            "<effectiveTime nullFlavor=\"NI\"/>");
  EXPECT_EQ(inside("<effectiveTime value=\"20241104\"/>", "hipaa-safe-harbor"),
            "<effectiveTime value=\"2024\"/>");
  const std::string moved = inside("<effectiveTime value=\"20241104083000+0100\"/>", "linked");
  EXPECT_TRUE(moved.ends_with("083000+0000\"/>")) << moved;
  EXPECT_EQ(moved.find("20241104"), moved.npos) << moved;
}

TEST(ReadCda, AnAgeThatGoesIsMaskedToo) {
  const std::string begin = "<observation><code code=\"30525-0\"/><value xsi:type=\"PQ\" ";
  EXPECT_EQ(inside(begin + "value=\"93\" unit=\"a\"/></observation>"),
            begin + "nullFlavor=\"MSK\" unit=\"a\"/></observation>");
}

TEST(ReadCda, AnAgeIsHiddenInAllPartsOfAValue) {
  for (const std::string code :
       {"<code code=\"30525-0\"/>", "<code code=\"x\"><translation code=\"30525-0\"/></code>",
        "<code nullFlavor=\"OTH\"><originalText>Age</originalText></code>"}) {
    for (const std::string value :
         {"<value xsi:type=\"IVL_PQ\"><low value=\"96\" unit=\"a\"/></value>",
          "<value xsi:type=\"PQ\" value=\"96\" unit=\"a\"><translation value=\"96\"/></value>",
          "<value xsi:type=\"INT\" value=\"96\"/>"}) {
      const std::string out =
          inside("<observation>" + code + value + "</observation>", "hipaa-safe-harbor");
      EXPECT_EQ(out.find("96"), out.npos) << out;
    }
  }
}

TEST(ReadCda, ARangeOfReferenceDescribesNobody) {
  const std::string range =
      "<referenceRange><observationRange><value xsi:type=\"IVL_PQ\"><low value=\"18\" unit=\"a\"/>"
      "</value></observationRange></referenceRange>";
  EXPECT_EQ(inside(range), range);
}

TEST(ReadCda, ANumberThatGoesIsMasked) {
  EXPECT_EQ(inside("<observation><code displayName=\"MRN\"/><value xsi:type=\"INT\" "
                   "value=\"4471977\"/></observation>"),
            "<observation><code displayName=\"MRN\"/><value xsi:type=\"INT\" "
            "nullFlavor=\"MSK\"/></observation>");
}

TEST(ReadCda, ATextInBase64IsReadWhereverItStands) {
  for (const std::string name : {"title", "originalText", "sdtc:signatureText"}) {
    EXPECT_EQ(inside("<" + name + " representation=\"B64\">U2VlbiBieSBBbmE=</" + name + ">",
                     "default", {"Ana"}),
              "<" + name + " representation=\"B64\">U2VlbiBieSBbUEFUSUVOVF0=</" + name + ">");
  }
}

TEST(ReadCda, ATelecomIsWhatItsSchemeSays) {
  EXPECT_EQ(inside("<telecom value=\"mailto:z@a.example\"/><telecom value=\"fax:0117 4960382\"/>"
                   "<telecom value=\"https://a.example/z\"/><telecom value=\"tel:0117 4960382\"/>"),
            "<telecom value=\"[EMAIL]\"/><telecom value=\"[FAX]\"/><telecom value=\"[URL]\"/>"
            "<telecom value=\"[PHONE]\"/>");
  EXPECT_EQ(inside("<telecom value=\"z@a.example\"/><telecom value=\"x-text-fax:0117 4960382\"/>"),
            "<telecom value=\"[EMAIL]\"/><telecom value=\"[FAX]\"/>");
  const std::string made_up = inside("<telecom value=\"tel:0117 4960382\"/>", "surrogate");
  EXPECT_TRUE(made_up.starts_with("<telecom value=\"tel:0")) << made_up;
  EXPECT_EQ(made_up.find("4960382"), made_up.npos) << made_up;
}

TEST(ReadCda, WordsOfTheSchemaAndSamplesStay) {
  const std::string elements =
      "<value xsi:type=\"MO\" value=\"12.5\" currency=\"USD\"/><value xsi:type=\"ED\" "
      "compression=\"GZ\">x</value><value xsi:type=\"SLIST_PQ\"><digits>-4 -13 2024 1999 "
      "345</digits></value>";
  EXPECT_EQ(inside(elements, "default", {"USD", "GZ", "345"}), elements);
}

TEST(ReadCda, NumbersBooleansAndValueSetsStay) {
  const std::string elements =
      "<code code=\"11\" sdtc:valueSet=\"2.16.840.1.114222.4.11.7508\" "
      "sdtc:valueSetVersion=\"20190101\"/><value xsi:type=\"IVL_PQ\"><low value=\"2024\"/></value>"
      "<value xsi:type=\"BL\" value=\"true\"/><value xsi:type=\"REAL\" value=\"1990\"/>"
      "<doseQuantity value=\"1850\"/><effectiveTime xsi:type=\"PIVL_TS\"><period value=\"1440\" "
      "unit=\"min\"/></effectiveTime><sdtc:priorityNumber value=\"2001\"/>"
      "<reference value=\"#note1\"/>";
  for (const char* policy : {"default", "surrogate", "linked", "hipaa-safe-harbor"}) {
    EXPECT_EQ(inside(elements, policy), elements) << policy;
  }
}

TEST(ReadCda, AValueIsReadByItsType) {
  EXPECT_EQ(inside("<value xsi:type=\"TS\" value=\"2024\"/>"),
            "<value xsi:type=\"TS\" nullFlavor=\"MSK\"/>");
  EXPECT_EQ(inside("<value xsi:type=\"II\" root=\"1.2.3\" extension=\"A77\"/>"),
            "<value xsi:type=\"II\" root=\"1.2.3\" extension=\"[ID]\"/>");
  EXPECT_EQ(inside("<value xsi:type=\"EN\"><given>Ana</given></value><value xsi:type=\"AD\">"
                   "<city>Leeds</city></value>"),
            "<value xsi:type=\"EN\"><given>[NAME]</given></value><value xsi:type=\"AD\">"
            "<city>[CITY]</city></value>");
  EXPECT_EQ(
      inside("<x value=\"Ana 7\"/><value xsi:type=\"ST\" value=\"Ana\"/>", "default", {"Ana"}),
      "<x value=\"[PATIENT] 7\"/><value xsi:type=\"ST\" value=\"[PATIENT]\"/>");
  EXPECT_EQ(inside("<sdtc:birthTime value=\"19480314\"/>", "hipaa-safe-harbor"),
            "<sdtc:birthTime value=\"1948\"/>");
}

TEST(ReadCda, ANumberOrCodeThatRepeatsAHiddenOneIsHidden) {
  const std::string id = "<id root=\"1.2.3\" extension=\"4471920\"/>";
  const std::string hidden = "<id root=\"1.2.3\" extension=\"[ID]\"/>";
  EXPECT_EQ(inside(id + "<value xsi:type=\"INT\" value=\"4471920\"/>"),
            hidden + "<value xsi:type=\"INT\" nullFlavor=\"MSK\"/>");
  EXPECT_EQ(inside(id + "<value xsi:type=\"CD\" code=\"4471920\"/>"),
            hidden + "<value xsi:type=\"CD\" code=\"[ID]\"/>");
  EXPECT_EQ(inside(id + "<value xsi:type=\"INT\" value=\"4471921\"/>"),
            hidden + "<value xsi:type=\"INT\" value=\"4471921\"/>");
  EXPECT_EQ(
      inside("<effectiveTime value=\"421927004\"/><value xsi:type=\"CD\" code=\"421927004\"/>"),
      "<effectiveTime nullFlavor=\"MSK\"/><value xsi:type=\"CD\" code=\"421927004\"/>");
}

TEST(ReadCda, AnAddressIsHiddenWholeButForStateAndCountry) {
  EXPECT_EQ(inside("<addr>Wold End</addr>"), "<addr>[STREET]</addr>");
  EXPECT_EQ(inside("<addr use=\"HP\"><city>Bath</city>tall oaks</addr>"),
            "<addr use=\"HP\"><city>[CITY]</city>[STREET]</addr>");
  for (const std::string part : {"careOf", "deliveryModeIdentifier", "buildingNumberSuffix",
                                 "direction", "deliveryAddressLine", "streetNameBase"}) {
    EXPECT_EQ(inside("<addr><" + part + ">tall oaks</" + part + "></addr>"),
              "<addr><" + part + ">[STREET]</" + part + "></addr>");
  }
}

TEST(ReadCda, TheIssuerOfAnIdIsAnInstitution) {
  EXPECT_EQ(inside("<id root=\"1.2.3\" extension=\"A77\" assigningAuthorityName=\"St Brannock\"/>"),
            "<id root=\"1.2.3\" extension=\"[ID]\" assigningAuthorityName=\"[HOSPITAL]\"/>");
}

TEST(ReadCda, APieceWithoutItsNamespaceKeepsItsCodes) {
  const std::string piece =
      "<section><code code=\"47519-4\" codeSystem=\"2.16.840.1.113883.6.1\" "
      "codeSystemName=\"LOINC\"/><text>";
  EXPECT_EQ(
      testing::without(piece + "Seen by Ana.</text></section>", Format::kXml, {"Ana", "47519"}),
      piece + "Seen by [PATIENT].</text></section>");
}

TEST(ReadCda, AnObservationIsNamedAsInOtherFormats) {
  const std::string begin = "<observation><code displayName=\"Patientennummer\"/><value xsi:type=";
  EXPECT_EQ(inside(begin + "\"INT\" value=\"7712345\"/></observation>").find("7712345"),
            std::string::npos);
  EXPECT_EQ(inside(begin + "\"ST\">7712345</value></observation>").find("7712345"),
            std::string::npos);
}

}  // namespace redact::read_cda_test
