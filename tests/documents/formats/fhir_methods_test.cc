// SPDX-License-Identifier: Apache-2.0
// What each method of a user's rules makes of a value, in JSON and XML.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "documents/formats/fhir_values.h"
#include "tests/documents/formats/by_rules.h"

namespace redact::testing::fhir_methods_test {

TEST(FhirMethods, OfADateThatGoesTheYearMayStay) {
  const std::string rules =
      configuration(rule("Patient", "redact"), R"("enablePartialDatesForRedact": true)");
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","birthDate":"1948-03-14","deceasedDateTime":"2024-02-03T10:00:00Z"})",
          rules),
      R"({"resourceType":"Patient","birthDate":"1948","deceasedDateTime":"2024"})");
  EXPECT_EQ(in_xml("Patient", "<birthDate value=\"1948-03-14\"/>", rules),
            "<birthDate value=\"1948\"/>");
  // Ages above 89, and instants, which have no year alone.
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","birthDate":"1936-12-31","meta":{"lastUpdated":"2024-02-03T10:00:00Z"}})",
          rules),
      R"({"resourceType":"Patient"})");
  EXPECT_EQ(in_json(R"({"resourceType":"Patient","birthDate":"1937"})", rules),
            R"({"resourceType":"Patient","birthDate":"1937"})");
  EXPECT_EQ(in_json(R"({"resourceType":"Patient","birthDate":"1948-03-14"})",
                    configuration(rule("Patient", "redact"))),
            R"({"resourceType":"Patient"})");
}

TEST(FhirMethods, AgesUpTo89MayStay) {
  const std::string rules =
      configuration(rule("Condition.onset", "redact"), R"("enablePartialAgesForRedact": true)");
  const auto with_age = [](const std::string& age) {
    return R"({"resourceType":"Condition","onsetAge":{"value":)" + age + R"(,"unit":"a"}})";
  };
  EXPECT_EQ(in_json(with_age("89"), rules),
            R"({"resourceType":"Condition","onsetAge":{"value":89}})");
  EXPECT_EQ(in_json(with_age("89.5"), rules), R"({"resourceType":"Condition"})");
  EXPECT_EQ(in_json(with_age("7"), configuration(rule("Condition.onset", "redact"))),
            R"({"resourceType":"Condition"})");
  EXPECT_EQ(
      in_xml("Condition", "<onsetAge><value value=\"52\"/><unit value=\"a\"/></onsetAge>", rules),
      "<onsetAge><value value=\"52\"/></onsetAge>");
  EXPECT_EQ(in_xml("Condition", "<onsetAge><value value=\"90\"/></onsetAge>", rules), "");
}

TEST(FhirMethods, OfAPostalCodeThreeDigitsMayStay) {
  const std::string rules = configuration(rule("Patient.address", "redact"),
                                          R"("enablePartialZipCodesForRedact": true,
                       "restrictedZipCodeTabulationAreas": ["036", "059"])");
  const auto with_code = [](const std::string& code) {
    return R"({"resourceType":"Patient","address":[{"postalCode":")" + code + R"("}]})";
  };
  EXPECT_EQ(in_json(with_code("98127-4427"), rules), with_code("98100-0000"));
  EXPECT_EQ(in_json(with_code("05901"), rules), with_code("00000"));
  EXPECT_EQ(in_json(with_code("LS1 4DY"), rules), with_code("LS1 000"));
  EXPECT_EQ(in_json(with_code("12"), rules), R"({"resourceType":"Patient"})");
  EXPECT_EQ(in_xml("Patient", "<address><postalCode value=\"98101\"/></address>", rules),
            "<address><postalCode value=\"98100\"/></address>");
}

TEST(FhirMethods, DateShiftMovesDatesByTheDaysOfThePatient) {
  const std::string rules =
      configuration(rule("nodesByType('date') | nodesByType('dateTime')", "dateshift"));
  const Secret key = test_key("fhir rules");
  const Policy policy = Policy::open("linked").value();
  Replacer replacer(policy, "", &key, "p");
  const auto moved = [&](const std::string& date) { return *replacer.shift(date).value(); };
  ASSERT_NE(moved("1948-03-14"), "1948-03-14");
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","birthDate":"1948-03-14","deceasedDateTime":"2024-02-03T10:00:00Z","multipleBirthInteger":2})",
          rules),
      R"({"resourceType":"Patient","birthDate":")" + moved("1948-03-14") +
          R"(","deceasedDateTime":")" + moved("2024-02-03") +
          R"(T10:00:00Z","multipleBirthInteger":2})");
  EXPECT_EQ(in_xml("Patient", "<birthDate value=\"1948-03-14\"/>", rules),
            "<birthDate value=\"" + moved("1948-03-14") + "\"/>");
  // A date outside the calendar is removed.
  EXPECT_EQ(in_json(R"({"resourceType":"Patient","birthDate":"1948-13-14"})", rules),
            R"({"resourceType":"Patient"})");
}

TEST(FhirMethods, ADateThatMayTellAnAgeAbove89IsNotShifted) {
  const std::string all = rule("nodesByType('date') | nodesByType('dateTime')", "dateShift");
  const auto born = [](const std::string& date) {
    return R"({"resourceType":"Patient","birthDate":")" + date + "\"}";
  };
  const std::string gone = R"({"resourceType":"Patient"})";
  // The replacer's is that of the clock.
  const int present = Policy::open("default").value().present_year();
  const FhirRules rules = FhirRules::parse(configuration(all), present).value();
  const std::string oldest = std::to_string(present - 89), older = std::to_string(present - 90);
  std::set<std::string> moved;
  for (int i = 0; i < 40; ++i) {
    const Secret key = test_key(std::to_string(i));
    const auto written = [&](const std::string& date) {
      return redacted(born(date), Format::kJson, {.rules = &rules, .key = &key});
    };
    EXPECT_EQ(written(older + "-12-31"), gone);
    EXPECT_EQ(written(older), gone);
    // What the shift would take there keeps its year.
    EXPECT_NE(written(oldest + "-01-02"), gone);
    EXPECT_EQ(written(oldest + "-01-02").find(older), std::string::npos);
    moved.insert(written(oldest + "-01-02"));
    const std::string time = R"({"resourceType":"Patient","deceasedDateTime":")";
    const std::string out = redacted(time + oldest + "-01-02T10:00:00Z\"}", Format::kJson,
                                     {.rules = &rules, .key = &key});
    const std::string date = out.substr(time.size(), out.size() - time.size() - 2);
    EXPECT_TRUE(is_fhir_date(date)) << date;
  }
  EXPECT_GT(moved.size(), 10u);
  EXPECT_EQ(moved.count(born(oldest)), 1u);
  EXPECT_EQ(in_xml("Patient", "<birthDate value=\"1928-03-14\"/>", configuration(all)), "");
  // The year of such a date is removed, too.
  EXPECT_EQ(in_json(born("1928-03-14"), configuration(rule("Patient.birthDate", "redact"),
                                                      R"("enablePartialDatesForRedact": true)")),
            gone);
}

TEST(FhirMethods, CryptoHashIsAHashUnderTheKey) {
  const std::string rules = configuration(rule("nodesByType('Identifier').value", "cryptoHash") +
                                          "," + rule("Resource.id", "cryptoHash"));
  const std::string resource =
      R"({"resourceType":"Patient","id":"p7","identifier":[{"value":"4471"}]})";
  const std::string output = in_json(resource, rules);
  const size_t begin = output.find("\"value\":\"") + 9;
  const std::string hash = output.substr(begin, output.find('"', begin) - begin);
  EXPECT_EQ(hash.size(), 64u);
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), hash.npos);
  // The id becomes the name that references to it get.
  const Secret key = test_key("fhir rules");
  const std::string id = TechnicalIds(&key).rename("p7").value();
  EXPECT_NE(output.find("\"id\":\"" + id + "\""), output.npos);
  EXPECT_EQ(in_xml("Patient", "<identifier><value value=\"4471\"/></identifier>", rules),
            "<identifier><value value=\"" + hash + "\"/></identifier>");
}

// The number that a rule made of a value of an observation.
double perturbed(const std::string& value, const std::string& more) {
  const std::string before = R"({"resourceType":"Observation","valueQuantity":{"value":)",
                    after = R"(,"unit":"kg"}})";
  const std::string output =
      in_json(before + value + after,
              configuration(rule("Observation.value as Quantity", "perturb", more)));
  EXPECT_TRUE(output.starts_with(before) && output.ends_with(after)) << output;
  const std::string number =
      output.substr(before.size(), output.size() - before.size() - after.size());
  EXPECT_TRUE(read_number(number).has_value()) << number;
  return read_number(number).value_or(0);
}

TEST(FhirMethods, PerturbWritesANumberNearby) {
  bool differs = false;
  for (int i = 40; i < 90; ++i) {
    const double fixed = perturbed(std::to_string(i) + ".0", R"(, "span": 6, "roundTo": 3)");
    EXPECT_LE(std::abs(fixed - i), 3);
    differs = differs || std::abs(fixed - i) > 1;
    const double share =
        perturbed(std::to_string(i), R"(, "span": 0.2, "rangeType": "proportional", "roundTo": 0)");
    EXPECT_LE(std::abs(share - i), 0.1 * i + 0.5);
    EXPECT_EQ(share, static_cast<int>(share));
  }
  EXPECT_TRUE(differs);
  EXPECT_EQ(perturbed("71.5", R"(, "span": 6)"), perturbed("71.5", R"(, "span": 6)"));
  EXPECT_EQ(perturbed("1e3", R"(, "span": 0)"), 1000);
}

TEST(FhirMethods, PerturbKeepsTheTypeOfANumber) {
  const std::string rules = configuration(
      rule("nodesByType('positiveInt') | Patient.multipleBirth", "perturb", R"(, "span": 400)"));
  for (const char* rank : {"1", "2", "3", "4", "5", "6"}) {
    const std::string before = R"({"resourceType":"Patient","telecom":[{"rank":)";
    const std::string output = in_json(before + rank + "}]}", rules);
    const auto number =
        read_number(output.substr(before.size(), output.size() - before.size() - 3));
    ASSERT_TRUE(number.has_value()) << output;
    EXPECT_GE(*number, 1);
    EXPECT_EQ(*number, static_cast<int>(*number));
  }
  EXPECT_EQ(
      in_xml("Observation",
             "<valueQuantity><value value=\"72.50\"/><unit value=\"kg\"/></valueQuantity>",
             configuration(rule("Observation.value", "perturb", R"(, "span": 0, "roundTo": 1)"))),
      "<valueQuantity><value value=\"72.5\"/><unit value=\"kg\"/></valueQuantity>");
  // A value that is not a number is left to the next rule.
  EXPECT_EQ(in_json(R"({"resourceType":"Observation","valueString":"high"})",
                    configuration(rule("Observation.value", "perturb", R"(, "span": 1)") + "," +
                                  rule("Observation.value", "redact"))),
            R"({"resourceType":"Observation"})");
}

TEST(FhirMethods, SubstituteWritesItsOwnValue) {
  const std::string rules = configuration(
      rule("nodesByType('Address').city", "substitute", R"(, "replaceWith": "Exampl\"e")") + "," +
      rule("Patient.active", "substitute", R"(, "replaceWith": false)"));
  EXPECT_EQ(
      in_json(R"({"resourceType":"Patient","active":true,"address":[{"city":"Leeds"}]})", rules),
      R"({"resourceType":"Patient","active":false,"address":[{"city":"Exampl\"e"}]})");
  EXPECT_EQ(in_xml("Patient", "<address><city value=\"Leeds\"/></address>", rules),
            "<address><city value=\"Exampl&quot;e\"/></address>");
}

TEST(FhirMethods, RedactTextReadsWhatRedactWouldRemove) {
  const std::string rules =
      configuration(rule("nodesByType('Annotation') | nodesByType('Coding').display | Patient.text",
                         "redactText") +
                    "," + rule("Patient.text", "redact"));
  const std::string coding = R"("code":{"coding":[{"code":"4","display":"Quill's disease"}]})";
  EXPECT_EQ(
      in_json(R"({"resourceType":"Observation",)" + coding +
                  R"(,"note":[{"text":"Mr Quill","time":"2024-03-12"}]})",
              rules, {"Quill"}),
      R"({"resourceType":"Observation","code":{"coding":[{"code":"4","display":"[PATIENT]'s disease"}]},)"
      R"("note":[{"text":"Mr [PATIENT]","_time":)" +
          kMasked + "}]}");
  const std::string page = "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p title=\"Quill\">Mr ";
  EXPECT_EQ(
      in_xml("Patient", "<text><status value=\"generated\"/>" + page + "Quill</p></div></text>",
             rules, {"Quill"}),
      "<text><status value=\"generated\"/><div xmlns=\"http://www.w3.org/1999/xhtml\"><p "
      "title=\"[PATIENT]\">Mr [PATIENT]</p></div></text>");
  EXPECT_EQ(
      in_json(
          R"({"resourceType":"Patient","text":{"status":"generated","div":"<div>Mr <b>Qu</b>ill</div>"}})",
          rules, {"Quill"}),
      R"({"resourceType":"Patient","text":{"status":"generated","div":"<div>Mr <b>[PATIENT]</b></div>"}})");
}

}  // namespace redact::testing::fhir_methods_test
