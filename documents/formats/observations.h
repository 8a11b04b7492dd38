// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "documents/formats/field_table.h"

namespace redact {

// The field that an observation's value is by the code or the name of the observation, such as
// "30525-0" and "Device serial number", or by the caption of a question: hidden; nullopt for all
// others.
std::optional<Field> observed_field(std::string_view code_or_name);

// Whether a unit counts years: such a quantity is usually the age of a person.
bool counts_years(std::string_view unit);
// Whether a unit counts a time in less than years.
bool counts_less_than_years(std::string_view unit);

// Makes `field`, which says what becomes of an observation's value by its place, the field that the
// value is by the observation: measured numbers, texts and, if it `hides_codes`, values that stay.
// A date that is no number keeps its field, which hides it by its form, and may become a birth.
// Returns whether the field was replaced.
bool hide_observed(const Field& observed, bool hides_codes, Field& field);

// The identifying observations of a document, by the place of each in its format.
class ObservedFields {
 public:
  // Adds a code or a name of the observation at a place; the unit of its value.
  void add(uint32_t observation, std::string_view code_or_name);
  void add_unit(uint32_t observation, std::string_view unit);
  // The field that a value of it is; nullopt if the value identifies nobody, as an age in months,
  // weeks or days.
  std::optional<Field> of(uint32_t observation, std::string_view value) const;

 private:
  std::unordered_map<uint32_t, Field> fields_;
  std::unordered_map<uint32_t, bool> in_years_;  // of those whose unit counts time
};

}  // namespace redact
