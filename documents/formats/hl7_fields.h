// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "documents/formats/field_table.h"

namespace redact {

// A value of HL7 v2 with its surroundings.
struct Hl7Value {
  // "PID", "5", "1": segment, field, component, subcomponent.
  std::span<const std::string_view> path;
  std::string_view text;
  std::string_view version;   // of its message
  FieldTable::Beside beside;  // a field of its segment by number
  // A component of its field (depth 0) or a subcomponent of its component (1) by number; empty if
  // there is none.
  std::function<std::string_view(size_t depth, std::string_view number)> sibling;
};

// The treatment of a value: by the shipped table, else by the types of its field and components.
// nullopt if neither defines one.
std::optional<Field> hl7_field(const Hl7Value& value);

// Whether a value is a date of HL7 v2 or CDA: a year in four digits, month, day, time and zone
// without separators, as far as they are known.
bool is_hl7_date(std::string_view text);

}  // namespace redact
