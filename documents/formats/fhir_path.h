// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "documents/formats/field_table.h"

namespace redact {

// Reads a path of FHIRPath as the paths of a table that lead to the same values; each begins at a
// resource. These parts of FHIRPath are supported:
//
//   Patient.name.family          from a resource; from any, if the first name is Resource,
//                                DomainResource or no type
//   nodesByType('Address').city  from each value of a type, nodesByName('telecom') of a name
//   value.ofType(Age), value.as(Age), value as Age
//   telecom.where(use = 'home')  of which a field has this value
//   a | b, (a | b).c             either
//
// A name covers all types of a choice: "value" covers valueString and valueQuantity. nullopt for
// any other path, and for types that FHIR R4 and R5 lack.
std::optional<std::vector<std::vector<FieldTable::Step>>> read_fhir_path(std::string_view path);

}  // namespace redact
