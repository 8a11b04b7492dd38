// SPDX-License-Identifier: Apache-2.0
#include "redactor/fields/technical_ids.h"

#include <gtest/gtest.h>

#include "tests/support/test_key.h"

namespace redact {
namespace {

TEST(TechnicalIds, AnIdHasOneNameWhereverItStands) {
  const Secret key = testing::test_key("key");
  for (const Secret* used : {static_cast<const Secret*>(nullptr), &key}) {
    TechnicalIds ids(used);
    const std::string name = ids.rename("f001").value();
    EXPECT_NE(name, "f001");
    EXPECT_EQ(ids.rename("f001").value(), name);
    EXPECT_NE(ids.rename("f002").value(), name);
    EXPECT_EQ(ids.rename_reference("Patient/f001").value(), "Patient/" + name);
    EXPECT_EQ(ids.rename_reference("#f001").value(), "#" + name);
    EXPECT_EQ(ids.rename_reference("https://ehr.example/fhir/Patient/f001/_history/2").value(),
              "https://hidden.invalid/Patient/" + name);
    EXPECT_EQ(ids.rename_reference("Patient").value(), "Patient");
    const std::string query = ids.rename_reference("Patient?name=Ana").value();
    EXPECT_EQ(query.find("Ana"), query.npos);
  }
}

TEST(TechnicalIds, AUuidStaysOne) {
  TechnicalIds ids(nullptr);
  const std::string uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  const std::string name = ids.rename(uuid).value();
  EXPECT_EQ(name, "00000000-0000-8000-8000-000000000001");
  EXPECT_EQ(ids.rename_reference("urn:uuid:" + uuid).value(), "urn:uuid:" + name);
}

TEST(TechnicalIds, AnObjectIdentifierStaysOne) {
  const Secret key = testing::test_key("key");
  for (const Secret* used : {static_cast<const Secret*>(nullptr), &key}) {
    TechnicalIds ids(used);
    const std::string name = ids.rename("2.16.840.1.113883.19.5.77120").value();
    EXPECT_TRUE(name.starts_with("2.25.")) << name;
    EXPECT_EQ(name.find_first_not_of("0123456789."), name.npos) << name;
    EXPECT_EQ(ids.rename("2.16.840.1.113883.19.5.77120").value(), name);
    EXPECT_NE(ids.rename("2.16.840.1.113883.19.5.77121").value(), name);
  }
}

TEST(TechnicalIds, AKeyGivesOneNameInAllDocuments) {
  const Secret key = testing::test_key("key"), other = testing::test_key("other");
  TechnicalIds a(&key), b(&key), c(&other);
  EXPECT_NE(b.rename("x").value(), "");
  EXPECT_EQ(a.rename("f001").value(), b.rename("f001").value());
  EXPECT_NE(a.rename("f001").value(), c.rename("f001").value());
}

}  // namespace
}  // namespace redact
