// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_types.h"

#include <gtest/gtest.h>

namespace redact::fhir_types_test {

TEST(FhirTypes, AnElementHasATypeByThatOfItsParent) {
  EXPECT_EQ(fhir_element("Patient", "name").type, "HumanName");
  EXPECT_EQ(fhir_element("HumanName", "family").type, "string");
  EXPECT_EQ(fhir_element("Organization", "name").type, "string");
  EXPECT_EQ(fhir_element("Patient", "_birthDate").type, "date");
  EXPECT_EQ(fhir_element("Patient", "_birthDate").name, "birthDate");
  EXPECT_EQ(fhir_element("Patient", "nme").type, "");
  EXPECT_EQ(fhir_element("", "name").type, "");
}

TEST(FhirTypes, AChoiceNamesItsType) {
  EXPECT_EQ(fhir_element("Observation", "valueQuantity").name, "value");
  EXPECT_EQ(fhir_element("Observation", "valueQuantity").type, "Quantity");
  EXPECT_EQ(fhir_element("Observation", "valueDateTime").type, "dateTime");
  EXPECT_EQ(fhir_element("Extension", "valueBase64Binary").type, "base64Binary");
  EXPECT_EQ(fhir_element("Observation", "valueNothing").type, "");
  EXPECT_EQ(fhir_element("ElementDefinition", "maxValueInteger").name, "maxValue");
}

TEST(FhirTypes, ElementsAreInherited) {
  EXPECT_EQ(fhir_element("Patient", "id").type, "id");
  EXPECT_EQ(fhir_element("Patient", "text").type, "Narrative");
  EXPECT_EQ(fhir_element("HumanName", "extension").type, "Extension");
  EXPECT_EQ(fhir_element("date", "extension").type, "Extension");
  EXPECT_EQ(fhir_element("HumanName", "meta").type, "");
}

TEST(FhirTypes, APathIsFollowedThroughParts) {
  const std::string_view path[] = {"QuestionnaireResponse", "item", "item", "answer",
                                   "valueString"};
  FhirElements elements;
  EXPECT_EQ(elements.of(path).back().type, "string");
  const std::string_view contact[] = {"Patient", "contact", "address", "city"};
  EXPECT_EQ(elements.of(contact).back().type, "string");
  EXPECT_TRUE(share_fhir_type(elements.of(contact)[1].type, "BackboneElement"));
  EXPECT_FALSE(share_fhir_type("HumanName", "BackboneElement"));
}

TEST(FhirTypes, WhatHasToBeThereIsKnown) {
  EXPECT_TRUE(fhir_element("Observation", "status").required);
  EXPECT_FALSE(fhir_element("Observation", "issued").required);
  EXPECT_TRUE(fhir_element("Immunization", "occurrenceDateTime").required);
}

TEST(FhirTypes, TypesAreKnown) {
  for (const char* type : {"Patient", "HumanName", "base64Binary", "xhtml", "BackboneElement"}) {
    EXPECT_TRUE(is_fhir_type(type)) << type;
  }
  EXPECT_FALSE(is_fhir_type("Nobody"));
  EXPECT_TRUE(is_fhir_resource("Bundle"));
  EXPECT_FALSE(is_fhir_resource("HumanName"));
  EXPECT_TRUE(share_fhir_type("string|markdown", "markdown"));
}

}  // namespace redact::fhir_types_test
