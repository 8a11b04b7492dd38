// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "documents/formats/fhir_rules.h"
#include "documents/formats/field_table.h"
#include "documents/formats/observations.h"
#include "documents/structured/places.h"

namespace redact {

// FHIR's word for a hidden value; as a whole value, it was written by this program.
inline constexpr std::string_view kMasked = "masked";
// The extension that marks it.
inline constexpr std::string_view kAbsentReason =
    "http://hl7.org/fhir/StructureDefinition/data-absent-reason";

// The treatment of values in FHIR's resources: by the user's rules, else by the shipped table.
class FhirFields {
 public:
  // `rules` may be nullptr; they must outlive the object.
  explicit FhirFields(const FhirRules* rules) : rules_(rules) {}

  struct Judgement {
    Field field;
    bool is_typed = false;  // the table hides it, and its place can hold only a date or number
    bool by_rule = false;
    std::optional<Label> named = {};  // the label of a value that a rule removes
  };
  // `path` leads from a resource to a value, through `elements`. `beside` returns the value of a
  // field beside it, `inside` that of a field in the element with this index in `path`. `observed`
  // is what the observation, the question or the extension around the value says of it.
  Judgement judge(std::span<const std::string_view> path, std::span<const FhirElement> elements,
                  std::string_view value, const FieldTable::Beside& beside,
                  const FieldTable::Inside& inside, std::optional<Field> observed) const;
  // Marks the dates that repeat a date of birth, as extensions do. `values`: of the judgements.
  static void mark_births(std::span<Judgement> judgements,
                          std::span<const std::string_view> values);

  // Whether conditions refer to fields of this name.
  bool looks_at(std::string_view name) const;
  bool has_rules() const { return rules_ != nullptr; }

 private:
  const FhirRules* rules_;
};

// The observations of a file of FHIR, which are elements with a code, a question or a name and a
// value; its extensions; and the names of its values.
class FhirObservations {
 public:
  // `places` must outlive the object.
  explicit FhirObservations(const Places& places) : places_(places) {}

  // A value of the file, at the place that has its name; before the first question.
  void add(uint32_t place, std::string_view value);
  // The same for the URL of an extension, whose last part may name its value. The standard's own
  // extensions are in fhir.yaml.
  void add_url(uint32_t place, std::string_view url);
  // The field that a value is, or a part of it, by the observation around it; nullopt also for
  // values outside of observations.
  std::optional<Field> of(uint32_t place, std::string_view value);
  // The name of the value at a place, as a reader of the record would say it: the code or question
  // around it, else the element.
  std::string_view name_of(uint32_t place, std::string_view value);

 private:
  // The innermost places that are, or are around, a place; the root if there is none.
  struct Around {
    uint32_t named;    // has a code or a question
    uint32_t element;  // has a name that says something
    uint32_t value;    // has a name such as valueQuantity
  };
  const Around& around(uint32_t place);
  uint32_t named_around(uint32_t place) const;  // the innermost named element around a place
  // Whether a place is the code of an observation, or the type of a task's input or output.
  bool is_code(uint32_t place) const;

  const Places& places_;
  ObservedFields fields_;
  std::unordered_map<uint32_t, std::string> names_;  // by the element that has a code or a question
  std::vector<Around> around_;                       // by place
};

}  // namespace redact
