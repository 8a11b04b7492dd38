// SPDX-License-Identifier: Apache-2.0
// Names outside the text that repeat what the document hides.
#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact::repeated_names_test {

using testing::read;
using testing::without;

TEST(RepeatedNames, AKeyMayHaveANameInSmallLetters) {
  const std::string out =
      without(R"({"resourceType":"Patient","name":[{"family":"Quill"}],"quill":1,"ct_quill":2})",
              Format::kJson);
  EXPECT_EQ(out.find("quill"), out.npos) << out;
}

TEST(RepeatedNames, AKeyOfJsonIsRenamed) {
  EXPECT_EQ(
      without(R"({"a":"Owen Greco","Owen Greco":{"x":1},"owen_greco":2,"Greco7":3,"greco":4})",
              Format::kJson, {"Owen Greco"}),
      R"({"a":"[PATIENT]","hidden1":{"x":1},"hidden2":2,"hidden3":3,"greco":4})");
  // One word of a text may be a word of the language.
  EXPECT_EQ(without(R"({"a":"Mr Long","Long":1,"b":{"Long":2}})", Format::kJson, {"Long"}),
            R"({"a":"Mr [PATIENT]","Long":1,"b":{"Long":2}})");
}

TEST(RepeatedNames, ANumberIsKnownThoughAFindingReachesOverIt) {
  const auto document = read(R"({"a":"4471920 x","4471920":{"x":1}})", Format::kJson);
  const size_t at = document.text.text().find("4471920 x");
  const Policy policy = Policy::open("default").value();
  Replacer replacer(policy, document.text.text(), nullptr, "");
  const std::vector<Span> hidden = {{at, at + 9, Label::kMedicalRecord, 1}};
  FieldValues values(nullptr, false, replacer);
  const auto edits = edits_of_repeats(document, hidden, values);
  ASSERT_TRUE(edits.ok());
  const auto rendered = render(document, hidden, replacer, *edits);
  ASSERT_TRUE(rendered.ok());
  EXPECT_EQ(rendered->output, R"({"a":"[MEDICAL_RECORD]","hidden1":{"x":1}})");
}

TEST(RepeatedNames, ADateInAKeyIsHidden) {
  EXPECT_EQ(without(R"({"2024-03-02":5,"2024-03-09":6,"2024-03":7})", Format::kJson),
            R"({"hidden1":5,"hidden2":6,"hidden3":7})");
}

TEST(RepeatedNames, KeysOfFhirStay) {
  EXPECT_EQ(without(R"({"resourceType":"Patient","name":[{"family":"Name"}],"Name":{"a":1},)"
                    R"("identifier":[{"value":"H4471902"}],"H4471902":2,"active":true})",
                    Format::kJson),
            R"({"resourceType":"Patient","name":[{"family":"[PATIENT]"}],"hidden1":{"a":1},)"
            R"("identifier":[{"value":"[MEDICAL_RECORD]"}],"hidden2":2,"active":true})");
}

// The mask of a value would repeat its key.
TEST(RepeatedNames, AKeyOfFhirIsRenamedAlsoWhereItsValueIsADate) {
  EXPECT_EQ(
      without(R"({"resourceType":"Patient","identifier":[{"value0117 496 0382":"2024-03-12"}],)"
              R"("telecom":[{"system":"phone","value":"0117 496 0382"}]})",
              Format::kJson)
          .find("0117"),
      std::string::npos);
}

// Both ends of a link have one name, whichever of them a finder finds.
TEST(RepeatedNames, PlacesOfAPageAreRenamedAlike) {
  EXPECT_EQ(without("<a href='#Owen_Greco'>x</a><p id='Owen_Greco' class='Greco b'>Owen Greco</p>",
                    Format::kHtml, {"Owen Greco"}),
            "<a href='#hidden1'>x</a><p id='hidden1' class='hidden2 b'>[PATIENT]</p>");
  for (const std::string word : {"#bartok", "bartok"}) {
    EXPECT_EQ(without("<a href='#bartok'>x</a><p id='bartok'>y</p><p id='b'>z</p>", Format::kHtml,
                      {word}),
              "<a href='#hidden1'>x</a><p id='hidden1'>y</p><p id='b'>z</p>");
  }
}

TEST(RepeatedNames, AClassOrIdIsRenamedInSelectorsAsInThePage) {
  EXPECT_EQ(
      without("<style>.owen-greco,p#Owen_Greco:hover{color:#fff;margin:.5em}@media x{.a{}}</style>"
              "<p class='note owen-greco' id=Owen_Greco>Owen Greco</p>",
              Format::kHtml, {"Owen Greco"}),
      "<style>.hidden1,p#hidden2:hover{color:#fff;margin:.5em}@media x{.a{}}</style>"
      "<p class='note hidden1' id=hidden2>[PATIENT]</p>");
}

TEST(RepeatedNames, PlacesOfCdaAreRenamedAlike) {
  const std::string head =
      "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><recordTarget><patientRole><patient><name>"
      "<family>";
  const std::string middle =
      "</family></name></patient></patientRole></recordTarget><text><td ID=\"";
  EXPECT_EQ(without(head + "Greco" + middle +
                        "Greco1\">x</td><td ID=\"r2\">y</td></text><reference "
                        "value=\"#Greco1\"/><reference value=\"#r2\"/></ClinicalDocument>",
                    Format::kXml),
            head + "[PATIENT]" + middle +
                "hidden1\">x</td><td ID=\"r2\">y</td></text><reference value=\"#hidden1\"/>"
                "<reference value=\"#r2\"/></ClinicalDocument>");
}

// A display may name a disease after somebody, but not with both names.
TEST(RepeatedNames, ADisplayNamesNobodyWithTwoWords) {
  const auto with = [](const std::string& family, const std::string& given,
                       const std::string& display, const std::string& other) {
    return R"({"resourceType":"Observation","subject":{"display":")" + given + R"("},)" +
           R"("performer":[{"display":")" + family + R"("}],"code":{"coding":[{"display":")" +
           display + R"("},{"display":")" + other + R"("}]}})";
  };
  EXPECT_EQ(
      without(with("Greco", "Owen", "Owen Greco panel", "Greco syndrome of Owens"), Format::kJson),
      with("[NAME]", "[PATIENT]", "[PATIENT] [NAME] panel", "Greco syndrome of Owens"));
}

// A word of two people's names is found under both labels.
TEST(RepeatedNames, ADisplayWithANameOfTwoPeopleIsWrittenOnce) {
  const auto with = [](const std::string& patient, const std::string& doctor,
                       const std::string& display) {
    return R"({"resourceType":"Observation","subject":{"display":")" + patient + R"("},)" +
           R"("performer":[{"display":")" + doctor + R"("}],"code":{"coding":[{"display":")" +
           display + R"("}]}})";
  };
  EXPECT_EQ(without(with("Owen Greco", "Owen Quill", "Owen Greco is well"), Format::kJson),
            with("[PATIENT]", "[NAME]", "[PATIENT] is well"));
}

// Text between them would be written twice.
TEST(RepeatedNames, EditsThatOverlapAreRefused) {
  const FormattedText page = read("<p>Owen Greco</p>", Format::kHtml);
  const auto check = [&](size_t begin, std::string_view output) {
    Rendered rendered{};
    rendered.of_parts = {{0, {0, 6, "x"}}, {0, {begin, 10, "y"}}};
    return verify_parts(page.text, rendered, read(output, Format::kHtml).text);
  };
  EXPECT_TRUE(check(6, "<p>xy</p>").ok());
  EXPECT_FALSE(check(5, "<p>xrecoy</p>").ok());
}

// What is removed, or stays although it is as long as a letter, is marked.
TEST(RepeatedNames, LongValuesThatNobodyReadsAreMarked) {
  const auto unread = [](const std::string& value) {
    return read("<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><text integrityCheck=\"" + value +
                    "\">x</text></ClinicalDocument>",
                Format::kXml)
        .n_unread;
  };
  EXPECT_EQ(unread(std::string(128, 'a')), 0u);
  EXPECT_EQ(unread(std::string(129, '.')), 1u);
  const auto of_display = [](const std::string& value) {
    return read(R"({"resourceType":"Observation","code":{"coding":[{"display":")" + value +
                    R"("}]},"valueSampledData":{"data":")" + value + R"("}})",
                Format::kJson)
        .n_unread;
  };
  std::string words, numbers;
  while (words.size() <= 1024) words += "Greco came ";
  while (numbers.size() <= 1024) numbers += "2.5 ";
  EXPECT_EQ(of_display(words), 2u);
  EXPECT_EQ(of_display(numbers), 0u);
  EXPECT_EQ(of_display(words.substr(0, 1024)), 0u);
}

}  // namespace redact::repeated_names_test
