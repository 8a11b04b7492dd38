// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace redact {

// The patient of a resource of FHIR in JSON, as "Patient/7": itself or, in this form, the one that
// its subject is, else the only one that it refers to. Empty if there is none, or if the text is
// something else than one resource. Linear; keeps no tree.
std::string patient_of_resource(std::string_view json);

}  // namespace redact
