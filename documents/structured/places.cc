// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/places.h"

namespace redact {

uint32_t Places::add(uint32_t parent, PlaceStep step, std::string_view name, size_t number,
                     std::string_view space) {
  places_.push_back(
      {parent, step, static_cast<uint32_t>(number), std::string(name), std::string(space)});
  return static_cast<uint32_t>(places_.size() - 1);
}

std::string Places::path(uint32_t place) const {
  std::vector<uint32_t> steps;
  for (; place != kRoot; place = places_[place].parent) steps.push_back(place);
  std::string path;
  for (; !steps.empty(); steps.pop_back()) {
    const Place& p = places_[steps.back()];
    const std::string number = std::to_string(p.number);
    switch (p.step) {
      case PlaceStep::kRoot: break;
      case PlaceStep::kKey: path += (p.parent == kRoot ? "" : ".") + p.name; break;
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

}  // namespace redact
