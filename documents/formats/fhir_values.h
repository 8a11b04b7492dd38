// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace redact {

// Whether a value can be a date, a dateTime or an instant of FHIR: four digits are a year.
bool is_fhir_date(std::string_view value);
// Whether it is a day, month or year of the calendar that can move by a year either way. A time of
// day stays.
bool can_shift(std::string_view value);

// A UUID as RFC 9562 writes it: hexadecimal digits in place of the zeros.
inline constexpr std::string_view kUuidShape = "00000000-0000-0000-0000-000000000000";
bool is_uuid(std::string_view text);

// nullopt for a text that is not a number, and beyond a double.
std::optional<double> read_number(std::string_view value);

}  // namespace redact
