// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "documents/structured/places.h"

namespace redact::testing {

// The path from the root: entry[0].resource.id, /ClinicalDocument/id[2]/@root, PID[1]-5[2].1.3.
inline std::string path_of(const Places& places, uint32_t place) {
  std::vector<uint32_t> steps;
  for (; place != Places::kRoot; place = places[place].parent) steps.push_back(place);
  std::string path;
  for (; !steps.empty(); steps.pop_back()) {
    const Places::Place& p = places[steps.back()];
    const std::string number = std::to_string(p.number);
    switch (p.step) {
      case PlaceStep::kRoot: break;
      case PlaceStep::kKey: path += (p.parent == Places::kRoot ? "" : ".") + p.name; break;
      case PlaceStep::kItem: path += '[' + number + ']'; break;
      case PlaceStep::kElement:
        path += '/' + p.name + (p.number > 1 ? '[' + number + ']' : "");
        break;
      case PlaceStep::kAttribute: path += "/@" + p.name; break;
      case PlaceStep::kMessage: path += number + '/'; break;
      case PlaceStep::kSegment: path += p.name + '[' + number + ']'; break;
      case PlaceStep::kField: path += '-' + number; break;
      case PlaceStep::kRepetition: path += '[' + number + ']'; break;
      case PlaceStep::kComponent:
      case PlaceStep::kSubcomponent: path += '.' + number; break;
    }
  }
  return path;
}

}  // namespace redact::testing
