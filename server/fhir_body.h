// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "server/refusal.h"

namespace redact::server {

// The body of POST /fhir/$de-identify: the Parameters of HL7's DARTS 1.0.0-ballot, with a resource
// and the name of a policy, or else a resource, a bundle or lines of resources.
struct FhirBody {
  std::string_view data;  // of the body
  std::string policy;     // of Parameters
  bool is_parameters = false;
  bool are_several = false;  // resources, each a value
};

// Finds the data without parsing it: what is malformed in it is refused by the library, which is
// given `data` alone. Linear in the body. Refuses a body in another encoding than UTF-8, or that is
// no object, since Parameters in it would be taken for a resource; Parameters among other values,
// without data, with URLs of files, with parameters of other names or with repeated keys.
Checked<FhirBody> parse_fhir_body(std::string_view body);

}  // namespace redact::server
