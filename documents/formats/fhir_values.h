// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace redact {

// Whether a text has the form of the name of a resource's type, and of its id but for the length.
bool is_resource_type(std::string_view text);
bool has_id_characters(std::string_view text);

// Whether a link in a narrative refers to a resource: "Patient/f201", "urn:uuid:...".
bool refers_to_resource(std::string_view link);

// Whether a value can be a date, a dateTime or an instant of FHIR: four digits are a year.
bool is_fhir_date(std::string_view value);
// Whether it is a day, month or year of the calendar that can move by a year either way. A time of
// day stays.
bool can_shift(std::string_view value);

// Whether a value has the form of FHIR's type: a boolean, a time of day, a code (no white space but
// single spaces, and none at either end), an object identifier as a URN.
bool is_fhir_boolean(std::string_view value);
bool is_fhir_time(std::string_view value);
bool is_fhir_code(std::string_view value);
bool is_fhir_oid(std::string_view value);

// A UUID as RFC 9562 writes it: hexadecimal digits in place of the zeros.
inline constexpr std::string_view kUuidShape = "00000000-0000-0000-0000-000000000000";
bool is_uuid(std::string_view text);
// An object identifier (ITU-T X.660) that is not a UUID: numbers with full stops, and at least two
// of them after the arc of a standard.
bool is_object_identifier(std::string_view text);

// nullopt for a text that is not a number, and beyond a double.
std::optional<double> read_number(std::string_view value);

// Whether a value is a whole number that may be somebody's, or a date as a number of days. A
// shorter one is a number of many things.
bool is_long_number(std::string_view value);

}  // namespace redact
