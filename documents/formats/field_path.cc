// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/field_path.h"

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
  values_.clear();
  for (uint32_t value = place;; place = places_[place].parent) {
    const auto root = roots_.find(place);
    const std::string_view name =
        root != roots_.end() ? std::string_view(root->second) : name_of(place);
    if (!name.empty()) {
      path_.push_back(name);
      values_.push_back(value);
      value = places_[place].parent;
    }
    if (root != roots_.end() || place == Places::kRoot) break;
  }
  std::reverse(path_.begin(), path_.end());
  std::reverse(values_.begin(), values_.end());
  return path_;
}

}  // namespace redact
