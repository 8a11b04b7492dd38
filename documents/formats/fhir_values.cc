// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/fhir_values.h"

#include <algorithm>
#include <cmath>

#include "base/ascii.h"
#include "base/parse_number.h"
#include "language/date_parts.h"

namespace redact {

namespace {

// Whether `text` has digits where `shape` has 0, and else the same characters.
bool has_shape(std::string_view text, std::string_view shape) {
  return std::equal(text.begin(), text.end(), shape.begin(), shape.end(),
                    [](char c, char s) { return s == '0' ? is_digit(c) : c == s; });
}

}  // namespace

bool is_uuid(std::string_view text) {
  return std::equal(text.begin(), text.end(), kUuidShape.begin(), kUuidShape.end(),
                    [](char c, char shape) {
                      const bool is_hex = is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
                      return shape == '-' ? c == '-' : is_hex;
                    });
}

bool is_object_identifier(std::string_view text) {
  return text.size() > 4 && text[0] >= '0' && text[0] <= '2' && text[1] == '.' &&
         text.find_first_not_of("0123456789.") == text.npos;
}

bool is_fhir_date(std::string_view value) {
  if (has_shape(value, "0000") || has_shape(value, "0000-00") || has_shape(value, "0000-00-00"))
    return true;
  return value.size() >= 16 && has_shape(value.substr(0, 13), "0000-00-00T00") &&
         value[13] == ':' && value.find_first_not_of("0123456789T:.+-Z") == value.npos;
}

bool is_fhir_boolean(std::string_view value) { return value == "true" || value == "false"; }

bool is_fhir_time(std::string_view value) {
  return value.size() >= 5 && has_shape(value.substr(0, 5), "00:00") &&
         value.find_first_not_of("0123456789:.") == value.npos;
}

bool is_fhir_code(std::string_view value) {
  return !value.empty() && value.front() != ' ' && value.back() != ' ' &&
         value.find_first_of("\t\r\n") == value.npos && value.find("  ") == value.npos;
}

bool is_fhir_oid(std::string_view value) {
  constexpr std::string_view kOid = "urn:oid:";
  return value.starts_with(kOid) && is_object_identifier(value.substr(kOid.size()));
}

bool can_shift(std::string_view value) {
  // The year keeps its four digits.
  return is_fhir_date(value) && value[0] != '0' && value.substr(0, 4) != "1000" &&
         value.substr(0, 3) != "999" &&
         DateParts::read(value.substr(0, value.find('T')), DateOrder::kDayFirst).has_value();
}

std::optional<double> read_number(std::string_view value) {
  const auto number = parse_number<double>(value);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

bool is_long_number(std::string_view value) {
  constexpr size_t kShortest = 5;  // digits; a number of days has as many since 1927
  return value.size() >= kShortest && all_digits(value);
}

bool is_resource_type(std::string_view text) {
  return !text.empty() && is_upper(text[0]) && std::ranges::all_of(text, is_letter);
}

bool has_id_characters(std::string_view text) {
  const auto is_one = [](char c) { return is_alphanumeric(c) || c == '-' || c == '.'; };
  return !text.empty() && std::ranges::all_of(text, is_one);
}

bool refers_to_resource(std::string_view link) {
  if (link.starts_with("urn:uuid:")) return true;
  const size_t slash = link.find('/');
  return slash != link.npos && is_resource_type(link.substr(0, slash)) &&
         has_id_characters(link.substr(slash + 1));
}

}  // namespace redact
