// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "documents/formats/field_table.h"
#include "documents/structured/places.h"

namespace redact {

// The versions of the document to which the places of a file belong, by their numbers. `own(place)`
// gives the version of an element. Its content has the same version unless it gives another.
template <typename Own>
std::vector<Field::Version> versions_of(const Places& places, Own own) {
  std::vector<Field::Version> versions(places.size(), Field::Version::kAll);
  for (uint32_t place = 1; place < places.size(); ++place) {  // behind the one around it
    const bool is_element = places[place].step == PlaceStep::kElement;
    if (is_element) versions[place] = own(place);
    if (versions[place] == Field::Version::kAll) versions[place] = versions[places[place].parent];
  }
  return versions;
}

}  // namespace redact
