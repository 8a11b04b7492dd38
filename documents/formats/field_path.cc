// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/field_path.h"

#include <string>
#include <utility>

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

void FieldPath::set_root(uint32_t place, std::string name) {
  roots_[place] = std::move(name);
  way_.clear();
}

std::span<const std::string_view> FieldPath::of(uint32_t place) {
  at_.resize(places_.size());
  std::vector<uint32_t> added;  // from the place up to one on the way
  uint32_t known = place;
  for (; !is_on_way(known); known = places_[known].parent) {
    added.push_back(known);
    if (known == Places::kRoot) break;
  }
  way_.resize(is_on_way(known) ? at_[known] + 1 : 0);
  Step step = way_.empty() ? Step{} : way_.back();
  names_.resize(step.end);
  values_.resize(step.end);
  if (!values_.empty()) values_.back() = step.place;
  for (; !added.empty(); added.pop_back()) {
    step.place = added.back();
    const auto root = roots_.find(step.place);
    const bool is_root = root != roots_.end();
    if (is_root) step.begin = step.end;
    const std::string_view name = is_root ? std::string_view(root->second) : name_of(step.place);
    if (!name.empty()) {
      names_.push_back(name);
      values_.push_back(step.place);
      ++step.end;
    }
    at_[step.place] = way_.size();
    way_.push_back(step);
    // An item of an array is the value of its name.
    if (!values_.empty()) values_.back() = step.place;
  }
  return std::span(names_).subspan(step.begin);
}

}  // namespace redact
