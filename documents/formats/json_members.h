// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "documents/formats/fhir_types.h"
#include "documents/formats/field_path.h"
#include "documents/structured/json_scan.h"
#include "documents/structured/segment_text.h"

namespace redact {

// The members of FHIR's resources in JSON, for replacement as a whole.
class JsonMembers {
 public:
  // `texts` are scanned with their keys and extents, and must outlive the object.
  explicit JsonMembers(const JsonTexts& texts);

  // The member at `place`, whose value is a date or a number, and FHIR's mark that it is hidden:
  // the name after an underscore, and an extension. If the object already has that name, the member
  // is removed with its comma; nullopt if no comma follows. An item of an array becomes null, with
  // such marks of all items in an array of that name. `path` is that of the place.
  std::optional<Edit> mask_value(uint32_t place, std::span<const std::string_view> path) const;

  // The replacements of removed members and items: nothing, with their commas; or the same
  // extension, if they are required. `gone` is by place (Removals). Ascending and disjoint.
  std::vector<Edit> remove(const std::vector<bool>& gone, FieldPath& path) const;

 private:
  std::optional<Edit> mask_item(uint32_t place) const;
  std::optional<std::string> mask_of_required(uint32_t place, const std::vector<bool>& gone,
                                              FieldPath& path, FhirElements& elements) const;

  const JsonTexts& texts_;
  std::vector<uint32_t> next_;  // by place: the next one in the same object or list; 0 if none
  std::map<std::pair<uint32_t, std::string>, uint32_t> names_;  // places by object and name
};

}  // namespace redact
