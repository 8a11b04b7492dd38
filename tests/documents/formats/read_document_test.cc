// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/read_document.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact::read_document_test {

using testing::read;

std::string redacted(std::string_view document, Format format,
                     const std::vector<std::string>& words = {},
                     const std::string& policy = "default") {
  return testing::redacted(document, format, {.words = words, .policy = policy});
}

TEST(ReadDocument, APlainNoteIsItsOwnText) {
  const std::string note = "p<0.05, <PATIENT> R&D; AT&T &#0 &nbsp <b Margaret Ellison> <b <x y>";
  const FormattedText text = read(note, Format::kText);
  EXPECT_TRUE(text.text.is_whole());
  EXPECT_EQ(text.text.text().data(), note.data());
}

TEST(ReadDocument, PiecesOfHtmlInANoteAreRead) {
  const std::string note =
      "Dr Owen Prit<i>chard</i>, M&uuml;ller<br>seen\n\n<b>Ana</b> <a "
      "href=\"mailto:x@y.example\">it";
  EXPECT_EQ(read(note, Format::kText).text.text(),
            "Dr Owen Pritchard, M\u00fcller\nseen\n\nAna it\n\nmailto:x@y.example");
  EXPECT_EQ(redacted(note, Format::kText, {"Owen Pritchard", "M\u00fcller", "mailto:x@y.example"}),
            "Dr [PATIENT]<i></i>, [PATIENT]<br>seen\n\n<b>Ana</b> <a href=\"[PATIENT]\">it");
}

TEST(ReadDocument, ANoteWhosePiecesOfHtmlAreAllHiddenIsPlain) {
  EXPECT_EQ(redacted("Mr Tom&nbsp;Quill came.", Format::kText, {"Tom\u00a0Quill"}),
            "Mr [PATIENT] came.");
}

TEST(ReadDocument, ANameOfATagOrOfASegmentBecomesAnotherName) {
  EXPECT_EQ(redacted("<p>Dr <ana@greco.example title='Ana'> wrote</ana@greco.example></p>",
                     Format::kHtml, {"ana@greco.example", "Ana"}),
            "<p>Dr <hidden title='[PATIENT]'> wrote</hidden></p>");
  EXPECT_EQ(redacted("<p>Dr <ana> wrote</p><b Ana Greco>", Format::kHtml, {"ana", "Ana"}),
            "<p>Dr <hidden> wrote</p><b [PATIENT] Greco>");
  EXPECT_EQ(redacted("<p>x<?php Ana?></p><?Ana?>", Format::kHtml, {"php Ana", "Ana"}),
            "<p>x<?[PATIENT]?></p><?[PATIENT]?>");
  EXPECT_EQ(redacted("MSH|^~\\&|LAB\rANA|1|2\rOBX|1|NM|1||7.5\r", Format::kHl7, {"ANA"}),
            "MSH|^~\\&|LAB\rXXX|1|2\rOBX|1|NM|1||7.5\r");
}

// An age and a place of FHIR are numbers, whose place can hold no tag.
TEST(ReadDocument, ANumberOfFhirThatIsHiddenIsMasked) {
  const std::string masked =
      R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
      R"("valueCode":"masked"}]})";
  const std::string place =
      R"({"resourceType":"Location","position":{"latitude":42.36,"longitude":-71.05}})";
  EXPECT_EQ(redacted(place, Format::kJson),
            R"({"resourceType":"Location","position":{"_latitude":)" + masked +
                R"(,"_longitude":)" + masked + "}}");
  const auto onset = [](const std::string& age) {
    return R"({"resourceType":"Condition","onsetAge":)" + age + "}";
  };
  const std::string old = onset(R"({"value":95,"code":"a"})");
  EXPECT_EQ(redacted(old, Format::kJson), onset("{\"_value\":" + masked + R"(,"code":"a"})"));
  EXPECT_EQ(redacted(old, Format::kJson, {}, "hipaa-safe-harbor"),
            onset(R"({"value":90,"code":"a"})"));
  EXPECT_EQ(redacted(old, Format::kJson, {}, "patient"), old);
  const std::string young = onset(R"({"value":95,"code":"d"})");
  EXPECT_EQ(redacted(young, Format::kJson), young);
  const std::string not_old = onset(R"({"value":59,"code":"a"})");
  EXPECT_EQ(redacted(not_old, Format::kJson, {}, "gdpr"), not_old);
  // Four digits in a number are not a date.
  const std::string count =
      R"({"resourceType":"Observation","code":{"text":"Steps"},"valueInteger":1995})";
  EXPECT_EQ(redacted(count, Format::kJson), count);
}

TEST(ReadDocument, Utf16IsDecodedAndWrittenAgain) {
  const auto wide = [](std::u16string_view text) {
    return std::string(reinterpret_cast<const char*>(text.data()), 2 * text.size());
  };
  EXPECT_EQ(redacted(wide(u"\ufeffMr M\u00fcller"), Format::kText, {"M\u00fcller"}),
            wide(u"\ufeffMr [PATIENT]"));
  EXPECT_EQ(redacted(wide(u"Mr Hartley"), Format::kText, {"Hartley"}), wide(u"Mr [PATIENT]"));
}

TEST(ReadDocument, AFileInUtf16IsReadInItsFormat) {
  const auto wide = [](std::u16string_view text) {
    return std::string(reinterpret_cast<const char*>(text.data()), 2 * text.size());
  };
  const std::string json = wide(
      u"\ufeff{\"resourceType\":\"Patient\",\"name\":[{\"family\":\"M\u00fcller\"}],\"x\":"
      u"\"Tom\"}");
  ASSERT_EQ(find_format(json, {}), Format::kJson);
  EXPECT_EQ(redacted(json, Format::kJson, {"Tom"}),
            wide(u"\ufeff{\"resourceType\":\"Patient\",\"name\":[{\"family\":\"[PATIENT]\"}],"
                 u"\"x\":\"[PATIENT]\"}"));
  const std::string hl7 = wide(u"MSH|^~\\&|LAB\rPID|1||||QUILL^TOM\r");
  ASSERT_EQ(find_format(hl7, {}), Format::kHl7);
  EXPECT_EQ(redacted(hl7, Format::kHl7), wide(u"MSH|^~\\&|LAB\rPID|1||||[PATIENT]^[PATIENT]\r"));
  // The same message of HL7, as an attachment in Base64.
  const std::string resource =
      R"({"resourceType":"DocumentReference","content":[{"attachment":{"data":")"
      R"(TQBTAEgAfABeAH4AXAAmAHwATABBAEIADQBQAEkARAB8ADEAfAB8AHwAfABRAFUASQBMAEwAXgBUAE8ATQANAA==)"
      R"("}}]})";
  EXPECT_EQ(
      redacted(resource, Format::kJson),
      R"({"resourceType":"DocumentReference","content":[{"attachment":{"data":")"
      R"(TQBTAEgAfABeAH4AXAAmAHwATABBAEIADQBQAEkARAB8ADEAfAB8AHwAfABbAFAAQQBUAEkARQBOAFQAXQBeAFsAUABBAFQASQBFAE4AVABdAA0A)"
      R"("}}]})");
  EXPECT_EQ(find_format(wide(u"<?xml version='1.0'?><a/>"), {}), Format::kXml);
  EXPECT_EQ(find_format(wide(u"Mr M\u00fcller has no fever."), {}), Format::kText);
}

// Without a control byte at its beginning, as it would have one with a space or a Latin letter.
TEST(ReadDocument, AByteOrderMarkOfUtf16Decides) {
  const std::string name = "\u738b\u4e94", mark = "\xFF\xFE";
  EXPECT_EQ(redacted(mark + "\x8b\x73\x94\x4e\x0c\xff", Format::kText, {name}),
            mark + std::string("[\0P\0A\0T\0I\0E\0N\0T\0]\0", 18) + "\x0c\xff");
  EXPECT_EQ(redacted("\xFE\xFF\x73\x8b\x4e\x94", Format::kText, {name}),
            std::string("\xFE\xFF\0[\0P\0A\0T\0I\0E\0N\0T\0]", 20));
  EXPECT_EQ(redacted(mark, Format::kText), mark);
  const auto refusal = [](const std::string& document) {
    const auto text = read_document(document, Format::kText);
    return text.ok() ? "is read" : text.error().message();
  };
  EXPECT_NE(refusal(mark + "\x8b\x73\x94").find("half a unit of UTF-16"), std::string::npos);
  EXPECT_NE(refusal(mark + "\x3b\x73\x01\xd8\x3b\x73").find("half a surrogate pair"),
            std::string::npos);
  EXPECT_NE(refusal(mark + "\x3b\x73\x01\xdc").find("half a surrogate pair"), std::string::npos);
}

TEST(ReadDocument, PiecesOfHtmlInAStringAreRead) {
  EXPECT_EQ(redacted(R"(["Dr Prit<b>chard</b>, M&uuml;ller", "a < b & c"])", Format::kJson,
                     {"Pritchard", "M\u00fcller"}),
            R"(["Dr [PATIENT]<b></b>, [PATIENT]", "a < b & c"])");
  EXPECT_EQ(redacted(R"({"resourceType":"Observation","note":[{"text":"Prit<i>chard<\/i>"}]})",
                     Format::kJson, {"Pritchard"}),
            R"({"resourceType":"Observation","note":[{"text":"[PATIENT]<i><\/i>"}]})");
  EXPECT_EQ(redacted("MSH|^~\\&|LAB\rNTE|1||Prit<i>chard</i> rests\r", Format::kHl7, {"Pritchard"}),
            "MSH|^~\\&|LAB\rNTE|1||[PATIENT]<i></i> rests\r");
  EXPECT_EQ(redacted("<Observation xmlns=\"http://hl7.org/fhir\"><note><text "
                     "value=\"Prit&lt;i>chard&lt;/i>\"/></note></Observation>",
                     Format::kXml, {"Pritchard"}),
            "<Observation xmlns=\"http://hl7.org/fhir\"><note><text "
            "value=\"[PATIENT]&lt;i>&lt;/i>\"/></note></Observation>");
}

TEST(ReadDocument, NoSpanCrossesAPassageOrACell) {
  EXPECT_EQ(redacted(R"(["Ana", "Greco"])", Format::kJson, {"Ana\n\nGreco"}),
            R"(["[PATIENT]", "[PATIENT]"])");
}

TEST(ReadDocument, FieldsOfFhirAreHiddenByTheirPlace) {
  const std::string patient =
      R"({"resourceType": "Patient", "id": "p7", "gender": "male",)"
      R"( "text": {"status": "generated", "div": "<div>Mr <b>Quill</b></div>"},)"
      R"( "name": [{"use": "official", "family": "Quill", "given": ["Tom"]}],)"
      R"( "telecom": [{"system": "email", "value": "q@x.example"}], "birthDate": "1948-03-14",)"
      R"( "link": [{"other": {"reference": "Patient/p7"}}]})";
  EXPECT_EQ(
      redacted(patient, Format::kJson, {"Quill"}),
      R"({"resourceType": "Patient", "id": "1", "gender": "male",)"
      R"( "text": {"status": "generated", "div": "<div>Mr <b>[PATIENT]</b></div>"},)"
      R"( "name": [{"use": "official", "family": "[PATIENT]", "given": ["[PATIENT]"]}],)"
      R"( "telecom": [{"system": "email", "value": "[EMAIL]"}], "_birthDate":{"extension":[)"
      R"({"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"masked"}]})"
      R"(, "link": [{"other": {"reference": "Patient/1"}}]})");
  const std::string year = redacted(patient, Format::kJson, {}, "hipaa-safe-harbor");
  EXPECT_NE(year.find(R"("birthDate": "1948")"), year.npos) << year;
}

TEST(ReadDocument, ADateOfFhirWithAnExtensionOfItsOwnGoesWithItsComma) {
  EXPECT_EQ(
      redacted(R"({"resourceType":"Patient","birthDate":"1948-03-14","_birthDate":{"id":"x"}})",
               Format::kJson),
      R"({"resourceType":"Patient","_birthDate":{"id":"x"}})");
}

TEST(ReadDocument, FhirInXmlIsReadLikeInJson) {
  const std::string patient =
      "<Patient xmlns=\"http://hl7.org/fhir\"><id value=\"p7\"/><text><status value=\"generated\"/>"
      "<div xmlns=\"http://www.w3.org/1999/xhtml\" class=\"a\">Mr <b>Quill</b></div></text>"
      "<name><use value=\"official\"/><family value=\"Quill\"/></name>"
      "<birthDate value=\"1948-03-14\"/></Patient>";
  EXPECT_EQ(
      redacted(patient, Format::kXml, {"Quill"}),
      "<Patient xmlns=\"http://hl7.org/fhir\"><id value=\"1\"/><text><status value=\"generated\"/>"
      "<div xmlns=\"http://www.w3.org/1999/xhtml\" class=\"a\">Mr <b>[PATIENT]</b></div></text>"
      "<name><use value=\"official\"/><family value=\"[PATIENT]\"/></name>"
      "<birthDate><extension url=\"http://hl7.org/fhir/StructureDefinition/data-absent-reason\">"
      "<valueCode value=\"masked\"/></extension></birthDate></Patient>");
}

TEST(ReadDocument, AttachmentsAreFilesOfTheirOwn) {
  // "Mr Quill" and "<p>Mr Quill</p>" and a PDF.
  const std::string resource =
      R"({"resourceType":"DocumentReference","content":[{"attachment":{"data":"TXIgUXVpbGw="}},)"
      R"({"attachment":{"data":"PHA+TXIgUXVpbGw8L3A+"}},{"attachment":{"data":"JVBERi0xLjc="}}]})";
  const FormattedText formatted = read(resource, Format::kJson);
  EXPECT_EQ(formatted.text.text(), "Mr Quill\n\nMr Quill");
  EXPECT_EQ(formatted.n_unread, 1u);
  EXPECT_EQ(
      redacted(resource, Format::kJson, {"Quill"}),
      R"({"resourceType":"DocumentReference","content":[{"attachment":{"data":"TXIgW1BBVElFTlRd"}},)"
      R"({"attachment":{"data":"PHA+TXIgW1BBVElFTlRdPC9wPg=="}},)"
      R"({"attachment":{"data":"W1JFTU9WRURd"}}]})");
}

TEST(ReadDocument, AnAttachmentThatIsNoBase64IsRemoved) {
  EXPECT_EQ(
      redacted("MSH|^~\\&|LAB\rOBX|1|ED|1||x^TEXT^PLAIN^Base64^Mrs Margaret Ellison was seen by Dr "
               "Owen Pritchard\r",
               Format::kHl7),
      "MSH|^~\\&|LAB\rOBX|1|ED|1||x^TEXT^PLAIN^Base64^W1JFTU9WRURd\r");
}

TEST(ReadDocument, ValuesOfExtensionsAreHiddenByTheirTypes) {
  EXPECT_EQ(
      redacted(R"({"resourceType":"Patient","extension":[{"valueHumanName":{"family":"Young"}},)"
               R"({"valueAddress":{"city":"Bath"}},{"valueContactPoint":{"system":"email",)"
               R"("value":"x"}},{"valueIdentifier":{"value":"77"}},{"url":"http://hl7.org/fhir/)"
               R"(StructureDefinition/patient-mothersMaidenName","valueString":"May"},)"
               R"({"valueBase64Binary":"TXIgUXVpbGw="}]})",
               Format::kJson, {"Quill"}),
      R"({"resourceType":"Patient","extension":[{"valueHumanName":{"family":"[NAME]"}},)"
      R"({"valueAddress":{"city":"[CITY]"}},{"valueContactPoint":{"system":"email",)"
      R"("value":"[EMAIL]"}},{"valueIdentifier":{"value":"[ID]"}},{"url":"http://hl7.org/fhir/)"
      R"(StructureDefinition/patient-mothersMaidenName","valueString":"[NAME]"},)"
      R"({"valueBase64Binary":"TXIgW1BBVElFTlRd"}]})");
}

TEST(ReadDocument, AWaveformStays) {
  const std::string resource =
      R"({"resourceType":"Observation","valueSampledData":{"data":"2041 2043 -12 E U L"}})";
  EXPECT_EQ(redacted(resource, Format::kJson), resource);
}

TEST(ReadDocument, FieldsOfHl7AreHiddenAndItsTextIsRead) {
  EXPECT_EQ(redacted("MSH|^~\\&|LAB|X|||20240312||ORU^R01|1|P|2.5\r"
                     "PID|1||77^^^MRN||QUILL^TOM||19480314|M\r"
                     "OBX|1|TX|18748-4^Report||Mr Quill \\T\\ wife\r"
                     "OBX|2|NM|1||7.5|mmol/l\rZAB|1|Quill\r",
                     Format::kHl7, {"Quill"}),
            "MSH|^~\\&|LAB|[HOSPITAL]|||[DATE]||ORU^R01|1|P|2.5\r"
            "PID|1||[MEDICAL_RECORD]^^^MRN||[PATIENT]^[PATIENT]||[DATE]|M\r"
            "OBX|1|TX|18748-4^Report||Mr [PATIENT] \\T\\ wife\r"
            "OBX|2|NM|1||7.5|mmol/l\rZAB|1|[PATIENT]\r");
}

TEST(ReadDocument, FieldsOfCdaAreHiddenAndItsSectionsAreRead) {
  EXPECT_EQ(
      redacted("<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><recordTarget><patientRole>"
               "<id extension=\"77\" root=\"2.16.1\"/><patient><name><given>Tom</given></name>"
               "<birthTime value=\"19480314\"/></patient></patientRole></recordTarget><component>"
               "<section><code code=\"10164-2\" displayName=\"Tom\"/><title>Note</title><text>Mr "
               "Quill<br/>went</text></section></component></ClinicalDocument>",
               Format::kXml, {"Quill"}),
      "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><recordTarget><patientRole>"
      "<id extension=\"[MEDICAL_RECORD]\" root=\"2.16.1\"/><patient><name><given>[PATIENT]</given>"
      "</name><birthTime nullFlavor=\"MSK\"/></patient></patientRole></recordTarget><component>"
      "<section><code code=\"10164-2\" displayName=\"Tom\"/><title>Note</title><text>Mr "
      "[PATIENT]<br/>went</text></section></component></ClinicalDocument>");
}

// Otherwise finding would take time with the square of such a field.
TEST(ReadDocument, AFieldThatIsTooLongForANameIsNotKnown) {
  for (const size_t size : {256, 257}) {
    const std::string name(size, 'q');
    const FormattedText formatted =
        read(R"({"resourceType":"Patient","name":[{"family":")" + name + "\"}]}", Format::kJson);
    TermList known;
    add_known(formatted, known);
    EXPECT_EQ(known.empty(), size > 256);
  }
}

TEST(ReadDocument, WhatFieldsNameIsKnownInTheText) {
  const std::string resource =
      R"({"resourceType":"Patient","name":[{"family":"Quill"}],"note":"Mrs Quill, Leeds"})";
  const FormattedText formatted = read(resource, Format::kJson);
  TermList known;
  add_known(formatted, known);
  EXPECT_EQ(known.find(formatted.text.text(), SpanSource::kKnown).size(), 2u);
}

TEST(ReadDocument, AnIdThatIsRenamedIsKnownInANarrativeIfItIsNoWord) {
  const auto found = [](const std::string& id) {
    const FormattedText formatted = read(R"({"resourceType":"Patient","id":")" + id +
                                             R"(","text":{"div":"<p>id: )" + id + R"(</p>"}})",
                                         Format::kJson);
    TermList known;
    add_renamed_ids(formatted, known);
    return known.find(formatted.text.text(), SpanSource::kField).size();
  };
  EXPECT_EQ(found("61ebe359-bfdc-4613-8bf2-c5e300945f0a"), 1u);
  EXPECT_EQ(found("4471920"), 1u);
  EXPECT_EQ(found("pat-4471"), 1u);
  for (const char* id : {"ca125", "example", "1200"}) EXPECT_EQ(found(id), 0u) << id;
}

TEST(ReadDocument, InitialsTitlesAndShortNumbersOfFieldsAreNotKnown) {
  const FormattedText formatted = read(
      "MSH|^~\\&|LAB\rPID|1||1200||UNKNOWN^BABY\rPV1|1|I|||||100^LI^WEI^A^III^DR^MD\r"
      "OBX|1|TX|1||Hepatitis A, CKD III, 1200 mg; MD aware of li, cause unknown; seen by Li\r",
      Format::kHl7);
  TermList known;
  add_known(formatted, known);
  const std::string_view text = formatted.text.text();
  const size_t note = text.find("Hepatitis");
  std::vector<std::string_view> found;
  for (const Span& span : known.find(text, SpanSource::kKnown)) {
    if (span.begin >= note) found.push_back(text.substr(span.begin, span.end - span.begin));
  }
  EXPECT_EQ(found, std::vector<std::string_view>({"Li"}));
}

TEST(ReadDocument, WhatItsFormatRefusesIsRefused) {
  EXPECT_FALSE(read_document("{\"a\": ", Format::kJson).ok());
  EXPECT_FALSE(read_document("<a><b></a>", Format::kXml).ok());
  EXPECT_FALSE(read_document("MSH|^^^^|x", Format::kHl7).ok());
}

TEST(ReadDocument, OfficeFilesInOnePieceOfXmlAreWithheld) {
  const std::string odf = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"";
  for (const std::string& file :
       {"<office:document " + odf + "><office:body>4471920</office:body></office:document>",
        std::string("<?mso-application progid=\"Excel.Sheet\"?><Workbook "
                    "xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"><Data>4471920</Data>"
                    "</Workbook>")}) {
    const auto result = read_document(file, Format::kXml);
    ASSERT_FALSE(result.ok()) << file;
    EXPECT_EQ(result.error().kind, ErrorKind::kUnsupported);
    EXPECT_NE(result.error().message().find("in one piece of XML"), std::string::npos);
  }
  EXPECT_TRUE(read_document("<a " + odf + "><office:document/></a>", Format::kXml).ok());
}

// A change of the output that its edits do not say is seen.
TEST(Verify, ATextThatIsReadDifferentlyIsSeen) {
  const std::string page = "<p>Mrs Ana</p><p>Greco</p>";
  const FormattedText formatted = read(page, Format::kHtml);
  const Policy policy = Policy::open("default").value();
  Replacer replacer(policy, formatted.text.text(), nullptr, "");
  const Rendered rendered = render(formatted, {{4, 7, Label::kPatient, 1}}, replacer).value();
  EXPECT_TRUE(
      verify_parts(formatted.text, rendered, read(rendered.output, Format::kHtml).text).ok());
  for (const char* output : {"<p>Mrs [PATIENT]</p><p>Grec</p>", "<p>Mrs [PATIENT]</p>",
                             "<p>Mrs [PATIENT]</p><p>Greco</p>x", "<p>Mrs &[PATIENT]<b</p>Greco"}) {
    const FormattedText again = read(output, Format::kHtml);
    EXPECT_FALSE(verify_parts(formatted.text, rendered, again.text).ok()) << output;
  }
}

}  // namespace redact::read_document_test
