// SPDX-License-Identifier: Apache-2.0
#include "redactor/formats/field_path.h"

#include <algorithm>

namespace redact {

std::string_view FieldPath::name_of(uint32_t place) {
  const Places::Place& p = places_[place];
  switch (p.step) {
    case PlaceStep::kKey:
    case PlaceStep::kElement:
    case PlaceStep::kSegment: return p.name;
    case PlaceStep::kAttribute: return made_.try_emplace(place, "@" + p.name).first->second;
    case PlaceStep::kField:
    case PlaceStep::kComponent:
    case PlaceStep::kSubcomponent:
      return made_.try_emplace(place, std::to_string(p.number)).first->second;
    case PlaceStep::kRoot:
    case PlaceStep::kItem:
    case PlaceStep::kRepetition:
    case PlaceStep::kMessage: break;
  }
  return {};
}

const std::vector<std::string_view>& FieldPath::of(uint32_t place) {
  path_.clear();
  for (;;) {
    if (const auto root = roots_.find(place); root != roots_.end()) {
      path_.push_back(root->second);
      break;
    }
    if (place == Places::kRoot) break;
    if (const std::string_view name = name_of(place); !name.empty()) path_.push_back(name);
    place = places_[place].parent;
  }
  std::reverse(path_.begin(), path_.end());
  return path_;
}

}  // namespace redact
