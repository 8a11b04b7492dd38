// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "redactor/formats/fhir_rules.h"
#include "redactor/formats/field_table.h"

namespace redact {

// FHIR's word for a value that is hidden; where it stands alone, it is this program's.
inline constexpr std::string_view kMasked = "masked";
// The extension that says so.
inline constexpr std::string_view kAbsentReason =
    "http://hl7.org/fhir/StructureDefinition/data-absent-reason";

// What becomes of the values of FHIR's resources: what the user's rules say, else what the shipped
// table says.
class FhirFields {
 public:
  // `rules` may be nullptr; they must outlive the object.
  explicit FhirFields(const FhirRules* rules) : rules_(rules) {}

  struct Judgement {
    Field field;
    bool is_date = false;  // which by the table is hidden, and whose place can hold nothing else
    bool by_rule = false;
    std::optional<Label> named = {};  // what a value names that a rule takes away
  };
  // `path` leads to a value from its resource. `beside` returns the value of a field beside it,
  // `inside` that of a field in what has the name with this index.
  Judgement judge(std::span<const std::string_view> path, std::string_view value,
                  const FieldTable::Beside& beside, const FieldTable::Inside& inside) const;
  // Whether fields of this name are looked at.
  bool looks_at(std::string_view name) const;
  bool has_rules() const { return rules_ != nullptr; }

 private:
  const FhirRules* rules_;
};

}  // namespace redact
