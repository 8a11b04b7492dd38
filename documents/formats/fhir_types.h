// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace redact {

// The types of dates, as share_fhir_type takes them.
inline constexpr std::string_view kFhirDates = "date|dateTime|instant";

// An element of FHIR STU3, R4 and R5 (fhir_types.txt). Views are static, or of the arguments.
struct FhirElement {
  std::string_view name;  // without the type of a choice: "value" of "valueString"
  std::string_view type;  // "HumanName"; "string|markdown" if R4 and R5 differ; may be empty
  bool required = false;
};

// The element that is written as `name` in a value of `type`, or of one of several types. An
// underscore before the name, with which JSON names the extensions of a value, is not part of the
// name.
FhirElement fhir_element(std::string_view type, std::string_view name);

// The same for each name on the way from a resource, whose type is the first name, to a value.
// Names that a path has in common with the path before it are not looked up again, so that deeply
// nested values cost no more than others.
class FhirElements {
 public:
  // Until the next call. The names must outlive the object.
  std::span<const FhirElement> of(std::span<const std::string_view> path);

 private:
  std::vector<std::string_view> path_;
  std::vector<FhirElement> elements_;
};

// Whether there is a resource, or any type, of that name.
bool is_fhir_resource(std::string_view name);
bool is_fhir_type(std::string_view name);

// Whether two types, each perhaps of several, have one in common. "BackboneElement" is any part of
// a resource.
bool share_fhir_type(std::string_view a, std::string_view b);

// Whether an element of that name is an extension.
bool is_fhir_extension(std::string_view name);

// Whether values of a type are written as one string, number or literal.
bool is_fhir_primitive(std::string_view type);

}  // namespace redact
