// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "documents/formats/fhir_rules.h"
#include "documents/formats/field_table.h"
#include "documents/formats/observations.h"
#include "documents/structured/places.h"

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
    bool is_typed = false;  // which by the table is hidden, and whose place can hold nothing but a
                            // date or a number, as the field says
    bool by_rule = false;
    std::optional<Label> named = {};  // what a value names that a rule takes away
  };
  // `path` leads to a value from its resource. `beside` returns the value of a field beside it,
  // `inside` that of a field in what has the name with this index. `observed`: what the observation
  // identifies whose value it is.
  Judgement judge(std::span<const std::string_view> path, std::string_view value,
                  const FieldTable::Beside& beside, const FieldTable::Inside& inside,
                  std::optional<Label> observed) const;
  // Whether fields of this name are looked at.
  bool looks_at(std::string_view name) const;
  bool has_rules() const { return rules_ != nullptr; }

 private:
  Judgement by_table(std::span<const std::string_view> path, std::string_view value,
                     const FieldTable::Beside& beside, std::optional<Label> observed) const;

  const FhirRules* rules_;
};

// The observations of a file of FHIR: what has a code and a value.
class FhirObservations {
 public:
  // `places` must outlive the object.
  explicit FhirObservations(const Places& places) : places_(places) {}

  // A value of the file, at the place that has its name.
  void add(uint32_t place, std::string_view value);
  // What the observation identifies whose value, or a part of it, is at a place; nullopt for other
  // places, too.
  std::optional<Label> of(uint32_t place) const;

 private:
  uint32_t around(uint32_t place) const;  // what has a name and is around a place
  std::optional<uint32_t> observation_of(uint32_t place) const;

  const Places& places_;
  ObservedLabels labels_;
};

}  // namespace redact
