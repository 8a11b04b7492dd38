// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether a value can be a date, a dateTime or an instant of FHIR: four digits are a year.
bool is_fhir_date(std::string_view value);

}  // namespace redact
