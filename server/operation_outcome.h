// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/http.h"

namespace redact::server {

// The paths of FHIR begin so.
inline constexpr std::string_view kFhirPath = "/fhir/";
inline constexpr char kFhirJson[] = "application/fhir+json";

// An error's answer for clients of FHIR: the same status and fields of the head, with an
// OperationOutcome as its body.
HttpAnswer operation_outcome(HttpAnswer error);

}  // namespace redact::server
