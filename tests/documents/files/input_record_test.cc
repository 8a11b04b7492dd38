// SPDX-License-Identifier: Apache-2.0
#include "documents/files/input_record.h"

#include <gtest/gtest.h>

#include "documents/files/resource_patient.h"

namespace redact::input_record_test {

TEST(InputRecord, LineWithoutTheTextFieldNamesTheFieldAndNotTheContent) {
  const auto record = parse_record(R"({"note": "Ana Rivera"})", RecordFields{}, 3);
  ASSERT_FALSE(record.ok());
  EXPECT_NE(record.error().message().find("line 3"), std::string::npos);
  EXPECT_NE(record.error().message().find("\"text\""), std::string::npos);
  EXPECT_EQ(record.error().message().find("Rivera"), std::string::npos);
}

TEST(InputRecord, NamesAreStringsOrNumbersAndNullIsNone) {
  const RecordFields fields{.patient = "pid"};
  const auto numbers = parse_record(R"({"text": "x", "id": 17, "pid": null})", fields, 3);
  ASSERT_TRUE(numbers.ok());
  EXPECT_EQ(numbers->id, "17");
  EXPECT_EQ(numbers->patient, "");
  EXPECT_EQ(parse_record(R"({"text": "x", "id": null, "pid": "7"})", fields, 3)->id, "3");
  EXPECT_FALSE(parse_record(R"({"text": "x", "id": ["a"], "pid": "7"})", fields, 3).ok());
  // A requested patient field must be there: otherwise dates would silently shift per note.
  EXPECT_FALSE(parse_record(R"({"text": "x", "id": 17})", fields, 3).ok());
}

TEST(InputRecord, ATextThatIsNullIsEmpty) {
  const auto record = parse_record(R"({"text": null, "id": 17})", RecordFields{}, 1);
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record->text, "");
  EXPECT_FALSE(parse_record(R"({"text": 5})", RecordFields{}, 1).ok());
}

TEST(InputRecord, HalfASurrogatePairIsRefusedByItsName) {
  const auto problem = [](const std::string& line) {
    return parse_record(line, RecordFields{}, 1).error().message();
  };
  for (const char* half : {"\\ud83d", "\\ud83d stop", "\\ude00", "\\ud83d\\ud83d"}) {
    const std::string message = problem("{\"text\": \"Ana " + std::string(half) + "\"}");
    EXPECT_NE(message.find("surrogate"), std::string::npos) << half;
    EXPECT_EQ(message.find("Ana"), std::string::npos) << half;
  }
  EXPECT_EQ(problem("{\"text\": \"surrogate").find("surrogate"), std::string::npos);
}

TEST(InputRecord, ANumberThatNoDoubleHoldsIsRefusedByItsName) {
  const auto record = parse_record(R"({"text": "Ana", "lab": 1e999})", RecordFields{}, 3);
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().message(), "line 3: has a number that is too large");
  EXPECT_TRUE(parse_record(R"({"text": "Ana", "lab": 1e308})", RecordFields{}, 3).ok());
}

TEST(InputRecord, LineThatIsNoJsonObjectIsRefused) {
  for (const std::string line : {"", "[1]", "{\"text\": \"a\"", "nonsense"}) {
    EXPECT_FALSE(parse_record(line, RecordFields{}, 1).ok()) << line;
  }
}

TEST(InputRecord, NumbersServeAsIdsAndTheLineNumberStandsIn) {
  EXPECT_EQ(parse_record(R"({"text": "a", "id": 12})", RecordFields{}, 1)->id, "12");
  EXPECT_EQ(parse_record(R"({"text": "a"})", RecordFields{}, 9)->id, "9");
}

TEST(InputRecord, TheOnlyPatientOfAResourceIsItsPatient) {
  const auto patient_of = [](const std::string& line) {
    return parse_record(line, RecordFields{}, 1)->patient;
  };
  const std::string p7 = R"({"reference": "Patient/p7"})", p8 = R"({"reference": "Patient/p8"})";
  EXPECT_EQ(patient_of(R"({"resourceType": "Patient", "id": "p7", "link": [)" + p8 + "]}"),
            "Patient/p7");
  EXPECT_EQ(patient_of(R"({"resourceType": "Task", "for": )" + p7 + R"(, "owner": )" + p8 + "}"),
            "Patient/p7");
  EXPECT_EQ(patient_of(R"({"resourceType": "Account", "subject": [)" + p7 + "]}"), "Patient/p7");
  EXPECT_EQ(patient_of(R"({"resourceType": "Appointment", "participant": [{"actor": )" + p7 +
                       R"(}, {"actor": {"reference": "Practitioner/p8"}}]})"),
            "Patient/p7");
  EXPECT_EQ(patient_of(R"({"resourceType": "DocumentReference", "context": {"sourcePatientInfo": )"
                       R"({"reference": "http://h/Patient/p7/_history/2"}}})"),
            "Patient/p7");
  EXPECT_EQ(patient_of(R"({"resourceType": "List", "entry": [{"item": )" + p7 + R"(}, {"item": )" +
                       p8 + "}]}"),
            "");
}

TEST(InputRecord, AUuidOfAPatientIsOneInAFieldOfPatientsOrByItsType) {
  const auto patient_of = [](const std::string& line) {
    return parse_record(line, RecordFields{}, 1)->patient;
  };
  EXPECT_EQ(patient_of(R"({"resourceType": "X", "subject": {"reference": "urn:uuid:p7"}})"),
            "Patient/p7");
  EXPECT_EQ(patient_of(R"({"resourceType": "X", "author": {"reference": "urn:uuid:p7"}})"), "");
  EXPECT_EQ(patient_of(R"({"resourceType": "X", "author": )"
                       R"({"reference": "urn:uuid:p7", "type": "Patient"}})"),
            "Patient/p7");
}

TEST(InputRecord, OnlyOneResourceHasAPatient) {
  const std::string one = R"({"subject": {"reference": "Patient/p7"}, "resourceType": "X"})";
  EXPECT_EQ(patient_of_resource("\xEF\xBB\xBF " + one + "\n"), "Patient/p7");
  for (const std::string& text :
       {one + one, "[" + one + "]", one.substr(1), std::string(), std::string("7"),
        std::string(R"({"subject": {"reference": "Patient/p7"}})"),
        std::string(R"({"resourceType": "Patient"})"),
        // Not a reference in a field of the resource, but a field of its own.
        std::string(R"({"resourceType": "X", "reference": "urn:uuid:p7", "subject": {}})")}) {
    EXPECT_EQ(patient_of_resource(text), "") << text;
  }
}

}  // namespace redact::input_record_test
