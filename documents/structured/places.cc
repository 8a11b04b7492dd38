// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/places.h"

namespace redact {

uint32_t Places::add(uint32_t parent, PlaceStep step, std::string_view name, size_t number,
                     std::string_view space) {
  places_.push_back(
      {parent, step, static_cast<uint32_t>(number), std::string(name), std::string(space)});
  return static_cast<uint32_t>(places_.size() - 1);
}

}  // namespace redact
