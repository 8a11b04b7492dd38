// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_path.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::fhir_path_test {

// The paths of a table, as "Patient.name:HumanName.use[system=x]" and with " | " between them.
std::string read(std::string_view path) {
  const auto paths = read_fhir_path(path);
  if (!paths) return "none";
  std::string out;
  for (const auto& steps : *paths) {
    if (!out.empty()) out += " | ";
    for (const FieldTable::Step& step : steps) {
      out += (&step == &steps.front() ? "" : ".") + step.name;
      if (!step.type.empty()) out += ":" + step.type;
      if (!step.inside.empty()) out += "[" + step.inside + "=" + step.inside_value + "]";
    }
  }
  return out;
}

TEST(FhirPath, NamesBeginAtAResource) {
  EXPECT_EQ(read("Patient"), "Patient");
  EXPECT_EQ(read("Patient.name.family"), "Patient.name.family");
  EXPECT_EQ(read("Resource.id"), "*.id");
  EXPECT_EQ(read("DomainResource.text"), "*.text");
  EXPECT_EQ(read("name.family"), "*.name.family");
}

TEST(FhirPath, NodesAreFoundAnywhereInAResource) {
  EXPECT_EQ(read("nodesByType('Address').city"), "**.*:Address.city");
  EXPECT_EQ(read("nodesByType(\"date\")"), "**.*:date");
  EXPECT_EQ(read("nodesByName('telecom').value"), "*.**.telecom.value");
}

TEST(FhirPath, TypesAndConditionsSayMoreOfANode) {
  EXPECT_EQ(read("Condition.onset as Age"), "Condition.onset:Age");
  EXPECT_EQ(read("Observation.value.ofType(Quantity).value"), "Observation.value:Quantity.value");
  EXPECT_EQ(read("(nodesByType('Observation').value as Quantity).value"),
            "**.*:Observation.value:Quantity.value");
  EXPECT_EQ(read("nodesByType('ContactPoint').where(use = 'home').value"),
            "**.*:ContactPoint[use=home].value");
}

TEST(FhirPath, AlternativesAreTakenTogether) {
  EXPECT_EQ(read("Condition.onset | Condition.abatement as Age"),
            "Condition.onset | Condition.abatement:Age");
  EXPECT_EQ(read("(Patient.name|Person.name).text"), "Patient.name.text | Person.name.text");
}

TEST(FhirPath, OtherFormsAreRefused) {
  for (const char* path : {"",
                           " ",
                           ".",
                           "Patient.",
                           "Patient..name",
                           "Nobody.name",
                           "HumanName.use",
                           "nodesByType('X')",
                           "nodesByType(Address)",
                           "nodesByType('Address'",
                           "Patient.name[0]",
                           "Patient.name.first()",
                           "Patient.name.where(use!='home')",
                           "Patient.where(active='true').where(x='y')",
                           "Patient.name as",
                           "Patient.name as Nobody",
                           "(Patient.name",
                           "Patient.name)",
                           "a | ",
                           "Patient.birthDate < 3",
                           "%resource.id",
                           "Patient.`name`",
                           "((((((((((Patient))))))))))"}) {
    EXPECT_EQ(read(path), "none") << path;
  }
}

}  // namespace redact::fhir_path_test
